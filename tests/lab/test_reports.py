"""Reports: self-contained, the same bytes for the same trial, readable again, and honest about their matches."""

import base64
import gzip
import json
import re
from functools import partial
from html import unescape
from html.parser import HTMLParser

import msgspec
import pytest

import sandtable as st
from sandtable.cli import reports
from sandtable.engine.match import MatchError
from sandtable.engine.matchfile import verify
from sandtable.lab.report import compare, document, page
from sandtable.lab.report.document import LevelVersion, Report
from sandtable.lab.report.experiments import first_sizes, run_jobs, sizes
from sandtable.lab.report.findings import report_on
from sandtable.lab.report.verdicts import answers
from sandtable.lab.run import trial as trials
from sandtable.lab.run.backends import Serial
from tests.engine.command import run

GAME = "assault"


def make(**settings):
    trial = trials.make(st.load(GAME, **settings), ("script", "script"), 3)
    return report_on(trial, sizes(12, 11), partial(run_jobs, backend=Serial()), top=1)


@pytest.fixture(scope="module")
def report():
    return make(health=6)


@pytest.fixture(scope="module")
def html(report):
    return page.html(report)


class Tags(HTMLParser):
    """What a page is made of."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.open = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag not in ("meta", "path", "line", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in ("path", "line", "rect"):
            assert self.open.pop() == tag


def test_a_page_stands_alone(html):
    tags = Tags(html)
    assert tags.open == []
    assert "http" not in html
    assert not re.search(r"\b(?:src|xlink:href)=|url\(|@import", html)
    assert {tag for tag, _ in tags.found} & {"script", "link", "img", "iframe", "object"} == set()
    ids = [found["id"] for _, found in tags.found if "id" in found]
    assert len(ids) == len(set(ids))
    for tag, found in tags.found:
        if tag == "a":
            assert found["href"].startswith("data:application/gzip;base64,") or found["href"][1:] in ids
    assert len(html) < 350_000


def test_every_finding_says_on_the_page_what_a_narrow_interval_takes(report, html):
    told = [
        f"<li><span>{one.text}</span> <small>{one.pairs} pairs{'; ' * bool(one.wide)}{one.wide}</small>"
        for one in report.findings
    ]
    assert any(one.wide and not one.act for one in report.findings)
    assert [line for line in told if line not in unescape(html)] == []


def test_the_page_answers_first_and_has_the_numbers_in_a_fold(report, html):
    page_text = unescape(html)
    first, rest = page_text.split('<h2 id="part-holds">')
    found = answers(report)
    assert len(re.findall(r"<h3>[^<]+\?</h3>", first)) == len(found) == 8
    assert not re.search("<h3>", rest)
    for one in found:
        shape = f'<span class="shape" aria-hidden="true">{one.shape}</span> {one.sure.capitalize()}</p>'
        assert f'<h3>{one.question}</h3>\n<p class="said">{one.text}</p>\n<p class="surety">{shape}' in first
    folds = re.findall(r"<details>\n<summary>Numbers and method</summary>.*?</details>", first, re.DOTALL)
    assert len(folds) == sum(bool(one.figures or one.section) for one in found) >= 4
    assert all('<p class="about">' in fold and 'href="#part-' in fold for fold in folds if "<svg" in fold)
    lines = reports._findings(report)
    assert lines[0] == "In short:"
    assert lines[1:9] == [f"  {one.question} {one.text} [{one.shape} {one.sure}]" for one in found]


def test_charts_take_their_colours_from_the_page(html):
    # a board has its own
    charts = re.findall(r"<figure><svg.*?</svg>", html, re.DOTALL)
    assert len(charts) >= 6
    for chart in charts:
        assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', chart)) <= {
            "none",
            "currentColor",
            "transparent",
            "var(--mark)",
            "var(--pale)",
            "var(--rule)",
        }
        assert 'role="img" aria-label="' in chart
        assert float(re.search(r'width="([\d.]+)"', chart)[1]) <= 460


def test_where_pieces_stand_is_drawn_on_the_board(report, html):
    board, attacks, falls = re.findall(r'<figure class="board"><svg.*?</figure>', html, re.DOTALL)
    heat, *_ = [section.heat for section in report.sections if section.heat]
    assert heat.matches == 2 * 5
    # all tiles that a pawn stood upon have a mark with its share
    assert len(re.findall(r"<title>[A-G][1-7]: \d+\.\d%</title>", board)) == len(heat.stood)
    assert "Navy stood most often at" in board.split("<figcaption>")[1]
    assert "xmlns" not in board
    assert re.match(
        r"Where pawns attack in 10 matches\. Navy, \d+ times: most often at", attacks.split("<figcaption>")[1]
    )
    assert "Where pawns fall in 10 matches." in falls.split("<figcaption>")[1]


@pytest.fixture(scope="module")
def again():
    """The report played once more, on ten pairs first and then on all twelve, and how far the second time began."""
    trial = trials.make(st.load(GAME, health=6), ("script", "script"), 3)
    known, told = {}, []
    run = partial(run_jobs, backend=Serial(), progress=lambda *now: told.append(now), known=known)
    report_on(trial, 10, run, top=1)
    told.clear()
    return report_on(trial, sizes(12, 11), run, top=1), told[0]


def test_what_was_played_on_few_pairs_is_not_played_again(report, again):
    made, (done, all_of_them) = again
    assert made == report
    # of all jobs only what is more than ten pairs
    assert done > 0.8 * all_of_them


def test_first_findings_are_of_the_trial_alone():
    trial = trials.make(st.load(GAME, health=6), ("script", "script"), 3)
    found = report_on(trial, first_sizes(10), partial(run_jobs, backend=Serial()), top=1)
    assert {section.id for section in found.sections} == {"balance", "drama", "length", "counted"}
    assert found.provenance.matches == 2 * 10


def test_the_same_plan_makes_the_same_bytes(report, html, again):
    assert document.write(again[0]) == document.write(report)
    assert page.html(again[0]) == html
    assert page.html(document.read(document.write(report))) == html


def test_a_report_is_read_again_and_a_damaged_one_is_refused(report):
    text = document.write(report)
    assert document.read(text) == report
    assert json.loads(text)["sandtable_report"] == document.FORMAT
    for wrong in ("", "{}", text.replace('"pairs": 12', '"pairs": "12"')):
        with pytest.raises(ValueError, match="this is not a report"):
            document.read(wrong)
    with pytest.raises(ValueError, match="format of a report must be 1, not 9"):
        document.read(text.replace('"sandtable_report": 1', '"sandtable_report": 9'))
    with pytest.raises(ValueError, match="format of a report must be 1, not 2"):
        document.read('{"sandtable_report": 2, "all": "is new"}')


def test_all_figures_are_within_their_intervals_and_count_pairs(report):
    schema = msgspec.json.schema(Report)
    assert set(schema["$defs"]["Report"]["required"]) >= {"findings", "sections", "examples", "provenance"}
    names = [name for name, _ in report.figures()]
    assert len(names) == len(set(names)) > 30
    for name, figure in report.figures():
        assert figure.low <= figure.value <= figure.high, name
        assert figure.n > 0
    assert report.findings[0].act >= report.findings[-1].act
    assert {finding.section for finding in report.findings} <= {section.id for section in report.sections}


def test_a_report_says_how_it_was_made(report, html):
    made = report.provenance
    assert (
        made.command
        == "sandtable report assault --set health=6 --pairs 12 --parts 11 --seed 3 --agents script,script --levels 1"
    )
    assert made.changed == {"health": 6}
    assert made.matches > 2 * made.pairs == 24
    assert made.command in html
    assert "Changed settings: health = 6." in html
    assert not re.search(r"20\d\d-\d\d-\d\d", html)


def test_a_report_says_whose_game_it_is_and_whose_board_was_measured(report, html):
    assert f'<p class="credit">{st.load(GAME).spec.about}</p>' in unescape(html)
    assert report.whose == "Board: skirmish, which Sandtable filled in (A1.1)."
    assert f"<dt>Played with</dt><dd>{report.whose}</dd>" in html
    assert reports._findings(report)[-2:] == [report.whose, report.about]
    changed = page.comparison(compare.compare(msgspec.structs.replace(report, whose="Board: mine."), report))
    assert f"Before, played with: Board: mine. After, played with: {report.whose}" in changed
    assert report.about in unescape(changed)
    assert "Played with" not in page.html(msgspec.structs.replace(report, about="", whose=""))


def test_examples_are_matches_of_the_report_with_dice_that_hold(report, html):
    files = [
        gzip.decompress(base64.b64decode(data)).decode() for data in re.findall(r"base64,([^\"]+)", html)
    ]
    # twelve pairs are too few to fit a chance to win, on which leads and comebacks depend
    assert [example.name for example in report.examples] == ["typical", "longest", "shortest"]
    assert len(files) == len(report.examples)
    for file, example in zip(files, report.examples, strict=True):
        match = verify(file)
        assert match.moves == example.moves
        assert list(match.dice) == example.dice
    longest = next(e for e in report.examples if e.name == "longest")
    assert len(longest.moves) == max(len(e.moves) for e in report.examples)


def test_a_die_that_the_stream_does_not_give_is_found(report):
    game = st.load(GAME, health=6)
    lines = page.match_of(report, report.examples[0], game).file().splitlines()
    number = next(i for i, line in enumerate(lines) if '"outcome"' in line and "to move" in line)
    entry = json.loads(lines[number])
    entry["action"] = game.parse("roll a 1 to move") + (entry["action"] == game.parse("roll a 1 to move"))
    entry["text"] = game.describe(entry["action"])
    damaged = [*lines[:number], json.dumps(entry), *lines[number + 1 :]]
    with pytest.raises(MatchError, match=f"Line {number + 1}: the stream of dice gives the outcome"):
        verify("\n".join(damaged))
    head = json.loads(lines[0])
    for wrong in (["x"], [-1], [1] * 5, "12"):
        with pytest.raises(MatchError, match="Line 1: dice must be a list of one to four whole numbers"):
            verify("\n".join([json.dumps({**head, "dice": wrong}), *lines[1:]]))
    with pytest.raises(MatchError, match="the secret does not match"):
        verify("\n".join([json.dumps({**head, "dice": []}), *lines[1:]]))


def test_a_report_compared_with_itself_shows_nothing(report):
    found = compare.compare(report, report)
    assert found.changed == found.other == {}
    assert [change for change in found.changes if change.stands] == []
    assert all(change.difference.value == 0.0 for change in found.changes)
    assert "0 of" in found.table()[1]


@pytest.mark.long
def test_a_change_that_matters_stands_out(report):
    tougher = make(health=20)
    found = compare.compare(report, tougher)
    assert found.changed == {"health": (6, 20)}
    sure = {change.name for change in found.changes if change.stands}
    assert "How long it takes: decisions a match" in sure
    assert "Who wins: Navy scores" not in sure
    # who wins comes first
    assert found.changes[0].name.startswith("Who wins: ")
    paired = {pairs.name for pairs in report.paired}
    assert all(change.paired == (change.name in paired) for change in found.changes)
    assert {change.name for change in found.changes if change.paired} >= {
        "Who wins: drawn",
        "How long it takes: plies a match",
    }
    text = page.comparison(found)
    assert Tags(text).open == []
    assert "health: 6 before, 20 after." in text
    assert "differ too" not in text
    assert json.loads(json.dumps(compare.plain(found)))["game"] == GAME


def test_a_comparison_warns_of_other_players_and_rules(report):
    made = msgspec.structs.replace(report.provenance, agents=["1", "script"], rules="other")
    found = compare.compare(report, msgspec.structs.replace(report, provenance=made))
    warned = ["players differ too: script against script", "compiled rules differ too"]
    assert [
        line.removeprefix("Note that the ").startswith(text)
        for line, text in zip(found.table()[1:3], warned, strict=True)
    ] == [True, True]
    assert "players differ too: script against script before, 1 against script after." in page.comparison(
        found
    )
    other = page.html(msgspec.structs.replace(report, provenance=made))
    assert "The computer as Soldier (level 1) against script; where a side does without something" in other


@pytest.mark.long
def test_findings_say_what_holds_at_another_level():
    trial = trials.make(st.load(GAME, health=6), (1, 1), 3)
    made = report_on(trial, 12, partial(run_jobs, backend=Serial()), top=0, at=(1, 2), fewer={2: 10})
    told = [finding for finding in made.findings if finding.levels]
    assert len(told) > 4
    level = "evel 2 (Captain, 10 pairs)"
    assert all(len(finding.levels) == 1 and level in finding.levels[0] for finding in told)
    # of picks the best answer meets the natural one there, and nothing else is asked
    (natural,) = (finding for finding in told if finding.about.endswith("natural"))
    answer = natural.text.split("“")[2].split("”")[0]
    assert f"“{answer}” scores " in natural.levels[0]
    known = st.agents.up_to(GAME, 2)
    assert made.provenance.levels == [LevelVersion(level.level, level.version) for level in known]
    text = page.html(made)
    assert Tags(text).open == []
    assert told[0].levels[0] in unescape(text)
    assert f"    {told[0].levels[0]}" in reports._findings(made)


def test_reports_on_two_games_are_not_compared(report):
    other = msgspec.structs.replace(report, game="optio")
    with pytest.raises(ValueError, match="the two reports are about assault and optio"):
        compare.compare(report, other)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--pairs", "9"), "Input should be greater than or equal to 10"),
        (("--levels", "9"), "assault has levels 0 to 3, not 9"),
        (("--agents", "2"), "--agents must be two names separated by a comma"),
        (("--at", "2,three"), "--at must be level numbers separated by commas"),
        (("--at", "1,3:few"), "--at must have a number of pairs after a colon, not 'few'"),
        (
            ("--pairs", "40", "--parts", "50"),
            "the other sections of a report on 40 pairs can use at most 40 pairs, not 50",
        ),
        (("--at", "1,3:9"), "--at must have at least 10 pairs after a colon, not 9"),
        (("--agents", "2,nobody"), "assault has no player 'nobody'"),
        (("--set", "health=99"), "health must be a whole number from 1 to 40"),
        (("--out", "nowhere/report.html"), "there is no folder nowhere"),
        (("--compare", "a.json", "b.json"), "a.json cannot be read"),
        (("--compare", __file__, __file__), "it must be a report (.json), or settings or a variant (.toml)"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments, sentence):
    done = run("report", GAME, *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_the_command_writes_what_it_says(tmp_path, report):
    (tmp_path / "a.json").write_text(document.write(report), encoding="utf-8")
    (tmp_path / "b.json").write_text(document.write(report), encoding="utf-8")
    files = [str(tmp_path / name) for name in ("a.json", "b.json", "out.html", "out.json")]
    done = run("report", GAME, "--compare", *files[:2], "--out", files[2], "--json", files[3])
    assert done.returncode == 0, done.stderr
    assert f"Written: {files[2]}, {files[3]}" in done.stdout
    assert "what a change does" in (tmp_path / "out.html").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["changes"]
    lost = run("report", GAME, "--compare", *files[:2], "--out", files[0])
    assert lost.stderr == f"sandtable: {files[0]} cannot be written: it is named more than once.\n"
    assert document.read((tmp_path / "a.json").read_text(encoding="utf-8")) == report
    wrong = run("report", "optio", "--compare", *files[:2])
    assert "the reports are about assault, not optio" in wrong.stderr


@pytest.mark.long
def test_two_files_of_settings_are_played_and_compared(tmp_path):
    for name, health in (("before", 4), ("after", 12)):
        (tmp_path / f"{name}.toml").write_text(f"health = {health}\n", encoding="utf-8")
    files = tmp_path / "before.toml", tmp_path / "after.toml"
    order = reports.ReportOrder(
        GAME, ["round_cap=20"], 10, 5, ("script", "script"), 0, None, tmp_path / "out.json"
    )
    lines = reports.compared(order, Serial(), files)
    assert lines[0] == "What changed: health: 4 -> 12"
    assert any(line.startswith("* How long it takes: plies a match") for line in lines)
    found = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert found["changed"] == {"health": [4, 12]}
    (tmp_path / "after.toml").write_text("healt = 12\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"after.toml: there is no setting 'healt'"):
        reports.compared(order, Serial(), files)


@pytest.mark.parametrize(("played", "said"), [(0, "stopped"), (20, "stopped after 20 of 48 matches")])
def test_an_interruption_is_one_sentence_and_leaves_no_file(tmp_path, capsys, monkeypatch, played, said):
    def stop(_trial, _pairs, run, *_):
        if played:
            run.keywords["progress"](played, 48)
        raise KeyboardInterrupt

    monkeypatch.setattr(reports, "report_on", stop)
    order = reports.ReportOrder(GAME, [], 10, 5, ("script", "script"), 0, tmp_path / "out.html", None)
    with pytest.raises(SystemExit) as ended:
        reports.reported(order, Serial())
    assert ended.value.code == 130
    assert capsys.readouterr().err == f"sandtable: {said}; nothing was written.\n"
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_refused_before_the_first_match(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(reports, "report_on", None)
    (tmp_path / "loop").symlink_to("loop")
    order = reports.ReportOrder(GAME, [], 10, 5, ("script", "script"), 0, tmp_path / "loop", None)
    with pytest.raises(SystemExit) as ended:
        reports.reported(order, Serial())
    assert ended.value.code == 2
    assert "loop cannot be written: " in capsys.readouterr().err
