"""Players under a rule of the house, and what the games offer to be weighed."""

import pytest

import sandtable as st
from sandtable.agents import make
from sandtable.authoring import choices
from sandtable.games import installed, spec

GAME = "assault"


def played(game, names, seed=3):
    """What each seat did in a match, as action groups."""
    position, dice, agents = game.start(), st.stream(seed), [make(game, name) for name in names]
    done = [[], []]
    while not position.over:
        seat = position.to_move
        if seat < 0:
            position.play(position.sample(dice))
            continue
        view = position.view(seat)
        action = agents[seat].act(view, seat, dice)
        taken = game.unpack(action)
        done[seat] += [d.name for d in game.spec.lab.action_groups if d.does(game.setup, view.state, taken)]
        position.play(action)
    return done


@pytest.mark.parametrize("agent", ["random", "script", "lookahead"])
def test_a_player_without_a_deed_never_does_it(agent):
    game = st.load(GAME)
    plain = [group for seed in range(3) for group in played(game, (agent, agent), seed)[0]]
    assert "meditation" in plain
    for seed in range(3):
        bound, other = played(game, (f"without:meditation:{agent}", agent), seed)
        assert "meditation" not in bound
        assert "attack" in bound + other


def test_a_player_does_what_it_must_where_there_is_nothing_else():
    game = st.load(GAME)
    # whoever may choose a pawn may choose nothing else
    position = game.start()
    agent = make(game, "without:red:without:blue:random")
    assert position.refusal(agent.act(position.view(0), 0, st.stream(1))) is None


def test_a_player_takes_its_option():
    game = st.load(GAME)
    position, agent, rng = game.start(), make(game, "taking:allocation=opposites:random"), st.stream(2)
    for seat in (0, 0, 1, 1):
        assert position.to_move == seat
        position.play(agent.act(position.view(seat), seat, rng))
    numbers = [game.spec.presentation.scene(game.setup, position.view(seat).state, seat) for seat in (0, 1)]
    assert str(numbers[0]).count("6, 5, 4, 3, 2, 1") >= 1
    assert str(numbers[0]).count("1, 2, 3, 4, 5, 6") >= 1
    # after that it plays as it likes
    while position.to_move < 0:
        position.play(position.sample(rng))
    assert position.refusal(agent.act(position.view(position.to_move), position.to_move, rng)) is None


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("without:flying:2", "has no action group 'flying'; the action groups are red, blue"),
        ("without:red", "as in without:red:2"),
        ("taking:hats=blue:2", "has no pick 'hats'; the picks are allocation"),
        ("taking:allocation=nothing:2", "allocation has no option 'nothing'; the options are as printed"),
        ("without:red:nobody", "has no player 'nobody'"),
    ],
)
def test_a_wrong_rule_is_refused_in_a_sentence(name, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(GAME, name)


def test_an_option_of_settings_is_no_player():
    with pytest.raises(ValueError, match="is chosen by the settings, not by a player"):
        make("optio", "taking:army=heavy foot:2")


@pytest.mark.parametrize("game", installed())
def test_what_a_game_offers_fits_it(game):
    declared = spec(game)
    assert len(set(declared.presentation.sides)) == 2
    for group in declared.lab.action_groups:
        assert group.text
    for pick in declared.lab.picks:
        assert pick.option(pick.natural).name == pick.natural
        assert len({option.name for option in pick.options}) == len(pick.options) > 1
        for option in pick.options:
            assert option.text
            for settings in option.settings or ():
                st.load(game, **settings)


@pytest.mark.parametrize("game", installed())
def test_deeds_of_a_kind_name_a_kind_of_the_game(game):
    declared = spec(game)
    samples = [
        declared.rules.actions.unpack(declared.rules.actions.base(kind.name))
        for kind in declared.rules.actions.kinds
    ]
    position = st.load(game).start()
    for group in declared.lab.action_groups:
        hits = [sample.kind for sample in samples if group.does(position.game.setup, position.state, sample)]
        assert len(hits) <= 1
        # these need a position of their own
        assert hits or group.name in ("red", "blue", "meditation", "stay")


@pytest.mark.parametrize("game", ["assault", "rush", "rout"])
def test_every_option_that_is_played_can_be_played(game):
    loaded = st.load(game)
    rng = st.stream(4)
    for pick in loaded.spec.lab.picks:
        for option in pick.options:
            if option.take is None:
                continue
            position, taken = loaded.start(), 0
            for _ in range(40):
                seat = position.to_move
                action = choices.NOTHING_TO_TAKE
                if seat >= 0:
                    action = option.take(loaded.setup, position.view(seat).state, seat)
                taken += action >= 0
                position.play(action if action >= 0 else position.sample(rng))
            assert taken >= 2, option.name


def test_a_game_that_offers_nothing_has_its_kinds_for_deeds():
    from tests.fixtures.hide_and_seek.declaration import SPEC

    assert SPEC.lab.picks == ()
    assert [group.name for group in SPEC.lab.action_groups] == [
        kind.name for kind in SPEC.rules.actions.kinds
    ]
    assert SPEC.presentation.sides == ("Seat 0", "Seat 1")
