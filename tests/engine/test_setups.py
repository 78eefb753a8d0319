"""What follows from a setup, or from a setup and a state, is worked out once, and never for another one."""

import numpy as np
import pytest

from sandtable.authoring import SPECTATOR, of_setup, of_state, record, setups, stream
from sandtable.authoring.encoding import encode
from sandtable.engine.game import Game, Position
from sandtable.engine.match import Match
from sandtable.games import installed, spec
from sandtable.games.rush.show import parts
from tests.changed import changed

RECORD = record((("number", np.int32),))


def numbered(number):
    made = np.zeros(1, RECORD)[0]
    made.number = number
    return made


def test_a_value_is_worked_out_once_for_each_setup_and_few_are_kept(monkeypatch):
    monkeypatch.setattr(setups, "SETUPS", 2)
    asked = []

    @of_setup
    def known(setup):
        asked.append(int(setup.number))
        return asked[-1]

    # equal ones are not the same
    one, two, three = numbered(1), numbered(1), numbered(3)
    assert [known(each) for each in (one, one, two, one, three, two, one)] == [1, 1, 1, 1, 3, 1, 1]
    assert asked == [1, 1, 3, 1]


def test_a_state_is_known_by_its_bytes_and_its_setup(monkeypatch):
    monkeypatch.setattr(setups, "STATES", 2)
    asked = []

    @of_state
    def known(setup, state):
        asked.append((int(setup.number), int(state.number)))
        return asked[-1]

    one, two = numbered(1), numbered(2)
    assert [known(one, numbered(n)) for n in (5, 5, 6, 5)] == [(1, 5), (1, 5), (1, 6), (1, 5)]
    assert known(two, numbered(5)) == (2, 5)
    assert asked == [(1, 5), (1, 6), (2, 5)]
    state = numbered(5)
    assert known(one, state) == (1, 5)
    state.number = 7
    # the third takes the room of the two before
    assert (known(one, state), known(one, numbered(5)), len(asked)) == ((1, 7), (1, 5), 5)


def test_what_everybody_sees_of_rush_is_worked_out_once_for_all_viewers(monkeypatch):
    asked, work_out = [], parts.players
    monkeypatch.setattr(parts, "players", lambda setup, s: asked.append(s.ply) or work_out(setup, s))
    position = Game(spec("rush")).start()
    for _ in range(3):
        for viewer in (0, 1, SPECTATOR):
            position.scene(viewer)
        position.play(position.sample(stream(1)))
    assert len(asked) == 3


def test_a_line_is_rendered_once_for_viewers_who_see_the_same():
    asked, shipped = [], spec("rout")
    game = Game(changed(shipped, tell=lambda *seen: asked.append(seen) or shipped.presentation.tell(*seen)))
    match, rng = Match(game, b"s" * 32, "t"), stream(1)
    while match.position.phase != "turn":
        match.extend(match.next_entries(match.to_move, match.position.sample(rng)))
    for viewer in (0, 1, SPECTATOR):
        match.lines(viewer)
    asked.clear()
    match.extend(match.next_entries(match.to_move, match.position.sample(rng)))
    one, two, three = (match.lines(viewer)[-1].told for viewer in (0, 1, SPECTATOR))
    assert one == two == three
    different = {(before.tobytes(), seen, after.tobytes()) for _, before, seen, after in asked}
    assert len(asked) == len(different)


@pytest.mark.parametrize("game", installed())
def test_scenes_are_those_of_a_freshly_loaded_game(game):
    rng, made = stream(4), Game(spec(game))
    position = made.start()
    while not position.over and position.ply < 60:
        if position.ply % 6 == 0:
            # nothing is kept of its setup
            fresh = Game(spec(game))
            assert fresh.setup.tobytes() == made.setup.tobytes()
            again = Position(fresh, position.state)
            for viewer in (0, 1, SPECTATOR):
                assert encode(position.scene(viewer)) == encode(again.scene(viewer))
        position.play(position.sample(rng))
