"""`check_game`: does a game keep every sentence of the interface?"""

from collections.abc import Callable

import numpy as np

from sandtable.game import Game
from sandtable.rng import stream
from sandtable.testing import faces, kernels, modes
from sandtable.testing import sentences as say
from sandtable.testing.faults import Spot, fail, moves_of

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

    The message says where: seed, match, ply, seat, action and the field that differs, and how to get there (`position_at`).
    `progress` gets `(done, matches)`. What takes plain Python is done in some of the matches and ends after `plain` positions.
    """
    _check_declaration(game)
    plies = _check_matches(game, matches, seed, progress)
    texts = faces.check_matches(game, min(matches, FACED), seed, plain)
    modes.check_modes(game, min(matches, BOTH_MODES), seed, plain)
    return {"matches": matches, "plies": plies, "texts": texts}


def _check_declaration(game: Game) -> None:
    if not all(reason.sentence and reason.clause for reason in game.spec.reasons[1:]):
        fail(game, say.REASONS_SAY)


def _check_matches(game: Game, matches: int, seed: int, progress: Progress | None) -> int:
    room, limits, setup = kernels.room(game), kernels.limits(game), game.setup.tobytes()
    plies = 0
    for match in range(matches):
        fault = int(kernels.walk(game.setup, room, limits, moves_of(seed, match), stream(seed, match)))
        ply, action, seat = (int(number) for number in room.found)
        if fault != say.HOLDS:
            to_move = int(room.states[kernels.NOW].to_move)
            spot = Spot(
                seed, match, ply, action, to_move if seat < 0 else seat, kernels.differing(room, fault)
            )
            fail(game, say.SENTENCES[fault], spot)
        if game.setup.tobytes() != setup:
            fail(game, say.SETUP_KEPT, Spot(seed, match, ply))
        plies += ply
        if progress is not None:
            progress(match + 1, matches)
    _check_draws(game, room.draws, seed)
    return plies


def _check_draws(game: Game, draws: "np.ndarray[tuple[int, int], np.dtype[np.int64]]", seed: int) -> None:
    for phase, counts in enumerate(draws):
        due = counts.sum() / kernels.BINS
        if counts.sum() >= FEWEST_DRAWS and float(((counts - due) ** 2).sum() / due) > UNFAIR:
            where = f"phase {game.spec.phases[phase]!r}, falls {counts.tolist()}, seed {seed}"
            fail(game, f"{say.SAMPLE_FAIR} ({where})")
