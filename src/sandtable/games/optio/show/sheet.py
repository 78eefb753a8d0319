"""The quick sheet of Optio: what a block may do, which block may scout, how armies close in, and where the battlefield
lies.

Every answer is what the rules allow on a staged map under the current settings; chances are counted over all lots or dice.
"""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from sandtable.authoring import CHANCE, Ask, Fact, Question, Setup, Sheet, State, Value, copy, new, resolve
from sandtable.authoring.sheet import chance, facts
from sandtable.games.optio.data.approach import ACROSS, DISTANCE
from sandtable.games.optio.data.battle import SHIFTS, UNSHIFTED, allowed, frame, under
from sandtable.games.optio.data.ground import (
    COLUMNS,
    EDGE,
    GROUNDS,
    NORTH,
    OPEN,
    SIDE,
    SIDES,
    SOUTH,
    SQUARES,
    square_name,
)
from sandtable.games.optio.data.profiles import NAMES, profiles
from sandtable.games.optio.rules import turns
from sandtable.games.optio.rules.moves import REASONS, REFUSAL, check
from sandtable.games.optio.schema import (
    ANY_TARGET,
    ARMIES,
    BLOCKS,
    KINDS,
    LOT,
    LOTS,
    SETTINGS,
    SETUP,
    STATE,
    BlockKind,
    Phase,
    build,
)
from sandtable.games.optio.show.explained import words
from sandtable.games.optio.show.text import SHIFT_NAMES

Said = Mapping[str, int]
Facts = Sequence[Fact]

DICE = 6
CENTRE = SQUARES * SQUARES // 2
# the asker sits in the south, and the first blocks are the army, the scout and a dummy
ME, HIM = 0, 1
LEAD, SCOUT, DUMMY, NEXT = range(4)
HIS = BLOCKS
FACES = ("face down", "face up")
COMPASS = tuple(SIDES)


# settings that a staged map replaces: its ground is open, and there is no winner
STAGED = ("map", "navy_profile", "oxblood_profile")


class _Map:
    """Maps under given settings, staged for a question, and the sentences that depend on settings."""

    def __init__(self, settings: Mapping[str, Value]) -> None:
        kept = {name: value for name, value in settings.items() if name not in STAGED}
        self._setup = build(resolve(SETTINGS, kept))
        self.rolls = settings["first"] == "roll"
        self.says = partial(facts, words(settings))
        self.lots = cache(self._lots)

    def staged(self, phase: Phase) -> tuple[Any, Any]:
        """A setup and a match on the asker's turn, with all blocks off the map and their kinds known."""
        setup, state = new(SETUP)[0], new(STATE)[0]
        copy(setup, self._setup)
        turns.deal(setup, state)
        for seat in (ME, HIM):
            turns.set_kinds(state, seat, LOT.pack(LEAD, SCOUT - 1))
        state.phase, state.to_move = phase, ME
        return setup, state

    def _lots(self) -> tuple[tuple[int, ...], ...]:
        """The kinds of the asker's six blocks for every lot, all equally likely (O1.3b)."""
        found: list[tuple[int, ...]] = []
        for lot in range(LOTS):
            _, state = self.staged(Phase.LOTS)
            turns.set_kinds(state, HIM, lot)
            found.append(tuple(int(state.block[HIS + n].kind) for n in range(BLOCKS)))
        return tuple(found)


def _put(state: State, block: int, square: int, face_up: bool = False) -> None:
    state.block[block].square, state.block[block].revealed = square, face_up


def _refused(code: int) -> Fact:
    reason = REASONS[code]
    return Fact(reason.sentence, reason.clause)


def _listed(facts: Facts, _said: Said) -> Facts:
    return facts


def _first(table: _Map, _said: Said) -> Facts:
    # O1.4
    named = table.says("sheet.first")
    if not table.rolls:
        return named
    found = {ME: 0, HIM: 0, CHANCE: 0}
    for mine, his in np.ndindex(DICE, DICE):
        setup, state = table.staged(Phase.OPENING)
        state.to_move = CHANCE
        turns.apply(setup, state, turns.OPENING.pack(mine, his))
        found[int(state.to_move)] += 1
    return (
        chance("You roll higher, and move first.", "O1.4", found[ME] / DICE**2),
        chance("The enemy rolls higher, and moves first.", "O1.4", found[HIM] / DICE**2),
        chance("The dice are equal: both roll again.", "O1.4", found[CHANCE] / DICE**2),
        *named,
    )


OFF_MAP, ON_MAP, MOVED = range(3)


