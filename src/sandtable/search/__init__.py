"""Searches for any game, written once on top of `ops`: playouts, Monte-Carlo tree search and information-set search."""
