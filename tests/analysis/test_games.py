"""The analysis of the shipped games: exact answers where positions can be solved, and blunders planted in matches."""

import numpy as np
import pytest

import sandtable as st
from sandtable.agents.script import ratings
from sandtable.analysis.analysis import Analysis, work
from sandtable.analysis.course import Course
from sandtable.analysis.judgement import Sampler, judge_of
from sandtable.authoring.records import CHANCE
from sandtable.authoring.rng import stream
from sandtable.engine.match import Entry, Match
from sandtable.games import installed
from sandtable.lab.run.backends import Serial

pytestmark = pytest.mark.study
# the phases that a search player solves exactly, by game
SOLVED = {
    game: level.options["exact"]
    for game in installed()
    for level in st.agents.levels(game)
    if "exact" in level.options
}
# what a planted blunder costs at least, by samples of another seed than the analysis uses
COST, OTHER = 0.2, 99


def played(game, names, seed, plant=lambda match: None):
    """A match of two players in which `plant` may replace an action."""
    match, dice, own = (
        Match(game, b"", dice=(seed, 0)),
        stream(seed, 0),
        [stream(seed, 1 + n) for n in (0, 1)],
    )
    players = [st.agents.make(game, name) for name in names]
    while not match.over:
        position, seat = match.position, match.to_move
        if seat == CHANCE:
            kind, action = "outcome", position.sample(dice)
        else:
            kind, action = "action", plant(match)
            if action is None:
                action = int(players[seat].act(position.view(seat), seat, own[seat]))
        match.extend([Entry(len(match.entries) + 1, kind, seat, action)])
    return match


@pytest.mark.parametrize("game", SOLVED)
def test_solved_positions_get_the_exact_answer(game):
    wrong = 0
    for seed in range(4):
        match = played(st.load(game), ("random", "1"), seed)
        analysis = Analysis(match)
        work(analysis, Serial(), 0.0, 1)
        for one in analysis.findings().decisions:
            if one.phase in SOLVED[game] and one.action >= 0:
                view = match.at(one.ply).view(one.seat)
                actions = view.actions()
                values = np.sign(ratings(view.game.setup, view.state, one.seat, actions))
                cost = (values.max() - values[actions.index(one.action)]) / 2.0
                assert one.loss == pytest.approx(cost, abs=1e-6), (seed, one)
                wrong += cost > 0.0
    assert wrong > 0


class Planter:
    """Plays the worst option of the first decision after `start` at which it costs enough."""

    def __init__(self, game, start):
        self.start, self.ply = start, -1
        self.sampler = Sampler(game, judge_of(game), OTHER)

    def __call__(self, match):
        position, seat = match.position, match.to_move
        if self.ply >= 0 or match.ply < self.start or position.forced() is not None:
            return None
        # the course wants something to have been done
        course = Course(match.game, [*match.moves, position.actions()[0]])
        options = [position.actions()[0], *course.others(match.ply, self.sampler)]
        view, sign = position.view(seat), 1.0 if seat == 0 else -1.0
        means = [
            sign * self.sampler.chances(view, match.ply, 0, 200, (option,), seat).mean() for option in options
        ]
        if max(means) - min(means) < COST:
            return None
        self.ply = match.ply
        return options[int(np.argmin(means))]


@pytest.mark.parametrize("game", installed())
def test_a_planted_blunder_is_found(game):
    loaded, found, planted = st.load(game), 0, 0
    policy = loaded.spec.policy_names[0]
    for seed in range(4):
        planter = Planter(loaded, 20 + 10 * seed)
        match = played(loaded, (policy, policy), seed, planter)
        if planter.ply < 0:
            continue
        analysis = Analysis(match)
        work(analysis, Serial(), 0.0, 1)
        (one,) = [one for one in analysis.findings().decisions if one.ply == planter.ply]
        planted += 1
        found += one.mark == "blunder"
    assert planted >= 2
    assert found == planted
