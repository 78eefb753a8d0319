"""Agents: what they may know, what budget they get, and how they are named."""

import dataclasses

import pytest

import sandtable as st
from sandtable.agents import script
from sandtable.agents.search import InformationSearchAgent
from sandtable.authoring import rng
from sandtable.games import installed
from sandtable.search import policy

BUDGET = 40


def positions(game, seed, wanted):
    """Positions of a match between scripts in which a seat has a choice."""
    script = st.agents.make(game, "script")
    position, stream = game.start(), rng.stream(seed)
    found = []
    while not position.over and len(found) < wanted:
        seat = position.to_move
        if seat < 0:
            position.play(position.sample(stream))
            continue
        if len(position.actions()) > 1:
            found.append(position.copy())
        position.play(script.act(position.view(seat), seat, stream))
    return found


@pytest.fixture(scope="module", params=installed())
def game(request):
    return st.load(request.param)


# no level of the others searches information sets: the compiler needs long for what only a name asks for
SEARCHING = [
    pytest.param(
        game,
        marks=() if any(level.kind == "search" for level in st.agents.levels(game)) else pytest.mark.long,
    )
    for game in installed()
]
by_search = pytest.mark.parametrize("game", SEARCHING, indirect=True)


def test_levels_are_described(game):
    levels = st.agents.levels(game.id)
    assert [level.level for level in levels] == list(range(len(levels)))
    assert len(levels) >= 4
    assert len({level.name for level in levels}) == len(levels)
    for level in levels:
        assert level.text.endswith(".")
        # how it plays, and how often it beats the level below
        assert level.text.count(".") == 1 + (level.level > 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        levels[0].name = ""
    assert [len(st.agents.up_to(game.id, level.level)) for level in levels] == list(range(1, len(levels) + 1))
    # level 2 plays where none is given
    unnamed, second, third = (vars(st.agents.make(game.id, *given)) for given in ((), (2,), (3,)))
    assert repr(unnamed) == repr(second)
    assert repr(unnamed) != repr(third)


def test_every_level_plays_legal_actions(game):
    for level in st.agents.levels(game.id):
        agent = st.agents.make(game, level.level)
        for number, position in enumerate(positions(game, level.level, 40)):
            seat = position.to_move
            action = agent.act(position.view(seat), seat, rng.stream(number), budget=BUDGET)
            assert position.refusal(action) is None


def test_a_swapped_truth_under_an_equal_view_changes_nothing(game):
    for level in st.agents.levels(game.id):
        agent, swapped, hidden = st.agents.make(game, level.level), 0, 0
        for number, position in enumerate(positions(game, 50, 30)):
            seat = position.to_move
            view = position.view(seat)
            other = view.determinize(seat, rng.stream(number, 1))
            swapped += other != position
            hidden += view != position
            assert other.view(seat) == view
            chosen = [
                agent.act(truth.view(seat), seat, rng.stream(number, 2), budget=BUDGET)
                for truth in (position, other)
            ]
            assert chosen[0] == chosen[1]
        # where nothing is hidden there is nothing to swap
        assert (swapped > 0) == (hidden > 0)


def test_policies_and_judgements_read_no_secrets(game):
    # playouts hand them full states: what they play must follow from what the seat may know
    for number, position in enumerate(positions(game, 51, 60)):
        seat = position.to_move
        view = position.view(seat)
        for truth in (position, view.determinize(seat, rng.stream(number, 3))):
            for chosen in range(1, 1 + len(game.spec.policy_names)):
                seen, told = rng.stream(number, chosen), rng.stream(number, chosen)
                expected = policy.choose(game.setup, view.state, seat, chosen, seen)
                assert policy.choose(game.setup, truth.state, seat, chosen, told) == expected
            expected = policy.quick(game.setup, view.state, seat, rng.stream(number))
            assert policy.quick(game.setup, truth.state, seat, rng.stream(number)) == expected


def test_the_same_stream_gives_the_same_action(game):
    position = positions(game, 52, 12)[-1]
    seat = position.to_move
    agent = st.agents.make(game, len(st.agents.levels(game.id)) - 1)
    actions = {agent.act(position.view(seat), seat, rng.stream(9), budget=200) for _ in range(3)}
    assert len(actions) == 1


@by_search
def test_a_search_stops_when_it_is_told(game):
    position = positions(game, 53, 8)[-1]
    seat, asked = position.to_move, []

    def cancelled():
        asked.append(True)
        return len(asked) >= 3

    agent = st.agents.make(game, "search:100000")
    assert isinstance(agent, InformationSearchAgent)
    action = agent.act(position.view(seat), seat, rng.stream(1), cancelled=cancelled)
    assert position.refusal(action) is None
    assert len(asked) == 3


@by_search
def test_slices_change_nothing(game):
    position = positions(game, 54, 10)[-1]
    seat = position.to_move
    agent = st.agents.make(game, "search:300")
    whole = agent.act(position.view(seat), seat, rng.stream(4))
    assert agent.act(position.view(seat), seat, rng.stream(4), cancelled=lambda: False) == whole


def test_names(game):
    for name in ("random", "script", 0, "1"):
        assert_legal(game, name)


@by_search
def test_the_name_of_a_search(game):
    assert_legal(game, "search:20")


def assert_legal(game, name):
    """The agent of that name plays a legal action as the first."""
    view, seat = seated(game)
    assert view.refusal(st.agents.make(game.id, name).act(view, seat, rng.stream(1))) is None


def seated(game):
    """The view of the first seat to move, and the seat."""
    position, stream = game.start(), rng.stream(2)
    while position.to_move < 0:
        position.play(position.sample(stream))
    return position.view(position.to_move), position.to_move


@pytest.mark.parametrize("name", ["nobody", "search", "search:0", "mcts:x", "search:-1", 17, -1])
def test_unknown_names_are_refused(game, name):
    with pytest.raises(ValueError, match=r"players are|a number of simulations|has levels"):
        st.agents.make(game, name)


def test_an_unknown_game_is_refused():
    with pytest.raises(ValueError, match="no game"):
        st.agents.make("chess")
    with pytest.raises(ValueError, match="no game"):
        st.agents.levels("chess")


def test_players_by_rules_are_told_by_number(game):
    known = script.names(game.spec)
    assert [script.number_of(game.spec, name) for name in known] == list(range(len(known)))
