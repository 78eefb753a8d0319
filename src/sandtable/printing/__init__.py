"""Prints kits: lays out cards, boards and leaflets on pages."""
