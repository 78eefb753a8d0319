"""The rules of All Out Assault: legal actions, their effects, and what each side knows. For the clauses, see `rules.md`."""
