"""The conformance suite that every game must pass, and perft. `check_game` raises `AssertionError` with the sentence
that does not hold.
"""

from sandtable.testing.conformance import check_game
from sandtable.testing.faults import FaultError, position_at
from sandtable.testing.perft import perft

__all__ = ["FaultError", "check_game", "perft", "position_at"]
