"""Loads and compiles games for the tables."""
