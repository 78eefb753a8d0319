"""Plans: a row of chips, the position that they lead to if everything succeeds, and the chance of that (`plan.json`).

A chip is an offer by name, KIND.PLAYER.HEX.TARGET: "run.3.95.", "pass.3.110.5"; the target of "enter" is the gate (0 or
1), that of "strike" the points; without a target, the offer with the highest chance is meant. An optional fifth part is
the facing at the end.

The plan is played in a copy of the state by the rules themselves: decisions as the offer says, and for each test an outcome
that is a success. The target of an attack gives the reply that is worst for the attacker. A Slam is won without a
double if possible.

A pick-up, a catch or standing up is assumed to only just succeed. If the next chip could not then follow, because the
tokens are spent, the rush would end or the player has had his actions, that act must earn the free action, and the odds
reflect that.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
import numpy as np

from sandtable.authoring import CHANCE, OVER, Made, Setup, View, copy, new
from sandtable.authoring.encoding import encode
from sandtable.authoring.hexgrid import SIDES
from sandtable.games.rush.data.pitch import HEXES, hex_name
from sandtable.games.rush.players.intents import habit
from sandtable.games.rush.rules.chances import reply_odds, success
from sandtable.games.rush.rules.moves import MOST_ACTIONS, REASONS, REFUSAL, chance, check, legal
from sandtable.games.rush.rules.tests import needed_of, number_of, seat_of
from sandtable.games.rush.rules.turns import FACE, ROLL, apply
from sandtable.games.rush.schema import ACTIONS, DOING, NOBODY, PHASE, PLAYERS, REPLY, STATE, TEST
from sandtable.games.rush.show.offers import KINDS, PHASES, Offer, found, packed
from sandtable.games.rush.show.parts import Offers, ball, players
from sandtable.games.rush.show.words import asked, called, dice_of, test_name

FORM = "A chip is KIND.PLAYER.HEX.TARGET, for instance run.3.95., if need be .FACING (0 to 5), and chips are parted by commas"
MOST_CHIPS = 24
# the action that a kind of offer begins with, if its name differs
BEGINS = {"pass": "throw", "strike": "throw"}


class Chip(NamedTuple):
    """A chip as requested; `target` and `facing` are -1 if not given."""

    kind: str
    player: int
    hex: int
    target: int
    facing: int


class Tried(NamedTuple):
    """A test of an offer, and the chance of the result that the plan needs."""

    name: str
    dice: int
    needed: int
    odds: float

    def told(self) -> dict[str, Any]:
        """The test for the page."""
        return {**self._asdict(), "odds": round(self.odds, 6)}


class Played(NamedTuple):
    """The state after an offer, its chance, and its tests."""

    state: Any
    odds: float
    tests: tuple[Tried, ...]
    # whether it must earn a free action, which the next chip then uses
    earns: bool = False


def read(text: str) -> list[Chip]:
    """The chips of a plan; `ValueError` says in one sentence what is wrong."""
    parts = [part for part in text.split(",") if part]
    if len(parts) > MOST_CHIPS:
        raise ValueError(f"A plan must have at most {MOST_CHIPS} chips, not {len(parts)}.")
    return [_chip(part) for part in parts]


def _chip(text: str) -> Chip:
    kind, *numbers = text.split(".")
    whole = [*numbers[:2], *numbers[3:]]
    if len(numbers) not in (3, 4) or not all(n.isascii() and n.isdigit() and len(n) <= 3 for n in whole):
        raise ValueError(f"{FORM}, not {text[:40]!r}.")
    if kind not in KINDS:
        raise ValueError(
            f"The kind of a chip must be {', '.join(KINDS[:-1])} or {KINDS[-1]}, not {kind[:40]!r}."
        )
    player, h = int(numbers[0]), int(numbers[1])
    aimed = numbers[2].isascii() and numbers[2].isdigit() and len(numbers[2]) <= 3
    target = int(numbers[2]) if aimed else NOBODY
    if player >= PLAYERS or h >= HEXES or (numbers[2] and target not in range(PLAYERS)):
        raise ValueError(
            f"A chip must name players from 0 to {PLAYERS - 1} and hexes from 0 to {HEXES - 1}, not {text[:40]!r}."
        )
    facing = int(numbers[3]) if len(numbers) > 3 else NOBODY
    if facing >= SIDES:
        raise ValueError(f"The facing of a chip must be from 0 to {SIDES - 1}, not {facing}.")
    return Chip(kind, player, h, target, facing)


def plan(setup: Setup, s: View, chips: Sequence[Chip]) -> dict[str, Any]:
    """The result of the chips from `s`, for the page; `ValueError` says which one is not possible."""
    made, state, rich = list[tuple[Offer, Played]](), s, None
    for number, chip in enumerate(chips, 1):
        offer = matching(setup, state, chip)
        if offer is None and rich is not None:
            # only a better success lets this chip follow
            offer = matching(setup, rich.state, chip)
            if offer is not None:
                state, made[-1] = rich.state, (made[-1][0], rich._replace(earns=True))
        if offer is None:
            raise ValueError(f"Chip {number} does not fit: {_why(setup, state, chip)}")
        before = state
        played = play(setup, before, offer, 1)
        state = played.state
        rich = play(setup, before, offer, 2) if earns(offer) else None
        made.append((offer, played))
    ends = bool(state.rush != s.rush or state.to_move == OVER)
    return {
        "chips": _told(made),
        "rush_ends": ends,
        "tokens": 0 if ends else int(state.tokens),
        "players": players(setup, state),
        "ball": ball(state),
        "offers": _after(setup, state, rich, int(s.to_move), ends),
    }


def _told(made: Sequence[tuple[Offer, Played]]) -> list[dict[str, Any]]:
    # the chips for the page, each with its tests and the chance that the plan gets that far
    running, told = 1.0, list[dict[str, Any]]()
    for offer, played in made:
        running *= played.odds
        tests = [test.told() for test in played.tests]
        odds = {"odds": round(played.odds, 6), "running": round(running, 6)}
        told.append({**msgspec.structs.asdict(offer.told()), **odds, "tests": tests, "earns": played.earns})
    return told


def earns(offer: Offer) -> bool:
    """Whether an offer can earn a free action (R5.5, R7.4, R9.1)."""
    return offer.picks or offer.kind in ("pass", "stand")


def _after(setup: Setup, state: View, rich: Played | None, seat: int, ends: bool) -> Offers:
    # what could follow the plan: an action for a token, or one in the free action of the last chip
    acts, spans = ([], []) if ends or state.to_move != seat else found(setup, state)
    if rich is not None and rich.odds > 0.0 and rich.state.phase == PHASE.FREE:
        able = {offer.player for offer in acts} | {span.player for span in spans}
        if rich.state.now.actor not in able:
            more = found(setup, rich.state)
            acts, spans = acts + more[0], spans + more[1]
    return packed(acts, spans)


def matching(setup: Setup, s: View, chip: Chip) -> Offer | None:
    """The offer in `s` that a chip refers to, with its facing; None if there is none."""
    offer = _named(setup, s, chip)
    if offer is None or chip.facing < 0 or not FACE.holds(offer.moves[-1]):
        return offer
    return replace(offer, moves=(*offer.moves[:-1], FACE.pack(chip.facing)))


def _named(setup: Setup, s: View, chip: Chip) -> Offer | None:
    if s.phase not in PHASES or s.to_move != seat_of(chip.player):
        return None
    acts, spans = found(setup, s, chip.player)
    for offer in acts:
        if (offer.kind, offer.hex) == (chip.kind, chip.hex) and chip.target in (_aim(offer), NOBODY):
            return offer
    for span in spans:
        if span.kind == chip.kind and chip.target in (NOBODY, span.gate):
            offer = span.offer(setup, chip.hex)
            if offer is not None:
                return offer
    return None


def _aim(offer: Offer) -> int | None:
    # what the last part of a chip names
    if offer.kind == "strike":
        return offer.points
    return offer.gate if offer.target is None else offer.target


def _why(setup: Setup, s: View, chip: Chip) -> str:
    # why a chip is not an offer
    if s.phase not in PHASES or s.to_move != seat_of(chip.player):
        return f"{called(chip.player)} has nothing to decide then (R3.2)."
    fields = {"player": number_of(chip.player)}
    gates = (0, 1) if chip.kind == "enter" else (None,)
    if s.phase == PHASE.RUSH:
        kind = BEGINS.get(chip.kind, chip.kind)
        given = [fields if gate is None else {**fields, "gate": gate} for gate in gates]
        codes = [int(check(setup, s, ACTIONS.pack(kind, **each))) for each in given]
        if REFUSAL.OK not in codes:
            return f"{REASONS[codes[0]].sentence} ({REASONS[codes[0]].clause})"
    return f"{called(chip.player)} cannot do that at {hex_name(chip.hex)} then."


def play(setup: Setup, s: View, offer: Offer, needs: int) -> Played:
    """The state after an offer succeeds, and the chance of that; pick-ups, catches and standing up need `needs` successes."""
    state, odds, moves, begun = new(STATE)[0], 1.0, list(offer.moves), False
    tests = list[Tried]()
    copy(state, s)
    seat = int(s.to_move)
    while odds > 0.0 and not (begun and state.phase in (PHASE.RUSH, PHASE.FREE)):
        if state.to_move == CHANCE and state.phase == PHASE.TEST:
            own = seat_of(state.tester) == seat
            # R7.3: a throw at a player includes its catch
            name = (
                "throw and catch" if state.test == TEST.AIM and state.target != NOBODY else test_name(state)
            )
            test = name, dice_of(setup, state), int(needed_of(setup, state))
            good = float(_succeed(setup, state, seat, needs))
            odds *= good
            if own:
                tests.append(Tried(*test, good))
        elif state.phase == PHASE.REPLY:
            apply(setup, state, ACTIONS.pack(_reply(setup, state)))
        elif state.phase == PHASE.FACE and state.to_move != seat:
            # R5.5: an enemy who was pushed onto the ball and has it
            apply(setup, state, habit(setup, state))
        elif state.to_move != seat or not _decide(setup, state, moves):
            break
        begun = True
    return Played(state, odds, tuple(tests))


def _decide(setup: Setup, state: View, moves: list[int]) -> bool:
    # the next decision that comes up; the others are skipped
    while moves:
        action = moves.pop(0)
        if check(setup, state, action) == REFUSAL.OK:
            apply(setup, state, action)
            return True
    return False


def _reply(setup: Setup, state: View) -> str:
    # R6.2: the reply that is worst for the attacker
    wanted: list[float] = []
    for reply in (REPLY.SLAMBACK, REPLY.DODGE):
        wanted.append(_contest_odds(setup, state, reply))
    return "slamback" if wanted[0] <= wanted[1] else "dodge"


def _contest_odds(setup: Setup, state: View, reply: int) -> float:
    trial, out = new(STATE)[0], np.zeros(5)
    copy(trial, state)
    reply_odds(setup, trial, reply, out)
    return float(success(state.now.doing, out))


def rolls(setup: Setup, state: View) -> dict[int, float]:
    """The chances of each number of successes in the test that is due."""
    listed, weights = np.zeros(MOST_ACTIONS, np.int64), np.zeros(MOST_ACTIONS)
    count = legal(setup, state, listed)
    chance(setup, state, weights)
    return {ROLL.unpack(a)[0]: float(w) for a, w in zip(listed[:count], weights[:count], strict=True)}


def _succeed(setup: Setup, state: View, seat: int, needs: int) -> float:
    # rolls what the plan needs in the test that is due, and returns its chance
    if state.test == TEST.ATTACK:
        return _win(setup, state)
    if state.test == TEST.AIM and state.target != NOBODY:
        return _catch(setup, state, needs)
    weights = rolls(setup, state)
    if seat_of(state.tester) != seat:
        # the other side's roll is not part of the plan, so the likeliest result is assumed
        apply(setup, state, ROLL.pack(max(weights, key=lambda k: weights[k])))
        return 1.0
    least = needs if state.test in (TEST.PICK_UP, TEST.CATCH, TEST.RISE) else asked(state)
    good = [k for k in weights if k >= least]
    if good:
        apply(setup, state, ROLL.pack(good[0]))
    return sum(weights[k] for k in good)


def _win(setup: Setup, state: View) -> float:
    # R6.3, R6.4: a Slam is won without a double if possible
    odds, slams = _contest_odds(setup, state, int(state.reply)), state.now.doing == DOING.SLAM
    best = (False, 0.0, 0, 0)
    for a, weight in rolls(setup, state).items():
        trial = new(STATE)[0]
        copy(trial, state)
        apply(setup, trial, ROLL.pack(a))
        for b, other in rolls(setup, trial).items():
            double = a >= 2 * b
            if a > b and (slams or double):
                best = max(best, (bool(slams and not double), weight * other, a, b))
    if best[1] > 0.0:
        apply(setup, state, ROLL.pack(best[2]))
        apply(setup, state, ROLL.pack(best[3]))
    return odds


def _catch(setup: Setup, state: View, needs: int) -> float:
    # R7.3, R7.4: all outcomes of the throw count; the plan continues with the likeliest
    total, best, thrown = 0.0, 0.0, 0
    for k, weight in rolls(setup, state).items():
        trial = new(STATE)[0]
        copy(trial, state)
        apply(setup, trial, ROLL.pack(k))
        caught = weight * sum(w for n, w in rolls(setup, trial).items() if n >= needs)
        total += caught
        if caught > best:
            best, thrown = caught, k
    if best > 0.0:
        apply(setup, state, ROLL.pack(thrown))
        apply(setup, state, ROLL.pack(min(k for k in rolls(setup, state) if k >= needs)))
    return total


def _export(setup: Setup, view: View, options: Mapping[str, str]) -> Made:
    made = plan(setup, view, read(options.get("chips", "")))
    return Made("plan.json", "application/json", encode(made))


EXPORTS = {"plan.json": _export}


def exported(setup: Setup, view: View) -> Sequence[str]:
    """A plan can be made whenever a seat decides what its players do."""
    return ("plan.json",) if view.phase in PHASES else ()
