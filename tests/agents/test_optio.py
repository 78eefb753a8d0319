"""Optio's players: exact in the approach and at the template, and moves that do not tell which block is the army."""

from collections import Counter

import numpy as np
import pytest

import sandtable as st
from sandtable.authoring import rng
from sandtable.games.optio.data.ground import SIDE
from sandtable.games.optio.data.maps import FOLDER
from sandtable.games.optio.data.profiles import profiles
from sandtable.games.optio.players import policies
from sandtable.games.optio.players.beliefs import suspects
from sandtable.games.optio.players.lookahead import _best, moves_to_contact
from sandtable.games.optio.rules.turns import END, STEP, TEMPLATE, army
from sandtable.games.optio.schema import ARMIES, BLOCKS, KIND
from sandtable.games.optio.show.text import best_battle
from sandtable.lab.run import rows, trial
from sandtable.search import policy
from tests.rules.optio.table import fight, table


@pytest.fixture(scope="module")
def game():
    return st.load("optio")


def along(game, seed, level=1):
    """Every position of a match of a level against itself in which a seat has a choice."""
    agent, position, stream = st.agents.make(game, level), game.start(), rng.stream(seed)
    while not position.over:
        seat = position.to_move
        if seat >= 0 and len(position.actions()) > 1:
            yield position.copy()
        position.play(position.sample(stream) if seat < 0 else agent.act(position.view(seat), seat, stream))


def ratings(position):
    """What the look ahead thinks of each legal action."""
    actions = np.array(position.actions())
    values = np.zeros(actions.size)
    assert policy.rate(position.game.setup, position.state, position.to_move, actions, actions.size, values)
    return dict(zip(actions.tolist(), values.tolist(), strict=True))


def test_the_look_ahead_keeps_the_value_of_the_approach(game):
    agent, seen = st.agents.make(game, 2), 0
    for seed in range(8):
        for position in along(game, seed):
            if position.phase != "approach":
                continue
            seat, before = position.to_move, game.setup.value[best_battle(game.setup, position.state)]
            position.play(agent.act(position.view(seat), seat, rng.stream(seed)))
            # of moves that are as good as equal it may prefer the one that leaves more to the enemy's errors
            loss = before - game.setup.value[best_battle(game.setup, position.state)]
            assert (loss if seat == 0 else -loss) < 0.005
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("level", [1, 2])
def test_the_template_lies_where_it_is_best(game, level):
    agent, seen = st.agents.make(game, level), 0
    for seed in range(30):
        for position in along(game, seed):
            if position.phase == "template":
                seat = position.to_move
                scores = game.setup.score[
                    position.state.second, position.state.battle, position.state.battle_side
                ]
                likings = {a: scores[TEMPLATE.unpack(a)[0]] * (1 - 2 * seat) for a in position.actions()}
                chosen = agent.act(position.view(seat), seat, rng.stream(seed))
                assert likings[chosen] == max(likings.values())
                seen += 1
    assert seen > 3


def test_a_step_is_worth_the_same_whatever_the_hidden_block_is(game):
    compared = 0
    for position in along(game, 3, 2):
        if position.phase != "move":
            continue
        seat, state = position.to_move, position.state
        lead = army(state, seat)
        dummies = [
            b
            for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS)
            if state.block[b].kind == KIND.DUMMY and not state.block[b].revealed
        ]
        if not dummies or state.block[lead].revealed:
            continue
        before = ratings(position)
        state.block[lead].kind, state.block[dummies[0]].kind = KIND.DUMMY, KIND.ARMY
        assert ratings(position) == before
        compared += 1
    assert compared > 20


def test_suspects_are_the_hidden_blocks_until_the_army_is_found(game):
    position = game.start()
    while position.phase != "move":
        position.play(position.sample(rng.stream(1)))
    state = position.state
    assert suspects(state, 1) == 0b111111
    dummy = next(b for b in range(BLOCKS, 2 * BLOCKS) if state.block[b].kind == KIND.DUMMY)
    state.block[dummy].revealed = 1
    assert suspects(state, 1) == 0b111111 & ~(1 << dummy - BLOCKS)
    state.block[army(state, 1)].revealed = 1
    assert suspects(state, 1) == 1 << army(state, 1) - BLOCKS


def test_the_army_is_on_the_map_before_it_has_to_be(game):
    for level in (1, 2):
        for position in along(game, 5, level):
            last = position
        seats = [last.state.block[army(last.state, seat)].square for seat in (0, 1)]
        assert all(square < 25 for square in seats)


