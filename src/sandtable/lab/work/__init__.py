"""Measurements that a page starts: their folders, and the process that works on one."""
