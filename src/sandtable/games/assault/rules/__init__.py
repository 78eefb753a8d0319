"""The rules of All Out Assault: what is legal, what it leads to, and what each side knows. Clauses: `rules.md`."""
