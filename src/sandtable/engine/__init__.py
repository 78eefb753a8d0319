"""Holds positions, keeps matches as logs, reads and writes match files and variants."""
