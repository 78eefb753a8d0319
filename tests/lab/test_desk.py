"""What the desk does with files and words, and pages, of a report made by hand."""

import json
import math
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import sandtable as st
from sandtable.cli import reports
from sandtable.engine.matchfile import verify
from sandtable.lab.report import document, page
from sandtable.lab.report.compare import charts, compare
from sandtable.lab.report.document import (
    Bar,
    Chart,
    Example,
    Finding,
    Provenance,
    Report,
    ReportTable,
    Row,
    Section,
)
from sandtable.lab.report.experiments import first_sizes, run_jobs, sizes
from sandtable.lab.run import playing
from sandtable.lab.run.backends import Processes, Serial
from sandtable.lab.run.playing import Player, Request
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics.stats import Figure
from tests.lab.frames import frame

GAME = "assault"


def made(game=GAME, value=10.0, **provenance):
    """A report with one part."""
    told = {
        "version": "1",
        "rules": "r",
        "settings": st.load(GAME).settings,
        "changed": {"health": 6, "held_may_attack": False, "board": "a\nb", "x": "y" * 41, "z": "y" * 40},
        "agents": ["1", "script"],
        "seed": 3,
        "pairs": 10,
        "matches": 24,
        "command": "sandtable report",
    }
    chart = Chart("histogram", "Lengths", "decisions", [Bar("", 3.0, 0.5, 5.5)], 4.0)
    section = Section(
        "length",
        "How long",
        "About it.",
        [Figure("decisions", value, value - 1, value + 1, 10, "decisions")],
        [chart],
        [ReportTable(["Deed", ""], [Row(["Hop", "seldom"])])],
    )
    findings = [Finding("Mend this.", "length", True, 2.0, 1), Finding("So it is.", "length", False, 1.0, 9)]
    return Report(1, game, "Toy", ["L", "R"], Provenance(**{**told, **provenance}), findings, [section], [])


# workers


class Started(Processes):
    """Processes that remember how they were asked, and never start."""

    def __init__(self):
        super().__init__(2)
        self.asked = []

    def begin(self):
        """Remembered."""
        self.asked.append("begin")

    def end(self):
        """Remembered."""
        self.asked.append("end")


def test_workers_that_were_started_are_ended_where_a_report_is_refused():
    workers = Started()
    order = reports.ReportOrder(GAME, [], 10, 1, ("1", "1"), 9, None, None)
    with pytest.raises(ValueError, match="assault has levels 0 to 3, not 9"):
        reports.reported(order, workers)
    assert workers.asked == ["begin", "end"]


# pages


def test_a_page_says_all_that_is_in_the_report():
    html, own = page.html(made()), "custom"
    for text in (
        "20 matches of the computer as Soldier (level 1) against script, and of 4 more",
        f"health = 6, held_may_attack = no, board = {own}, x = {own} and z = {'y' * 40}.",
        "Mend this.</span> <small>1 pair</small>",
        "So it is.</span> <small>9 pairs</small>",
        "both sides are Soldier (level 1)",
        '<th scope="row">Hop</th><td>seldom</td>',
        "<td>10.0 decisions</td><td>9.0 to 11.0</td>",
        "Lengths. Dashed: the median.",
        "<svg ",
    ):
        assert text in html, text
    assert html.index("Mend this.") < html.index("What else was found") < html.index("So it is.")
    plain = page.html(made(agents=["script", "script"], changed={}))
    assert "All settings are the game&#39;s own." in plain
    assert "script against itself" in plain
    assert "where a side does without" not in plain


def test_a_page_of_a_comparison_tells_what_stands():
    found = compare(made(), made(value=20.0))
    text = page.comparison(found)
    (change,) = found.changes
    assert change.stands
    assert "Toy" in text
    noise = page.comparison(compare(made(), made()))
    assert noise != text
    elsewhere = msgspec.structs.replace(found, game="toy.made")
    assert "toy.made" in page.comparison(elsewhere)


