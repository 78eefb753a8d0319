"""How speeds are measured: by a clock that the test turns."""

import os
from pathlib import Path

import pytest

import sandtable as st
from sandtable import agents
from sandtable.lab.run import bench, ladder
from tests.fixtures.hide_and_seek.declaration import SPEC as HIDE_AND_SEEK
from tests.fixtures.tug.declaration import SPEC as TUG


class Clock:
    """Shows the seconds that were passed on it."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(bench, "perf_counter", made)
    return made


def test_a_player_of_random_matches_goes_on_where_it_was():
    first, same, other = (bench.RandomPlayer(st.Game(TUG), number) for number in (0, 0, 1))
    lengths = [[player.play(20) for _ in range(3)] for player in (first, same, other)]
    assert lengths[0] == lengths[1]
    assert len({*lengths[0], *lengths[2]}) > 3


@pytest.fixture
def workers(monkeypatch, clock):
    """Players whose matches have seven plies and take as long as the list says, one number a round."""
    took = [0.1] * 20

    class Worker(bench.RandomPlayer):
        def __init__(self, game, number):
            self.number = number

        def play(self, matches):
            clock.now += took.pop(0) if self.number == 0 else 0.0
            return 7 * matches

        def matches_in(self, seconds):
            assert seconds == 0.4
            return 10

    monkeypatch.setattr(bench, "RandomPlayer", Worker)
    return took


def test_random_play_is_the_median_of_five_rounds(workers):
    workers[:5] = [0.1, 0.2, 0.1, 0.4, 0.125]
    found = bench._play(None, 1, 2.0)
    # 70 plies a round
    assert found == {
        "random_actions_per_s_one_core": pytest.approx(560.0),
        "random_actions_spread_one_core": pytest.approx((700 - 175) / 560),
        "random_matches_per_s_one_core": pytest.approx(80.0),
    }


def test_all_cores_play_at_once(workers):
    found = bench._play(None, 3, 2.0)
    assert found == {
        "random_actions_per_s_all_cores": pytest.approx(2100.0),
        "random_actions_spread_all_cores": pytest.approx(0.0),
        "random_matches_per_s_all_cores": pytest.approx(300.0),
    }


def test_matches_are_tried_until_they_take_a_quarter_of_the_time(monkeypatch, clock):
    class Worker(bench.RandomPlayer):
        def __init__(self, each):
            self.each, self.tried = each, []

        def play(self, matches):
            self.tried.append(matches)
            clock.now += matches * self.each
            return 0

    worker = Worker(1 / 128)
    assert worker.matches_in(4.0) == 512
    assert worker.tried == [2, 4, 8, 16, 32, 64, 128]
    # a quarter is enough
    worker = Worker(0.25)
    assert worker.matches_in(4.0) == 16
    assert worker.tried == [2, 4]
    worker = Worker(0.5)
    assert worker.matches_in(4.0) == 8
    assert worker.tried == [2]
    assert Worker(10.0).matches_in(4.0) == 1


def test_searches_are_repeated_for_so_long(clock):
    took = [9.0, 0.5, 0.25, 1.0, 0.5]

    def search():
        clock.now += took.pop(0)
        return 100

    # the first one compiles and does not count
    assert bench._rate(search, 1.75) == 200.0
    assert took == [0.5]
    took[:] = [1.0, 4.0]
    assert bench._rate(search, 0.1) == 25.0


def test_the_first_choice_and_one_in_the_middle_are_searched(monkeypatch):
    monkeypatch.setattr(bench, "choices", lambda _game: [10, 11, 12, 13, 14])
    monkeypatch.setattr(bench, "tree_search", lambda _game, root: ("tree", root))
    monkeypatch.setattr(bench, "set_search", lambda _game, root: ("set", root))
    monkeypatch.setattr(bench, "_rate", lambda search, seconds: (*search, seconds))
    for hidden in (False, True):
        monkeypatch.setattr(bench, "hides", lambda root, hidden=hidden: hidden and root == 14)
        found = bench._search(None, 8.0)
        assert found["tree_simulations_per_s_opening"] == ("tree", 10, 2.0)
        assert found["tree_simulations_per_s_middle"] == ("tree", 12, 2.0)
        assert len(found) == (4 if hidden else 2)
        if hidden:
            assert found["information_set_simulations_per_s_opening"] == ("set", 10, 2.0)
            assert found["information_set_simulations_per_s_middle"] == ("set", 12, 2.0)


def test_choices_are_those_of_a_seat():
    found = bench.choices(st.Game(TUG))
    assert {position.to_move for position in found} == {0, 1}
    assert [position.ply for position in found] == [2 * n for n in range(len(found))]
    assert not any(map(bench.hides, found))
    assert any(map(bench.hides, bench.choices(st.Game(HIDE_AND_SEEK))))


def test_a_search_has_two_hundred_simulations_and_room_for_them(monkeypatch):
    game, asked = st.Game(TUG), []
    root = game.start()
    for module in (bench.mcts, bench.ismcts):
        monkeypatch.setattr(module, "begin", lambda *given: asked.append(given))
        monkeypatch.setattr(module, "search", lambda *given: asked.append(given) or 0)
    monkeypatch.setattr(bench, "InformationSearchAgent", lambda *_: agents.make(game, "random"))
    for made in (bench.tree_search, bench.set_search):
        made(game, root)()
    (_, tree), first, (_, seat, information), second = asked
    assert (first[5], first[6], second[7], seat) == (200, 1.4, 200, 0)
    assert first[3] is tree
    assert second[4] is information
    assert (tree.nodes.size, tree.edges.size, tree.actions.size) == (202, 6600, 200)
    assert (first[7].tolist(), second[8].tolist()) == ([0], [0])


def test_a_report_has_all_parts_and_tells_how_far_it_is(monkeypatch):
    game, told = st.Game(TUG), []
    for part in ("_search", "_starts"):
        monkeypatch.setattr(bench, part, lambda *given, part=part: {part: given[1:]})
    monkeypatch.setattr(bench, "_play", lambda _game, threads, seconds: {f"{threads} at once": seconds})
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    found = bench.measure(game, 0.5, progress=lambda *done: told.append(done))
    assert found == {
        "game": "tug",
        "cores": 3,
        "state_bytes": TUG.rules.state.itemsize,
        "setup_bytes": game.setup.dtype.itemsize,
        "1 at once": 0.5,
        "3 at once": 0.5,
        "_search": (0.5,),
        "_starts": (),
    }
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    told.clear()
    assert "_starts" not in bench.measure(game, cold=False, progress=lambda *done: told.append(done))
    assert told[-1] == (3, 3)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    found = bench.measure(game)
    assert (found["cores"], found["1 at once"], "_starts" in found) == (1, 2.0, True)


def test_starts_are_cold_once_and_then_warm(monkeypatch):
    took, folders = [30.0, 0.7, 0.5, 0.6], []

    def seconds(script, environment):
        assert "load('tests.fixtures.tug.declaration:SPEC', **{'faces': 8})" in script
        folders.append(environment["SANDTABLE_CACHE"])
        assert Path(folders[-1]).is_dir()
        assert str(Path(st.__file__).parents[1]) in environment["PYTHONPATH"].split(os.pathsep)
        return took.pop(0)

    monkeypatch.setattr(bench, "_seconds", seconds)
    assert bench._starts(st.Game(TUG, faces=8)) == {"cold_start_s": 30.0, "warm_start_s": 0.5}
    assert took == []
    assert len(set(folders)) == 1
    assert not Path(folders[0]).exists()
    monkeypatch.undo()
    assert bench._seconds("print('warned'); print(2.25)", dict(os.environ)) == 2.25


def test_a_start_plays_a_match_and_searches_as_the_game_is(monkeypatch):
    done = []
    monkeypatch.setattr(bench, "RandomPlayer", lambda _game, number: done.append(number))
    monkeypatch.setattr(bench, "tree_search", lambda _game, root: lambda: done.append(("tree", root.ply)))
    monkeypatch.setattr(bench, "set_search", lambda _game, root: lambda: done.append(("set", root.ply)))
    bench.first_actions(st.Game(TUG))
    bench.first_actions(st.Game(HIDE_AND_SEEK))
    assert done == [0, ("tree", 0), 0, ("set", 0)]


def test_a_decision_is_timed_where_there_is_a_choice(monkeypatch):
    clock, asked = Clock(), []
    monkeypatch.setattr(ladder, "perf_counter", clock)

    class Slow:
        def act(self, view, seat, rng):
            asked.append((view.forced() is None, int(rng.key)))
            clock.now += 0.002
            return view.actions()[0]

    found = ladder.decision_ms(st.Game(TUG), Slow(), 3, matches=4)
    free = sum(choice for choice, _ in asked)
    assert 0 < free < len(asked)
    assert found == pytest.approx(2.0 * len(asked) / free)
    # a match has a stream of its own, the same for the same seed
    assert len({key for _, key in asked}) == 4
    keys = [key for _, key in asked]
    asked.clear()
    ladder.decision_ms(st.Game(TUG), Slow(), 3)
    assert [key for _, key in asked] == [key for key in keys if key in keys[: len(asked)]]
    assert len({key for _, key in asked}) == 2