def test_the_last_turn_brings_the_army_in(game):
    position, agent = game.start(), st.agents.make(game, 2)
    while position.phase != "move":
        position.play(position.sample(rng.stream(2)))
    state, seat = position.state, position.to_move
    state.turn = 2 * game.setup.reveal_after - 2
    rated = ratings(position)
    assert END.pack() not in rated
    # whatever moves first, the turn does not end with the army in reserve
    while position.to_move == seat and position.phase == "move":
        position.play(agent.act(position.view(seat), seat, rng.stream(3)))
    assert state.block[army(state, seat)].square < 25


# private wishes (O4.5)


@pytest.fixture(scope="module")
def ground():
    return st.load("optio", result="ground", score_from="zero", map="wooded:4")


def placing(ground, wishes):
    """The table at which Navy, with these wishes, places the template; Oxblood came from the east."""
    return fight("C3", "east", "Oxblood", map="wooded:4", result="ground", wishes={"Navy": wishes}).position


def test_where_somebody_wins_computers_think_by_the_setup_of_the_match(game):
    position = game.start()
    assert game.agent_setup is None
    assert position.agent_setup(0) is game.setup


@pytest.mark.parametrize("seat", [0, 1])
def test_a_computer_thinks_by_a_setup_in_which_its_wishes_win(ground, seat):
    position = ground.start()
    position.state.wish[seat] = 4
    chosen = {"navy_profile": ARMIES[3]} if seat == 0 else {"oxblood_profile": ARMIES[3]}
    other = "oxblood_profile" if seat == 0 else "navy_profile"
    wanted = st.load("optio", map="wooded:4", **chosen, **{other: "none"}).setup
    assert position.agent_setup(seat).tobytes() == wanted.tobytes()
    assert position.agent_setup(seat) is position.agent_setup(seat)
    # the match itself stays without a winner, and so does the mind of a seat whose wishes are not known
    assert position.agent_setup(1 - seat) is ground.setup
    assert not ground.setup.score.any()


@pytest.mark.parametrize("player", ["script", "lookahead", "search:40"])
def test_a_computer_places_the_template_as_it_wishes(ground, player):
    agent, chosen = st.agents.make(ground, player), {}
    for number, name in enumerate(ARMIES):
        position = placing(ground, profiles()[name].name)
        scores = position.view(0).agent_setup(0).score[1, 12, 1]
        action = agent.act(position.view(0), 0, rng.stream(1, number))
        chosen[name] = action
        if player != "search:40":
            assert scores[TEMPLATE.unpack(action)[0]] == max(
                scores[TEMPLATE.unpack(a)[0]] for a in position.actions()
            )
    assert len(set(chosen.values())) > 1


def test_what_a_computer_does_depends_on_its_own_wishes_and_not_on_the_others(ground):
    agent = st.agents.make(ground, 2)
    for seed in range(3):
        position, stream = ground.start(), rng.stream(seed)
        while position.phase != "move":
            position.play(position.sample(stream))
        seat = position.to_move
        played = set()
        for wish in range(1, 7):
            position.state.wish[1 - seat] = wish
            played.add(agent.act(position.view(seat), seat, rng.stream(9)))
        assert len(played) == 1


def test_matches_without_a_winner_are_played_by_wishes_in_the_lab_too():
    plans = [
        trial.make(st.load("optio", kudos=1, reveal_after=6, result=result), ("script", "script"))
        for result in ("winner", "ground")
    ]
    assert [rows.compiled(made) for made in plans] == [True, False]
    found = rows.run_batch(plans[1], 0, 2)
    assert found.select("score_0", "score_1").to_numpy().any() == found["left_behind_0"].to_numpy().any()
    assert found["went_first_0"].sum() + found["went_first_1"].sum() == 4


# level 1