def test_the_page_of_a_comparison_tells_noise_apart_from_what_stands():
    def two(value, **fields):
        (section,) = made().sections
        plies = Figure("plies", 5.0, 4.0, 6.0, 10, "plies")
        parts = [msgspec.structs.replace(section, figures=[*made(value=value).sections[0].figures, plies])]
        return msgspec.structs.replace(made(), sections=parts, **fields)

    text = page.comparison(compare(two(10.0, whose="Mine."), two(20.0, whose="Yours."))).replace(
        "\u00a0", " "
    )
    assert "1 of 2 figures differs by more than noise" in text
    changed, noise = text.split('<h2 id="part-noise">What may be noise</h2>')
    assert "How long: “decisions” rises from 10.0 decisions to 20.0 decisions" in changed
    assert "plies" not in changed.split("<article")[1]
    assert '<th scope="row">How long: plies</th><td>5.0 plies</td><td>5.0 plies</td>' in noise
    assert noise.count('<th scope="row">') == 1
    assert "Before, played with: Mine. After, played with: Yours." in noise


def test_the_page_of_a_comparison_draws_each_parts_differences_in_points():
    def scoring(value):
        shares = [Figure(f"{side} scores", value, value - 0.02, value + 0.02, 90, "share") for side in "LR"]
        unknown = Figure("moves", 0.5, -math.inf, math.inf, 1, "moves")
        balance = Section("balance", "Who wins", "About it.", [*shares, unknown])
        return msgspec.structs.replace(made(), sections=[balance, *made().sections])

    found = compare(scoring(0.5), scoring(0.6))
    # decisions are not in points, and what is not known to any end has no interval to draw
    (chart,) = charts(found)
    assert (chart.kind, chart.title, chart.line) == ("intervals", "Who wins", 0.0)
    assert [mark.label for mark in chart.marks] == ["L scores", "R scores"]
    assert chart.marks[0].value == pytest.approx(10.0)
    assert (chart.marks[0].low, chart.marks[0].high) == pytest.approx((10 - 2 * 2**0.5, 10 + 2 * 2**0.5))
    text = page.comparison(found)
    assert "<figcaption>Who wins. Bars: 95\u00a0% intervals. Dashed: 0.</figcaption>" in text
    assert text.count("<svg ") == 1
    assert "In pictures" not in page.comparison(compare(made(), made()))


def test_what_all_labels_of_a_chart_would_begin_with_stands_above_it():
    def picking(value):
        names = ("hill against all others", "hill against the best mixture")
        figures = [Figure(name, value, value - 0.02, value + 0.02, 90, "share") for name in names]
        return msgspec.structs.replace(
            made(), sections=[Section("pick", "What to pick: army", "About it.", figures)]
        )

    (chart,) = charts(compare(picking(0.5), picking(0.6)))
    assert chart.title == "What to pick: army"
    assert {mark.label for mark in chart.marks} == {
        "hill against all others",
        "hill against the best mixture",
    }


def test_an_example_is_a_match_to_look_at():
    game = st.load(GAME, health=1)
    position, moves, dice, rng = game.start(), [], st.stream(3, 0, 0), st.stream(1)
    while not position.over:
        moves.append(position.sample(dice if position.to_move < 0 else rng))
        position.play(moves[-1])
    example = Example("longest", "The longest match", "Long.", ["one", "two"], [3, 0, 0], moves)
    report = msgspec.structs.replace(made(settings=game.settings), examples=[example])
    match = page.match_of(report, example, game)
    assert match.seats == ("one", "two")
    # its dice are those that it names
    assert verify(match.file()).moves == moves
    html = page.html(report)
    assert 'download="assault-longest.jsonl.gz"' in html
    assert 'data-example="longest"' in html


# the desk


def order(tmp_path, **given):
    files = {"out": tmp_path / "out.html", "data": tmp_path / "out.json", **given}
    return reports.ReportOrder(GAME, ["health=6"], 10, 5, ("script", "script"), 0, **files)


