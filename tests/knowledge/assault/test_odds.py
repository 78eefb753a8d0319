"""The odds of an attack equal counting over everything still possible; the defender breaks ties with its highest number."""

from fractions import Fraction
from statistics import mean
from typing import Any

import pytest

from sandtable.engine.game import Position
from tests.knowledge.assault.play import VARIANTS, positions
from tests.knowledge.assault.reader import PAWNS, STATS, Reader


def sign(lead: int) -> int:
    return (lead > 0) - (lead < 0)


def decided(leads: list[int], theirs: list[int], left: list[int]) -> int:
    """How a tie ends if the defender names its highest number left, and so on."""
    for stat in sorted(left, key=lambda stat: (-theirs[stat], stat)):
        if leads[stat]:
            return sign(leads[stat])
    return 0


def struck(health: int, extra: int) -> tuple[Fraction, Fraction]:
    """The mean of the points that a die and `extra` take off `health`, and the chance that nothing is left."""
    left = [max(0, health - die - extra) for die in range(1, 7)]
    return health - Fraction(sum(left), 6), Fraction(left.count(0), 6)


def counted(
    readers: Reader,
    position: Position,
    attacker: str,
    defender: str,
    stat: str,
    compared: list[str],
    attacking: bool,
) -> dict[str, Fraction]:
    """The odds by counting, for the seat whose reader this is; `compared` in this attack before `stat`."""
    own, enemy = (attacker, defender) if attacking else (defender, attacker)
    mine = readers.numbers[own][readers.fits[own]][0]
    left = [i for i, name in enumerate(STATS) if name != stat and name not in compared]
    shares = {"higher": [], "tied": [], "lower": []}  # type: dict[str, list[Fraction]]
    ends: list[int] = []
    for row in readers.numbers[enemy][readers.fits[enemy]]:
        leads = [int(a - b) if attacking else int(b - a) for a, b in zip(mine, row, strict=True)]
        theirs = [int(number) for number in (row if attacking else mine)]
        result = sign(leads[STATS.index(stat)])
        ends.append(result or decided(leads, theirs, left))
        for name, share in zip(shares, (result > 0, result == 0, result < 0), strict=True):
            shares[name].append(Fraction(share))
    health = {name: int(position.state.pawn[PAWNS.index(name)].health) for name in (attacker, defender)}
    hit, kill = struck(health[defender], 0)
    retort, death = struck(health[attacker], 2)
    won, lost = (Fraction(ends.count(end), len(ends)) for end in (1, -1))
    worth = {1: hit, 0: Fraction(0), -1: -retort}
    return {
        **{name: mean(values) for name, values in shares.items()},
        "dealt": won * hit,
        "taken": lost * retort,
        "knocks_out": won * kill,
        "knocked_out": lost * death,
        "best": worth[max(ends)],
        "worst": worth[min(ends)],
    }


def shown(position: Position, seat: int, action: int) -> dict[str, float]:
    game = position.game
    found = game.spec.presentation.odds(game.setup, position.view(seat).state, seat, action)
    assert found is not None
    return found


def compare(position: Position, reader: Reader, seat: int) -> None:
    """Compares the figures of all attacks or tie-breaks of the seat to move."""
    state = position.state
    for action in position.actions():
        chosen = position.game.unpack(action)
        if chosen.kind not in ("attack", "tiebreak"):
            continue
        attacking = chosen.kind == "attack"
        target = 2 * (1 - seat) + chosen.fields["pawn"] if attacking else int(state.target)
        compared = [] if attacking else [s for i, s in enumerate(STATS) if int(state.compared) >> i & 1]
        names = PAWNS[int(state.acting)], PAWNS[target]
        wanted = counted(reader, position, *names, STATS[chosen.fields["stat"]], compared, attacking)
        found = shown(position, seat, action)
        assert found == pytest.approx({name: float(value) for name, value in wanted.items()}, abs=1e-4)
        assert found["higher"] + found["tied"] + found["lower"] == pytest.approx(1, abs=2e-4)


@pytest.mark.parametrize("phase", ["attack", "tiebreak"])
@pytest.mark.parametrize("variant", range(4))
def test_odds_are_what_counting_gives(variant: int, phase: str) -> None:
    compared = 0
    for match in range(20):
        for position, readers, _ in positions(31 + match, variant, **VARIANTS[variant]):
            seat = position.to_move
            if position.phase == phase and max(map(len, beliefs(readers[seat], seat))) <= 30:
                compare(position, readers[seat], seat)
                compared += 1
        if compared >= 8:
            return
    raise AssertionError("too few positions to compare")


def beliefs(reader: Reader, seat: int) -> list[list[int]]:
    return [reader.candidates(pawn) for pawn in PAWNS[2 - 2 * seat : 4 - 2 * seat]]


def test_odds_at_the_first_attack_are_those_of_a_fair_deal() -> None:
    settings: dict[str, Any] = VARIANTS[0]
    for position, readers, _ in positions(41, 0, **settings):
        if position.phase == "attack":
            seat = position.to_move
            if all(len(rows) == 720 for rows in beliefs(readers[seat], seat)):
                state = position.state
                for action in position.actions()[:-1]:
                    chosen = position.game.unpack(action)
                    own = PAWNS[int(state.acting)]
                    stat = chosen.fields["stat"]
                    mine = int(readers[seat].numbers[own][readers[seat].fits[own]][0][stat])
                    theirs = readers[seat].numbers[PAWNS[2 * (1 - seat) + chosen.fields["pawn"]]][:, stat]
                    figures = shown(position, seat, action)
                    assert figures["higher"] == pytest.approx((theirs < mine).mean(), abs=1e-4)
                    assert figures["tied"] == pytest.approx((theirs == mine).mean(), abs=1e-4)
                return
    raise AssertionError("nobody attacked")


def test_other_actions_have_no_odds() -> None:
    for position, _, _ in positions(42, 0, **VARIANTS[0]):
        if position.to_move >= 0 and position.phase in (
            "choose",
            "move",
            "tile",
            "blue",
            "red",
            "train",
            "injure",
        ):
            game, seat = position.game, position.to_move
            view = position.view(seat).state
            assert [
                game.spec.presentation.odds(game.setup, view, seat, action) for action in position.actions()
            ].count(None) == len(position.actions())


def test_a_nearly_dead_pawn_loses_no_more_than_it_has() -> None:
    seen = 0
    for match in range(40):
        for position, _, _ in positions(31 + match, 0, **VARIANTS[0]):
            if position.phase != "attack":
                continue
            for action in position.actions():
                chosen = position.game.unpack(action)
                if chosen.kind == "attack":
                    target = 2 * (1 - position.to_move) + chosen.fields["pawn"]
                    health = int(position.state.pawn[target].health)
                    figures = shown(position, position.to_move, action)
                    assert figures["dealt"] <= min(health, 3.5)
                    if health == 1:
                        assert figures["knocks_out"] == figures["dealt"]
                        seen += 1
        if seen:
            return
    raise AssertionError("no pawn came down to one point of health")
