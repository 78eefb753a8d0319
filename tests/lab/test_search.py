"""The search for better picks, with matches whose chances are known."""

import re
from dataclasses import replace

import numpy as np
import pytest

from sandtable.authoring import Option, Pick, Space
from sandtable.authoring.choices import SEARCHES
from sandtable.engine.game import Game, load
from sandtable.lab.report import ablations
from sandtable.lab.report.findings import report_on
from sandtable.lab.report.search import _Oracle, mixed, most, search
from sandtable.lab.run import trial
from sandtable.lab.statistics.stats import Figure
from tests.changed import changed
from tests.fixtures.scales.declaration import SPEC as SCALES
from tests.lab.frames import frame
from tests.markers import quick

# options are "0" to "199"; the listed ones are the first four
MANY = 200


def option(number):
    return Option(str(number), f"number {number}", take=lambda _setup, _view, _seat: 0)


SPACE = Space(
    MANY,
    lambda below: option(below(MANY)),
    lambda like: [option((int(like.name) + step) % MANY) for step in (-2, -1, 1, 2)],
    lambda name: option(int(name)) if name.isdecimal() else None,
)
PICK = Pick("weight", "the number", tuple(map(option, range(4))), natural="0", space=SPACE)
MIRROR = trial.make(Game(SCALES), ("player", "player"), 1)


def playing(strength):
    """Plays jobs of which the score of one option against another is known: one half and the difference of their strengths."""

    def run(jobs):
        made = {}
        for job in jobs:
            own, other = (int(agent.split("=")[1].split(":")[0]) for agent in job.trial.agents)
            rng = np.random.default_rng([job.trial.seed, own, other])
            first, second = rng.random((2, job.pairs)) < 0.5 + strength(own) - strength(other)
            made[job.name] = frame([(2.0 * a - 1, 1 - 2.0 * b) for a, b in zip(first, second, strict=True)])
        return made

    return run


def test_a_better_option_is_found_and_confirmed():
    # the best of all is 150, by 12 points
    def strength(number):
        return 0.12 - abs(number - 150) * 0.12 / 150

    found = search(MIRROR, PICK, SPACE, 200, playing(strength))
    names = [answer.option.name for answer in found.found]
    assert names
    assert len(set(names)) == len(names)
    # within five points of the best, which is what that many pairs tell for certain
    assert strength(int(names[-1])) > strength(150) - 0.05
    assert all(answer.score.low > 0.5 for answer in found.found)
    # on fresh dice, so what is said of it is right
    first = found.found[0]
    mixed = first.score.value - (0.5 + strength(int(first.option.name)) - strength(3))
    assert abs(mixed) < 0.04
    best = max(found.metagame.mixture, key=lambda figure: figure.value)
    assert strength(int(best.name)) > strength(3) + 0.07
    part = ablations.searched(found)
    assert f"“{names[0]}”" in part.findings[0].text or f"(number {names[0]})" in part.findings[0].text
    assert re.search(r"scores \d\d\.?\d?.%.±.\d.* on fresh dice", part.findings[0].text)
    assert f"{MANY}" in part.section.text


def test_what_an_answer_meets_is_the_mixture_without_what_is_rare():
    oracle = _Oracle(MIRROR, PICK, SPACE, 20, playing(lambda _: 0.0))
    weights = (0.66, 0.015, 0.0, 0.325)
    found = replace(oracle.metagame(), mixture=tuple(Figure("", w, w, w, 1, "share") for w in weights))
    assert [(one.name, weight) for one, weight in mixed(PICK.options, found)] == [
        ("0", pytest.approx(0.66 / 0.985)),
        ("3", pytest.approx(0.325 / 0.985)),
    ]


def test_how_much_a_search_plays_at_most_is_known_before():
    def run(jobs):
        # whoever is asked about wins, so that each race finds one, until the last
        return {job.name: frame([(1.0, -1.0)] * job.pairs) for job in jobs}

    space = replace(SPACE, cover=lambda: map(option, range(100, 140)))
    found = search(MIRROR, PICK, space, 40, run)
    assert len(found.found) == SEARCHES
    # against each part of a mixture whole pairs are played
    assert 0.9 < found.matches / 2 / most(PICK, space, 40) < 1.1


def test_one_good_option_like_no_other_is_found_among_those_that_a_race_begins_with():
    def strength(number):
        return 0.2 if number == 150 else 0.0

    space = replace(SPACE, cover=lambda: map(option, range(120, 180)))
    found = search(MIRROR, PICK, space, 60, playing(strength))
    assert [answer.option.name for answer in found.found] == ["150"]
    assert found.last is not None
    assert found.tried >= 60


@pytest.mark.parametrize("seeds", quick(range(2), of=(range(2), range(2, 6)), study=(range(2, 6),)))
def test_where_all_are_alike_nothing_is_said_to_be_better(seeds):
    wrong = 0
    for seed in seeds:
        mirror = replace(MIRROR, seed=seed)
        found = search(mirror, PICK, SPACE, 40, playing(lambda _: 0.0))
        wrong += bool(found.found)
        if not found.found:
            assert found.last is not None
            (finding,) = ablations.searched(found).findings
            assert "not certain to beat the mixture" in finding.text
            assert not finding.act
    # less than one in twenty is, by the error that is stated
    assert wrong <= 1


@pytest.mark.parametrize("space", [None, replace(SPACE, total=len(PICK.options) + 6)])
def test_where_nothing_can_be_searched_nothing_is_played(monkeypatch, space):
    """`run` is not called before it is said."""
    game = Game(changed(SCALES, picks=(replace(PICK, space=space),)))
    assert not any(pick.searchable for pick in game.spec.lab.picks)

    def plays(_):
        pytest.fail("it plays")

    monkeypatch.setattr(trial.Trial, "load", lambda _: game)
    with pytest.raises(ValueError, match="has no picks to search for"):
        report_on(MIRROR, 10, plays, top=0, at=(), searching=plays)


def test_the_same_seed_finds_the_same():
    def strength(number):
        return 0.001 * number

    first, second = (search(MIRROR, PICK, SPACE, 20, playing(strength)) for _ in range(2))
    assert [a.option.name for a in first.found] == [a.option.name for a in second.found]
    assert first.metagame == second.metagame


def test_all_allocations_of_all_out_assault_can_be_named_and_varied():
    pick = load("assault").spec.lab.picks[0]
    space = pick.space
    assert space is not None
    assert space.total == 720**2
    subtle = pick.option("subtle")
    near = space.near(subtle)
    assert len({one.name for one in near}) == len(near) == 3 * 15
    for one in near:
        assert pick.option(one.name).name == one.name
    again = space.near(pick.option("2 4 6 5 1 3 and 1 2 3 4 5 6"))
    assert "2 4 6 5 1 3 and 2 4 6 5 1 3" in {one.name for one in again}
    # all that give both pawns the same
    cover = [one.name for one in space.cover()]
    assert len(set(cover)) == len(cover) == 720
    assert {name.split(" and ")[0] == name.split(" and ")[1] for name in cover} == {True}
    assert "2 4 6 5 1 3 and 2 4 6 5 1 3" in cover
    drawn = space.draw(lambda n: n - 1)
    assert drawn.name == "6 5 4 3 2 1 and 6 5 4 3 2 1"
    for wrong in ("2 4 6", "2 4 6 5 1 3", "2 4 6 5 1 1 and 1 2 3 4 5 6", "x and y"):
        with pytest.raises(ValueError, match="has no option"):
            pick.option(wrong)
