"""What levels choose in positions of the golden matches, and how the judge sees them. As a script, this rewrites the files.

Positions of random play are of every kind, also such that no good player would come to. A file has a line each: a ply, the seat
that decides, what the judge says for it, a digest of what it knows as numbers and of what its policies weigh, and the action of
each level, searches with a small `BUDGET`. To where good players come the first level plays with itself, by the settings of
each golden match: a file has a line for each action, with what the judge says and a digest of what the seats know.
"""

import json
from functools import cache
from hashlib import sha256
from typing import Any

import numpy as np

from sandtable import CHANCE, agents, load, stream, verify
from sandtable.adapters import vectors
from sandtable.authoring import records, uniform
from sandtable.engine.game import Position
from sandtable.engine.match import Match
from sandtable.search import policy
from tests.golden.make import FOLDER, UNSEEDED, path_of
from tests.golden.shown import spread

LEVELS = (1, 2, 3)
POSITIONS = 10
BUDGET = 6
DIGITS, COARSE = 9, 5
DIGEST, SHORT = 16, 8
# how many of a policy's candidates are asked for, and how many are varied
PROPOSED, VARIED = 32, 4
# actions and outcomes of the first level's match with itself
PLIES = 300
WEIGHS = "weighs"
# the phases in which a game thinks in whole actions
WHOLE = {"rush": ("rush", "free")}


def positions(match: Match) -> list[int]:
    """The plies of up to `POSITIONS` real decisions, spread over the match."""
    return spread([ply for ply in range(match.ply) if _decides(match.at(ply))], POSITIONS)


def judged(match: Match, ply: int) -> float:
    """What the judge says for the seat that decides there."""
    position = match.at(ply)
    return round(position.evaluate(position.to_move), DIGITS)


def known(match: Match, ply: int) -> str:
    """A digest of what the seat that decides there knows as numbers."""
    position = match.at(ply)
    return sha256(position.features(position.to_move).tobytes()).hexdigest()[:DIGEST]


def weighed(position: Position, ply: int) -> str:
    """A digest of what a game tells searches and learners there.

    Values, candidates, guesses, whole actions, what playouts follow; vectors of actions; a grid of them.
    """
    seat, declared, told = position.to_move, position.game.spec, position.game.spec.players.policies
    assert told is not None
    setup, state, rng = position.game.setup, position.view(seat).state, stream(ply)
    said: list[Any] = [policy.quick(setup, state, seat, rng)]
    if told.rate:
        actions = np.array(position.actions(), np.int64)
        values = np.zeros(actions.size)
        said.append(policy.rate(setup, state, seat, actions, actions.size, values))
        said.append(np.round(values, DIGITS) + 0.0)
    if told.propose:
        proposed = np.zeros(PROPOSED, np.int64)
        proposed = proposed[: policy.propose(setup, state, seat, proposed)]
        said += [proposed, [policy.vary(setup, state, action, 0.5, rng) for action in proposed[:VARIED]]]
    if told.guess:
        (guessed,) = records.new(declared.rules.state)
        policy.guess(setup, state, seat, rng, guessed)
        said.append(records.digest(guessed))
    if told.plans:
        intents, values = told.plans.intents(setup, state)
        said += [np.array(intents, np.int64), np.round(values, DIGITS) + 0.0]
    if declared.learning.vectors:
        for action in spread(position.actions(), VARIED):
            vector = np.zeros(declared.learning.vectors.width, np.float32)
            vectors.encode(setup, state, action, vector)
            said.append(np.round(vector.astype(float), COARSE) + 0.0)
            drawn = np.array([2.0 * uniform(rng) - 1.0 for _ in vector], np.float32)
            said.append(vectors.decode(setup, state, drawn))
    if declared.learning.grid:
        numbers = declared.learning.grid.open_numbers(setup, state)
        outcomes = np.array(declared.learning.grid.outcomes(setup, state))
        said += [
            str(declared.learning.grid.labels(setup)),
            np.array(numbers, np.int64),
            np.round(outcomes, DIGITS),
        ]
        said.append(
            [declared.learning.grid.action_of(setup, state, number) for number in spread(numbers, PROPOSED)]
        )
    return sha256(b"".join(np.asarray(one).tobytes() for one in said)).hexdigest()[:DIGEST]


