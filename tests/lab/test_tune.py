"""Tuning on made-up matches whose truth is known: who wins follows from a setting, and nothing is played."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

import sandtable as st
from sandtable.cli import app, reports
from sandtable.engine import variants
from sandtable.engine.game import Game
from sandtable.lab.report import page, tuning
from sandtable.lab.run import aims, tune
from sandtable.lab.run import trial as trials
from sandtable.lab.run.backends import Serial
from sandtable.lab.run.sweep import axis
from sandtable.lab.run.tune import Effort
from sandtable.lab.statistics import known, named
from sandtable.lab.statistics.named import PairValues
from sandtable.lab.statistics.stats import Figure
from tests.lab.frames import frame

GAME = "assault"
SPEC = st.load(GAME).spec
NAMES = known.names(SPEC)
FAIR = 9


def truth(settings: Mapping[str, object]) -> float:
    """The chance of seat 0, which always moves first: even at a health of FAIR, 6 points a point of health elsewhere."""
    return 0.5 + 0.06 * (int(settings["health"]) - FAIR)


class Made:
    """A player whose matches are made up; `asked` are the pairs that were wanted."""

    def __init__(self, *_: object) -> None:
        self.asked: list[tuple[int, int, int]] = []
        Made.last = self

    def play(self, requests, progress):
        progress(1, 2)
        return [self._rows(*request) for request in requests]

    def _rows(self, trial, start, stop):
        self.asked.append((int(trial.settings["health"]), start, stop))
        # the same dice for all, others with another seed
        luck = np.random.default_rng([trial.seed, 7]).random((20_000, 2))[start:stop]
        won = np.where(luck < truth(trial.settings), 1.0, -1.0)
        counts = {"went_first": [1.0] * won.size, "attacks": [float(trial.settings["health"])] * won.size}
        made = frame([tuple(pair) for pair in won.tolist()], trial.agents, start, counts=counts)
        return made.with_columns(went_first_1=0.0 * made["went_first_0"])

    def finish(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _made_up(monkeypatch):
    monkeypatch.setattr(tune, "Player", Made)


def tuned(wanted=("first 50±3",), over=("health=4..12",), agents=(1, 1), game=None, **effort):
    sizes = Effort(**{"candidates": 20, "pairs": 500, "best": 2, "confirm": 3000, "at": (1, 2), **effort})
    read = [aims.read(text, NAMES) for text in wanted]
    return tune.tune(game or st.load(GAME), read, list(over), agents, sizes, 3, Serial())


def test_how_much_is_played_at_most_is_known_from_the_start():
    effort = Effort(candidates=4, pairs=10, best=3, confirm=30, at=(1, 2))
    # what searches, then the game as it was and the best of all, at each level
    for agents, levels in (((1, 1), 2), ((1, 2), 1), (("random", "random"), 1)):
        race = tune._Race(st.load(GAME), (), agents, 1, effort, None, None, None)
        assert race._most == 4 * 10 + (1 + 3) * 30 * levels


def test_a_level_that_there_is_not_is_refused_before_anything_is_played():
    with pytest.raises(ValueError, match="assault has levels 0 to 3, not 9"):
        tuned(at=(1, 9))
    # levels that nobody has named are asked as far as the game has them
    few = Game(
        replace(SPEC, players=replace(SPEC.players, levels=SPEC.players.levels[:2])), **st.load(GAME).settings
    )
    assert tune._Race(few, (), (1, 1), 1, Effort(), None, None, None)._levels() == []


# aims


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("first 50±2", 0.48, 0.52),
        ("first 50 % +- 2 %", 0.48, 0.52),
        ("first 50+/-2", 0.48, 0.52),
        ("decisions 60..80", 60.0, 80.0),
        ("draws <5%", -np.inf, 0.05),
        ("draws<=5", -np.inf, 0.05),
        ("attacks > 2.5", 2.5, np.inf),
    ],
)
def test_an_aim_is_read(text, low, high):
    found = aims.read(text, NAMES)
    assert (found.low, found.high) == pytest.approx((low, high))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("frist 50±2", "there is no figure 'frist'; did you mean first?"),
        ("first", "a target must be written like 'first 50±2'"),
        ("first 50", "a target must be written like 'first 50±2'"),
        ("decisions 80..60", "the lower end of a target must be below its upper end"),
        ("first 50±0", "the lower end of a target must be below its upper end"),
        ("first 150±2", "first must be a share from 0 to 100 %, not 'first 150±2'"),
        ("draws < -1", "draws must be a share from 0 to 100 %"),
        ("first ±", "a target must be written like"),
    ],
)
def test_a_wrong_aim_is_one_sentence(text, said):
    with pytest.raises(ValueError, match=said):
        aims.read(text, NAMES)


def test_how_far_a_figure_lies_from_its_aim():
    aim = aims.read("first 50±2", NAMES)
    assert [aim.shortfall(value) for value in (0.44, 0.48, 0.5, 0.54)] == pytest.approx([2.0, 0.0, 0.0, 1.0])
    wide, deep = Figure("first", 0.50, 0.47, 0.53, 100), Figure("first", 0.50, 0.495, 0.505, 100)
    assert aim.p_outside(wide) > 0.05 > aim.p_outside(deep)
    assert not aim.missed(wide)
    assert aim.missed(Figure("first", 0.55, 0.53, 0.57, 100))
    assert aims.read("draws <5%", NAMES).p_outside(Figure("draws", 0.06, 0.05, 0.07, 9)) > 0.9


def test_how_far_an_interval_lies_from_its_aim():
    aim = aims.read("first 50±2", NAMES)
    low, high = Figure("first", 0.44, 0.42, 0.46, 100), Figure("first", 0.55, 0.53, 0.57, 100)
    assert [aim.least(figure) for figure in (low, high)] == pytest.approx([1.0, 0.5])
    assert [aim.greatest(figure) for figure in (low, high)] == pytest.approx([3.0, 2.5])
    inside = Figure("first", 0.5, 0.49, 0.51, 100)
    assert aim.least(inside) == aim.greatest(inside) == 0.0


def test_an_aim_with_one_side_counts_two_points_of_a_share_and_a_twentieth_of_all_else_as_one():
    below, above = aims.read("draws <5%", NAMES), aims.read("attacks > 10", NAMES)
    assert [below.shortfall(value) for value in (0.01, 0.05, 0.09)] == pytest.approx([0.0, 0.0, 2.0])
    assert [above.shortfall(value) for value in (9.0, 10.0, 50.0)] == pytest.approx([2.0, 0.0, 0.0])
    # of nothing a twentieth is nothing
    assert aims.read("luck < 0", ["luck"]).shortfall(0.002) == pytest.approx(2.0)


def test_a_figure_without_any_error_is_inside_or_outside():
    aim = aims.read("attacks > 10", NAMES)
    same = [Figure("attacks", value, value, value, 100) for value in (9.0, 10.0, 10.5)]
    assert [aim.p_outside(figure) for figure in same] == [1.0, 1.0, 0.0]


# the search


def test_what_is_fair_is_found_on_fresh_dice_and_what_it_costs_is_told():
    found = tuned()
    assert (found.combinations, len(found.tried)) == (9, 9)
    assert any(one.stopped for one in found.tried)
    made = tuning.report(found, ["health=4..12"], Effort(confirm=3000))
    assert made.found[0].labels == {"health": str(FAIR)}
    assert made.found[0].reached[0].verdict == "reached"
    assert made.summary.startswith("All targets are reached by health = 9")
    assert {cost.name for cost in made.found[0].costs} >= {"first", "attacks"}
    assert made.before.reached[0].verdict == "missed"
    assert set(made.found[0].reached[0].beside) == {"level 2"}
    seeds = {start for _, start, _ in Made.last.asked}
    assert 0 in seeds
    assert sum(stop - start for _, start, stop in Made.last.asked) * 2 == found.matches


def test_of_those_played_anew_those_stand_first_that_reach_the_aims():
    found = tuned()
    before, *best = found.confirmed
    turned = replace(found, confirmed=(before, *reversed(best)))
    made = tuning.report(turned, ["health=4..12"], Effort(confirm=3000))
    assert [one.reached[0].verdict for one in made.found] == ["reached", "missed"]
    assert made.found[0].labels == {"health": str(FAIR)}
    assert [bar.label for bar in made.charts[0].marks] == ["as it was", *(one.name for one in made.found)]
    # what is missed for certain comes after what is not known
    assert tuning._wanting(["open", "open"]) < tuning._wanting(["reached", "missed"])
    assert tuning._wanting(["reached", "open"]) < tuning._wanting(["open", "open"])


HOME = {"health": 12, "round_cap": 30, "first": "roll"}


def candidate(score, half=0.01, stopped=False, **settings):
    """A candidate whose first player scores that much."""
    figure = Figure("first", score, score - half, score + half, 100)
    return tune.Tried({}, {**HOME, **settings}, 100, {"first": figure}, stopped)


def test_what_no_other_beats_is_nearer_or_has_fewer_changes():
    aim = aims.read("first 50±2", NAMES)
    near = candidate(0.54, health=9, round_cap=40)
    plain, alike = candidate(0.56, health=8), candidate(0.56, round_cap=20)
    beaten = candidate(0.56, health=8, round_cap=20)
    lucky = candidate(0.5, stopped=True, health=7)
    given = [lucky, near, plain, alike, beaten]
    assert [tune.changed(one, HOME) for one in given] == [1, 2, 1, 1, 2]
    # equal ones beat each other in nothing, and what was not played to the end is none of them
    assert tune.pareto(given, [aim], HOME) == [near, plain, alike]


def test_the_surest_are_played_anew_first_those_that_no_other_beats():
    aim = aims.read("first 50±2", NAMES)
    near, plain = candidate(0.54, health=9, round_cap=40), candidate(0.56, health=8)
    # as near as the nearest, and surer than all
    beaten = candidate(0.54, half=0.0, health=9, round_cap=50, first="0")
    lucky, home = candidate(0.5, stopped=True, health=7), candidate(0.57)
    given = [lucky, home, beaten, plain, near]
    assert tune._best(given, [aim], HOME, 9) == [near, plain, beaten]
    assert tune._best(given, [aim], HOME, 1) == [near]
    # of equally sure ones that with fewer changes comes first
    one, two = candidate(0.5, health=9), candidate(0.5, health=9, round_cap=40)
    others = [candidate(0.6, health=7, round_cap=40), candidate(0.6, health=6)]
    assert tune._best([two, *others, one], [aim], HOME, 9) == [one, two, *others[::-1]]


def test_numbers_are_proposed_by_their_order_and_all_else_by_name():
    class Asked:
        def suggest_int(self, name, low, high):
            return name, low, high

        def suggest_categorical(self, name, choices):
            return name, choices

    settings = SPEC.rules.settings
    told = [tune._place(Asked(), axis(settings, over)) for over in ("health=4..6", "held_may_attack=yes,no")]
    assert told == [("health", 0, 2), ("held_may_attack", [0, 1])]
    assert tune._place(Asked(), axis(settings, "corners=side,diagonal")) == ("corners", [0, 1])


def test_the_same_call_finds_the_same_and_optuna_searches_where_there_is_too_much():
    over = ("health=1..13", "round_cap=10..60", "held_may_attack=yes,no", "first=roll,0")
    one, other = (tuned(over=over, candidates=24) for _ in range(2))
    assert one.combinations == 13 * 51 * 2 * 2
    assert [tried.settings for tried in one.tried] == [tried.settings for tried in other.tried]
    assert len(one.tried) == 24
    assert tuning.write(tuning.report(one, over, Effort(confirm=3000))) == tuning.write(
        tuning.report(other, over, Effort(confirm=3000))
    )
    best = tuning.report(one, over, Effort(confirm=3000)).found[0]
    assert abs(int(best.settings["health"]) - FAIR) <= 1


def test_a_game_that_reaches_its_aims_as_it_was_is_said_to():
    game = st.load(GAME, health=FAIR)
    over = ["health=4..12"]
    made = tuning.report(tuned(over=over, game=game), over, Effort(confirm=3000))
    assert made.summary.startswith("All targets are reached by the game as it was")
    assert made.missed == []


@pytest.mark.parametrize(
    ("keep", "said"), [(None, "nothing was kept"), ("rows", "the matches played so far are kept in rows")]
)
def test_who_interrupts_a_tuning_is_told_what_is_kept(monkeypatch, capsys, keep, said):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(tune, "tune", stop)
    given = ["first 50±3"], ["health=4..6"], ("1", "1"), Effort(), 3, Serial(), keep and Path(keep)
    with pytest.raises(SystemExit) as ended:
        reports.tuned(st.load(GAME), *given, reports.Files(None, None, None))
    assert (ended.value.code, capsys.readouterr().err) == (130, f"sandtable: stopped; {said}.\n")


def test_where_nothing_else_is_tried_no_variant_is_written(tmp_path):
    file, home = tmp_path / "a.toml", st.load(GAME)
    sizes = Effort(candidates=1, pairs=60, best=1, confirm=100)
    over = [f"health={home.settings['health']}"]
    lines = reports.tuned(
        home, ["first 50±3"], over, ("1", "1"), sizes, 3, Serial(), None, reports.Files(None, None, file)
    )
    assert lines[-1] == f"{file} is not written: only the unchanged game could be tried."
    assert not file.exists()


def test_what_cannot_be_reached_is_said():
    made = tuning.report(tuned(over=("health=4..6",)), ["health=4..6"], Effort(confirm=3000))
    assert made.summary == "None of the settings tried are known to reach all targets."
    assert made.missed == ["first 50±3 was not reached by any candidate that was played again."]
    # the intervals of few pairs bear no sentence either way
    few = tuning.report(tuned(confirm=60), ["health=4..12"], Effort(confirm=60))
    assert few.missed == [
        "first 50±3 is not known to be reached: play the best again on more pairs (--confirm)."
    ]


def test_no_aim_is_called_reached_too_often_where_the_truth_lies_at_its_end():
    # the truth is 52 %, the very end of the aim: what is said to be reached is wrong
    aim, wrong = aims.read("first 50±2", NAMES), 0
    for run in range(400):
        values = np.random.default_rng([run, 1]).binomial(2, 0.52, 400) / 2.0
        seen = {"first": PairValues("first", values)}
        one = tune.Confirmed({}, {}, seen, {})
        wrong += tuning._verdicts([aim], [one])[0][0] == "reached"
    # 5 % of 400, and three standard errors
    assert wrong <= 20 + 3 * 4.4


def test_an_aim_is_reached_where_both_ends_of_the_interval_lie_inside():
    # 50.0 % ± 4.9: by a test of one side alone 4.5 points would do
    one = tune.Confirmed({}, {}, {"first": PairValues("first", np.array([0.0, 1.0] * 200))}, {})
    verdicts = [tuning._verdicts([aims.read(f"first 50±{width}", NAMES)], [one]) for width in (4.5, 5)]
    assert verdicts == [[["open"]], [["reached"]]]


def test_what_it_costs_is_told_by_the_pairs_that_both_tell_of():
    # NaN: not all actions were counted
    before = np.array([4.0, np.nan, 5.0, 9.0, 6.0] * 20)
    after = np.array([7.0, 3.0, np.nan, 12.0, 9.0] * 20)
    costs = tuning._costs(
        *(tune.Confirmed({}, {}, {"branching": PairValues("branching", one)}, {}) for one in (after, before))
    )
    assert [(one.name, one.value, one.n) for one in costs] == [("branching", 3.0, 60)]
    apart = [
        {"branching": PairValues("branching", np.array(one))}
        for one in ([1.0, 2.0, np.nan], [np.nan, 2.0, 3.0])
    ]
    assert tuning._costs(*(tune.Confirmed({}, {}, seen, {}) for seen in apart)) == []


def test_what_does_not_fit_is_one_sentence():
    with pytest.raises(
        ValueError, match="a tuning run must have 1 to 12 settings, all different, not health, health"
    ):
        tuned(over=("health=4..6", "health=7..8"))
    with pytest.raises(ValueError, match="decisions cannot be measured in these matches"):
        tuned(wanted=("decisions 60..80",))


# what is written


def test_page_data_and_variant_are_written(tmp_path):
    files = reports.Files(tmp_path / "a.html", tmp_path / "a.json", tmp_path / "a.toml")
    sizes = Effort(candidates=9, pairs=300, best=2, confirm=3000)
    given = ["first 50±3"], ["health=4..12"], ("1", "1"), sizes, 3, Serial(), None, files
    lines = reports.tuned(st.load(GAME), *given)
    assert lines[0].startswith("All targets are reached by health = 9")
    told = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert (told["game"], told["aims"], told["found"][0]["labels"]) == (GAME, ["first 50±3"], {"health": "9"})
    assert (told["version"], told["summary"], told["missed"]) == (st.__version__, lines[0], [])
    html = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "What it costs" in html
    assert html.count("<svg") == 1
    made = variants.at(tmp_path / "a.toml")
    assert made.settings == {"health": 9}
    assert made.why.startswith("Tuned to first 50±3, with ")
    assert page.tuning(tuning.report(tuned(), ["health=4..12"], Effort(confirm=3000))).startswith(
        "<!doctype html>"
    )


def test_a_variant_that_misses_the_targets_says_so(tmp_path):
    file = tmp_path / "a.toml"
    given = (
        ["first 90±3"],
        ["health=4..6"],
        ("1", "1"),
        Effort(candidates=3, pairs=100, best=2, confirm=300),
        3,
    )
    lines = reports.tuned(
        st.load(GAME), *given, Serial(), None, reports.Files(None, tmp_path / "a.json", file)
    )
    assert lines[-1] == f"{file} has the settings that come nearest; no settings reach all targets."
    made = variants.at(file)
    assert made.name == "All Out Assault, targets missed"
    assert made.why.startswith("Nearest found to first 90±3, with first ")
    assert made.why.endswith("(not reached).")
    told = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert {found["title"] for found in told["found"]} == {made.name}
    assert told["found"][0]["reached"][0]["missed_at"] == ["level 2"]


def test_what_cannot_be_written_is_said_before_anything_is_tried(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(tune, "tune", lambda *_: pytest.fail("it is tried"))
    given = ["first 50±3"], ["health=4..6"], ("1", "1"), Effort(), 3, Serial(), None
    for place in range(3):
        files = [None, None, None]
        files[place] = tmp_path / "nowhere" / "a"
        with pytest.raises(SystemExit):
            reports.tuned(st.load(GAME), *given, reports.Files(*files))
        assert "there is no folder" in capsys.readouterr().err


def test_a_tuning_is_told_line_by_line():
    made = tuning.report(tuned(), ["health=4..12"], Effort(confirm=3000))
    lines = [line.replace("\u00a0", " ") for line in tuning.lines(made)]
    assert lines[:3] == [made.summary, "", "On 3,000 pairs with fresh dice:"]
    assert lines[3:10] == [
        "as it was: first 67.8 % ± 1.2 (first 50±3: not reached).",
        "health = 9: first 49.7 % ± 1.3 (first 50±3: reached).",
        "  Level 2: first 49.7 % ± 1.3",
        # of shares in points, of what a game counts as it is: every pair has three attacks less
        "  costs: seat 0 −18.1 points ± 1.0; first −18.1 points ± 1.0; attacks −3 ±0.",
        "health = 8: first 43.7 % ± 1.3 (first 50±3: not reached).",
        "  Level 2: first 43.7 % ± 1.3 (first 50±3: not reached)",
        "  costs: seat 0 −24.0 points ± 1.1; first −24.0 points ± 1.1; attacks −4 ±0.",
    ]
    assert lines[10:] == [
        "",
        "Not beaten by anything else that was tried:",
        "health  first   changed  pairs",
        "9       51.2 %  1        500",
        "",
        made.whose,
        made.about,
    ]
    own = msgspec.structs.replace(made, variant="Long lives", whose="Their board.", about="Their game.")
    assert tuning.lines(own)[:2] == ["The variant 'Long lives'.", ""]
    assert tuning.lines(own)[-3:] == ["", "Their board.", "Their game."]
    nobodys = msgspec.structs.replace(made, whose="", about="")
    assert tuning.lines(nobodys)[-1].startswith("9 ")
    calm = msgspec.structs.replace(made.before, costs=[])
    assert "  costs: nothing else measurable." in tuning.lines(msgspec.structs.replace(made, found=[calm]))


def test_a_tuning_says_how_it_was_made_and_draws_each_aim():
    wanted, over = ("first 50±3", "attacks > 4"), ["health=4..12"]
    game = st.load(GAME, held_may_attack=False)
    effort = Effort(candidates=20, pairs=500, best=2, confirm=3000, at=(1, 2))
    made = tuning.report(tuned(wanted, over, game=game), over, effort)
    assert made.command == (
        "sandtable tune assault --set held_may_attack=no --aim 'first 50±3' --aim 'attacks > 4' "
        "--over health=4..12 --agents 1,1 --candidates 20 --pairs 500 --best 2 --confirm 3000 --at 1,2 --seed 3"
    )
    assert (made.agents, made.seed, made.pairs, made.combinations) == (["level 1", "level 1"], 3, 3000, 9)
    assert made.tried == 9
    assert 0 < made.stopped < 9
    first, attacks = made.charts
    assert (first.title, first.line, first.percent) == ("First, target 50±3", 0.5, True)
    assert (attacks.title, attacks.line, attacks.percent) == ("Attacks, target > 4", 4.0, False)
    names = [one.name for one in made.found]
    assert [bar.label for bar in first.marks] == ["as it was", *names]
    figures = [one.reached[0].figure for one in (made.before, *made.found)]
    assert [(bar.value, bar.low, bar.high) for bar in first.marks] == [
        (f.value, f.low, f.high) for f in figures
    ]
    found = made.found[0]
    assert found.why.startswith("Tuned to first 50±3, attacks > 4, with first ")
    assert "\u00a0" not in found.why


def test_a_wrong_aim_ends_the_command():
    asked = ["tune", GAME, "--aim", "frist 50±2", "--over", "health=4..6"]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 2
    assert (
        done.stderr
        == f"sandtable: there is no figure 'frist'; did you mean first? The figures are {', '.join(NAMES)}.\n"
    )


def test_the_figures_of_a_simulation_have_the_names_that_are_aimed_at():
    rows = Made()._rows(trials.make(st.load(GAME), (1, 1), 3), 0, 20)
    found = named.figures(rows, SPEC)
    assert list(found) == ["score", "seat_0", "first", "draws", "plies", "attacks"]
    assert set(found) <= set(NAMES)
    assert found["attacks"].value == 12.5
    assert found["first"].unit == "share"