def _move(table: _Map, said: Said) -> Facts:
    # O2.1 to O2.5
    setup, state = table.staged(Phase.MOVE)
    enters, others = said["it"] == OFF_MAP, said["others"]
    to = int(turns.home_square(ME, 0)) if enters else int(ACROSS[CENTRE, NORTH])
    if not enters:
        _put(state, LEAD, CENTRE)
        state.block[LEAD].moved = said["it"] == MOVED
    for block in range(NEXT, NEXT + others):
        _put(state, block, to)
    if said["enemies"]:
        _put(state, HIS, to)
    action = turns.ENTER.pack(LEAD, 0) if enters else turns.STEP.pack(LEAD, NORTH)
    code = int(check(setup, state, action))
    if code:
        return (_refused(code),)
    turns.apply(setup, state, action)
    may = (
        Fact("It may enter on any of the five squares at your own edge.", "O2.2")
        if enters
        else Fact("It may move one square north, south, east or west.", "O2.3")
    )
    return (
        may,
        *((Fact("It stays on the side it came in from.", "O2.5"),) if said["enemies"] else ()),
        *(
            (Fact("You are asked whether it scouts, whatever it is.", "O2.6"),)
            if state.phase == Phase.SCOUT
            else ()
        ),
        Fact("Each of your blocks may move once a turn, and at least one must.", "O2.1"),
    )


UNKNOWN_ARMY, ARMY_HERE, ARMY_ELSEWHERE = range(3)


def _scout(table: _Map, said: Said) -> Facts:
    # O2.6 to O2.8
    hidden, army = said["hidden"], said["army"]
    if hidden + (army == ARMY_HERE) > 2:
        return (Fact("At most two enemy blocks may be in a square.", "O2.4"),)
    setup, state = table.staged(Phase.MOVE)
    block, moves_in = said["kind"], said["since"] == 0
    here = int(ACROSS[CENTRE, NORTH])
    _put(state, block, CENTRE if moves_in else here, bool(said["face"]))
    # scout and dummies are face down; whether the army is face down too makes no difference to which block may scout
    for one in range(HIS + SCOUT, HIS + SCOUT + hidden):
        _put(state, one, here)
    if army != UNKNOWN_ARMY:
        _put(state, HIS + LEAD, here if army == ARMY_HERE else 0, face_up=True)
    if moves_in:
        turns.apply(setup, state, turns.STEP.pack(block, NORTH))
    asked = state.phase == Phase.SCOUT
    return (
        *_may_scout(table, setup, state, block, hidden),
        *_may_show(setup, state),
        *(
            (
                Fact(
                    "You are asked for every block that comes in like this, so the question gives nothing away.",
                    "O2.6",
                ),
            )
            if asked
            else ()
        ),
    )


def _may_scout(table: _Map, setup: Setup, state: State, block: int, hidden: int) -> Facts:
    scouting = turns.ASK.pack(block, ANY_TARGET if setup.target_by_owner else SCOUT)
    code = int(check(setup, state, scouting))
    after = new(STATE)[0]
    copy(after, state)
    if code == REFUSAL.NOT_DUE:
        # no question is due: with later scouting also allowed, the check finds what else prevents scouting
        setup.scout_later, after.block[block].moved = True, False
        code = int(check(setup, after, scouting))
        return (
            _refused(code) if code else Fact("It cannot scout now: a block scouts as it moves in.", "O2.6"),
        )
    if code:
        return (_refused(code),)
    turns.apply(setup, after, scouting)
    if after.phase not in (Phase.MOVE, Phase.SHOW):
        return (
            Fact(
                "It may scout, and is the second army to turn up: the other block stays face down, and the search is over.",
                "O2.8",
            ),
        )
    if hidden > 1:
        return table.says("sheet.scout")
    return (
        Fact(
            "It may scout: it turns face up, then so does the enemy block there. Both stay face up.", "O2.6"
        ),
    )


def _may_show(setup: Setup, state: State) -> Facts:
    action = turns.CHALLENGE.pack()
    if int(check(setup, state, action)):
        return ()
    turns.apply(setup, state, action)
    return (
        Fact(
            "It may show itself to the enemy army: all other blocks are removed, and this is the battlefield.",
            "O2.6",
        ),
    )


def _face_down(table: _Map, said: Said) -> Facts:
    # O1.3b: the lots that are consistent with the face-up blocks
    shown = (
        *(BlockKind.ARMY,) * said["army"],
        *(BlockKind.SCOUT,) * said["scout"],
        *(BlockKind.DUMMY,) * said["dummies"],
    )
    asked = slice(len(shown), len(shown) + said["here"] + 1)
    if asked.stop > BLOCKS:
        return (Fact(f"A side has only {BLOCKS} blocks.", "O1.3"),)
    fit = [kinds[asked] for kinds in table.lots() if kinds[: len(shown)] == shown]

    def share(kind: BlockKind) -> float:
        return sum(kind in kinds for kinds in fit) / len(fit)

    dummies = sum(set(kinds) == {BlockKind.DUMMY} for kinds in fit) / len(fit)
    return (
        chance("The enemy army is there.", "O1.3b", share(BlockKind.ARMY)),
        chance("The enemy scout is there.", "O1.3b", share(BlockKind.SCOUT)),
        chance("Nothing but dummies.", "O1.3b", dummies),
    )


