"""Bridges: games for two as environments and games of other libraries."""
