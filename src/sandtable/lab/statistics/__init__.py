"""Statistics: figures with their intervals, from pairs of matches."""
