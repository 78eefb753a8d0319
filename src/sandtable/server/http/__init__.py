"""Requests: routes, pages, connection limits and link previews."""
