"""The conformance suite that every game passes, and perft. `check_game` raises AssertionError with the sentence that fails."""

from sandtable.testing.conformance import check_game
from sandtable.testing.perft import perft

__all__ = ["check_game", "perft"]
