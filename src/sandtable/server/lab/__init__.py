"""Measurements that visitors start, variants that they submit, real matches that count."""
