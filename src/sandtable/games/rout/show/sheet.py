"""The quick sheet of ROUT!: what a card lets units do, the results of attacks, the next card, and how often an aim hits.

Every answer is what the rules give for a staged table under the current settings; chances are counted over all cards or
errors.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from sandtable.authoring import CHANCE, Ask, Fact, Question, Setup, Sheet, State, Value, copy, new, resolve
from sandtable.authoring.sheet import chance, facts
from sandtable.games.rout.rules import physics, turns
from sandtable.games.rout.rules.effects import first_enemy, routed
from sandtable.games.rout.rules.moves import chance as chances_of
from sandtable.games.rout.rules.push import middle
from sandtable.games.rout.schema import (
    CARDS,
    DEED,
    DIRECTIONS,
    EDGE_NAMES,
    GRAIN,
    HANDS,
    KINDS,
    NONE,
    RALLY,
    SETTINGS,
    SETUP,
    SIDES,
    STATE,
    STILL,
    TURN,
    Deed,
    Phase,
    Unit,
    build,
    may_do,
)
from sandtable.games.rout.show.explained import words
from sandtable.games.rout.show.film import trial
from sandtable.games.rout.show.words import CARD_NAMES, a

Said = Mapping[str, int]
Facts = Sequence[Fact]

ME, HIM = 0, 1
# blocks of a staged table: the acting one, and the one in question
ACTOR, TARGET = 0, 1
# how many of the kind in question are dealt
DEALT = 2


# settings that a staged table replaces: the blocks in question lie far apart, and the hand is as the asker says
STAGED = ("width", "height", "edge", *(f"{name}_edge" for name in EDGE_NAMES))
OWN_HANDS = tuple(f"{side.lower()}_{what}" for side in SIDES for what in ("turn", "pace"))


class _Table:
    """Tables under given settings, staged for a question, and the sentences that depend on settings."""

    def __init__(self, settings: Mapping[str, Value]) -> None:
        self._settings = {
            name: value for name, value in settings.items() if name not in (*STAGED, *OWN_HANDS)
        }
        self.setup = cache(self._setup)
        self.widest = cache(self._widest)
        self.says = partial(facts, words(settings))

    def _setup(self, hand: str) -> Any:
        return build(resolve(SETTINGS, {**self._settings, "hand": hand}))

    def staged(self) -> tuple[Any, Any]:
        """A setup and a table without blocks at the start of the asker's turn."""
        setup, state = new(SETUP)[0], new(STATE)[0]
        copy(setup, self.setup("casual"))
        turns.deal(setup, state)
        state.first = state.side = ME
        state.phase, state.to_move = Phase.DRAW, CHANCE
        return setup, state

    def _widest(self, deed: int, gap: int, lies: int) -> tuple[int, int]:
        """The largest errors of direction, to the right and to the left, with which the block is still touched."""
        lane = _Range(*self.staged(), deed, gap, lies)

        def furthest(sign: int) -> int:
            # if one error misses the block, larger ones miss it too
            return bisect_left(range(1, STILL + 1), True, key=lambda error: not lane.touches(sign * error))

        return furthest(-1), furthest(1)


def _lay(state: State, side: int, kind: int, broken: bool = False) -> None:
    block = state.block[int(state.count)]
    block.side, block.kind, block.broken = side, kind, broken
    state.count += 1
    state.broken[side, kind] += broken


def _listed(facts: Facts, _said: Said) -> Facts:
    return facts


WHOLE, BROKEN, ROUTED = range(3)
DOES = {
    Deed.MOVE: Fact("Move: flick it across the table. Blocks it bumps into come to no harm.", "T3.3"),
    Deed.MELEE: Fact("Charge: flick it. The first enemy it touches itself is hit.", "T3.4"),
    Deed.RANGE: Fact("Shoot: flick the range block off its top. The first enemy it touches is hit.", "T3.5"),
}


def _card(table: _Table, said: Said) -> Facts:
    # T2.2, T2.3
    kind = said["card"]
    setup, state = table.staged()
    state.dealt[ME, kind] = DEALT
    state.deck[ME, kind] = 1
    if said["units"] == ROUTED:
        state.routed[ME, kind] = DEALT
    else:
        for _ in range(DEALT):
            _lay(state, ME, kind, said["units"] == BROKEN)
    turns.apply(setup, state, turns.CARD.pack(kind))
    if state.phase == Phase.REMOVE:
        return (
            Fact("All your units of that kind are routed: your turn passes.", "T2.3"),
            Fact("You may first take the card out of the game.", "T2.3"),
        )
    if state.phase != Phase.TURN:
        return (Fact(f"You have no unbroken {KINDS[kind]}: your turn passes.", "T2.3"),)
    return (
        Fact(f"Choose one of your unbroken {KINDS[kind]} units.", "T2.2"),
        *(DOES[deed] for deed in Deed if may_do(state, deed)),
        Fact("Each once, in any order. Skip any you like.", "T2.2"),
    )


NO_BROKEN, OWN_BROKEN, HIS_BROKEN = range(3)


