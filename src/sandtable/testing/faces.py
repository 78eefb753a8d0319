"""The plain-Python part of `check_game`: texts, files and counters, on a few random matches."""

from dataclasses import replace
from typing import Any

import msgspec
import numpy as np

from sandtable.authoring.encoding import encode
from sandtable.authoring.records import CHANCE, SPECTATOR
from sandtable.authoring.rng import stream, uniform
from sandtable.engine.game import Game, IllegalAction, Position
from sandtable.testing import sentences as say
from sandtable.testing.faults import Spot, differing, fail, moves_of

VIEWERS = (0, 1, SPECTATOR)
# the maximum number of actions per position whose odds are requested, and of examples checked
MOST_ODDS, EXAMPLES = 400, 40
# the numbers of actions that a lab asks for: several, and all
ENOUGH = (2, 2**62)


class Checked:
    """A random match in progress, and its place for failure messages."""

    def __init__(self, game: Game, seed: int, match: int) -> None:
        self.game = game
        self.seed = seed
        self.match = match
        self.position = game.start()
        self.moves = moves_of(seed, match)
        self.rng = stream(seed, match, 2)  # stream for the checks
        self.action = self.viewer = -1
        self.texts: dict[int, str] = {}

    @property
    def spot(self) -> Spot:
        """Where the match stands."""
        seat = self.position.to_move if self.viewer < 0 else self.viewer
        return Spot(self.seed, self.match, self.position.ply, self.action, seat)

    def hold(self, truth: bool, sentence: str, field: str = "") -> None:
        """Raises `AssertionError` unless `truth`; `field` is the one that differs."""
        if not truth:
            fail(self.game, sentence, replace(self.spot, field=field))

    def run(self, sentence: str, function: Any, *arguments: Any) -> Any:
        """The result of `function`; an error of any kind fails `sentence`."""
        try:
            return function(*arguments)
        except Exception as error:  # noqa: BLE001 - whatever a game raises is a failure to report
            told = f"{sentence} ({type(error).__name__}: {error})"
            fail(self.game, told, self.spot)


def check_matches(game: Game, matches: int, seed: int, most: int) -> int:
    """Checks texts and files of random matches, in at most `most` positions; returns how many action texts were read."""
    texts = seen = 0
    for match in range(matches):
        if seen < most:
            at = Checked(game, seed, match)
            texts += check_match(at, most - seen)
            seen += at.position.ply + 1
    return texts


def check_match(at: Checked, most: int) -> int:
    """Plays a random match, or `most` positions of it, and checks what it shows; returns how many action texts were read."""
    earlier: list[tuple[Position, str]] = []
    moves: list[int] = []
    texts = 0
    while True:
        at.action = -1
        earlier.append((at.position.copy(), at.position.digest()))
        texts += _check_texts(at)
        _check_bytes(at)
        _check_faces(at)
        if at.position.over or len(earlier) == most:
            break
        _check_options(at)
        _check_refusals(at)
        at.action = at.position.sample(at.moves)
        _check_text(at, at.action)
        _check_telling(at)
        _check_tally(at)
        at.position.play(at.action)
        moves.append(at.action)
    at.hold(all(position.digest() == digest for position, digest in earlier), say.COPY_STAYS)
    again = at.game.replay(moves)
    at.hold(again == at.position, say.REPLAY_SAME, differing(again, at.position))
    return texts


def _check_texts(at: Checked) -> int:
    """Reads back every action's text once per match; checks in every position that the texts differ."""
    actions = _looked_at(at)
    fresh = [action for action in actions if action not in at.texts]
    for action in fresh:
        at.texts[action] = str(at.run(say.TEXT_ROUND, at.game.describe, action))
    at.hold(len({at.texts[action].lower() for action in actions}) == len(actions), say.TEXT_UNIQUE)
    for action in fresh:
        at.action = action
        _check_text(at, action)
    at.action = -1
    return len(actions)


def _check_text(at: Checked, action: int) -> None:
    text = at.run(say.TEXT_ROUND, at.game.describe, action)
    at.hold(at.run(say.TEXT_ROUND, at.game.parse, text) == action, say.TEXT_ROUND)


