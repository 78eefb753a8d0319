"""Optio's terrain pre-game: hidden blocks on a map, and a battlefield to print. `spec.SPEC` declares the game."""
