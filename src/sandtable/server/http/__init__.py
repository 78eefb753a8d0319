"""Requests: routes, pages, connection limits, link previews."""
