"""A twin of ROUT!'s rules in plain Python: words and lists, no records, written from the players' rule text.

`Twin` plays sentences and lists those that are legal, chance outcomes included; where a list cannot be complete it lists the
examples that the game gives too, and `allows` knows more. It uses none of the game's code but the physics, which is handed to
it: `rest(pieces, deed, number, contact, direction, speed)` says of every piece where it comes to rest and what befell it.
Lengths are hundredths of a millimetre.
"""

from collections.abc import Callable, Sequence
from copy import copy
from itertools import product
from math import cos, floor, pi, sin
from re import fullmatch
from typing import Any

from tests.perft.naive_rout_aim import FLATTEST, RIMS, contact, straightest, straightness, through
from tests.perft.naive_rout_table import Piece, clear, in_half, put_back

SIDES = ("Ivory", "Ink")
KINDS = ("archer", "cavalry", "pike")
CARDS = (*KINDS, "rally")
MAY = {"archer": ["move", "range"], "cavalry": ["move", "melee"], "pike": ["melee"]}
SPEEDS = ("1.00", "2.00", "3.00")
# degrees, share of the speed
HANDS = {"none": (0.0, 0.0), "steady": (1.5, 0.08), "casual": (3.0, 0.12), "novice": (6.0, 0.18)}
FORMS = {
    "first": "(Ivory|Ink) goes first",
    "split": "split the table (straight|diagonal)",
    "deal": "deal (\\w+)",
    "formation": "line up as (.+)",
    "place": "place (\\w+) at (\\d+) by (\\d+) turned (\\d+) deg",
    "card": "draw (\\w+)",
    "flick": (
        "(move|melee|range) block (\\d+) pushed (.+) ([+-][\\d.]+) toward ([\\d.]+) deg at ([\\d.]+) m/s( by finger)?"
    ),
    "rally": "rally broken block (\\d+)",
    "remove": "remove the card",
    "pass": "pass",
    "hand": "the hand turns by ([+-][\\d.]+) deg with (\\d+) %",
}

Rest = Callable[..., Sequence[Any]]


def read(sentence: str) -> tuple[str, tuple[str, ...]]:
    """The kind of a sentence and its words that vary."""
    for kind, form in FORMS.items():
        found = fullmatch(form, sentence)
        if found:
            return kind, found.groups()
    raise AssertionError(sentence)


def rounded(x: float) -> int:
    return floor(x + 0.5)


class Side:
    """What one side has: units by kind, cards, and how unsteady its hand is."""

    def __init__(self, error: tuple[float, float]) -> None:
        self.error = error
        self.wins = 0
        self.begin()

    def begin(self) -> None:
        self.dealt, self.waiting, self.routed = ([0] * 3 for _ in range(3))
        self.deck, self.discard = [0] * 4, [0] * 4


