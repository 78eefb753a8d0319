"""Requests: routes, pages, limits at the door, what links show."""
