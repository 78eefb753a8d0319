"""A tray for the dice of any game on a real table: a ledger like the companions of games, of no game in particular."""
