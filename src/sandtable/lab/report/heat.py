"""Heat maps: where the pieces of each side were in many matches, or where events happened, on the game's own drawing."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist, hypot, inf, sqrt

from sandtable.authoring.choices import BoardEvent
from sandtable.authoring.records import CHANCE
from sandtable.graphics.drawing import Drawing, Place, Shape, Text, Thing, moved, piece
from sandtable.lab.run.replays import steps
from sandtable.lab.run.trails import happens, places
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics.wording import counted

# diameter of the largest mark, as a share of the distance between the two closest places
FULL = 0.48
# how many places of a side are described in words, and labelled with their names, or with their shares if they have none
SAID = 5
# height of the line above a board, as a share of its longer side
TITLE = 0.06
# boards wider than this many times their height are placed one below the other
WIDE = 1.3
# ascent, descent and width of letters, as shares of their size
ABOVE, BELOW, BROAD = 0.75, 0.25, 0.55
# extent of a diamond, as a share of its radius (`drawing.piece`)
REACH = 1.2
# text on a board smaller than this share of the picture's longer side is unreadable and left out
SMALLEST = 0.01
# with a single place, the mark is as large as if another were this share of the longer side away
APART = 1 / 4


class NoPlacesError(ValueError):
    """Raised if the game's drawing does not show where its pieces are, or an event never happened."""


@dataclass(frozen=True)
class HeatMap:
    """How often a piece was at each place, at the decisions in `matches` matches, and the board of the first one.

    With `what`, how often that happened at each place.
    """

    board: Drawing
    stood: Counter[Place]
    matches: int
    what: str = ""

    def times(self, seat: int) -> int:
        """How often a piece of a side was at any place, or an event happened to the side."""
        return sum(n for place, n in self.stood.items() if place.seat == seat)

    def shares(self, seat: int) -> list[tuple[Place, float]]:
        """The places of a side with their shares of everything counted for it, largest first."""
        total = self.times(seat)
        own = ((place, n / total) for place, n in self.stood.items() if place.seat == seat)
        return sorted(own, key=lambda one: (-one[1], one[0]))


def watch(
    trial: Trial, pairs: int, tell: Callable[[int, int], None], event: BoardEvent | None = None
) -> HeatMap:
    """Plays the first `pairs` pairs of the trial; `tell` is called with the matches done and the total.

    Without an `event`, the function counts where pieces are. Raises `NoPlacesError` if the game's drawing does not show that,
    or the event never happened.
    """
    board, stood = None, Counter[Place]()
    for pair in range(pairs):
        for swapped in (False, True):
            for position, action in steps(trial, pair, swapped):
                if event is not None:
                    stood.update(place for _, place in happens([event], position, action))
                elif position.to_move != CHANCE:
                    stood.update(places(position.drawing()))
                if board is None and position.to_move != CHANCE:
                    board = position.drawing()
            tell(2 * pair + 1 + swapped, 2 * pairs)
    if board is None or not stood:
        never = f"{event.name} never happened in {2 * pairs} matches of {trial.game}" if event else ""
        raise NoPlacesError(never or f"the drawing of {trial.game} does not show where its pieces are")
    return HeatMap(board, stood, 2 * pairs, event.text if event else "")


def picture(heat: HeatMap, sides: Sequence[str]) -> Drawing:
    """The board once for each side, with a mark at each place: its area shows the share of the time that pieces were
    there.

    With `what`, it shows the share of all the event's occurrences.
    """
    board, shares = heat.board, [heat.shares(seat) for seat in range(len(sides))]
    title = TITLE * max(board.width, board.height)
    below = board.width > WIDE * board.height
    right, down = (0.0, board.height + title) if below else (board.width, 0.0)
    size = (board.width + right, board.height + title + down)
    full = FULL * min(_closest(heat.stood), APART * max(board.width, board.height))
    most = max(share for own in shares for _, share in own)
    empty = [shape for shape in board.shapes if not (isinstance(shape, Thing) and shape.place)]
    shapes: list[Shape] = []
    for seat, side in enumerate(sides):
        sized = [(place, share, full * sqrt(share / most)) for place, share in shares[seat]]
        ground = _read(empty, SMALLEST * max(size), [(place, radius) for place, _, radius in sized])
        own = (_mark(*one, n < SAID) for n, one in enumerate(sized))
        name = Text(board.width / 2, -0.2 * title, 0.7 * title, side, "faint")
        shapes += [moved(shape, seat * right, title + seat * down) for shape in (name, *ground, *own)]
    words = tuple(_words(side, shares[seat], heat.times(seat), heat.what) for seat, side in enumerate(sides))
    return Drawing(
        *size, f"Where {heat.what or 'pieces stood'} in {heat.matches} matches", tuple(shapes), words
    )


def _closest(places: Counter[Place]) -> float:
    points = {(place.x, place.y) for place in places}
    return min((dist(a, b) for a, b in combinations(points, 2)), default=inf)


def _read(shapes: Sequence[Shape], smallest: float, marks: Sequence[tuple[Place, float]]) -> list[Shape]:
    """The shapes of a board without unreadable words: those too small, and those covered by marks."""

    def unread(text: Text) -> bool:
        return text.size < smallest or any(_covers(place, radius, text) for place, radius in marks)

    return [
        replace(shape, shapes=tuple(_read(shape.shapes, smallest, marks)))
        if isinstance(shape, Thing)
        else shape
        for shape in shapes
        if not (isinstance(shape, Text) and unread(shape))
    ]


def _covers(place: Place, radius: float, text: Text) -> bool:
    width = BROAD * text.size * len(text.words)
    left = text.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    across = max(left - place.x, place.x - left - width, 0.0)
    up = max(text.y - ABOVE * text.size - place.y, place.y - text.y - BELOW * text.size, 0.0)
    return hypot(across, up) < REACH * radius


def _mark(place: Place, share: float, radius: float, said: bool) -> Thing:
    words = f"{place.name}: {share:.1%}" if place.name else f"{share:.1%}"
    sign = place.name or f"{share:.0%}"
    return Thing(words, piece(place.seat, place.x, place.y, radius, sign if said else ""))


def _words(side: str, shares: Sequence[tuple[Place, float]], times: int, what: str) -> str:
    if not shares:
        return f"{side}: never." if what else f"{side} had no piece on the board."
    # the count comes first, since shares of a small number say little
    begun = f"{side}, {counted(times, 'time')}:" if what else f"{side} stood"
    named = [f"{place.name} ({share:.1%})" for place, share in shares[:SAID] if place.name]
    if named:
        return f"{begun} most often at {', '.join(named)}."
    return f"{begun} at {counted(len(shares), 'place')}, {shares[0][1]:.1%} of the time at one of them."
