"""The data files that come with All Out Assault, read and checked."""
