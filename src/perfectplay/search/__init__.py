"""Search engines: one file for each, compiled and generic over rules; none knows a game."""
