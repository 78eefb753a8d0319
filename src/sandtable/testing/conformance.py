"""`check_game`: does a game keep every sentence of the interface?"""

from collections.abc import Callable
from typing import NoReturn

import numpy as np

from sandtable.game import Game
from sandtable.rng import stream
from sandtable.testing import faces, kernels, modes
from sandtable.testing import sentences as say

# how many of the matches are gone through in plain Python, and in both modes of the compiler
FACED, BOTH_MODES = 5, 2
# chi-square with 15 degrees of freedom exceeds this once in a thousand million
UNFAIR = 73.6
FEWEST_DRAWS = 20 * kernels.BINS

Progress = Callable[[int, int], None]


def check_game(
    game: Game, matches: int = 1000, seed: int = 0, progress: Progress | None = None, plain: int = 1000
) -> dict[str, int]:
    """How many matches, plies and texts were checked, once nothing was found; `AssertionError` names what does not hold.

    Random matches are keyed by `(seed, match)`, so a failing one can be played alone. `progress` gets `(done, matches)`.
    What takes plain Python is done in some of the matches and ends after `plain` positions.
    """
    _check_declaration(game)
    plies = _check_matches(game, matches, seed, progress)
    texts = faces.check_matches(game, min(matches, FACED), seed, plain)
    modes.check_modes(game, min(matches, BOTH_MODES), seed, plain)
    return {"matches": matches, "plies": plies, "texts": texts}


def fail(game: Game, sentence: str, seed: int, match: int, ply: int, action: int = -1) -> NoReturn:
    """Raises the `AssertionError` of a sentence that does not hold."""
    known = 0 <= action < game.spec.actions.count
    what = "" if action == -1 else f", action {action}" + (f" ({game.describe(action)})" if known else "")
    raise AssertionError(
        f"{game.id}: this does not hold: {sentence} [seed {seed}, match {match}, ply {ply}{what}]"
    )


def _check_declaration(game: Game) -> None:
    if not all(reason.sentence and reason.clause for reason in game.spec.reasons[1:]):
        fail(game, say.REASONS_SAY, 0, 0, 0)


def _check_matches(game: Game, matches: int, seed: int, progress: Progress | None) -> int:
    room, limits, setup = kernels.room(game), kernels.limits(game), game.setup.tobytes()
    plies = 0
    for match in range(matches):
        fault = int(kernels.walk(game.setup, room, limits, stream(seed, match)))
        ply, action = (int(number) for number in room.found)
        if fault != say.HOLDS:
            fail(game, say.SENTENCES[fault], seed, match, ply, action)
        if game.setup.tobytes() != setup:
            fail(game, say.SETUP_KEPT, seed, match, ply)
        plies += ply
        if progress is not None:
            progress(match + 1, matches)
    _check_draws(game, room.draws, seed)
    return plies


def _check_draws(game: Game, draws: "np.ndarray[tuple[int, int], np.dtype[np.int64]]", seed: int) -> None:
    for phase, counts in enumerate(draws):
        due = counts.sum() / kernels.BINS
        if counts.sum() >= FEWEST_DRAWS and float(((counts - due) ** 2).sum() / due) > UNFAIR:
            fail(
                game,
                f"{say.SAMPLE_FAIR} (phase {game.spec.phases[phase]!r}, falls {counts.tolist()})",
                seed,
                0,
                0,
            )
