"""The steps, from the first schema with a number to the newest."""
