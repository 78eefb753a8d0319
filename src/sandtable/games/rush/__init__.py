"""Rush: a sport on a walled pitch of hexes, with dice pools. `declaration.SPEC` declares the game."""
