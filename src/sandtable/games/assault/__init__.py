"""All Out Assault: two pawns a side, dice, and six secret stats a pawn. `SPEC` declares the game."""

from sandtable.games.assault.declaration import SPEC

__all__ = ["SPEC"]
