"""The rules of ROUT!: legal actions, their effects, and what each side knows. For the clauses, see `rules.md`."""