class Twin:
    """A match; `formations[side][split]` holds slots by name, (x mm, y mm, degrees) each."""

    def __init__(self, settings: dict[str, Any], formations: Any, rest: Rest) -> None:
        self.settings, self.formations, self.rest = settings, formations, rest
        self.hand = (settings["ivory_units"], settings["ink_units"])
        self.sides = [Side(self._error(name)) for name in ("ivory", "ink")]
        self.games, self.score = 0, 0.0
        # T2.5: positions from the start, and where turns began: the one in progress, the last one of each side with a choice
        self.plies, self.turn_began, self.chose, self.began = 0, 0, False, [0, 0]
        self._begin(None if settings["first"] == "random" else int(settings["first"]))

    def _error(self, name: str) -> tuple[float, float]:
        # T3.2
        turn, pace = HANDS[self.settings["hand"]]
        own = self.settings[f"{name}_turn"], self.settings[f"{name}_pace"]
        return (turn if own[0] < 0 else own[0] / 10, pace if own[1] < 0 else own[1] / 100)

    def _begin(self, first: int | None) -> None:
        for side in self.sides:
            side.begin()
        self.pieces: list[Piece] = []
        self.turn, self.card = 0, ""
        self.unit: Piece | None = None
        self.may: list[str] = []
        self.pushed: tuple[str, ...] = ()
        self.split = self.settings["split"]
        self.first = self.side = -1 if first is None else first
        self.phase = "first" if first is None else "split" if self.split == "open" else "deal"

    # who and what there is

    @property
    def mover(self) -> int:
        """The seat to move, -1 for chance, -2 after the end."""
        if self.phase == "over":
            return -2
        return self.side if self.phase in ("split", "place", "turn", "rally", "remove") else -1

    def table(self) -> list[Piece]:
        """The pieces as they are numbered: unbroken ones by side, kind and place, then the broken ones by place."""
        return sorted(
            self.pieces,
            key=lambda p: (
                p.broken,
                p.side * (not p.broken),
                KINDS.index(p.kind) * (not p.broken),
                *p.place(),
            ),
        )

    def whole(self, side: int, kind: str = "") -> list[Piece]:
        return [p for p in self.pieces if p.side == side and not p.broken and kind in ("", p.kind)]

    def broken(self) -> list[Piece]:
        return [p for p in self.table() if p.broken]

    def placed(self, side: int) -> int:
        return sum(self.sides[side].dealt) - sum(self.sides[side].waiting)

    def usable(self) -> list[Piece]:
        return [self.unit] if self.unit else self.whole(self.side, self.card)

    # sentences

    def legal(self) -> list[str]:
        """The sentences of the legal actions or outcomes, or examples of them."""
        return getattr(self, f"_may_{self.phase}")()

    def options(self) -> dict[str, float]:
        """The outcomes that can be listed, with their chances."""
        if self.phase == "first":
            return dict.fromkeys((f"{side} goes first" for side in SIDES), 0.5)
        verb, kinds, cards = (
            ("deal", KINDS, self._undealt())
            if self.phase == "deal"
            else ("draw", CARDS, self.sides[self.side].deck)
        )
        if self.phase not in ("deal", "draw"):
            return {}
        return {f"{verb} {kind}": n / sum(cards) for kind, n in zip(kinds, cards, strict=True) if n}

    def _undealt(self) -> list[int]:
        common = [self.settings[name] for name in ("archers", "cavalry", "pikes")]
        return [n - a - b for n, a, b in zip(common, self.sides[0].dealt, self.sides[1].dealt, strict=True)]

    def _may_first(self) -> list[str]:
        return list(self.options())

    _may_deal = _may_draw = _may_hand = _may_over = _may_first

    def _may_split(self) -> list[str]:
        return [f"split the table {split}" for split in ("straight", "diagonal")]

    def _may_place(self) -> list[str]:
        return [f"line up as {name}" for name in self.formations[0]["straight"]]

    def _may_rally(self) -> list[str]:
        return [*(f"rally broken block {n}" for n in range(1, len(self.broken()) + 1)), "pass"]

    def _may_remove(self) -> list[str]:
        return ["remove the card", "pass"]

    def _may_turn(self) -> list[str]:
        table, found = self.table(), ["pass"]
        for deed, piece, way in product(self.may_do(), self.usable(), range(0, 360, 15)):
            flick = f"{deed} block {table.index(piece) + 1} pushed {through(self.settings, piece, deed, way)}"
            by = " by finger" if self.settings["flick"] == "finger" else ""
            found += [f"{flick} toward {way:.1f} deg at {speed} m/s{by}" for speed in SPEEDS]
        return found

    def may_do(self) -> list[str]:
        return self.may if self.unit else MAY[self.card]

    def allows(self, sentence: str) -> bool:
        """Whether a sentence is legal, also one that is not listed."""
        kind, words = read(sentence)
        if self.phase == "turn" and kind == "flick":
            return self._flicks(*words)
        if self.phase == "place" and kind == "place":
            return self._fits(*words)
        if self.phase == "hand" and kind == "hand":
            turn, pace = float(words[0]) * 10, int(words[1]) - 100
            degrees, share = self.sides[self.side].error
            return falls(turn, 10 * degrees) and falls(pace, 100 * share)
        return sentence in self.legal()

    def _flicks(self, *words: str | None) -> bool:
        deed, number, rim, _, way, _, by = (word or "aimed" for word in words)
        if self.settings["flick"] not in ("either", by.strip().removeprefix("by ")):
            return False
        table = self.table()
        if int(number) > len(table) or table[int(number) - 1] not in self.usable():
            return False
        straight = straightness(table[int(number) - 1], RIMS.index(rim), float(way))
        return deed in self.may_do() and straight >= FLATTEST

    def _fits(self, kind: str, x: str, y: str, angle: str) -> bool:
        piece = self._piece(kind, int(x), int(y), int(angle))
        if not self.sides[self.side].waiting[KINDS.index(kind)] or not in_half(
            self.settings, self.split, piece
        ):
            return False
        seen = self.settings["placing"] == "in_turn"
        others = [p for p in self.pieces if seen or p.side == self.side]
        return all(clear(self.settings, piece, other, 100.0) for other in others)

    def _piece(self, kind: str, x: int, y: int, angle: int) -> Piece:
        c, s = (rounded(1e6 * round(f(pi * angle / 180), 12)) for f in (cos, sin))
        return Piece(100 * x, 100 * y, c, s, self.side, kind)

    def looks_back(self, viewer: int) -> int:
        """T2.5: the first position that a side may see again; a spectator (2) sees no further back than either."""
        if self.settings["history"] == "all" or self.phase == "over":
            return 0
        return max(self.began) if viewer == 2 else self.began[viewer]

    # play

    def play(self, sentence: str) -> None:
        """Plays a legal sentence."""
        kind, words = read(sentence)
        self.chose = self.chose or self.phase in ("turn", "rally", "remove")
        self.plies += 1
        getattr(self, f"_{kind}")(*words)

    def played(self, sentence: str) -> "Twin":
        """A copy in which the sentence was played."""
        made = copy(self)
        made.sides = [copy(side) for side in self.sides]
        for side in made.sides:
            for name in ("dealt", "waiting", "routed", "deck", "discard"):
                setattr(side, name, list(getattr(side, name)))
        made.began = list(self.began)
        made.pieces = [copy(piece) for piece in self.pieces]
        made.unit = made.pieces[self.pieces.index(self.unit)] if self.unit else None
        made.play(sentence)
        return made

    def _first(self, side: str) -> None:
        self.first = self.side = SIDES.index(side)
        self.phase = "split" if self.split == "open" else "deal"

    def _split(self, split: str) -> None:
        self.split, self.phase = split, "deal"

    def _deal(self, kind: str) -> None:
        own = self.sides[self.side]
        for cards in (own.dealt, own.waiting, own.deck):
            cards[KINDS.index(kind)] += 1
        full = [sum(side.dealt) == hand for side, hand in zip(self.sides, self.hand, strict=True)]
        if all(full):
            self.side, self.phase = self.first, "place"
            for side in self.sides:
                side.deck[3] = self.settings["rally"]
        elif not full[1 - self.side]:
            self.side = 1 - self.side

    def _formation(self, name: str) -> None:
        own = self.sides[self.side]
        self.pieces = [p for p in self.pieces if p.side != self.side]
        units = [kind for kind in ("pike", "cavalry", "archer") for _ in range(own.dealt[KINDS.index(kind)])]
        slots = self.formations[self.side][self.split][name]
        self.pieces += [self._piece(kind, *slot) for kind, slot in zip(units, slots, strict=False)]
        own.waiting = [0] * 3
        self._stands()

    def _place(self, kind: str, x: str, y: str, angle: str) -> None:
        self.sides[self.side].waiting[KINDS.index(kind)] -= 1
        self.pieces.append(self._piece(kind, int(x), int(y), int(angle)))
        if not any(self.sides[self.side].waiting):
            self._stands()

    def _stands(self) -> None:
        if any(self.sides[1 - self.side].waiting):
            self.side = 1 - self.side
        else:
            self._turn_of(self.first)

    def _ends_turn(self) -> None:
        if self.chose:
            self.began[self.side] = self.turn_began
        self.chose = False

    def _turn_of(self, side: int) -> None:
        self._ends_turn()
        self.card, self.unit, self.may = "", None, []
        if self.turn == self.settings["turn_cap"]:
            self._game_over(None)
            return
        self.turn += 1
        self.turn_began = self.plies
        self.side, self.phase, own = side, "draw", self.sides[side]
        if not any(own.deck):
            own.deck, own.discard = own.discard, [0] * 4

    def _card(self, card: str) -> None:
        own, n = self.sides[self.side], CARDS.index(card)
        own.deck[n] -= 1
        own.discard[n] += 1
        self.card = card
        if card == "rally" and self.broken():
            self.phase = "rally"
        elif card != "rally" and self.whole(self.side, card):
            self.phase = "turn"
            self.may = MAY[card]
        elif card != "rally" and own.routed[n] == own.dealt[n]:
            self.phase = "remove"
        else:
            self._turn_of(1 - self.side)

    def _rally(self, rank: str) -> None:
        piece = self.broken()[int(rank) - 1]
        piece.broken = False
        if piece.side == self.side:
            self.unit, self.may, self.phase = piece, MAY[piece.kind], "turn"
        else:
            self._turn_of(1 - self.side)

    def _remove(self) -> None:
        self.sides[self.side].discard[CARDS.index(self.card)] -= 1
        self._turn_of(1 - self.side)

    def _pass(self) -> None:
        self._turn_of(1 - self.side)

    def _flick(self, *words: str) -> None:
        self.unit = self.table()[int(words[1]) - 1]
        self.pushed = words
        # T3.0: a finger's flick is what it is
        if any(self.sides[self.side].error) and not words[6]:
            self.phase = "hand"
        else:
            self._happens(round(float(words[4]) * 10), round(float(words[5]) * 100))

    def _hand(self, turn: str, pace: str) -> None:
        assert self.unit
        rim, way = RIMS.index(self.pushed[2]), float(self.pushed[4])
        cut = straightest(self.unit, rim, way, float(turn))
        speed = round(float(self.pushed[5]) * 100)
        self._happens(round(10 * cut) % 3600, min(600, max(1, (speed * int(pace) + 50) // 100)))

    def _happens(self, direction: int, speed: int) -> None:
        deed, number, rim, point = self.pushed[:4]
        table = self.table()
        bodies = self.rest(table, deed, int(number) - 1, contact(rim, point), direction, speed)
        self.may = [other for other in self.may if other != deed]
        self._effects(deed, list(zip(table, bodies, strict=True)))
        if not self.whole(1 - self.side):
            self._game_over(self.side)
        elif self.may:
            self.phase = "turn"
        else:
            self._turn_of(1 - self.side)

    def _effects(self, deed: str, met: list[tuple[Piece, Any]]) -> None:
        # T3.4: the first enemy touched, of two in one instant the one that takes the harder blow
        attacks = deed != "move"
        enemies = [
            (body.touched, -body.blow, n)
            for n, (p, body) in enumerate(met)
            if body.touched and p.side != self.side
        ]
        hit = min(enemies)[2] if attacks and enemies else None
        gone: list[Piece] = []
        for n, (piece, body) in enumerate(met):
            fair = piece.broken or (n == hit and self.settings["rout_in_one"])
            foe = piece.side != self.side or self.settings["own_rout"]
            if attacks and body.touched and body.left and fair and foe:
                gone.append(piece)
                self.sides[piece.side].routed[KINDS.index(piece.kind)] += 1
            elif n == hit:
                piece.broken = True
        self.pieces = [p for p in self.pieces if not any(p is other for other in gone)]
        there = [piece for piece, body in met if not body.left]
        for piece, body in met:
            if not body.left and body.moved:
                piece.lie(body)
        leavers = sorted(((body.left, n) for n, (_, body) in enumerate(met) if body.left))
        for _, n in leavers:
            piece, body = met[n]
            if not any(piece is other for other in gone):
                put_back(self.settings, piece, there, body.edge, (body.ex, body.ey))
                there.append(piece)

    def _game_over(self, winner: int | None) -> None:
        self._ends_turn()
        self.games += 1
        if winner is not None:
            self.sides[winner].wins += 1
        wins = [side.wins for side in self.sides]
        if self.settings["best_of"] == "3" and self.games < 3 and max(wins) < 2:
            self._begin(1 - self.first if winner is None else 1 - winner)
            return
        self.phase, self.unit, self.may = "over", None, []
        self.score = float((wins[0] > wins[1]) - (wins[0] < wins[1]))


def falls(step: float, deviation: float) -> bool:
    """Whether a step of a normal error, cut off at 4 deviations, has a chance at all."""
    return abs(round(step)) < 4 * deviation + 0.5 if deviation else round(step) == 0