def _square(said: Said, whose: str) -> int:
    # rows are counted from the south
    return (SQUARES - 1 - said[f"{whose}_row"]) * SQUARES + said[f"{whose}_column"]


def _ways(sides: Sequence[int]) -> str:
    *first, last = (COMPASS[side] for side in sides)
    return f"{', '.join(first)} or {last}" if first else last


def _approach(table: _Map, said: Said) -> Facts:
    # O3
    mine, his = _square(said, "my"), _square(said, "his")
    if mine == his:
        return (
            Fact("That square is the battlefield. The army that came in later counts as second.", "O3.3"),
        )
    setup, state = table.staged(Phase.APPROACH)
    _put(state, LEAD, mine, face_up=True)
    _put(state, HIS + LEAD, his, face_up=True)
    state.kudos[ME] = said.get("kudos", 0)
    closer, away = (
        [side for side in range(len(SIDES)) if check(setup, state, codec.pack(side)) == REFUSAL.OK]
        for codec in (turns.MARCH, turns.RETREAT)
    )
    stands = check(setup, state, turns.STAND.pack()) == REFUSAL.OK
    apart = int(DISTANCE[mine, his])
    return (
        Fact(f"The armies are {apart} move{'s' * (apart > 1)} apart.", "O3.1"),
        Fact(f"Closer: {_ways(closer)}. It costs nothing.", "O3.1"),
        *_meeting(setup, state, closer),
        Fact(
            f"For a kudo: {_ways(away)}, or it stays."
            if away
            else "For a kudo it stays: it cannot get further away.",
            "O3.1",
        )
        if stands
        else Fact("Without kudos it must move closer.", "O3.1"),
    )


def _meeting(setup: Setup, state: State, closer: Sequence[int]) -> Facts:
    after = new(STATE)[0]
    copy(after, state)
    turns.apply(setup, after, turns.MARCH.pack(closer[0]))
    if after.phase != Phase.TEMPLATE:
        return ()
    return (
        Fact("That is the enemy's square: the approach ends there.", "O3.2"),
        Fact(f"You came second: your side is the {COMPASS[int(after.battle_side)]}.", "O4.1"),
        Fact("The enemy was there first, and may shift the template.", "O4.3"),
    )


def _comes_in(square: int, side: int) -> bool:
    # across a neighbour's side, or a player's edge of the map (O2.2, O2.3)
    return int(ACROSS[square, side]) >= 0 or side in (NORTH, SOUTH)


NO_WAY_IN = Fact("No block can come in from that side.", "O2.2")


@cache
def _bare() -> np.ndarray:
    return np.full((SIDE, SIDE), OPEN)


def _beyond(square: int, side: int, shift: int) -> int:
    """The number of template cells beyond the map (O4.4)."""
    return int((under(_bare(), frame(square, side, shift)) == EDGE).sum())


def _sides(said: Said) -> Facts:
    # O4.1, O4.2
    square, side = _square(said, "its"), said["side"]
    if not _comes_in(square, side):
        return (NO_WAY_IN,)
    second, first = ("Your side", "the enemy's") if said["second"] == 0 else ("The enemy's side", "yours")
    across = [int(ACROSS[square, turned]) for turned in ((side + 1) % 4, (side + 3) % 4)]
    halves = " and ".join(f"half of {square_name(one)}" for one in sorted(across) if one >= 0)
    beyond = _beyond(square, side, UNSHIFTED)
    return (
        Fact(f"{second} is the {COMPASS[side]}, {first} the {COMPASS[(side + 2) % 4]}.", "O4.1"),
        Fact(f"The template lies over {square_name(square)} and {halves}.", "O4.2"),
        *((Fact(f"{beyond} of its cells lie beyond the map.", "O4.4"),) if beyond else ()),
        Fact(
            f"{'The enemy was' if said['second'] == 0 else 'You were'} there first, and may shift it.", "O4.3"
        ),
    )


def _template(said: Said) -> Facts:
    # O4.3, O4.4
    square, side = _square(said, "its"), said["side"]
    if not _comes_in(square, side):
        return (NO_WAY_IN,)
    fits = allowed(_bare())[square, side]
    out = [SHIFT_NAMES[shift] for shift in range(SHIFTS) if not fits[shift]]
    impassable = ", ".join(ground.name for ground in GROUNDS if not ground.passable)
    return (
        Fact(
            "The side that was there first may shift it one cell forward or back, one cell sideways, or both.",
            "O4.3",
        ),
        Fact(f"The edge of the map allows {int(fits.sum())} of the {SHIFTS} places.", "O4.4"),
        *(Fact(f"Not {place}: more cells would lie beyond the map.", "O4.4") for place in out),
        Fact(f"Count the impassable cells ({impassable}) where it lies: no place may have more.", "O4.4"),
    )


