"""The companion of All Out Assault: keeps track of a match on a real board."""
