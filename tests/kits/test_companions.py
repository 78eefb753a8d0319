"""A kit and the companion at its table fit each other: as many pieces as the companion speaks of, called as it calls them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from sandtable.authoring import Board, Integer, Kit, Leaflet, LeafletTable, Pieces, resolve
from sandtable.engine.game import Game
from sandtable.games import spec
from sandtable.games.optio.data.profiles import profiles
from sandtable.graphics.drawing import Drawing, Shape, Text, Thing

FOUR = "S...S\n..M..\n.M.M.\n..M..\nS...S"
SIXTEEN = "\n".join(
    ("S..MM..S", "...MM...", "........", "MM....MM", "MM....MM", "........", "...MM...", "S..MM..S")
)


def texts(shapes: tuple[Shape, ...]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape.words
        elif isinstance(shape, Thing):
            yield from texts(shape.shapes)


def words(drawing: Drawing) -> list[str]:
    return list(texts(drawing.shapes))


def kit_of(game: str, **settings: object) -> Kit:
    declared = spec(game).print.kit
    assert declared is not None
    loaded = Game(spec(game), **settings)
    return declared.make(loaded.setup, {**loaded.settings, **resolve(declared.options, {})})


def companion(game: str, **settings: object) -> Game:
    return Game(spec(f"{game}_companion"), **settings)


def part(kit: Kit, title: str) -> Pieces:
    found = next(one for one in kit.parts if one.title == title)
    assert isinstance(found, Pieces)
    return found


def copies(pieces: Pieces) -> Mapping[str, int]:
    return {one.name: one.copies for one in pieces.pieces}


def labels(game: Game, field: str) -> list[str]:
    return list(game.spec.presentation.labels(game.setup)[field])


@pytest.mark.parametrize("board", ["skirmish", "grand", FOUR, SIXTEEN])
def test_meditation_tiles_have_the_numbers_by_which_the_companion_calls_them(board: str) -> None:
    kit = kit_of("assault", board=board)
    drawn = next(one for one in kit.parts if isinstance(one, Board)).draw()
    printed = sorted(word for word in words(drawn) if word.startswith("MEDITATION"))
    counted = len(printed)
    asked = [
        name for name in labels(companion("assault", meditations=counted), "tile") if "Meditation" in name
    ]
    assert printed == sorted(name.replace(" tile", "").upper() for name in asked)
    # a token for each pawn on each of them
    tokens = {name: count for name, count in copies(part(kit, "Tokens")).items() if "Meditation" in name}
    assert sorted(tokens) == [
        f"Meditation used by {pawn}" for pawn in ("Navy 1", "Navy 2", "Rust 1", "Rust 2")
    ]
    assert set(tokens.values()) == {counted}


def test_a_board_may_have_as_many_meditation_tiles_as_the_companion_takes() -> None:
    (setting,) = (
        one
        for one in companion("assault").spec.rules.settings
        if isinstance(one, Integer) and one.name == "meditations"
    )
    kit = kit_of("assault", board=SIXTEEN)
    assert copies(part(kit, "Tokens"))["Meditation used by Navy 1"] == setting.high == 16


def test_without_meditation_tiles_there_are_no_tokens_for_them() -> None:
    tokens = copies(part(kit_of("assault", board="S...S\n.....\n.....\n.....\nS...S"), "Tokens"))
    assert not any("Meditation" in name for name in tokens)


def test_notes_have_a_row_for_each_stat_of_each_enemy_pawn() -> None:
    notes = part(kit_of("assault"), "What the enemy's numbers can be")
    stats = labels(companion("assault"), "stat")
    for piece, enemy in zip(notes.pieces, ("Rust", "Navy"), strict=True):
        said = Counter(words(piece.front))
        assert [said[stat] for stat in stats] == [2] * len(stats)
        assert [said[f"{enemy} {n}"] for n in (1, 2)] == [1, 1]
        assert [said[str(number)] for number in range(1, 7)] == [2 * len(stats)] * 6


def test_blocks_have_the_numbers_by_which_the_companion_calls_them() -> None:
    kit = kit_of("optio")
    asked = sorted(
        {int(number) for name in labels(companion("optio"), "block") for number in re.findall(r"\d", name)}
    )
    for title in ("Numbers to stick on blocks", "Blocks to fold"):
        printed = [piece for piece in part(kit, title).pieces if " block " in piece.name]
        for side in ("Navy", "Oxblood"):
            own = [piece for piece in printed if piece.name.startswith(side)]
            assert [int(words(piece.front)[0]) for piece in own] == asked
    # and those that are printed with what they are do not tell them apart
    kinds = Counter(copies(part(kit, "Faces to stick on blocks")))
    assert kinds == {
        f"{side}'s {kind}": n
        for side in ("Navy", "Oxblood")
        for kind, n in (("army", 1), ("scout", 1), ("dummy", 4))
    }


@pytest.mark.parametrize("kudos", [0, 6, 12])
def test_kudos_are_as_many_as_the_companion_counts(kudos: int) -> None:
    game = companion("optio", kudos=kudos)
    coins = [one for one in kit_of("optio", kudos=kudos).parts if one.title == "Kudos"]
    assert bool(coins) == bool(kudos)
    for pieces in coins:
        assert isinstance(pieces, Pieces)
        assert list(copies(pieces).values()) == [int(game.setup.kudos)] * 2


def test_what_ground_is_worth_is_printed_for_every_army() -> None:
    own = "name: levy\ntext: Farmers.\nown:\n  open: 1.25, they know it\nenemy:\n  wood: -2, they get lost\n"
    kit = kit_of("optio", navy_profile=own)
    leaflet = next(one for one in kit.parts if one.title == "What ground is worth to the armies")
    assert isinstance(leaflet, Leaflet)
    (table,) = (block for block in leaflet.blocks if isinstance(block, LeafletTable))
    armies = [army.name for army in profiles().values() if army.worth]
    assert list(table.head) == ["", *armies, "levy"]
    rows = {row[0].strip("*"): row[1:] for row in table.rows}
    for n, army in enumerate(army for army in profiles().values() if army.worth):
        shown = [tuple(map(float, row[n].split("/"))) for row in rows.values()]
        assert shown == [(worth.own, worth.enemy) for worth in army.worth]
    assert (rows["open"][-1], rows["wood"][-1]) == ("1.25 / 0", "0 / -2")


@pytest.mark.parametrize("settings", [{}, {"preset": "demo"}, {"exploding_sixes": True}])
def test_tracks_and_tokens_of_rush_reach_as_far_as_the_companion_counts(settings: dict[str, object]) -> None:
    kit, game = kit_of("rush", **settings), companion("rush", **settings)
    setup = game.setup
    assert copies(part(kit, "Tokens"))["action"] == int(setup.tokens)
    tracks = {piece.name: words(piece.front)[1:] for piece in part(kit, "Tracks").pieces}
    assert tracks["rush track"] == [str(n) for n in range(1, int(setup.rushes) + int(setup.sudden) + 1)]
    assert len(tracks["score track"]) == 2 * int(setup.limit) + 1
    # R6.1, R4.5: three dice, one for a move and one for a Guard; R4.1: sixes that explode have no such bound
    most = len(labels(game, "successes")) - 1 if settings.get("exploding_sixes") else 5
    for side in ("Home", "Visitor"):
        assert tracks[f"out of play, {side}"] == ["bench", *(str(n) for n in range(1, most + 1))]
    cards = part(kit, "Cards of the players")
    assert len(cards.pieces) == int(setup.team[0]) + int(setup.team[1])
    assert kit.needed[0].startswith("10 six-sided" if settings.get("exploding_sixes") else "5 six-sided")


@pytest.mark.parametrize("settings", [{}, {"ivory_units": 3, "ink_units": 12, "rally": 0}, {"rally": 4}])
def test_cards_and_blocks_of_rout_are_as_many_as_the_companion_deals(settings: dict[str, object]) -> None:
    kit, game = kit_of("rout", **settings), companion("rout", **settings)
    deck = copies(part(kit, "The deck"))
    rallies = [deck.get(f"rally of {side}", 0) for side in ("Ivory", "Ink")]
    assert rallies == [int(game.setup.rally)] * 2
    units = [int(count) for count in game.setup.units]
    stickers = copies(part(kit, "Block stickers"))
    for seat, side in enumerate(("Ivory", "Ink")):
        for kind in ("archer", "cavalry", "pike"):
            # any hand that can be dealt
            assert stickers[f"{side}'s {kind}"] == min(deck[kind], units[seat])
    # a trophy for each enemy unit
    assert list(copies(part(kit, "Trophies")).values()) == units[::-1]
