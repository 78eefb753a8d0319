"""Reports from matches made by hand: other levels, sizes, examples, commands and comparison."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest
from msgspec import structs

import sandtable as st
from sandtable.authoring import Option, Pick
from sandtable.cli import lab
from sandtable.lab.report import compare, document, examples, experiments, findings, sections
from sandtable.lab.report.document import Finding, Provenance, Report, Section
from sandtable.lab.report.experiments import sizes
from sandtable.lab.report.sections import Verdict
from sandtable.lab.run import trial as trials
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics.stats import Figure
from tests.lab.frames import frame, rows

GAME = "assault"


WON, DRAWN, LOST = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)


def figure(name, value, half=0.01, n=64):
    return Figure(name, value, value - half, value + half, n)


def test_an_example_is_told_in_a_sentence():
    def text(score, changes, lowest):
        row = {"decisions_0": 700, "decisions_1": 800, "changes": changes, "lowest": lowest}
        return examples._text(SimpleNamespace(score=score), row, ("Left", "Right"))

    assert text((1.0, -1.0), 0.0, 0.124) == (
        "1,500 decisions; judging by the chance to win, the lead never changes, "
        "and Left wins after its chance had dropped to 12\u00a0%."
    )
    assert text((-1.0, 1.0), 1.0, 0.5) == (
        "1,500 decisions; judging by the chance to win, the lead changes once, "
        "and Right wins without its chance ever dropping below one half."
    )
    assert text((0.0, 0.0), 2.0, None) == (
        "1,500 decisions; judging by the chance to win, the lead changes 2 times. The match is drawn."
    )
    assert text((1.0, -1.0), None, None) == "1,500 decisions. Left wins."
    assert text((0.0, 0.0), None, None) == "1,500 decisions. The match is drawn."
    trial = Trial(GAME, {}, ("1", "script"), 1)
    assert [examples.seated(trial, name) for name in ("1", "script", "12")] == [
        "Computer, Soldier",
        "Computer, script",
        "Computer, 12",
    ]
    assert examples.seated(replace(trial, game="tests.made"), "1") == "Computer, 1"


def test_an_example_that_comes_out_otherwise_is_refused(monkeypatch):
    table = rows({"plies": 7, "score_0": 1}, {"plies": 7, "score_0": 1})
    for ply, score, right in ((7, (1.0, -1.0), True), (8, (1.0, -1.0), False), (7, (-1.0, 1.0), False)):
        match = SimpleNamespace(ply=ply, score=score, seats=("1", "script"), dice=(1, 0, 0), moves=[4, 2])
        monkeypatch.setattr(examples, "match_of", lambda *_, match=match: match)
        trial = Trial(GAME, {}, ("1", "script"), 1)
        if not right:
            with pytest.raises(ValueError, match="pair 0 ended differently when it was replayed"):
                examples.examples(trial, table, None, ("Left", "Right"))
            continue
        first = examples.examples(trial, table, None, ("Left", "Right"))[0]
        assert (first.name, first.seats, first.dice, first.moves) == (
            "typical",
            ["Computer, Soldier", "Computer, script"],
            [1, 0, 0],
            [4, 2],
        )


PICK = Pick(
    "army",
    "An army.",
    (
        Option("a", "a", ({"x": 0}, {"y": 0})),
        Option("b", "b", ({"x": 1}, {"y": 1})),
        Option("c", "c", take=lambda *_: 0),
    ),
    "a",
)


def test_every_two_options_meet_on_dice_of_their_own():
    trial = trials.make(st.load(GAME), ("script", "1"), 3)
    jobs = list(experiments._duels(trial, PICK, 12))
    assert [job.name for job in jobs] == ["army 0 1 0", "army 0 1 1", "army 0 2", "army 1 2"]
    seeds = [job.trial.seed for job in jobs]
    # both ways round with the same dice, no other options with these
    assert seeds[0] == seeds[1]
    assert len({3, *seeds}) == 4


def test_what_is_found_is_asked_about_at_other_levels():
    finding = Finding("A side not allowed to hop loses 9 points.", "deeds", False, 9.0, 10, "hop")
    own = {"hop": Verdict("loses", "−9", 10)}

    def low(verdicts, few=0):
        return findings.There(1, "Low", few, verdicts)

    def held(claim):
        return findings._held(finding, own, low({"hop": Verdict(claim, "−7", 10)}))

    assert [held(claim) for claim in ("loses", "dead", sections.OPEN)] == [
        "Level 1 (Low) too: −7.",
        "Different at level 1 (Low): −7.",
        "Not known at level 1 (Low): −7.",
    ]
    # what loses here loses there too, where more does
    two, three = (
        {"hop": Verdict(sections.APART.join(names), "these never pay", 10)} for names in ("ac", "abc")
    )
    assert findings._held(finding, two, low(three)) == "Level 1 (Low) too: these never pay."
    assert findings._held(finding, three, low(two)) == "Different at level 1 (Low): these never pay."
    assert findings._held(finding, own, low({})) == "Not measured at level 1 (Low)."
    unknown = {"hop": Verdict(sections.OPEN, "7", 10)}
    assert findings._held(finding, unknown, low(own)) == "Known at level 1 (Low): −9."
    figure = {"hop": Verdict("", "7", 10)}
    assert findings._held(finding, figure, low(figure)) == "Level 1 (Low): 7."
    # of several action groups of which nothing is known it is said what is known of them there
    open_here = Finding("Not known yet.", "deeds", False, 0.0, 10, sections.APART.join(("hop", "jump")))
    there = {"hop": Verdict(sections.OPEN, "+1", 10), "jump": Verdict("loses", "−7", 10)}
    assert findings._held(open_here, own, low(there, 40)) == "Known at level 1 (Low, 10 pairs): to jump (−7)."
    assert (
        findings._held(open_here, own, low({}, 40))
        == "Not known at level 1 (Low, 40 pairs) for any of them either."
    )
    # where a level got fewer pairs, those of the part are said, and of the trial where the part tells nothing
    assert findings._held(finding, own, low(own, 40)) == "Level 1 (Low, 10 pairs) too: −9."
    assert findings._held(finding, own, low({}, 40)) == "Not measured at level 1 (Low, 40 pairs)."


def test_what_no_other_level_shows_is_said_to_be_about_this_level_and_is_nothing_to_act_on():
    trial = trials.make(st.load(GAME), (2, 2), 3)
    own = {"hop": Verdict("trap", "+9", 10), "two": Verdict("“a”\n“b”", "", 10)}

    def at(*claims, act=True, about="hop", section="deeds"):
        finding = Finding("“Hop” is a trap.", section, act, 9.0, 10, about)
        there = [
            findings.There(level, f"L{level}", 0, {about: Verdict(claim, "7", 10)} if claim else {})
            for level, claim in zip((1, 3), claims, strict=False)
        ]
        found = findings._at_levels(finding, own, there, trial)
        return found.text.removesuffix("“Hop” is a trap."), found.act

    assert at("trap") == at("trap", "open") == at("trap", "") == ("", True)
    only = "Shown only at level 2 (Captain): "
    assert at("open") == at("loses") == at("loses", "open") == at("") == (only, False)
    assert at("trap", "loses") == ("Shown at level 2 (Captain) but not at level 3 (L3): ", False)
    # where no other level was asked nothing is known of any, and what is no advice stays as it is
    assert at() == ("", True)
    assert at("loses", act=False) == ("", False)
    # several that never pay here may be among more that never pay there
    assert at("“a”\n“b”\n“c”", about="two") == ("", True)
    assert at("“a”", about="two") == (only, False)
    # better picks are searched for at this level alone
    assert at("", about="", section="search-army") == (only, False)


def test_other_levels_are_asked_where_a_level_plays_itself():
    def beside(first, second, at=findings.AT):
        return findings._beside(trials.make(st.load(GAME), (first, second), 3), at)

    assert [beside(2, 2), beside(1, 1), beside(3, 3)] == [[1], [2], [1, 2]]
    assert [beside("script", "script"), beside(2, 1), beside(2, 2, ())] == [[], [], []]
    assert beside(2, 2, (0, 3)) == [0, 3]
    with pytest.raises(ValueError, match="has levels 0 to 3, not 9"):
        beside(2, 2, (1, 9))
    trial = trials.make(st.load(GAME), (2, 2), 3)
    assert findings.command(trial, 10, {}, 2, (1, 2, 3)).endswith("--agents 2,2 --at 1,2,3")
    assert findings.command(trial, 10, {}, 2, (1, 3), False, {3: 40}).endswith("--at 1,3:40")


def test_a_level_that_thinks_long_gets_fewer_pairs():
    assert lab.pairs_at("1, 2,3:40") == ((1, 2, 3), {3: 40})
    assert lab.pairs_at("2,1") == ((1, 2), {})
    wanted = sizes(1000)
    assert findings._sizes_at(1, wanted, {3: 40}) == replace(wanted, stood=0, fresh=0)
    few = findings._sizes_at(3, wanted, {3: 40})
    assert (few.pairs, few.group, few.cell, few.cross, few.trail) == (40, 10, 0, 20, 40)
    # no more than the trial itself has, as in the first findings
    assert findings._sizes_at(3, sizes(20), {3: 40}).pairs == 20


def test_the_other_parts_are_shares_of_fewer_pairs_where_that_is_asked():
    assert (sizes(4800, 240).pairs, sizes(4800, 4800)) == (4800, sizes(4800))
    assert replace(sizes(4800, 240), pairs=240) == sizes(240)
    with pytest.raises(ValueError, match="can use at most 100 pairs, not 240"):
        sizes(100, 240)
    with pytest.raises(ValueError, match="at least 10 pairs of matches, not 9"):
        sizes(100, 9)
    trial = trials.make(st.load(GAME), (2, 2), 3)
    told = findings.command(trial, 4800, {}, 2, parts=240)
    assert told.endswith("report assault --pairs 4800 --parts 240 --seed 3 --agents 2,2")
    assert "--parts" not in findings.command(trial, 240, {}, 2, parts=240)


def test_both_ways_round_are_one_observation():
    home, away = frame([WON, WON]), frame([LOST, WON])
    found = experiments.met("army 0 1", {"army 0 1 0": home, "army 0 1 1": away})
    assert found["swapped"].to_list() == [False] * 4 + [True] * 4
    assert found["pair"].to_list() == [0, 0, 1, 1] * 2
    alone = {"army 0 1": home}
    assert experiments.met("army 0 1", alone) is home


def told(text, section, act, weight):
    return Finding(text, section, act, weight, 10)


def test_the_command_of_a_report_makes_it_again():
    trial = Trial(GAME, {}, ("script", "1"), 4)
    assert (
        findings.command(trial, 50, {}, 2) == "sandtable report assault --pairs 50 --seed 4 --agents script,1"
    )
    words = findings.command(
        trial, 50, {"flag": True, "other": False, "board": "a\nb", "n": 3, "t": "a b"}, 0
    )
    assert words == (
        "sandtable report assault --set flag=yes --set other=no --set board=@FILE --set n=3 --set 't=a b' "
        "--pairs 50 --seed 4 --agents script,1 --levels 0"
    )


def made_report(*figures, settings=None, rules="r", agents=("1", "1"), game=GAME):
    provenance = Provenance(
        version="1",
        rules=rules,
        settings=settings or {"health": 6, "flag": True},
        changed={},
        agents=list(agents),
        seed=1,
        pairs=10,
        matches=20,
        command="",
    )
    section = Section("s", "Part", "", list(figures))
    return Report(1, game, "Toy", ["L", "R"], provenance, [], [section], [])


def test_a_report_from_before_versions_were_told_is_of_the_first():
    old = json.loads(document.write(made_report()))
    for later in ("versions", "rules_version", "draws"):
        del old["provenance"][later]
    del old["about"], old["whose"]
    read = document.read(json.dumps(old))
    assert (read.provenance.versions, read.provenance.rules_version, read.provenance.draws) == ({}, 1, 1)
    assert (read.about, read.whose) == ("", "")


def test_reports_with_one_seed_are_compared_pair_by_pair():
    def told(values, **fields):
        made = made_report(Figure("drawn", 0.5, 0.4, 0.6, 4, "share"), **fields)
        section = structs.replace(made.sections[0], title="Who wins")
        paired = [document.Pairs("Who wins: drawn", document.pack(values))]
        return structs.replace(made, sections=[section], paired=paired)

    before, after = [0.0, 0.5, 0.0, 0.5, 0.0, 0.5], [0.5, 1.0, 0.5, 1.0, 0.5, 0.5]
    (change,) = compare.compare(told(before), told([*after, 1.0])).changes
    assert (change.paired, change.difference.value, change.difference.n) == (True, pytest.approx(2.5 / 6), 6)
    assert change.difference.high - change.difference.low < 0.5
    assert change.stands
    # what both have is reported, not what only one has
    assert (change.before.value, change.after.value, change.after.n) == (0.5, pytest.approx(4 / 6), 6)
    (turned,) = compare.compare(told([1.0, 1.0]), told([1.0, 0.5, *[1.0] * 6])).changes
    assert (turned.before.value, turned.after.value, turned.difference.value) == (0.5, 0.75, -0.25)
    # of another seed nothing is shared
    other = told(after)
    other = structs.replace(other, provenance=structs.replace(other.provenance, seed=99))
    found = compare.compare(told(before), other)
    assert [(one.paired, one.stands) for one in found.changes] == [(False, False)]
    # the win rate is reported all the same
    assert found.told[0].sentence.startswith("Who wins: “drawn” is not known to change: 0.0")
    assert document.unpack(document.pack([0.25, 1e9])) == [0.25, 1e9]
