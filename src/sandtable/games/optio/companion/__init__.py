"""Optio's companion: keeps track of a match on a real map."""
