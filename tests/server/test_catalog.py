"""The games that a server offers."""

from dataclasses import replace

import pytest

from sandtable.games import installed, spec, trays
from sandtable.server.loading.catalog import shipped
from sandtable.server.protocol import NewMeasurement, SweptSetting
from tests.fixtures import connect_four


def asked(kind="simulation", ranges=(), **more):
    """What a visitor asks for."""
    swept = [SweptSetting(name, list(values)) for name, values in ranges]
    given = {"game": "guess", "levels": [0, 2], "pairs": 20, "seed": 7, **more}
    return NewMeasurement(kind, ranges=swept, **given)


# another declaration with the id of one that there is
SAME = replace(connect_four.SPEC)


def test_games_are_offered_with_their_companions_and_those_from_outside():
    offered = shipped(["tests.fixtures.connect_four:SPEC"])
    beside = {tray.id for tray in trays()}
    kept = {f"{game}_companion" for game in installed() if spec(game).table.companion}
    assert set(offered.games) == {*installed(), *kept, *beside, "connect_four"}
    assert kept
    assert [level.level for level in offered.levels("connect_four")] == [0, 1, 2, 3]
    assert offered.command("optio")[1:] == ("-m", "sandtable.server.warmup", "optio")
    assert offered.command("connect_four")[3] == "tests.fixtures.connect_four:SPEC"
    assert callable(offered.make("connect_four", 0).act)
    with pytest.raises(
        ValueError, match=r"two games have the id 'connect_four': change the id of the one at .*:SAME"
    ):
        shipped(["tests.fixtures.connect_four:SPEC", "tests.server.test_catalog:SAME"])


def test_a_game_that_cannot_be_loaded_is_left_out(monkeypatch, caplog):
    def companion(game):
        if game == "optio":
            raise ValueError("it has no rules")

    monkeypatch.setattr("sandtable.games.companion", companion)
    assert set(shipped().games) == {*installed(), *(tray.id for tray in trays())}
    assert caplog.messages == ["it has no rules"]