@cache
def by_first_level(name: str) -> list[tuple[Position, int]]:
    """The first level's match with itself by the settings of a golden match: each position, and what is done there."""
    golden = UNSEEDED[name]
    game, rng = load(golden.game, **golden.settings), stream(golden.seed)
    position, level = game.start(), agents.make(game, 1)
    found: list[tuple[Position, int]] = []
    while not position.over and len(found) < PLIES:
        seat = position.to_move
        rolled = seat == CHANCE
        action = position.sample(rng) if rolled else level.act(position.view(seat), seat, rng)
        found.append((position.copy(), action))
        position.play(action)
    return found


def played(name: str) -> list[str]:
    """What is done in that match, a line each, with what the judge says before and a digest of what the seats know then."""
    lines: list[str] = []
    for position, action in by_first_level(name):
        views = b"".join(position.view(seat).features(seat).tobytes() for seat in (0, 1))
        judge = round(position.evaluate(0), DIGITS) + 0.0
        said = position.game.describe(action)
        lines.append(f"{position.ply} {said}: {judge} {sha256(views).hexdigest()[:SHORT]}")
    return lines


def looked_at(name: str) -> list[int]:
    """The plies of that match at which it is looked at what policies weigh."""
    whole = WHOLE.get(UNSEEDED[name].game)
    found = [
        position.ply
        for position, _ in by_first_level(name)
        if _decides(position) and (whole is None or position.phase in whole)
    ]
    return spread(found, POSITIONS)


def weighed_later(name: str, ply: int) -> str:
    """What is weighed at a ply of that match."""
    return weighed(by_first_level(name)[ply][0], ply)


def choice(match: Match, ply: int, level: int) -> str:
    """What a level does there, in words."""
    position = match.at(ply)
    seat = position.to_move
    agent = agents.make(match.game, level)
    return match.game.describe(agent.act(position.view(seat), seat, stream(ply), budget=BUDGET))


def saved(name: str) -> list[dict[str, Any]]:
    """The lines of a golden match's file."""
    return [json.loads(line) for line in choices_of(name).read_text(encoding="utf-8").splitlines()]


def choices_of(name: str) -> Any:
    """The file of a golden match."""
    return FOLDER / "levels" / f"{name}.jsonl"


def played_at(name: str) -> Any:
    """The file of the first level's match with itself."""
    return FOLDER / "levels" / f"{name}.txt"


def saved_play(name: str) -> tuple[list[str], dict[int, str]]:
    """The lines of that file, and by the ply what policies weigh there."""
    lines = played_at(name).read_text(encoding="utf-8").splitlines()
    weights = [line.split()[1:] for line in lines if line.startswith(WEIGHS)]
    return lines[: len(lines) - len(weights)], {int(ply): digest for ply, digest in weights}


def _decides(position: Position) -> bool:
    seat = position.to_move
    return seat >= 0 and position.view(seat).forced() is None


def _lines(name: str) -> str:
    match = verify(path_of(name).read_text(encoding="utf-8"))
    rows = [
        {
            "ply": ply,
            "seat": match.at(ply).to_move,
            "judge": judged(match, ply),
            "knows": known(match, ply),
            "weighs": weighed(match.at(ply), ply),
            **{str(level): choice(match, ply, level) for level in LEVELS},
        }
        for ply in positions(match)
    ]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


if __name__ == "__main__":
    for golden in UNSEEDED:
        choices_of(golden).write_text(_lines(golden), encoding="utf-8")
        weights = [f"{WEIGHS} {ply} {weighed_later(golden, ply)}" for ply in looked_at(golden)]
        played_at(golden).write_text("\n".join([*played(golden), *weights, ""]), encoding="utf-8")