def _ground(table: _Map, said: Said) -> Facts:
    # O4.5
    profile = profiles()[ARMIES[said["army"]]]
    told = [
        (worth.own, worth.own_reason) if said["half"] == 0 else (worth.enemy, worth.enemy_reason)
        for worth in profile.worth
    ]
    order = sorted(range(len(told)), key=lambda kind: -told[kind][0])
    found = (
        Fact(f"{told[kind][0]:+g} a cell, {NAMES[kind]}: {told[kind][1]}.", "O4.5")
        for kind in order
        if told[kind][0]
    )
    return (*table.says("legend.won"), *found)


TURN = (
    Fact("Move at least one of your blocks and at most all of them, one after the other, each once.", "O2.1"),
    Fact("A block enters on any square at your own edge, or moves one square, not diagonally.", "O2.3"),
    Fact("Never more than two of your own blocks in a square.", "O2.4"),
)
FOUND = (
    Fact("Dummies never scout.", "O2.6"),
    Fact("Both armies face up: remove all other blocks. The other player moves next.", "O2.7"),
)


def _turn(table: _Map) -> Facts:
    return (*TURN, *table.says("legend.scout"), *FOUND, *table.says("legend.limit"))


ROWS = tuple(str(row + 1) for row in range(SQUARES))


def _where(whose: str, label: str, column: int, row: int) -> tuple[Ask, Ask]:
    return (
        Ask(f"{whose}_column", f"{label}: column", tuple(COLUMNS), column),
        Ask(f"{whose}_row", f"{label}: row, 1 in the south", ROWS, row),
    )


CAME_IN = Ask("side", "The second army came in from the", COMPASS, SOUTH)
BATTLE = _where("its", "The square of the battle", 2, 2)

MOVE_ASKS = (
    Ask("it", "The block", ("is off the map", "is on the map", "has moved in this turn"), ON_MAP),
    Ask("others", "Your blocks where it goes", ("none", "1", "2")),
    Ask("enemies", "Enemy blocks there", ("none", "1 or 2")),
)
SCOUT_ASKS = (
    Ask("kind", "Your block is", tuple(KINDS[1:]), SCOUT),
    Ask("hidden", "Face-down enemy blocks there", ("none", "1", "2"), 1),
    Ask("since", "Your block", ("comes in now", "is already there")),
    Ask("face", "It lies", FACES),
    Ask("army", "The enemy army lies", ("face down", "face up, there", "face up, elsewhere")),
)
DOWN_ASKS = (
    Ask("here", "Blocks you ask about", ("1", "2", "3", "4", "5", "6")),
    Ask("army", "The enemy army lies", FACES),
    Ask("scout", "The enemy scout lies", FACES),
    Ask("dummies", "Enemy dummies face up", ("0", "1", "2", "3", "4")),
)
APPROACH_ASKS = (
    *_where("my", "Your army", 1, 0),
    *_where("his", "The enemy army", 3, 4),
    Ask("kudos", "Your kudos", ("none", "1 or more"), 1),
)
GROUND_ASKS = (
    Ask("army", "The army", tuple(profiles()[name].name for name in ARMIES)),
    Ask("half", "In", ("its own half", "the enemy's half")),
)


def sheet(settings: Mapping[str, Value]) -> Sheet:
    """The quick sheet under some settings."""
    table = _Map(settings)
    # without kudos at the start, there is nothing to ask about them
    approach = APPROACH_ASKS if settings["kudos"] else APPROACH_ASKS[:-1]
    return Sheet(
        (
            Question("turn", "My turn", partial(_listed, _turn(table))),
            Question("first", "Who goes first", partial(_first, table)),
            Question("move", "Move a block", partial(_move, table), MOVE_ASKS),
            Question("scout", "Scout", partial(_scout, table), SCOUT_ASKS),
            Question("down", "Face down", partial(_face_down, table), DOWN_ASKS),
            Question("approach", "Approach", partial(_approach, table), approach),
            Question(
                "sides",
                "Whose side",
                _sides,
                (CAME_IN, Ask("second", "That army was", ("yours", "the enemy's")), *BATTLE),
            ),
            Question("template", "Template", _template, (CAME_IN, *BATTLE)),
            Question("ground", "Good ground", partial(_ground, table), GROUND_ASKS),
        ),
        "Odds for face-down blocks follow from the lots alone. The enemy's moves may tell you more.",
    )
