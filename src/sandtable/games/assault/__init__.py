"""All Out Assault: two pawns a side, dice, and six secret stats a pawn. `spec.SPEC` declares the game."""
