"""Optio for the computer: how it judges a position and what it plays."""
