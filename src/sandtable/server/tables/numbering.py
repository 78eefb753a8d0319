"""Numbers the events of a table for people: events that are shown to nobody have no number, and leave no gap.

The store counts all events, so that of two writers one is refused. Whoever could see those numbers would learn that something
happened that is not theirs to know, such as that the other seat lets the match count.
"""

from bisect import bisect_right
from collections.abc import Iterable

from sandtable.server.storage.store import StoredEvent

# lets the finished match count, or not any more
CONSENT = "consent"
# adds what a page gave to the dice of the match, which everybody may see where dice are explained
SEED = "seed"
# kinds of events that are in nobody's log
PRIVATE = (CONSENT,)
# kinds of events that have no line in the log
UNTOLD = (*PRIVATE, SEED)


class Numbering:
    """The numbers of a log's events; stored numbers go from 1 and leave none out."""

    def __init__(self, events: Iterable[StoredEvent] = ()) -> None:
        self._private: list[int] = []  # stored numbers
        self._by_seat: dict[int, int] = {}
        for event in events:
            self.add(event)

    def add(self, event: StoredEvent) -> None:
        """Notes the next event of the log."""
        if event.kind in PRIVATE:
            self._private.append(event.seq)
            self._by_seat[event.seat] = self._by_seat.get(event.seat, 0) + 1

    def of(self, seq: int) -> int:
        """The number of the last event with a number up to the one that is stored as `seq`."""
        return seq - bisect_right(self._private, seq)

    def stored(self, number: int) -> int:
        """As what the event of this number is stored."""
        for private in self._private:
            if private > number:
                break
            number += 1
        return number

    def of_others(self, seat: int) -> int:
        """How many events there are that `seat` knows nothing of."""
        return len(self._private) - self._by_seat.get(seat, 0)
