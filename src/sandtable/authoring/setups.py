"""Caches values derived from a setup, or from a setup and a state.

A setup never changes once a game is made with it, so its identity is its key. A state's key is its bytes: only viewers
with equal views share a value.
"""

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, TypeVar

from sandtable.authoring.operands import Setup, State

T = TypeVar("T")

# sizes of the caches: setups, and states of each
SETUPS, STATES = 16, 8


def of_setup(make: Callable[[Any], T]) -> Callable[[Any], T]:
    """`make`, called once per setup; the result must not be modified."""
    kept: dict[int, tuple[Any, T]] = {}
    making = Lock()

    @wraps(make)
    def known(setup: Setup) -> T:
        found = kept.get(id(setup))
        if found is None:
            value = make(setup)
            with making:
                if len(kept) >= SETUPS:
                    del kept[next(iter(kept))]
                # the setup is stored too, so that no other setup can get its address
                found = kept[id(setup)] = setup, value
        return found[1]

    return known


def of_state(make: Callable[[Any, Any], T]) -> Callable[[Any, Any], T]:
    """`make`, called once for each recent state of a setup; the result must not be modified."""

    @of_setup
    def states(_setup: Setup) -> dict[bytes, T]:
        return {}

    @wraps(make)
    def known(setup: Setup, state: State) -> T:
        kept, raw = states(setup), state.tobytes()
        found = kept.get(raw)
        if found is None:
            found = make(setup, state)
            if len(kept) >= STATES:
                kept.clear()
            kept[raw] = found
        return found

    return known
