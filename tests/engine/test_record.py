"""What can be checked of a match file without the rules by which it was played, and what is said not to be."""

import json
import re
from dataclasses import replace

import pytest

from sandtable import games
from sandtable.authoring import rng
from sandtable.engine.game import Game
from sandtable.engine.match import Match, MatchError, OtherRulesError, Sitter
from sandtable.engine.matchfile import check_record, read
from tests.engine.command import run
from tests.golden.make import path_of
from tests.server.guess.declaration import SPEC

SEEDS = ("0" * 32, "f" * 32)


def sitter(name, seed):
    return Sitter(name, seed, rng.chained(seed, name), seed)


def played(resigns=False, draws=rng.VERSION, dice=()):
    """A match of the guessing game, in which both numbers are secret and one die is rolled."""
    seats = [sitter(name, seed) for name, seed in zip(("Ann", "Bob"), SEEDS, strict=True)]
    match = Match(Game(SPEC, turns=2), b"" if dice else b"s" * 32, "t", seats, dice, draws)
    stream = rng.stream(3)
    match.begin()
    while not match.over and not (resigns and match.ply > 3):
        match.play(match.position.sample(stream))
    if resigns:
        match.extend([match.resign_entry(1)])
    return match


def lines(match):
    return [json.loads(line) for line in match.file().splitlines()]


def written(found):
    return "".join(f"{json.dumps(line)}\n" for line in found)


def test_a_new_file_is_checked_as_far_as_the_secret_tells():
    match = played()
    found, rolls = check_record(match.file()), match.rolled
    counted = f"{rolls} of {rolls} dice and cards: the secret gives them, by the shares that the file names"
    assert (rolls > 0, counted in found.covered) == (True, True)
    assert "the secret is the one that line 1 committed to" in found.covered
    assert "the game, the version of its rules, every setting and the table's name" in found.covered
    assert found.covered[-2:] == ["the name of seat 0: Ann", "the name of seat 1: Bob"]
    assert found.uncovered[:3] == [
        "whether the actions were legal, and by the seat to move: that takes version 1 of the rules of guess",
        "the positions and the score, which follow from the rules",
        "whether the shares are those that the rules give to each outcome",
    ]
    assert not any("holds" in said or "every action" in said for said in found.covered)


def test_the_score_of_a_match_that_somebody_gave_up_is_checked():
    found = lines(played(resigns=True))
    assert "the score, which follows from the last entry" in check_record(written(found)).covered
    found[-1]["score"] = [-1.0, 1.0]
    with pytest.raises(MatchError, match="the score does not match the entries"):
        check_record(written(found))


def rolled(found):
    return next(number for number, line in enumerate(found) if line.get("kind") == "outcome")


def other_die(found):
    found[rolled(found)]["action"] += 1


def other_share(found):
    low, high = found[rolled(found)]["share"]
    found[rolled(found)]["share"] = [high, high + high - low]


def other_setting(found):
    found[0]["settings"]["turns"] = 3


def other_name(found):
    found[0]["seats"][0]["name"] = "Eve"


def other_seed(found):
    found[0]["seats"][0]["seed"] = "1" * 32


def other_secret(found):
    found[-1]["secret"] = "00" * 32


def other_rules(found):
    found[0]["rules"] += 1


def other_guess(found):
    found[-2]["action"] += 1


def a_gap(found):
    del found[2]


def more_after_the_end(found):
    found[-2] |= {"kind": "resign", "action": -1, "seat": 0}
    found.insert(-1, {**found[-2], "seq": found[-2]["seq"] + 1})


def too_far_back(found):
    found[-2] |= {"kind": "undo", "action": -1, "seat": 0, "keep": 99}


@pytest.mark.parametrize(
    "change",
    [
        other_die,
        other_share,
        other_setting,
        other_name,
        other_seed,
        other_secret,
        other_rules,
        other_guess,
        a_gap,
        more_after_the_end,
        too_far_back,
    ],
)
def test_a_changed_file_is_noticed_without_the_rules(change):
    found = lines(played())
    check_record(written(found))
    change(found)
    with pytest.raises(MatchError, match=r"^Line \d+: "):
        check_record(written(found))


def test_by_the_rules_the_record_of_the_dice_is_checked_too():
    def load(game, **settings):
        return Game(SPEC, **settings)

    found = lines(played())
    hidden = next(line for line in found if "seen" in line)
    assert hidden["seen"] == -1
    read(written(found), load)
    for line, field, value in ((hidden, "seen", 3), (found[rolled(found)], "share", [0.0, 1.0])):
        kept, line[field] = line[field], value
        with pytest.raises(
            MatchError, match=re.escape(f": {field} must be {json.dumps(kept, separators=(',', ':'))}.")
        ):
            read(written(found), load)
        line[field] = kept
    hidden["share"] = [0.0, 1.0]
    with pytest.raises(MatchError, match=r": this entry has no share\.$"):
        read(written(found), load)
    del hidden["share"]
    # files of before say nothing of it
    for line in found:
        line.pop("seen", None), line.pop("share", None)
    read(written(found), load)


def test_what_an_older_file_does_not_record_is_not_said_to_be_checked():
    found = check_record(path_of("demo").read_text(encoding="utf-8"))
    assert not any("dice" in said or "setting" in said or "name" in said for said in found.covered)
    assert any("dice and cards of which the file names no share" in said for said in found.uncovered)
    assert "the settings and the players' names" in found.uncovered
    lab = check_record(played(dice=(1, 2)).file())
    assert not any("secret" in said for said in lab.covered)
    strange = lines(played())
    strange[0]["draws"] = 9
    with pytest.raises(OtherRulesError, match="dice-drawing method 9"):
        check_record(written(strange))


def test_the_command_names_what_it_did_not_check_and_ends_with_a_status_of_its_own(tmp_path, monkeypatch):
    newer = replace(
        SPEC,
        rules=replace(SPEC.rules, version=SPEC.rules.version + 1),
    )
    monkeypatch.setattr(games, "find", lambda place: newer)
    file = tmp_path / "a.jsonl"
    file.write_text(played().file(), encoding="utf-8")
    done = run("verify", str(file), "--game", "newer")
    assert (done.returncode, done.stderr) == (3, "")
    assert "only be checked in part" in done.stdout
    assert "holds" not in done.stdout
    assert "This match was played with version 1 of the rules of Guess the digit" in done.stdout
    assert "- whether the actions were legal" in done.stdout.partition("Not checked:")[2]
    assert "which wrote this file, can check the rest." in done.stdout
    told = json.loads(run("verify", str(file), "--game", "newer", "--json").stdout)
    assert told["partly"]
    assert told["uncovered"]
    found = lines(played())
    other_die(found)
    file.write_text(written(found), encoding="utf-8")
    damaged = run("verify", str(file), "--game", "newer")
    assert (damaged.returncode, damaged.stdout) == (1, "")
