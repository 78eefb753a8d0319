"""Measurements that a page asks for: their folders, and the process that works at one."""
