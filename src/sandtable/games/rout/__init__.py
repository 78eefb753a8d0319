"""ROUT!: flick wooden blocks on a table, with real physics. `declaration.SPEC` declares the game."""
