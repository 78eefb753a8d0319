"""The companion of Rush: keeps the books of a match on a real pitch."""
