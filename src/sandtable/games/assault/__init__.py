"""All Out Assault: two pawns a side, dice, and six secret stats a pawn. `declaration.SPEC` declares the game."""
