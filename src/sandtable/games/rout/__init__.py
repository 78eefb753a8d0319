"""ROUT!: flick wooden blocks on a table, with real physics. `spec.SPEC` declares the game."""
