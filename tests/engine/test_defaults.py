"""A game that gives only what it must plays like its twin that spells everything out."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import sandtable as st
from sandtable import games
from sandtable.authoring import SPECTATOR, defaults
from sandtable.authoring.ops import NEEDED
from tests.fixtures import connect_four, hide_and_seek
from tests.fixtures.tug.declaration import SPEC as TUG


def bare(spec, **kept):
    """The declaration without the operations that have defaults, but for those `kept`."""
    functions = {name: spec.rules.functions[name] for name in NEEDED}
    return replace(
        spec,
        rules=replace(spec.rules, functions={**functions, **kept}),
    )


@pytest.fixture
def twins():
    """Both games at the same positions of some matches."""
    given, positions = st.Game(TUG), []
    for seed in range(4):
        position, rng = given.start(), st.stream(seed)
        positions.append(position.copy())
        while not position.over:
            positions.append(position.play(position.sample(rng)).copy())
    left = st.Game(bare(TUG, chance=TUG.rules.functions["chance"]))
    yield [(position, left.from_bytes(bytes(position))) for position in positions]
    # who comes next finds the rules as they are
    st.Game(TUG)


def test_what_is_listed_is_possible_and_nothing_else(twins):
    for given, left in twins:
        st.Game(given.game.spec)
        allowed = [action for action in range(TUG.rules.actions.count) if not given.refusal(action)]
        st.Game(left.game.spec)
        refused = {action: left.refusal(action) for action in range(left.game.spec.rules.actions.count)}
        assert [action for action, reason in refused.items() if reason is None] == allowed
        assert {reason for reason in refused.values() if reason} <= {
            left.game.spec.rules.reasons[defaults.NOT_POSSIBLE]
        }


def test_a_game_is_played_at_the_table_for_any_game_where_it_does_not_say_that_it_has_a_client():
    assert not bare(TUG).presentation.client


def test_nothing_is_secret_and_the_score_is_known_at_the_end(twins):
    for _, left in twins:
        for seat in (0, 1, SPECTATOR):
            assert left.view(seat) == left
            assert left.observed_action(seat, 1) == 1
        for seat in (0, 1):
            assert left.determinize(seat, st.stream(1)) == left
            assert left.evaluate(seat) == (left.score[seat] if left.over else 0.0)


def test_each_is_drawn_as_often_as_its_weight_says(twins):
    seen = 0
    for given, left in twins:
        if left.over or seen == 6:
            continue
        seen += 1
        st.Game(given.game.spec)
        listed = given.actions()
        weights = dict(given.chances()) or {action: 1 / len(listed) for action in listed}
        st.Game(left.game.spec)
        rng = st.stream(3)
        drawn = Counter(left.sample(rng) for _ in range(400))
        assert set(drawn) <= set(weights)
        for action, weight in weights.items():
            # five standard deviations
            assert abs(drawn[action] / 400 - weight) < 5 * (weight * (1 - weight) / 400) ** 0.5 + 1e-9


def test_the_numbers_of_a_record_are_its_features():
    state = st.Game(hide_and_seek.SPEC).start().state
    state.ply, state.score[1], state.place[1], state.looked[0] = 70000, -0.5, 2, 5
    # to_move, phase, ply, score, place, looked, as they are declared
    told = [0, 0, 70000, 0, -0.5, 3, 2, 5, 0]
    assert len(list(defaults.numbers(state.dtype))) == len(told)
    out = np.full(len(told) + 1, 9, np.float32)
    assert defaults.spread(state, out) == len(told)
    assert out.tolist() == [*told, 9]
    inner = np.dtype([("a", np.int16, (2,)), ("b", [("c", np.float64), ("d", np.uint8, (2,))], (2,))])
    assert [place for place, _ in defaults.numbers(inner)] == [0, 2, 4, 12, 13, 14, 22, 23]


def test_a_game_without_dice_has_no_chances():
    game = st.Game(bare(connect_four.SPEC))
    try:
        assert game.start().chances() == []
        assert game.start().features(1).tolist()[:3] == [0, 0, 0]
    finally:
        st.Game(connect_four.SPEC)


def test_how_large_a_game_is_and_where_it_lies():
    for game in ("optio", "rout"):
        declared = games.spec(game)
        folder = games.Path(
            games.sys.modules[declared.rules.functions["deal"].__module__].__file__
        ).parent.parent
        assert games.bulk(declared) == sum(len(path.read_bytes()) for path in folder.rglob("*.py"))
