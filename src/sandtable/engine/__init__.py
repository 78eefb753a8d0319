"""Positions, matches as logs, match files and variants."""
