"""The companion of ROUT!: keeps track of the decks and the units of a match on a real table."""
