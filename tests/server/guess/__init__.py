"""A tiny game for the server's tests: two secret numbers, a die, and digits to guess."""

from tests.server.guess.declaration import SPEC, catalog

__all__ = ["SPEC", "catalog"]
