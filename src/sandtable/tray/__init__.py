"""A dice tray for any game on a real table: a companion that belongs to no particular game."""
