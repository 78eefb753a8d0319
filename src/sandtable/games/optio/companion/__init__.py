"""The companion of Optio: keeps the books of a match on a real map."""
