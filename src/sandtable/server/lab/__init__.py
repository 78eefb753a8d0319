"""Measurements started by visitors, variants submitted by them, and real matches that are counted."""
