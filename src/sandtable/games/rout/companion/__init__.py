"""The companion of ROUT!: keeps the decks and the count of units of a match on a real table."""