def _rally(table: _Table, said: Said) -> Facts:
    # T2.4
    setup, state = table.staged()
    state.deck[ME, RALLY] = 1
    broken, kind = said["broken"], said["kind"]
    if broken != NO_BROKEN:
        side = ME if broken == OWN_BROKEN else HIM
        state.dealt[side, kind] = 1
        _lay(state, side, kind, broken=True)
    turns.apply(setup, state, turns.CARD.pack(RALLY))
    if state.phase != Phase.RALLY:
        return (Fact("No block is broken: your turn passes.", "T2.4"),)
    turns.apply(setup, state, turns.RALLY_IT.pack(0))
    acts = state.phase == Phase.TURN
    return (
        Fact("You may turn one broken block face up, whoever owns it. You may decline.", "T2.4"),
        *table.says("sheet.shown"),
        *(
            (
                Fact(
                    f"It is yours: it may act at once, as if {a(KINDS[kind])} card had been revealed.", "T2.4"
                ),
                *(DOES[deed] for deed in Deed if may_do(state, deed)),
            )
            if acts
            else (Fact("It is your enemy's: it is unbroken again, and your turn is over.", "T2.4"),)
        ),
    )


HIS, HIS_BROKEN_ONE, MINE, MY_BROKEN_ONE = range(4)
FIRST, LATER, PUSHED = range(3)


def _attack(table: _Table, said: Said) -> Facts:
    # T3.3 to T4.3
    setup, state = table.staged()
    side = HIM if said["whose"] in (HIS, HIS_BROKEN_ONE) else ME
    broken = said["whose"] in (HIS_BROKEN_ONE, MY_BROKEN_ONE)
    _lay(state, ME, Unit.CAVALRY)
    _lay(state, side, Unit.PIKE, broken)
    # an enemy that the attacker touched earlier
    _lay(state, HIM, Unit.ARCHER)
    world = new(physics.WORLD)[0]
    world.body[TARGET].touched = 0 if said["touched"] == PUSHED else 2
    world.body[TARGET + 1].touched = 1 if said["touched"] == LATER else 0
    world.body[TARGET].left = said["leaves"]
    moves = said["deed"] == DEED.MOVE
    hit = NONE if moves else int(first_enemy(state, world))
    gone = 0 if moves else int(routed(setup, state, world, hit))
    if gone >> TARGET & 1:
        return (
            Fact("It is routed: out of the game.", "T4.2"),
            Fact("Its owner's opponent keeps it, and sees what it was.", "T4.2"),
        )
    breaks = hit == TARGET and not broken
    return (
        Fact("It is hit and breaks: turn it over once everything is at rest.", "T4.1")
        if breaks
        else _unharmed(said, side),
        *(
            (Fact("It is put back where it went over, its long side against the edge.", "T4.3"),)
            if said["leaves"]
            else ()
        ),
        *(
            (Fact("It was not broken before this attack, so it is not routed.", "T4.2"),)
            if breaks and said["leaves"]
            else ()
        ),
    )


def _unharmed(said: Said, side: int) -> Fact:
    if said["deed"] == DEED.MOVE:
        return Fact("No harm: a move hits nobody.", "T3.3")
    if said["touched"] == PUSHED:
        return Fact("No harm: only what the attacking block itself touches counts.", "T4.1")
    if side == ME:
        return Fact("Your own is not hit.", "T3.4")
    if said["touched"] == LATER:
        return Fact("Not hit: the enemy touched first is.", "T3.4")
    return Fact("It is hit, but is already broken.", "T4.1")


def _next_card(table: _Table, said: Said) -> Facts:
    # T2.1, T2.5b
    setup, state = table.staged()
    left = [said[name] for name in CARD_NAMES]
    if not any(left):
        return (Fact("The deck is empty: shuffle your discards to make a new deck.", "T2.1"),)
    state.deck[ME][:] = left
    weights = np.zeros(CARDS)
    chances_of(setup, state, weights)
    there = [card for card in range(CARDS) if left[card]]
    return tuple(
        chance(f"The next card: {CARD_NAMES[card]}.", "T2.5b", weights[n]) for n, card in enumerate(there)
    )


# the distance between the two blocks, in cm, from rim to rim
GAPS = (5, 10, 20, 30, 40, 60)
SIDE_ON, END_ON = range(2)
# in hundredths of m/s: fast enough to arrive from afar with any error of speed
FAST = 400
NORTH = DIRECTIONS // 4
# the distance of the flicked block from the southern edge, in metres
SPOT = 0.1


