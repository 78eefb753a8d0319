"""Optio's terrain pre-game: hidden blocks on a map, and a battlefield to print."""

from sandtable.games.optio.declaration import SPEC

__all__ = ["SPEC"]
