"""Kits for a real table, measured on their pages."""