def test_a_report_is_written_and_its_findings_told(tmp_path, monkeypatch):
    asked = []

    def reported(trial, pairs, run, top, at, variant, searching, fewer):
        asked.append(
            (trial.settings["health"], trial.agents, trial.seed, pairs, top, at, variant, searching, fewer)
        )
        run.keywords["progress"](1, 2)
        return made()

    monkeypatch.setattr(reports, "report_on", reported)
    lines = reports.reported(order(tmp_path, table=tmp_path / "out.csv"), Serial())
    assert asked == [(6, ("script", "script"), 5, sizes(10), 0, (1, 2), "", None, {})]
    assert lines == [
        *reports._answers(made()),
        "",
        "What to act on:",
        "  Mend this.",
        "",
        "What else was found:",
        "  So it is.",
        "",
        f"Written: {tmp_path / 'out.html'}, {tmp_path / 'out.json'}, {tmp_path / 'out.csv'}",
    ]
    assert document.read((tmp_path / "out.json").read_text(encoding="utf-8")) == made()
    assert "decisions" in (tmp_path / "out.csv").read_text(encoding="utf-8")
    assert (tmp_path / "out.html").read_text(encoding="utf-8") == page.html(made())
    # a search plays as the report does
    asked.clear()
    reports.reported(replace(order(tmp_path), searched=True), Serial())
    assert [(ways[7].func, ways[7].keywords["known"]) for ways in asked] == [(run_jobs, {})]
    nothing = made()
    calm = msgspec.structs.replace(nothing, findings=nothing.findings[1:])
    monkeypatch.setattr(reports, "report_on", lambda *_: calm)
    assert reports.reported(order(tmp_path, out=None, data=None), Serial()) == [
        *reports._answers(calm),
        "",
        "What else was found:",
        "  So it is.",
    ]


def test_reports_and_settings_are_compared_as_they_come(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(
        reports, "report_on", lambda trial, *_: asked.append(dict(trial.settings)) or made(value=20.0)
    )
    (tmp_path / "before.json").write_text(document.write(made()), encoding="utf-8")
    (tmp_path / "after.toml").write_text("round_cap = 20\n", encoding="utf-8")
    files = tmp_path / "before.json", tmp_path / "after.toml"
    lines = reports.compared(order(tmp_path), Serial(), files)
    # on top of what is asked for
    assert asked == [{**st.load(GAME).settings, "health": 6, "round_cap": 20}]
    assert lines[0] == "What changed: nothing in the settings."
    assert lines[-1].startswith("Written: ")
    found = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert found["changes"][0]["stands"] is True
    assert "Toy" not in lines[0]
    (tmp_path / "other.json").write_text(document.write(made("optio")), encoding="utf-8")
    with pytest.raises(ValueError, match="the reports are about optio, not assault"):
        reports.compared(order(tmp_path), Serial(), (tmp_path / "other.json",) * 2)
    (tmp_path / "wrong.txt").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match=r"wrong\.txt: it must be a report \(\.json\), or settings"):
        reports.compared(order(tmp_path), Serial(), (tmp_path / "wrong.txt", files[1]))


@pytest.mark.parametrize(
    ("out", "data", "said"),
    [
        ("nowhere/a.html", None, "there is no folder {0}/nowhere"),
        (".", None, "it is a folder"),
        ("a.html", "a.html", "it is named more than once"),
        ("read.json", None, "it is named more than once"),
        (None, "nowhere/a.json", "there is no folder {0}/nowhere"),
    ],
)
def test_what_cannot_be_written_is_said_at_once(tmp_path, capsys, out, data, said):
    (tmp_path / "read.json").write_text("kept", encoding="utf-8")
    wanted = order(tmp_path, out=out and tmp_path / out, data=data and tmp_path / data)
    with pytest.raises(SystemExit) as ended:
        reports._refuse_unwritable(wanted, [tmp_path / "read.json"])
    assert ended.value.code == 2
    assert said.format(tmp_path) in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["read.json"]


