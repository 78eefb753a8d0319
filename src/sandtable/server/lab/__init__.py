"""Measurements that visitors order, variants that they hand in, real matches that count."""
