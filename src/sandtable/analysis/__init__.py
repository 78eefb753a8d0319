"""Analysis of finished matches: the chance to win along a match, what each decision cost, and luck apart from skill."""
