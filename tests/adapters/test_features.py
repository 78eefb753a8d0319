"""What features say: their names and ranges, and that a position turned round looks the same from the other seat."""

from dataclasses import replace

import numpy as np
import pytest

import sandtable as st
from sandtable.authoring import copy
from sandtable.authoring.spec import DeclarationError
from sandtable.engine.game import Position
from sandtable.games import find
from sandtable.games.optio import schema as optio
from sandtable.games.optio.data import maps
from sandtable.games.rush import schema as rush
from tests.adapters.test_batch import SHORT
from tests.rules.rush.arena import arena

GAMES = ("assault", "optio", "rush", "rout")
# the only number that tells the seats apart
SEAT = 1


def flipped(seat):
    """The other seat; what is no seat stays."""
    return 1 - seat if seat >= 0 else seat


def turned_assault(s, setup):
    """The board after half a turn, with the sides exchanged."""
    kept = s.copy()
    tiles = {(int(setup.x[t]), int(setup.y[t])): t for t in range(int(setup.tiles))}
    for p in range(4):
        s.pawn[p ^ 2] = kept.pawn[p]
        tile = int(kept.pawn[p].tile)
        place = (int(setup.width - 1 - setup.x[tile]), int(setup.height - 1 - setup.y[tile]))
        s.pawn[p ^ 2].tile = tiles[place]
        s.fits[p ^ 2] = kept.fits[p]
    for name in ("acting", "target"):
        s[name] = kept[name] ^ 2 if kept[name] >= 0 else kept[name]
    for mine in range(2):
        for theirs in range(2):
            for stat in range(6):
                bits = int(kept.pair[theirs][mine][stat])
                s.pair[mine][theirs][stat] = sum(
                    1 << 6 * b + a for a in range(6) for b in range(6) if bits >> 6 * a + b & 1
                )


def turned_rush(s, _setup):
    """The pitch after half a turn, with the teams exchanged."""
    kept = s.copy()
    s.side, s.lead = 1 - kept.side, -kept.lead
    if kept.ball < rush.HEXES:
        s.ball = rush.HEXES - 1 - kept.ball
    if kept.carrier >= 0:
        s.carrier = (int(kept.carrier) + 8) % 16
    if kept.now.actor >= 0:
        s.now.actor = (int(kept.now.actor) + 8) % 16
    for p in range(16):
        s.player[(p + 8) % 16] = kept.player[p]
        player = s.player[(p + 8) % 16]
        if player.place < rush.HEXES:
            player.place = rush.HEXES - 1 - player.place
            player.facing = (int(player.facing) + 3) % 6


def turned_rout(s, setup):
    """The table after half a turn, with the sides exchanged."""
    kept = s.copy()
    s.side = flipped(kept.side)
    for name in ("wins", "dealt", "waiting", "placed", "deck", "discard", "broken", "routed"):
        s[name][:] = kept[name][::-1]
    for i in range(int(s.count)):
        block = s.block[i]
        block.x = round(float(setup.width) * 100_000) - block.x
        block.y = round(float(setup.height) * 100_000) - block.y
        block.c, block.s, block.side = -block.c, -block.s, flipped(block.side)


def turned_optio(s, _setup):
    """The map after half a turn, with the armies exchanged."""
    kept = s.copy()
    for name in ("kudos", "wish"):
        s[name][:] = kept[name][::-1]
    s.second = flipped(kept.second)
    if kept.battle >= 0:
        s.battle = optio.PLACES - 1 - kept.battle
    if kept.battle_side < optio.NO_SIDE:
        s.battle_side = (kept.battle_side + 2) % 4
    if kept.acting >= 0:
        s.acting = (int(kept.acting) + optio.BLOCKS) % (2 * optio.BLOCKS)
    for b in range(2 * optio.BLOCKS):
        s.block[(b + optio.BLOCKS) % (2 * optio.BLOCKS)] = kept.block[b]
        block = s.block[(b + optio.BLOCKS) % (2 * optio.BLOCKS)]
        if block.square < optio.PLACES:
            block.square = optio.PLACES - 1 - block.square
        if block.side < optio.NO_SIDE:
            block.side = (block.side + 2) % 4


def turned_map():
    """The settings of a match on the first map after half a turn, with the armies exchanged."""
    text = maps.source(maps.shipped()[0])
    head, rows = text.split("map:\n")
    lines = [line.strip()[::-1] for line in rows.strip().splitlines()][::-1]
    return {
        "map": head + "map:\n" + "".join(f"  {line}\n" for line in lines),
        "navy_profile": "warband",
        "oxblood_profile": "heavy_foot",
    }


TURNED = {"assault": turned_assault, "optio": turned_optio, "rush": turned_rush, "rout": turned_rout}


@pytest.mark.parametrize("name", GAMES)
def test_a_position_turned_round_looks_the_same_from_the_other_seat(name):
    game = st.load(name, **SHORT[name])
    other = st.load(name, **SHORT[name], **(turned_map() if name == "optio" else {}))
    position, rng, phases, seen = game.start(), st.stream(4), set(), 0
    while not position.over or seen < 100:
        position = game.start() if position.over else position.play(position.sample(rng))
        turned = Position(other)
        copy(turned.state, position.state)
        state = turned.state
        TURNED[name](state, game.setup)
        state.to_move = flipped(state.to_move)
        seen, phases = seen + 1, phases | {position.phase}
        for seat in (0, 1):
            here, there = position.features(seat), turned.features(1 - seat)
            assert (here[SEAT], there[SEAT]) == (seat, 1 - seat)
            here[SEAT] = there[SEAT] = 0
            wrong = np.flatnonzero(~np.isclose(here, there, atol=1e-5))
            named = game.spec.learning.named_features
            assert [(named[i].name, here[i], there[i]) for i in wrong] == []
    assert len(phases) > 4


@pytest.mark.parametrize("name", GAMES)
def test_features_keep_to_their_ranges(name):
    game = st.load(name, **SHORT[name])
    named = game.spec.learning.named_features
    assert len({one.name for one in named}) == len(named) == game.spec.rules.features
    low, high = (np.array([getattr(one, end) for one in named], np.float32) for end in ("low", "high"))
    position, rng = game.start(), st.stream(3)
    for _ in range(400):
        for seat in (0, 1):
            seen = position.features(seat)
            wrong = np.flatnonzero((seen < low) | (seen > high))
            assert [(named[i], seen[i]) for i in wrong] == []
        position = game.start() if position.over else position.play(position.sample(rng))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_lead_after_the_last_strike_keeps_to_its_range(seat):
    t = arena(home={4: "F16"}, visitor={3: "A8"}, ball="Home 4", lead=6).throw(4).aim("F20").roll(1)
    assert (t.over, t.lead) == (True, 10)
    named = t.position.game.spec.learning.named_features
    (at,) = (i for i, one in enumerate(named) if one.name.startswith("lead,"))
    end = named[at].low if seat else named[at].high
    assert t.position.features(seat)[at] == np.float32(end) == np.float32((-1) ** seat * 10 / 7)


def test_a_declaration_that_miscounts_its_features_is_refused():
    spec = find("assault")
    learning = replace(spec.learning, features=spec.learning.features[:1])
    with pytest.raises(DeclarationError, match="learning names 30 features, but rules declares 162"):
        replace(spec, learning=learning)
