"""The companion of Optio: keeps track of a match on a real map."""
