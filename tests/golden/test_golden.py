"""Golden matches: saved files verify, and play from the same seeds gives the same files byte for byte.

The files change with the rules only. After a change that is meant, give the rules a new version, without which they cannot be
rewritten, and look at the difference:

    python -m tests.golden.make
"""

import json
from typing import Any

import pytest

from sandtable import OVER, load, verify
from sandtable.engine.match import BOUND, MatchError
from sandtable.games import installed, spec
from tests.golden.make import FOLDER, MATCHES, path_of, play, refusal

MOST_BYTES = 100_000


def saved(name: str) -> str:
    return path_of(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", MATCHES)
def test_a_golden_match_verifies(name: str) -> None:
    match = verify(saved(name))
    assert match.over
    assert match.to_move == OVER


@pytest.mark.parametrize("name", MATCHES)
def test_folding_the_moves_gives_every_digest(name: str) -> None:
    head, *entries, last = (json.loads(line) for line in saved(name).splitlines())
    position = load(head["game"], **head["settings"]).start()
    assert position.digest() == head["digest"]
    kept = [position.copy()]
    for entry in entries:
        if entry["kind"] == "undo":
            del kept[entry["keep"] + 1 :]
        elif entry["kind"] != "resign":
            kept.append(kept[-1].copy().play(entry["action"]))
            assert kept[-1].game.describe(entry["action"]) == entry["text"]
        assert kept[-1].digest() == entry["digest"], entry
    if entries[-1]["kind"] != "resign":
        assert list(kept[-1].score) == last["score"]


@pytest.mark.parametrize("name", MATCHES)
def test_play_from_the_seed_gives_the_same_file(name: str) -> None:
    fresh, old = play(name).file().splitlines(), saved(name).splitlines()
    # nor did every line say what it takes to check dice without the rules
    recorded = {"seen", "share"} - set().union(*map(json.loads, old))
    lines = [json.loads(line) for line in fresh[1:]]
    assert [{key: line[key] for key in line.keys() - recorded} for line in lines] == [
        *map(json.loads, old[1:])
    ]
    # the head also names the version that wrote it, and whose game it is, which files did not always
    head, before = json.loads(fresh[0]), json.loads(old[0])
    assert head["about"] == spec(head["game"]).about
    for told in (head, before):
        told.pop("about", None)
        del told["version"]
    assert head == before


def test_rules_that_play_otherwise_have_another_version() -> None:
    old = saved("demo")
    head, *lines = map(json.loads, old.splitlines())

    def written(head: Any, lines: Any) -> str:
        return "\n".join(map(json.dumps, [head, *lines]))

    assert refusal(old, old) == ""
    assert refusal(old, written(head, [{**line, "text": "other words"} for line in lines])) == ""
    for field, value in (("digest", "0" * 16), ("action", 7), ("seat", 1)):
        other = written(head, [{**lines[0], field: value}, *lines[1:]])
        assert refusal(old, other) == (
            "the match is another one: give the rules of rush a new version first (`Rules.version`, now 2)"
        )
        assert refusal(old, other.replace('"rules": 2', '"rules": 3')) == ""
    assert refusal(old, written({**head, "digest": "0" * 16}, lines)) != ""
    assert refusal(old, written(head, lines[:-1])) != ""
    # where dice depend on the settings, one setting more changes them
    newer = written({**head, "settings": {**head["settings"], "another": 1}}, lines[:-1])
    assert refusal(old, newer) != ""
    bound = written({**head, "draws": BOUND}, lines)
    assert refusal(bound, newer.replace('"draws": 1', f'"draws": {BOUND}')) == ""


def test_the_files_are_those_of_the_list_and_small() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(MATCHES)
    assert max(path.stat().st_size for path in FOLDER.glob("*.jsonl")) < MOST_BYTES


@pytest.mark.parametrize("game", installed())
def test_the_golden_matches_show_every_kind_of_action_and_result(game: str) -> None:
    matches = [verify(saved(name)) for name, golden in MATCHES.items() if golden.game == game]
    shown = {
        match.game.unpack(entry.action).kind
        for match in matches
        for entry in match.entries
        if entry.action >= 0
    }
    assert shown == {kind.name for kind in spec(game).rules.actions.kinds}
    assert {(navy > 0) - (navy < 0) for navy, _ in (match.score for match in matches)} == {-1, 0, 1}


def test_the_golden_matches_show_every_kind_of_entry() -> None:
    assert {entry.kind for name in MATCHES for entry in verify(saved(name)).entries} == {
        "action",
        "outcome",
        "undo",
        "resign",
    }


@pytest.mark.parametrize("name", ["skirmish", "taken-back", "owner-later"])
def test_a_changed_digest_is_found_in_its_line(name: str) -> None:
    lines = saved(name).splitlines()
    number = len(lines) // 2
    entry = json.loads(lines[number])
    entry["digest"] = "0" * 16
    lines[number] = json.dumps(entry)
    with pytest.raises(MatchError, match=f"^Line {number + 1}: the digest does not match the position"):
        verify("\n".join(lines))
