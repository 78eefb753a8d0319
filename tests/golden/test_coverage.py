"""What a match file proves: of a new one every single change of a setting, a name or a seed is noticed, and of an old one it is
said what is not.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable import verify
from sandtable.authoring import Choice, Data, Flag, Integer
from sandtable.engine.match import MatchError
from sandtable.engine.matchfile import coverage
from sandtable.games import spec
from tests.golden.make import ERASED, SEEDED, path_of

NAMED = sorted(SEEDED.keys() - {ERASED})


def saved(name: str) -> list[Any]:
    return [json.loads(line) for line in path_of(name).read_text(encoding="utf-8").splitlines()]


def written(head: Any, *lines: Any) -> str:
    return "".join(f"{json.dumps(line)}\n" for line in (head, *lines))


def complaint(text: str) -> str:
    with pytest.raises(MatchError, match=r"^Line \d+: ") as raised:
        verify(text)
    return str(raised.value)


def other(declared: Any, value: Any) -> Any:
    """Another value that this setting takes."""
    if isinstance(declared, Flag):
        return not value
    if isinstance(declared, Integer):
        return value + 1 if value < declared.high else value - 1
    assert isinstance(declared, Choice | Data)
    return next(option for option in declared.options if option != value)


def changed(name: str) -> Iterator[tuple[str, str]]:
    """The file of a golden match with one setting changed or left out at a time, each by the setting's name."""
    head, *lines = saved(name)
    declared = {one.name: one for one in spec(head["game"]).rules.settings}
    assert head["settings"].keys() == declared.keys()
    for setting, value in head["settings"].items():
        settings = {**head["settings"], setting: other(declared[setting], value)}
        yield setting, written({**head, "settings": settings}, *lines)
        del settings[setting]
        yield f"without {setting}", written({**head, "settings": settings}, *lines)


@pytest.mark.parametrize("name", SEEDED)
def test_every_single_setting_of_a_new_file_is_covered(name: str) -> None:
    holds: list[str] = []
    for setting, text in changed(name):
        try:
            verify(text)
        except MatchError:
            continue
        holds.append(setting)
    assert holds == []


@pytest.mark.parametrize("name", NAMED)
def test_names_seeds_and_salts_of_a_new_file_are_covered(name: str) -> None:
    head, *lines = saved(name)
    first, second = head["seats"]
    exchanged = [{**first, "name": second["name"]}, {**second, "name": first["name"]}]
    assert "the name of seat 0 does not match its digest" in complaint(
        written({**head, "seats": exchanged}, *lines)
    )
    complaint(written({**head, "seats": [second, first]}, *lines))
    for field in ("salt", "digest", "seed"):
        swapped = [{**first, field: second[field]}, {**second, field: first[field]}]
        complaint(written({**head, "seats": swapped}, *lines))
    complaint(written({**head, "seats": [{**first, "seed": ""}, second]}, *lines))
    complaint(written({**head, "seats": [{**first, "seed": "f" * 32}, second]}, *lines))
    complaint(written({**head, "table": "another"}, *lines))


@pytest.mark.parametrize("name", NAMED)
def test_an_erased_name_leaves_the_file_holding(name: str) -> None:
    head, *lines = saved(name)
    first, second = head["seats"]
    text = written({**head, "seats": [first, {**second, "name": None, "salt": None}]}, *lines)
    match = verify(text)
    assert match.seats == (first["name"], "(name erased)")
    assert verify(match.file()).seats == match.seats
    covered, uncovered = coverage(text, match)
    assert f"the name of seat 0: {first['name']}" in covered
    assert "the name of seat 1: erased" in uncovered
    half = written({**head, "seats": [first, {**second, "salt": None}]}, *lines)
    assert "the name and salt of seat 1 must be erased together, by setting both to null" in complaint(half)


def test_a_new_file_has_no_unknown_fields() -> None:
    head, *lines, last = saved("seeded-skirmish")
    for text in (
        written({**head, "judge": "Eve"}, *lines, last),
        written(head, {**lines[0], "judge": "Eve"}, *lines[1:], last),
        written(head, *lines, {**last, "judge": "Eve"}),
    ):
        assert "there is no field 'judge'" in complaint(text)


def test_what_the_file_says_of_itself_is_named_as_unchecked() -> None:
    head, *lines = saved("seeded-skirmish")
    text = written({**head, "version": "9.9", "about": "anything"}, *lines)
    assert "version and about in line 1" in coverage(text, verify(text)).uncovered


def test_seeds_that_were_not_given_are_named() -> None:
    head, *lines = saved(ERASED)
    text = written(head, *lines)
    covered, uncovered = coverage(text, verify(text))
    assert "every die and card: they follow from the secret and the seed of seat 0" in covered
    assert any(clause.startswith("seat 1 gave no seed") for clause in uncovered)


@pytest.mark.parametrize("name", ["met", "same-again"])
def test_of_an_old_file_it_is_said_that_settings_and_names_are_not_all_covered(name: str) -> None:
    head, *lines = saved(name)
    first, second = head["seats"]
    text = written({**head, "seats": [second, first], "judge": "Eve"}, *lines)
    covered, uncovered = coverage(text, verify(text))
    assert "the game, the version of its rules, and each setting as far as this match used it" in covered
    assert "the players' names" in uncovered
    assert "fields that a match file does not have: judge" in uncovered
    assert any(clause.startswith("settings that this match did not use") for clause in uncovered)
    assert any("the server alone picked it" in clause for clause in uncovered)


def test_a_setting_that_an_old_match_did_not_use_can_be_changed() -> None:
    held: list[str] = []
    for setting, text in changed("met"):
        try:
            verify(text)
        except MatchError:
            continue
        held.append(setting)
    # that is why `coverage` says so; the versions since have none
    assert held
