"""The page says before a pawn's part which stat it may not open with in it, and goes on saying so (A4.3)."""

import pytest

import sandtable as st
from sandtable.authoring import below
from sandtable.engine.game import Position


def barred(position: Position, pawn: int) -> list[int]:
    return position.scene(position.to_move)["pawns"][pawn]["barred_stats"]


@pytest.mark.parametrize("setting", ["opened", "used"])
def test_what_is_shown_at_the_start_of_a_turn_is_what_is_refused_in_it(setting: str) -> None:
    game, rng = st.load("assault", health=40, barred=setting), st.stream(3)
    checked = several = 0
    position, foretold = game.start(), dict[int, list[int]]()
    while not position.over and checked < 4:
        if position.phase == "choose":
            first = 2 * position.to_move
            foretold = {pawn: barred(position, pawn) for pawn in (first, first + 1)}
        acting = int(position.state.acting)
        if position.phase == "attack" and acting in foretold:
            refused = [
                stat
                for stat in range(6)
                if stat
                not in {
                    taken.fields["stat"]
                    for taken in map(game.unpack, position.actions())
                    if taken.kind == "attack"
                }
            ]
            told = foretold.pop(acting)
            assert barred(position, acting) == told
            assert refused == told
            checked += told != []
            several += len(told) > 1
        wanted = [a for a in position.actions() if game.unpack(a).kind == "attack"]
        position.play(wanted[int(below(rng, len(wanted)))] if wanted else position.sample(rng))
    assert checked == 4
    assert (several > 0) == (setting == "used")