def _looked_at(at: Checked) -> list[int]:
    """The actions of a position; if these are only examples, an evenly spread selection of them."""
    actions = at.position.actions()
    return actions[:: 1 + len(actions) // EXAMPLES] if at.position.partial else actions


def _check_bytes(at: Checked) -> None:
    again = at.game.from_bytes(bytes(at.position))
    at.hold(again == at.position, say.BYTES_ROUND, differing(again, at.position))
    at.hold(again.actions() == at.position.actions(), say.BYTES_ROUND)


def _check_refusals(at: Checked) -> None:
    """Checks the refusal of a random action, if it is not legal."""
    before = at.position.digest()
    at.action = int(uniform(at.rng) * at.game.spec.rules.actions.count)
    if at.position.refusal(at.action) is None:
        return
    try:
        at.position.play(at.action)
    except IllegalAction as error:
        at.hold(bool(error.reason.sentence), say.REASONS_SAY)
    else:
        at.hold(False, say.REFUSED_STAYS)
    at.hold(at.position.digest() == before, say.REFUSED_STAYS)


def _read_back(scene: msgspec.Struct | dict[str, Any]) -> None:
    # a client's types are generated from those of the structs, and nothing else enforces them
    msgspec.json.decode(encode(scene), type=type(scene))


def _check_faces(at: Checked) -> None:
    spec, setup = at.game.spec, at.game.setup
    for viewer in VIEWERS:
        at.viewer = viewer
        view = at.position.view(viewer)
        at.run(say.FACES_WORK, view.text)
        at.run(say.FACES_WORK, view.svg)
        at.hold(view.drawing() == view.drawing(), say.DRAWN_SAME)
        scene = at.run(say.FACES_WORK, spec.presentation.scene, setup, view.state, viewer)
        at.run(say.SCENE_JSON, _read_back, scene)
        at.run(say.FACES_WORK, spec.presentation.prompt, setup, view.state, viewer)
        at.hold(
            bool(at.run(say.RESULT_SAYS, spec.presentation.result, setup, view.state)) == at.position.over,
            say.RESULT_SAYS,
        )
        if viewer == at.position.to_move:
            for action in (*_looked_at(at)[:MOST_ODDS], at.position.sample(at.rng)):
                for worded in (spec.presentation.odds, spec.presentation.chances, spec.presentation.says):
                    at.run(say.FACES_WORK, worded, setup, view.state, viewer, action)
        if viewer == SPECTATOR and at.run(say.OPEN_CHOICE, spec.table.open_choice, setup, view.state):
            at.hold(view.actions() == at.position.actions(), say.OPEN_CHOICE)
    at.viewer = -1
    if at.position.to_move == CHANCE:
        for outcome in _looked_at(at)[:MOST_ODDS] or [at.position.sample(at.rng)]:
            at.run(say.FACES_WORK, spec.presentation.luck, setup, at.position.state, outcome)


def _check_telling(at: Checked) -> None:
    """Checks the line that each viewer reads about the next action, including in a state that the viewer cannot tell apart
    from the true one.
    """
    for viewer in VIEWERS:
        at.viewer = viewer
        told = at.run(say.TELL_WORKS, _tell, at, at.position, viewer)
        at.hold(bool(told.text), say.TELL_WORKS)
        if viewer == SPECTATOR:
            continue
        if at.game.spec.presentation.shared_log and _seen(at, viewer) == _seen(at, SPECTATOR):
            at.hold(_tell(at, at.position, SPECTATOR) == told, say.TELL_ALIKE)
        twin = at.position.view(viewer).determinize(viewer, at.rng)
        if twin.refusal(at.action) is None and _after(twin, at.action, viewer) == _after(
            at.position, at.action, viewer
        ):
            at.hold(_tell(at, twin, viewer) == told, say.TELL_VIEW)
    at.viewer = -1


def _check_options(at: Checked) -> None:
    """The number of actions according to the game's counters."""
    counters, asked = at.game.spec.lab.counters, at.position.copy()
    if counters is None or counters.options is None or asked.to_move == CHANCE or asked.partial:
        return
    legal, room = len(asked.actions()), np.zeros(at.game.spec.rules.max_actions, np.int64)
    for enough in ENOUGH:
        told = int(at.run(say.OPTIONS_COUNT, counters.options, at.game.setup, asked.state, room, enough))
        at.hold(min(told, enough) == min(legal, enough), say.OPTIONS_COUNT)
        at.hold(asked == at.position, say.OPTIONS_COUNT, differing(asked, at.position))


def _check_tally(at: Checked) -> None:
    """The counters for the next action."""
    counters, before = at.game.spec.lab.counters, at.position.copy()
    if counters is None:
        return
    after = before.copy().play(at.action)
    # one more row than there are seats; the extra one must stay empty
    kept, out = after.copy(), np.zeros((3, len(counters.names)))
    at.run(say.TALLY_COUNTS, counters.tally, at.game.setup, before.state, at.action, after.state, out[:2])
    at.hold(bool(np.isfinite(out).all()) and not out[2].any(), say.TALLY_COUNTS)
    for one, other in ((before, at.position), (after, kept)):
        at.hold(one == other, say.TALLY_COUNTS, differing(one, other))


def _after(position: Position, action: int, viewer: int) -> Position:
    return position.copy().play(action).view(viewer)


def _seen(at: Checked, viewer: int) -> int:
    return at.position.observed_action(viewer, at.action)


def _tell(at: Checked, position: Position, viewer: int) -> Any:
    seen = position.observed_action(viewer, at.action)
    before, after = position.view(viewer), _after(position, at.action, viewer)
    return at.game.spec.presentation.tell(at.game.setup, before.state, seen, after.state)
