"""The companion of Rush: keeps track of a match on a real pitch."""
