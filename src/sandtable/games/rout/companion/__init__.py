"""The companion of ROUT!: keeps track of the decks and the units in a match on a real table."""
