"""Kits on paper: lays out cards, boards and leaflets on pages."""
