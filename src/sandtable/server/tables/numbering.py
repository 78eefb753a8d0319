"""Numbers the events of a table for people: events shown to nobody have no number and leave no gap.

The store counts all events, so that one of two writers is refused. The store's numbers would reveal that something private
had happened, such as the other seat's consent to have the match counted, or a hint.
"""

from bisect import bisect_right
from collections.abc import Iterable

from sandtable.server.storage.store import StoredEvent

# agrees to have the finished match counted, or withdraws consent
CONSENT = "consent"
# asks for a hint, which nobody else learns before the end
HINT = "hint"
# adds a page's seed to the dice of the match; everyone may see it where dice are explained
SEED = "seed"
# kinds of events that only their seat may know about; while they are private they have no line and no number
PRIVATE = (CONSENT, HINT)
# kinds of events that have no line in the log
UNTOLD = (*PRIVATE, SEED)


class Numbering:
    """The numbers of a log's events; stored numbers start at 1 without gaps."""

    def __init__(self, events: Iterable[StoredEvent] = ()) -> None:
        self._private: list[int] = []  # stored numbers
        self._by_seat: dict[int, int] = {}
        for event in events:
            self.add(event)

    def add(self, event: StoredEvent) -> None:
        """Records the next event of the log."""
        if event.kind in PRIVATE:
            self._private.append(event.seq)
            self._by_seat[event.seat] = self._by_seat.get(event.seat, 0) + 1

    def of(self, seq: int) -> int:
        """The number of the last numbered event up to stored number `seq`."""
        return seq - bisect_right(self._private, seq)

    def stored(self, number: int) -> int:
        """The stored number of the event with this number."""
        for private in self._private:
            if private > number:
                break
            number += 1
        return number

    def of_others(self, seat: int) -> int:
        """The number of events that `seat` knows nothing about."""
        return len(self._private) - self._by_seat.get(seat, 0)
