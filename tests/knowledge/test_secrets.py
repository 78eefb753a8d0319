"""Nothing that a viewer gets depends on what is hidden from him: views, scenes, prompts, lines, odds and legal actions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import SPECTATOR, stream
from sandtable.engine.game import Position
from tests.knowledge.assault import play as assault
from tests.knowledge.optio import play as optio
from tests.knowledge.rout import play as rout
from tests.knowledge.rush import play as rush
from tests.knowledge.views import faces, game_of, line_and_after, reached

VARIANTS = {
    "assault": assault.VARIANTS[:4],
    "optio": optio.VARIANTS,
    "rout": rout.VARIANTS,
    "rush": rush.VARIANTS,
}
EASY = settings(max_examples=60, deadline=None, derandomize=True)
SEEDS, PLIES = st.integers(0, 10**6), st.integers(0, 600)
SEATS = st.integers(0, 1)


def twin_of(position: Position, seat: int, seed: int) -> Position:
    """Another full position that `seat` cannot tell from this one."""
    return position.view(seat).determinize(seat, stream(seed, 1))


@pytest.mark.parametrize("game", VARIANTS)
@EASY
@given(seed=SEEDS, plies=PLIES, variant=st.integers(0, 3), seat=SEATS)
def test_a_seat_cannot_tell_positions_apart_that_fit_its_log(
    game: str, seed: int, plies: int, variant: int, seat: int
) -> None:
    position = reached(game_of(game, VARIANTS[game][variant]), seed, plies)
    twin = twin_of(position, seat, seed)
    assert faces(twin, seat) == faces(position, seat)
    assert bytes(twin.view(SPECTATOR)) == bytes(position.view(SPECTATOR))
    assert faces(twin, SPECTATOR) == faces(position, SPECTATOR)


@pytest.mark.parametrize("game", VARIANTS)
@EASY
@given(seed=SEEDS, plies=PLIES, variant=st.integers(0, 3), seat=SEATS)
def test_the_next_line_tells_only_what_the_next_view_shows(
    game: str, seed: int, plies: int, variant: int, seat: int
) -> None:
    position = reached(game_of(game, VARIANTS[game][variant]), seed, plies)
    twin = twin_of(position, seat, seed)
    for action in position.actions()[:40]:
        if twin.refusal(action) is None:
            line, after = line_and_after(position, action, seat)
            other_line, other_after = line_and_after(twin, action, seat)
            if after == other_after:
                assert line == other_line
