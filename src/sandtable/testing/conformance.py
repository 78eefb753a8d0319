"""`check_game`: does every sentence of the interface hold for a game?"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from sandtable.authoring import defaults
from sandtable.authoring.rng import stream
from sandtable.engine.game import Game
from sandtable.testing import faces, kernels, modes
from sandtable.testing import sentences as say
from sandtable.testing.faults import Spot, fail, moves_of

# the number of matches checked in plain Python, and in both modes of the compiler
FACED, BOTH_MODES = 5, 2
# chi-square with 15 degrees of freedom exceeds this once in a billion
UNFAIR = 73.6
FEWEST_DRAWS = 20 * kernels.BINS
# draws from one view of each match. If a correct `determinize` draws a value with probability 1 - p, the probability
# that the truth is another value and yet all draws are this one is p (1 - p)**DRAWS, which is at most STUCK
DRAWS = 256
STUCK = (1 - 1 / (DRAWS + 1)) ** DRAWS / (DRAWS + 1)
# how many times a match is continued to see whether a wrong value matters
TRIES = 4
# a correct game is rejected with at most this probability
FALSE_ALARM = 1e-6

Progress = Callable[[int, int], None]


def check_game(
    game: Game, matches: int = 1000, seed: int = 0, progress: Progress | None = None, plain: int = 1000
) -> dict[str, int]:
    """The number of matches, plies and texts checked without a violation; `AssertionError` names the first violation.

    The message says where: seed, match, ply, seat, action and the field that differs, and how to get there (`position_at`).
    `progress` gets `(done, matches)`. Checks in plain Python run in some of the matches and end after `plain` positions.
    """
    _check_declaration(game)
    plies = _check_matches(game, matches, seed, progress)
    texts = faces.check_matches(game, min(matches, FACED), seed, plain)
    modes.check_modes(game, min(matches, BOTH_MODES), seed, plain)
    return {"matches": matches, "plies": plies, "texts": texts}


def _check_declaration(game: Game) -> None:
    if not all(reason.sentence and reason.clause for reason in game.spec.rules.reasons[1:]):
        fail(game, say.REASONS_SAY)


def _check_matches(game: Game, matches: int, seed: int, progress: Progress | None) -> int:
    room, limits, setup = kernels.room(game), kernels.limits(game), game.setup.tobytes()
    plies, hidden = 0, Hidden(game, seed)
    for match in range(matches):
        fault = int(kernels.walk(game.setup, room, limits, moves_of(seed, match), stream(seed, match)))
        ply, action, seat = (int(number) for number in room.found)
        if fault != say.HOLDS:
            to_move = int(room.states[kernels.NOW].to_move)
            spot = Spot(
                seed, match, ply, action, to_move if seat < 0 else seat, kernels.differing(room, fault)
            )
            without = _undrawn(game) if fault in (say.DETERMINIZE_VIEW, say.DETERMINIZE_PLAYS) else ""
            fail(game, say.SENTENCES[fault] + (f" ({without})" if without else ""), spot)
        if game.setup.tobytes() != setup:
            fail(game, say.SETUP_KEPT, Spot(seed, match, ply))
        hidden.draw_again(room, match)
        plies += ply
        if progress is not None:
            progress(match + 1, matches)
    _check_draws(game, room.draws, seed)
    hidden.check(matches)
    return plies


class Hidden:
    """Tests whether `determinize` draws everything consistent with a view, for one view of each match and each field of the
    state.

    No single match shows that a draw is missing, since the truth may be rare. Many matches do: see `STUCK`. A value
    that is wrong in every draw but never affects the rest of the match is not a fault.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.stuck: dict[str, list[Spot]] = {}
        kind: Any = game.spec.rules.state
        # where the bytes of each field begin and end
        self.fields = {
            name: (place, place + inner.itemsize) for name, (inner, place, *_) in kind.fields.items()
        }

    def draw_again(self, room: kernels.Room, match: int) -> None:
        """Records the fields that every draw from the stored view gets wrong in the same way."""
        setup, rng = self.game.setup, stream(self.seed, match, 3)
        kernels.draw_again(setup, room, DRAWS, rng)
        if not room.stuck.any():
            return
        ply, seat = (int(number) for number in room.put_by)
        for name, (begin, end) in self.fields.items():
            if room.stuck[begin:end].any() and any(
                kernels.matters(setup, room, begin, end, rng) for _ in range(TRIES)
            ):
                self.stuck.setdefault(name, []).append(Spot(self.seed, match, ply, seat=seat, field=name))

    def check(self, matches: int) -> None:
        """Raises `FaultError` if a field was wrong in more matches than chance explains."""
        spots = max(self.stuck.values(), key=len) if self.stuck else []
        if not spots or _tail(len(spots), matches) * self.game.spec.rules.state.itemsize >= FALSE_ALARM:
            return
        where = "; ".join(filter(None, (f"not so in {len(spots)} of {matches} matches", _undrawn(self.game))))
        fail(self.game, f"{say.DETERMINIZE_COVERS} ({where})", spots[0])


def _undrawn(game: Game) -> str:
    """The fault to report if a game with secrets lacks a `determinize`; "" if it has one."""
    own = game.spec.rules.functions["determinize"] is not defaults.determinize
    return "" if own else "the game declares observe but not determinize"


def _tail(count: int, matches: int) -> float:
    """An upper bound on the probability of `count` or more of `matches`, each with probability STUCK (Chernoff)."""
    share = count / matches
    if share <= STUCK:
        return 1.0
    rest = (1 - share) * math.log((1 - share) / (1 - STUCK)) if share < 1 else 0.0
    return math.exp(-matches * (share * math.log(share / STUCK) + rest))


def _check_draws(game: Game, draws: "np.ndarray[tuple[int, int], np.dtype[np.int64]]", seed: int) -> None:
    for phase, counts in enumerate(draws):
        due = counts.sum() / kernels.BINS
        if counts.sum() >= FEWEST_DRAWS and float(((counts - due) ** 2).sum() / due) > UNFAIR:
            where = f"phase {game.spec.rules.phases[phase]!r}, falls {counts.tolist()}, seed {seed}"
            fail(game, f"{say.SAMPLE_FAIR} ({where})")