def test_files_that_are_there_stay_until_they_are_written(tmp_path):
    (tmp_path / "out.html").write_text("kept", encoding="utf-8")
    reports._refuse_unwritable(order(tmp_path))
    assert (tmp_path / "out.html").read_text(encoding="utf-8") == "kept"
    assert not (tmp_path / "out.json").exists()
    reports._refuse_unwritable(order(tmp_path, out=None, data=None))


def test_a_file_that_is_gone_cannot_be_written(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        reports.write(tmp_path / "gone" / "a.html", str)
    assert ended.value.code == 2
    assert "cannot be written: No such file or directory" in capsys.readouterr().err
    reports.write(None, lambda: pytest.fail("nothing is to be made"))


# parts of trials


class Noting(Serial):
    """Works here, from the last to the first, and notes what."""

    def map(self, function, items):
        self.items = list(items)
        for index in reversed(range(len(self.items))):
            yield index, function(self.items[index])


@pytest.fixture
def player(monkeypatch):
    """A player of matches made by hand: 5 pairs at a time where both agents are the same, else 2."""
    monkeypatch.setattr(playing, "QUICK", 5)
    monkeypatch.setattr(playing, "SLOW", 2)
    monkeypatch.setattr(playing, "compiled", lambda trial: trial.agents[0] == trial.agents[1])
    monkeypatch.setattr(
        playing, "run_batch", lambda trial, start, stop: frame([(1.0, -1.0)] * (stop - start), first=start)
    )
    monkeypatch.setattr(Trial, "key", lambda self: f"{self.agents} {self.seed}")
    return Player(Noting())


def parts(player):
    return [(item.trial.agents[1], item.start, item.stop) for item in player._backend.items]


def test_what_is_missing_is_played_in_parts(player):
    quick, slow, told = Trial("made", {}, ("a", "a"), 1), Trial("made", {}, ("a", "b"), 1), []
    found = player.play([Request(quick, 2, 9), Request(slow, 0, 5)], lambda *done: told.append(done))
    assert parts(player) == [("a", 2, 7), ("a", 7, 9), ("b", 0, 2), ("b", 2, 4), ("b", 4, 5)]
    assert told == [(1, 12), (3, 12), (5, 12), (7, 12), (12, 12)]
    assert [rows["pair"].to_list()[::2] for rows in found] == [[*range(2, 9)], [*range(5)]]
    assert found[0]["swapped"].to_list() == [False, True] * 7
    # what is there is not played again
    again = player.play([Request(quick, 0, 12)], lambda *done: told.append(done))
    assert parts(player) == [("a", 0, 2), ("a", 9, 12)]
    assert told[-2:] == [(10, 12), (12, 12)]
    assert again[0]["pair"].to_list()[::2] == [*range(12)]
    assert player.play([Request(quick, 3, 4)])[0].height == 2
    assert parts(player) == []


def test_rows_are_kept_in_a_folder_for_each_trial(player, monkeypatch, tmp_path):
    places = {}

    class Kept(dict):
        """A folder in memory."""

        def __new__(cls, path, trial):
            return places.setdefault(path, super().__new__(cls))

        def __init__(self, path, trial):
            pass

        def read(self):
            return {start: rows for (start, _), rows in self.items() if isinstance(start, int)}

        def keep(self, start, stop, rows):
            self[start, stop] = rows

        def finish(self, rows):
            self["all", 0] = rows["pair"].to_list()[::2]

    monkeypatch.setattr(playing, "RowFolder", Kept)
    trial = Trial("made", {}, ("a", "b"), 1)
    first = Player(Noting(), tmp_path)
    first.play([Request(trial, 0, 3)])
    first.play([Request(trial, 6, 7)])
    first.finish()
    (place,) = places
    assert place == tmp_path / trial.key()
    # those after a gap are not among all
    assert sorted(key for key in places[place] if key[0] != "all") == [(0, 2), (2, 3), (6, 7)]
    assert places[place]["all", 0] == [0, 1, 2]
    second = Player(Noting(), tmp_path)
    second.play([Request(trial, 0, 7)])
    assert parts(second) == [("b", 3, 5), ("b", 5, 6)]
    second.finish()
    assert places[place]["all", 0] == [*range(7)]
    assert Path(place).parent == tmp_path


# variants


VARIANT = f'sandtable_variant = 1\ngame = "{GAME}"\nname = "Long lives"\nwhy = "To look."\n[settings]\nhealth = 14\n'


def test_a_variant_is_reported_and_compared_by_its_name(tmp_path, monkeypatch):
    file = tmp_path / "long.toml"
    file.write_text(VARIANT, encoding="utf-8")
    asked = []

    def reported(trial, pairs, run, top, at, variant, searching, fewer):
        asked.append((trial.settings["health"], variant))
        changed = {"health": 14} if variant else {}
        return msgspec.structs.replace(made(changed=changed), variant=variant)

    monkeypatch.setattr(reports, "report_on", reported)
    wanted = reports.ReportOrder(GAME, [], 10, 5, ("1", "1"), 0, tmp_path / "a.html", None, (), file)
    assert reports.reported(wanted, Serial())[0] == "The variant 'Long lives'."
    assert "The variant <strong>Long lives</strong>: not the game" in (tmp_path / "a.html").read_text()
    both = reports.ReportOrder(GAME, [], 10, 5, ("1", "1"), 0, tmp_path / "b.html", None)
    lines = reports.compared(both, Serial(), (Path("printed"), file))
    assert lines[0] == "The variant 'Long lives', compared with the game as printed."
    assert lines[0].replace("'", "&#39;") in (tmp_path / "b.html").read_text()
    assert asked == [(14, "Long lives"), (st.load(GAME).settings["health"], ""), (14, "Long lives")]


def test_the_first_findings_are_said_before_the_rest_is_played(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(reports, "_measured", lambda order, trial, wanted, *_: asked.append(wanted) or made())
    whole = reports.reported(reports.ReportOrder(GAME, [], 640, 1, ("1", "1"), 1, None, None), Serial())
    # of a part of the pairs, and only what they tell by themselves
    assert asked == [first_sizes(20), sizes(640)]
    said = capsys.readouterr().err
    assert said.startswith(
        "First findings, from 20 of 640 pairs; the full report will be more precise:\nIn short:\n  Is it fair?"
    )
    assert "\nWhat to act on:\n  Mend this." in said
    assert "  Mend this." in whole
    asked.clear()
    reports.reported(reports.ReportOrder(GAME, [], 39, 1, ("1", "1"), 1, None, None), Serial())
    assert (asked, capsys.readouterr().err) == ([sizes(39)], "")
    # from 40 pairs on it is worth while, with as few as a report may have
    asked.clear()
    reports.reported(reports.ReportOrder(GAME, [], 40, 1, ("1", "1"), 1, None, None), Serial())
    assert asked == [first_sizes(10), sizes(40)]


def test_what_is_printed_is_a_file_where_there_is_one_of_that_name(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    order = reports.ReportOrder(GAME, ["health=6"], 10, 5, ("1", "1"), 0, None, None)
    assert reports._given(order, Path("printed")).settings["health"] == 6
    Path("printed").write_text("health = 3\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"^printed: it must be a report"):
        reports._given(order, Path("printed"))
    with pytest.raises(SystemExit):
        reports._given(order, Path("nothing.toml"))
    assert "nothing.toml" in capsys.readouterr().err


def test_findings_are_told_with_other_levels_and_whose_game_it_is():
    act, other = made().findings
    held = msgspec.structs.replace(other, levels=["Level 2 too: so."])
    told = msgspec.structs.replace(made(), findings=[held])
    answered = len(reports._answers(told)) + 1
    assert reports._findings(told)[answered:] == [
        "What else was found:",
        "  So it is.",
        "    Level 2 too: so.",
    ]
    for own in ({"whose": "Their board."}, {"about": "Their game."}):
        assert reports._findings(msgspec.structs.replace(told, **own))[answered + 3 :] == ["", *own.values()]
    both = msgspec.structs.replace(told, findings=[act], whose="Their board.", about="Their game.")
    assert reports._findings(both)[-3:] == ["", "Their board.", "Their game."]
