"""How to look: one file per engine, generic over rules, compiled; none knows a game."""
