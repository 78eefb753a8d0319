"""The companion of All Out Assault: keeps the books of a match on a real board."""
