"""Searches written once over `ops`: playouts, Monte-Carlo tree search, information-set search."""
