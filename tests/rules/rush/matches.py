"""Matches of Rush that are played for what people read of them, by players who go for the ball, for enemies and for strikes."""

from functools import cache
from typing import Any, NamedTuple

from sandtable import load
from sandtable.authoring import CHANCE, SPECTATOR, LogLine, below, stream
from sandtable.engine.game import Position

# settings of the matches that are played, and their seeds
MATCHES: tuple[tuple[int, dict[str, object]], ...] = (
    (3, {}),
    (2, {"tokens": 8, "player_cap": 6}),
    (3, {"preset": "demo", "throw_ends": "incomplete", "tie": "draw", "first": "random"}),
    (1, {"exploding_sixes": True, "opponent_threatens": False, "drop": "any", "first": "1"}),
)


class Step(NamedTuple):
    """An action of a match, and what a spectator read of it."""

    before: Position
    action: int
    told: LogLine
    after: Position


def goals(position: Position) -> list[int]:
    """The hexes that whoever moves wants to come to: the strike hexes for the one with the ball, else the ball."""
    setup, s = position.game.setup, position.state
    if 0 <= s.carrier == s.now.actor:
        return [int(setup.strike[zone]) for zone in range(6) if setup.scorer[zone] == s.carrier // 8]
    place = s.player[s.carrier].place if s.carrier >= 0 else s.ball
    return [int(place) if place < 201 else 100]


def choose(position: Position, rng: Any) -> int:
    """A random outcome, or the choice of one who goes for the ball, for enemies and for strikes, and sometimes for anything."""
    if position.to_move == CHANCE:
        return position.sample(rng)
    kinds: dict[str, list[int]] = {}
    for action in position.actions():
        kinds.setdefault(position.game.unpack(action).kind, []).append(action)
    groups = (("tackle", "aim"), ("throw", "steal", "wheel"), ("slam", "stand", "enter", "run", "sprint"))
    wanted = next((found for group in groups if (found := [kind for kind in group if kind in kinds])), [])
    anything = below(rng, 6) == 0
    if wanted and not anything:
        return one(kinds[one(wanted, rng)], rng)
    steps = kinds.get("step", []) or (kinds.get("dash", []) if below(rng, 2) else [])
    if not steps or anything:
        return one(kinds[one(list(kinds), rng)], rng)
    best = min(after_step(position, action) for action in steps)
    return one([action for action in steps if after_step(position, action) == best], rng)


def one(choices: list[Any], rng: Any) -> Any:
    return choices[below(rng, len(choices))]


def after_step(position: Position, action: int) -> int:
    """How far from a goal a step ends."""
    setup, s = position.game.setup, position.state
    hex_ = setup.across[s.player[s.now.actor].place, position.game.unpack(action).fields["side"]]
    return min(int(setup.distance[hex_, goal]) for goal in goals(position))


@cache
def played() -> tuple[Step, ...]:
    """Every step of all matches."""
    steps: list[Step] = []
    for seed, settings in MATCHES:
        position, rng = load("rush", **settings).start(), stream(seed)
        while not position.over:
            before, action = position.copy(), choose(position, rng)
            position.play(action)
            steps.append(Step(before, action, told(before, action, position), position.copy()))
    return tuple(steps)


def told(before: Position, action: int, after: Position) -> LogLine:
    game = before.game
    views = before.view(SPECTATOR).state, after.view(SPECTATOR).state
    return game.spec.presentation.tell(game.setup, views[0], action, views[1])


class Roll(NamedTuple):
    """A test of a match: the step, its successes, and what the scene said of it before."""

    step: Step
    successes: int
    due: dict[str, Any]


@cache
def rolls() -> tuple[Roll, ...]:
    """Every test of all matches."""
    unpacked = [(step, step.before.game.unpack(step.action)) for step in played()]
    return tuple(
        Roll(step, taken.fields["successes"], step.before.scene(SPECTATOR)["test"])
        for step, taken in unpacked
        if taken.kind == "roll"
    )
