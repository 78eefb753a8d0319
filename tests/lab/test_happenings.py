"""Where what happens in the shipped games, in scenarios."""

from typing import Self, TypeVar

import numpy as np
import pytest

from sandtable.engine.game import Position
from sandtable.graphics.drawing import Place
from sandtable.lab.run import trails
from tests.rules.assault import table as assault
from tests.rules.optio import table as optio
from tests.rules.rout import board as rout
from tests.rules.rush import arena as rush
from tests.rules.scenario import Tabletop

T = TypeVar("T", bound=Tabletop)


class NotedPosition(Position):
    """A position that keeps in `noted` what happens in it, and where."""

    noted: list[tuple[str, Place]]

    def play(self, action: int) -> Self:
        plain = Position(self.game, np.frombuffer(bytes(self), self.game.spec.rules.state))
        self.noted += trails.happens(self.game.spec.lab.events, plain, int(action))
        return super().play(action)


def noted(t: T) -> T:
    """The tabletop, with all that happens from now on noted."""
    game = t.position.game
    t.position = NotedPosition(game, np.frombuffer(bytes(t.position), game.spec.rules.state))
    t.position.noted = []
    return t


def happened(t: Tabletop) -> list[tuple[str, int, str]]:
    """What has happened, to which seat, and the name of the place."""
    assert isinstance(t.position, NotedPosition)
    return [(name, place.seat, place.name) for name, place in t.position.noted]


def test_pawns_attack_from_where_they_stand_and_fall_where_they_stood():
    places = {"Navy 1": "C3", "Rust 1": "C4", "Navy 2": "F1", "Rust 2": "A6"}
    stats = {"Navy 1": "612345", "Rust 1": "123456"}
    t = noted(assault.table(places, stats, {"Rust 1": 1}))
    t.begin("Navy 1").roll(1).stay()
    assert happened(t) == []
    t.attack("Rust 1", "Strength")
    assert happened(t) == [("attacks", 0, "C3")]
    assert happened(t.damage(1))[1:] == [("falls", 1, "C4")]


def test_blocks_are_turned_up_in_their_squares_and_a_battle_is_where_the_second_army_came():
    t = noted(optio.table({"Navy 2": "C2", "Oxblood 1": "C3", "Oxblood 4": "B3"}))
    t.step("Navy 2", "north").scout("Oxblood 1")
    assert sorted(happened(t)) == [("reveals", 0, "C3"), ("reveals", 1, "C3")]
    t = noted(optio.approach("C2", "C4")).stand().march("south").retreat("south").march("south")
    assert happened(t) == []
    assert happened(t.march("north")) == [("battles", 0, "C2")]


def test_strikes_and_slams_are_made_from_where_players_stand_and_losses_are_where_they_lay():
    t = noted(rush.arena(home={4: "F17"}, ball="Home 4")).throw(4).aim("F20").roll(1)
    assert happened(t) == [("strikes", 0, "F17")]
    t = rush.arena(home={2: "F11"}, visitor={3: "F12 west"}, opponent_threatens=False)
    t = noted(t).slam(2).tackle(3).dodge().roll(2, 0).push("east").follow()
    assert happened(t) == [("slams", 0, "F11")]
    assert happened(t.roll(0))[1:] == [("losses", 1, "F13")]


@pytest.mark.parametrize(("state", "name"), [("", "breaks"), (" broken", "routs")])
def test_blocks_are_broken_and_routed_where_they_lay(state, name):
    far = {"cavalry": "100 100"}
    t = noted(rout.board({"pike": "500 800 up"}, {"archer": f"500 900{state}", **far}))
    t.draw("pike").melee("Ivory pike", "north", 2.5)
    assert isinstance(t.position, NotedPosition)
    drawing = t.position.drawing()
    edge, fine = 0.05 * 1000, trails.FINE * max(drawing.width, drawing.height)
    # the table's y runs up, 1,000 mm of it
    x, y = edge + 500, edge + 1000 - 900
    assert t.position.noted == [(name, Place(1, round(x / fine) * fine, round(y / fine) * fine))]