def even_map():
    """Crossways with its northern half turned round for the southern one: the same from both edges."""
    head, _, ground = (FOLDER / "crossways.txt").read_text(encoding="utf-8").partition("map:\n")
    north = ground.split()[: SIDE // 2]
    return f"{head}map:\n" + "\n".join([*north, *(row[::-1] for row in reversed(north))])


@pytest.mark.parametrize("army_of", ["heavy_foot", "warband", "light_foot"])
def test_on_a_map_that_is_the_same_from_both_edges_neither_seat_of_level_1_is_better_off(army_of):
    even = st.load("optio", map=even_map(), navy_profile=army_of, oxblood_profile=army_of)
    found = rows.run_batch(trial.make(even, ("1", "1"), 3), 0, 200)
    wins = (found["score_0"] > 0).mean() + (found["score_0"] == 0).mean() / 2
    assert abs(wins - 0.5) < 0.09


def test_level_1_does_not_go_to_the_same_squares_in_every_match(game):
    met = Counter()
    for seed in range(60):
        first = next(position for position in along(game, seed) if position.phase == "approach")
        met[tuple(int(first.state.block[army(first.state, seat)].square) for seat in (0, 1))] += 1
    # where it always went to the best square it was 95 of 100
    assert met.most_common(1)[0][1] < 40


# a hidden army that shows itself (O2.6)


def facing(**settings):
    """Navy's hidden army stands with Oxblood's, which lies face up, since the turn before."""
    t = table({"Navy 1": "C2", "Oxblood 1": "C3", "Navy 6": "A1"}, face_up=["Oxblood 1"], **settings)
    t.position.state.turn = 2
    return t.step("Navy 1", "north")


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("worth", [-0.9, 0.9])
def test_the_army_shows_itself_where_the_battle_is_good(level, worth):
    # no other scenario has this map
    t = facing(map="open:77")
    setup = t.position.game.setup
    setup.value[:] = 0
    # Navy came second, from the south
    setup.value[12 * 4 + 2] = worth
    chosen = st.agents.make(t.position.game, level).act(t.position.view(0), 0, rng.stream(1))
    assert t.position.game.describe(chosen) == (
        "show the army to the enemy army" if worth > 0 else "do not scout"
    )
    # in a later turn too, before or after other blocks move
    later, played = t.decline().end().enter("Oxblood 6", "A").end().position, []
    agent = st.agents.make(later.game, level)
    while later.phase == "move" and later.to_move == 0:
        action = agent.act(later.view(0), 0, rng.stream(len(played)))
        played.append(later.game.describe(action))
        later.play(action)
    assert ("show the army to the enemy army" in played) == (worth > 0)


# who scouts (O2.6)


def asked(**settings):
    """Navy's scout is asked whether it scouts one of two blocks."""
    t = table({"Navy 2": "C2", "Oxblood 3": "C3", "Oxblood 4": "C3"}, **settings)
    return t.step("Navy 2", "north").position


@pytest.mark.parametrize(
    ("target_by", "said"),
    [
        ("scouter", ["scout enemy block 3 with block 2", "scout enemy block 4 with block 2"]),
        ("owner", ["scout the one that its owner shows with block 2"]),
    ],
)
def test_the_scout_of_a_plain_player_always_scouts_and_any_block(target_by, said):
    position = asked(target_by=target_by)
    agent = st.agents.make(position.game, "script")
    chosen = {agent.act(position.view(0), 0, rng.stream(seed)) for seed in range(20)}
    assert sorted(map(position.game.describe, chosen)) == said


def test_a_chance_to_scout_counts_for_the_army_where_it_says_which_block_turns_up():
    places = {"Navy 1": "C2", "Oxblood 1": "C3", "Oxblood 4": "C3"}
    known = {f"Oxblood {block}": f"{column}1" for block, column in zip((2, 3, 5, 6), "ABDE", strict=True)}
    # no other scenario has this map
    by_army, by_owner = (
        table(places | known, face_up=["Navy 1", *known], target_by=target_by, map="open:78").position
        for target_by in ("scouter", "owner")
    )
    gained = 0
    for values in np.random.default_rng(1).uniform(-1, 1, (20, by_army.game.setup.value.size)):
        by_army.game.setup.value[:] = by_owner.game.setup.value[:] = values
        north = STEP.pack(0, 0)
        by_choice, by_chance = ratings(by_army)[north], ratings(by_owner)[north]
        assert by_choice >= by_chance
        gained += by_choice > by_chance
    assert gained > 0


def test_where_one_action_is_legal_it_is_played(game):
    t = table({"Navy 1": "A1", "Navy 2": "B1", "Navy 3": "C1", "Navy 4": "D1"})
    for block in (1, 2, 3, 4):
        t.step(f"Navy {block}", "north")
    position = t.enter("Navy 5", "A").enter("Navy 6", "A").position
    assert t.options() == ["end the turn"]
    for number in (policies.SCRIPT, policies.LOOKAHEAD):
        chosen = policy.choose(position.game.setup, position.state, 0, number, rng.stream(1))
        assert chosen == END.pack()


def test_of_the_best_each_is_as_likely():
    worth = np.array([0.9, 0.1, 0.5, 0.2, 0.5, 0.5, 0.4, 0.9])
    chosen = Counter(int(_best(worth, 1, 7, rng.stream(seed))) for seed in range(600))
    assert set(chosen) == {2, 4, 5}
    assert all(abs(count - 200) < 45 for count in chosen.values())


def test_a_scout_comes_back_to_blocks_that_it_stands_with(game):
    t = table({"Navy 2": "C3", "Oxblood 3": "C3", "Navy 1": "A1", "Oxblood 1": "E5"}, face_up=["Navy 2"])
    t.position.state.turn = 2
    rated = ratings(t.position)
    leaving = [
        value
        for action, value in rated.items()
        if t.position.game.describe(action).startswith("move block 2")
    ]
    assert min(leaving) > 0
    assert [moves_to_contact(t.position.state, 0, square, 0b000100) for square in (12, 7, 2, 0)] == [
        2,
        1,
        2,
        4,
    ]