class _Range:
    """Two blocks at a given distance, the one in question showing its long side or its end, and a flick straight at it."""

    def __init__(self, setup: Setup, state: State, deed: int, gap: int, lies: int) -> None:
        self._setup, self._state = setup, state
        _lay(self._state, ME, Unit.ARCHER)
        _lay(self._state, HIM, Unit.PIKE)
        half = self._setup.long[0] if lies == END_ON else self._setup.wide[0]
        self._put(ACTOR, SPOT, END_ON)
        self._put(TARGET, SPOT + float(self._setup.long[0] + half) + gap / 100, lies)
        flick = self._state.last
        flick.deed, flick.unit, flick.speed = deed, ACTOR, FAST
        flick.contact = int(middle(self._setup, self._state.block[ACTOR], deed, NORTH))

    def _put(self, number: int, y: float, lies: int) -> None:
        block = self._state.block[number]
        block.x, block.y = round(GRAIN * float(self._setup.width) / 2), round(GRAIN * y)
        block.c, block.s = (0, TURN) if lies == END_ON else (TURN, 0)

    def touches(self, error: int) -> bool:
        """Whether the flick touches the block with a direction error of `error` tenths of a degree."""
        self._state.last.direction = (NORTH + error) % DIRECTIONS
        return TARGET in trial(self._setup, self._state, self._state.last).touched


def _aim(table: _Table, said: Said) -> Facts:
    # T3.2
    deed = (DEED.MELEE, DEED.RANGE)[said["deed"]]
    right, left = table.widest(deed, GAPS[said["gap"]], said["lies"])
    hand = HAND_NAMES[said["hand"]]
    upto = table.setup(hand).turns[ME]
    touched = upto[STILL + left] - (upto[STILL - right - 1] if right < STILL else 0.0)
    return (
        chance("Aimed at its centre, and fast enough: it is touched.", "T3.2", touched),
        Fact(
            f"Such a hand is usually within {HANDS[hand][0]:g} degrees of its aim. Your finger may do better.",
            "T3.2",
        ),
    )


HAND_NAMES = tuple(name for name, (turn, _) in HANDS.items() if turn)

TURN_FACTS = (
    Fact("Reveal the top card of your deck and discard it. It is public.", "T2.1"),
    Fact("Choose one unbroken unit of that kind and use its actions.", "T2.2"),
    Fact("No such unit: your turn passes.", "T2.3"),
    Fact("Wait until everything is at rest. Turn over what was hit; take away what was routed.", "T4.1"),
    Fact("Put back any other block that left the field, where it went over.", "T4.3"),
    Fact("Every enemy unit broken or routed after an action: you win.", "T2.6"),
)
FLICK = (
    Fact("Push at a point on the rim, within 75 degrees of straight in: not along a side.", "T3.1"),
    Fact("A block pushed off centre spins and travels more slowly.", "T3.1"),
    Fact("A block leaves the field when its centre crosses the edge.", "T4.4"),
)


def _next_asks(settings: Mapping[str, Value]) -> tuple[Ask, ...]:
    """How many cards of each kind might be left: from none to the most that can be dealt."""
    dealt = max(int(settings[f"{side.lower()}_units"]) for side in SIDES)
    names = ("archers", "cavalry", "pikes")
    most = [min(dealt, int(settings[name])) for name in names]
    left = zip((*KINDS, CARD_NAMES[RALLY]), (*most, int(settings["rally"])), strict=True)
    return tuple(
        Ask(name, f"Left in the deck: {name}", tuple(str(n) for n in range(count + 1)), min(2, count))
        for name, count in left
    )


CARD_ASKS = (
    Ask("card", "The card", KINDS),
    Ask("units", "Of that kind you have", ("one unbroken", "only broken, or routed", "all routed")),
)
RALLY_ASKS = (
    Ask("broken", "The block you turn up", ("there is none", "is yours", "is the enemy's"), OWN_BROKEN),
    Ask("kind", "It is", KINDS),
)
ATTACK_ASKS = (
    Ask(
        "whose",
        "The block is",
        ("the enemy's", "the enemy's, broken before", "yours", "yours, broken before"),
    ),
    Ask(
        "touched",
        "The flicked block touched it",
        ("first of the enemy's", "after another of the enemy's", "not: it was pushed"),
    ),
    Ask("leaves", "It", ("stays on the field", "leaves the field")),
    Ask("deed", "You flicked your block to", ("move", "charge", "shoot"), DEED.MELEE),
)
AIM_ASKS = (
    Ask("gap", "Between the blocks, in cm", tuple(str(gap) for gap in GAPS), 2),
    Ask("lies", "It shows you", ("its long side", "its end")),
    Ask("hand", "The hand is", HAND_NAMES, 1),
    Ask("deed", "You", ("charge", "shoot")),
)


def sheet(settings: Mapping[str, Value]) -> Sheet:
    """The quick sheet under given settings."""
    table = _Table(settings)
    flick = (*FLICK, *table.says("sheet.edge"))
    return Sheet(
        (
            Question(
                "turn", "My turn", partial(_listed, (*TURN_FACTS, *table.says("legend.match", "legend.cap")))
            ),
            Question("card", "My card", partial(_card, table), CARD_ASKS),
            Question("rally", "Rally", partial(_rally, table), RALLY_ASKS),
            Question("attack", "Hit or rout", partial(_attack, table), ATTACK_ASKS),
            Question("flick", "Flick", partial(_listed, flick)),
            Question("aim", "Aim", partial(_aim, table), AIM_ASKS),
            Question("next", "Next card", partial(_next_card, table), _next_asks(settings)),
        ),
        "The error of a hand and the way blocks slide follow this table's model.",
    )
