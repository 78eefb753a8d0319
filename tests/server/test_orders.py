"""What the lab takes as an order, and what it refuses in a sentence."""

import asyncio
import sys
from dataclasses import replace

import pytest

from sandtable.authoring import Option, Pick, Space
from sandtable.lab.work.measurement import Folder, Order
from sandtable.server.lab import requests
from sandtable.server.lab.jobs import LabLimits, Measurements, NotTakenError, _Running
from sandtable.server.limits import Limits
from sandtable.server.protocol import Aimed, NewMeasurement, SweptSetting
from tests.server.guess import catalog
from tests.server.ws_client import play, until

MADE = Order("simulation", "guess", "tests.server.guess:SPEC", ("0", "2"), 20, 7, {})


def asked(kind="simulation", ranges=(), **more):
    """What a visitor asks for."""
    swept = [SweptSetting(name, list(values)) for name, values in ranges]
    given = {"game": "guess", "levels": [0, 2], "pairs": 20, "seed": 7, **more}
    return NewMeasurement(kind, ranges=swept, **given)


def test_a_report_searches_for_better_picks_where_a_game_has_more_than_it_lists(monkeypatch):
    monkeypatch.setattr(requests.games, "place_of", lambda _: MADE.place)
    options = tuple(Option(name, "a number") for name in ("high", "low"))
    space = Space(9, options.__getitem__, lambda _: [], lambda _: None)
    pick = Pick("number", "the number", options, "high", space)
    there = catalog()

    def offered(one):
        return replace(
            there,
            games={
                "guess": replace(there.games["guess"], lab=replace(there.games["guess"].lab, picks=(one,)))
            },
        )

    wide, narrow = offered(pick), offered(replace(pick, space=replace(space, total=8)))
    assert requests.order(asked(kind="report", search_picks=True), wide, 20) == replace_of(
        MADE, kind="report", search_picks=True
    )
    none = f"{there.games['guess'].name} already lists all or nearly all possible picks: there is nothing to search for"
    for kind, games, sentence in (
        ("report", narrow, none),
        ("sweep", wide, "only a report can search for better picks"),
    ):
        with pytest.raises(NotTakenError) as told:
            requests.order(asked(kind=kind, search_picks=True), games, 20)
        assert str(told.value) == sentence


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"confirm": 21}, "a measurement on this server must have at most 20 pairs of matches, not 21"),
        ({"ranges": []}, "a tuning run must have 1 to 6 settings, all different"),
        ({"ranges": [("turns", (1,))]}, "a tuning needs at least two values of a setting"),
        ({"aims": []}, "a tuning run must have one or more targets, each for a different figure"),
        (
            {"aims": [Aimed("score", 1.0), Aimed("score", 2.0)]},
            "a tuning run must have one or more targets, each for a different figure",
        ),
        (
            {"aims": [Aimed("speed", 1.0)]},
            "the figure must be one of score, seat_0, draws, decisions, plies, branching, not 'speed'",
        ),
        ({"aims": [Aimed("score")]}, "the target for score needs a lowest or a highest value"),
        (
            {"aims": [Aimed("score", 5.5, 5.5)]},
            "the lowest value of the target for score must be below the highest, not 5.5 and 5.5",
        ),
        ({"kind": "sweep"}, "only a tuning run can have targets"),
    ],
)
def test_what_a_tuning_does_not_take_is_said_in_a_sentence(more, sentence):
    given = {
        "kind": "tuning",
        "ranges": [("turns", (4, 6))],
        "aims": [Aimed("score", 1.0)],
        "confirm": 20,
        **more,
    }
    with pytest.raises(NotTakenError) as told:
        requests.order(asked(**given), catalog(), 20)
    assert str(told.value) == sentence


def replace_of(order, **changed):
    """An order with some parts changed."""
    return Order(**{name: changed.get(name, getattr(order, name)) for name in Order.__struct_fields__})


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"pairs": 21}, "a measurement on this server must have at most 20 pairs of matches, not 21"),
        ({"levels": [0, 3]}, "the level must be one of 0, 1, 2, not 3"),
        ({"kind": "comparison"}, "a comparison needs at least one changed setting: change one first"),
        (
            {"kind": "comparison", "settings": {"turns": 20}},
            "a comparison needs at least one changed setting",
        ),
        ({"ranges": [("turns", (1, 2))]}, "only a sweep or a tuning run can have ranges of settings"),
        ({"kind": "sweep"}, "a sweep must have one setting or two different ones"),
        (
            {"kind": "sweep", "ranges": [("turns", (1, 2)), ("turns", (3,))]},
            "a sweep must have one setting or two different ones",
        ),
        ({"kind": "sweep", "ranges": [("turns", (1, 2, 1))]}, "turns is given 1 more than once"),
        (
            {"kind": "sweep", "ranges": [("turns", range(1, 32)), ("loud", (True, False))]},
            "must have at most 60 cells, not 62",
        ),
        ({"kind": "sweep", "ranges": [("turns", (1,))]}, "a sweep needs at least two values of a setting"),
        ({"kind": "sweep", "ranges": [("turns", (0, 1))]}, "turns"),
    ],
)
def test_what_the_lab_does_not_take_is_said_in_a_sentence(more, sentence):
    with pytest.raises(ValueError, match=sentence):
        requests.order(asked(**more), catalog(), 20)


def test_a_companion_is_not_measured():
    ledgers = catalog()
    ledgers.games["guess"] = replace(
        ledgers.games["guess"], table=replace(ledgers.games["guess"].table, companion_of="chess")
    )
    with pytest.raises(ValueError, match="a companion only tracks a match at a real table"):
        requests.order(asked(), ledgers, 20)


def test_what_another_process_was_at_when_it_ended_waits_again(tmp_path):
    # nothing is begun here
    made = Measurements(tmp_path / "lab", LabLimits(mode="shared", at_once=0), Limits())
    folders = [made.folder(made.ask(MADE)[0])[0] for _ in range(2)]
    for folder, state in zip(folders, ("running", "stopped"), strict=True):
        folder.stand(state)

    async def scene():
        made.start()
        try:
            await until(lambda: folders[0].standing().state != "running")
        finally:
            await asyncio.to_thread(made.close)

    play(scene)
    assert [folder.standing().state for folder in folders] == ["waiting", "stopped"]


@pytest.mark.skipif(sys.platform == "win32", reason="sessions are of POSIX")
def test_the_process_of_a_measurement_is_beside_the_server(tmp_path):
    told = "import os; print(os.getsid(0) == os.getpid())"
    one = _Running(Folder(tmp_path), [sys.executable, "-c", told])
    one._process.wait()
    one._listener.join()
    # the terminal's Ctrl-C is not for it
    assert one.sentence == "True"
    one.end()
    assert one._process.stdin.closed
