"""All Out Assault's players: what they think a decision is worth, and what the quick ones pick."""

import numpy as np
import pytest

from sandtable.authoring import rng
from sandtable.games.assault.players import duels, lookahead, script
from sandtable.games.assault.schema import Tile
from tests.rules.assault.table import PAWNS, STATS, table


def worths(t, seat=0):
    """What each action that is legal now is worth, by its sentence."""
    position, actions = t.position, t.position.actions()
    out = np.empty(len(actions))
    setup = position.game.setup
    assert lookahead.rate_actions(setup, position.state, seat, np.array(actions), len(actions), out)
    return dict(zip(map(position.game.describe, actions), out.tolist(), strict=True))


def test_numbers_count_by_their_rank():
    t = table(places={"Navy 1": "B4"}).begin("Navy 1").roll(1).move("C4").use().tile_roll(6)
    found = worths(t)
    # 6, 6, 5, 4, 3, 2 where the 1 is raised, and 6, 5, 4, 3, 2, 1 where the 6 is set to 6
    raised = 0.8 * 6 + 0.6 * 6 + 0.2 * 5 + 0.1 * (4 + 3 + 2)
    same = 0.8 * 6 + 0.6 * 5 + 0.2 * 4 + 0.1 * (3 + 2 + 1)
    assert found["set own Strength to the number rolled"] == pytest.approx(raised / lookahead.SCALE)
    assert found["set own Discipline to the number rolled"] == pytest.approx(same / lookahead.SCALE)


def test_an_attack_is_worth_what_its_number_is():
    t = table(places={"Navy 1": "B2", "Rust 1": "B3"}).begin("Navy 1").roll(1).stay()
    found = worths(t)
    assert found["do not attack"] == 0.0
    assert found["attack enemy pawn 1 with Discipline"] > 0.0 > found["attack enemy pawn 1 with Strength"]
    state, setup = t.position.state, t.position.game.setup
    chosen = lookahead.choose_lookahead(setup, state, 0, rng.stream(1))
    assert t.position.game.describe(chosen) == "attack enemy pawn 1 with Discipline"


@pytest.mark.parametrize("steps", [1, 3])
def test_a_place_promises_what_may_be_done_from_there(steps):
    t = table(places={"Rust 1": f"A{2 + steps}"})
    state, setup = t.position.state, t.position.game.setup
    known = np.array([[0.5, 0.0], [0.0, 0.0]])
    tile = int(t.pawn("Navy 1").tile)
    worth = lookahead.place_worth(setup, state, 0, tile, known)
    assert worth == pytest.approx(lookahead.PROMISE * duels.arrival(steps, False) * 0.5)


def test_tiles_are_worth_what_they_do():
    t = table(held_if="landed")
    state, setup = t.position.state, t.position.game.setup

    def worth(tile, engaged=True):
        return lookahead.tile_worth(
            setup, state, 0, next(n for n in range(49) if setup.kind[n] == tile), engaged
        )

    assert [worth(tile) for tile in (Tile.PLAIN, Tile.RED, Tile.BLUE, Tile.MEDITATION)] == [
        0.0,
        1.0,
        1.5,
        2.0,
    ]
    # Stealth is 2, which Injury hurts, and Bloodlust and Discipline can be trained, which holds the pawn
    assert (worth(Tile.INJURY), worth(Tile.TRAINING, engaged=False)) == (-2.0, 0.5)
    t.pawn("Navy 1").modifier = Tile.RED
    assert (worth(Tile.RED), worth(Tile.BLUE)) == (0.0, 1.5)


def test_the_quick_player_breaks_a_tie_by_a_number_that_stands():
    t = table(places={"Navy 1": "B2", "Rust 1": "B3"}).begin("Navy 1").roll(1).stay()
    t.attack("Rust 1", "Honor")
    assert t.phase == "tiebreak"
    state, setup = t.position.state, t.position.game.setup
    chosen = script.choose_quick(setup, state, 1, rng.stream(2))
    assert chosen in t.position.actions()
    assert chosen == script._break_tie(state)


def test_the_least_number_is_found_wherever_it_stands():
    for place, stat in enumerate(STATS):
        numbers = ["2", "3", "4", "5", "6"]
        numbers.insert(place, "1")
        t = table(stats={"Navy 1": "".join(numbers)})
        assert script.lowest(t.position.state, PAWNS.index("Navy 1")) == STATS.index(stat)
