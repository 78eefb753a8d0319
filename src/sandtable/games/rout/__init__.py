"""ROUT!: flick wooden blocks on a table, with real physics."""

from sandtable.games.rout.declaration import SPEC

__all__ = ["SPEC"]
