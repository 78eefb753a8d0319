"""Rush: a sport on a walled pitch of hexes, with dice pools. `spec.SPEC` declares the game."""
