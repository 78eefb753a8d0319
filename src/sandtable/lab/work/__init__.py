"""Measurements started from a page: their folders, and the process that runs one."""
