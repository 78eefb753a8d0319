"""Names are on paper whole: made smaller or set on two lines; in whichever letters."""

from dataclasses import replace

import pytest

from sandtable.authoring import Board, Kit, KitMaker, Piece, Pieces
from sandtable.engine.game import Game
from sandtable.graphics import paper
from sandtable.graphics.drawing import Drawing, Text
from sandtable.printing.press import Printed, PrintJob, print_kit
from tests.fixtures.connect_four import SPEC
from tests.kits.conftest import made

TEAM = """name = "Own"
team = ["{name}", "{name}"]
[player."{name}"]
role = "guard"
move = 5
strength = 4
speed = 4
skill = 4
armour = 4
"""


def printed(*parts: Pieces | Board) -> Printed:
    game = Game(
        replace(SPEC, print=replace(SPEC.print, kit=KitMaker(lambda _setup, _options: Kit(parts, ()))))
    )
    return print_kit(game.spec, game.setup, game.settings, {}, PrintJob())


def texts(kit: Printed, words: str) -> list[tuple[int, Text]]:
    return [
        (number, item)
        for number, page in enumerate(kit.pages)
        for item in page.shapes
        if isinstance(item, Text) and item.words == words
    ]


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
@pytest.mark.parametrize("name", ["A name that is longer than its card", "W" * 40])
def test_words_that_do_not_fit_a_piece_are_fitted_into_it(name: str, anchor: str) -> None:
    card = Drawing(60, 40, "card", (Text(30, 20, 6, name, anchor=anchor),))  # type: ignore[arg-type]
    kit = printed(Pieces("Cards", "", [Piece("card", card, 60, 40, 2)]))
    found = texts(kit, name)
    boxes = [place.box for place in kit.places]
    assert len(found) == len(boxes) == 2
    for (_, text), box in zip(found, boxes, strict=True):
        own = paper.box_of(text)
        assert box.left - 1e-5 <= own.left
        assert own.right <= box.right + 1e-5


def test_words_between_two_sheets_of_a_board_are_on_one_of_them() -> None:
    # as wide as the board, so that every name near a cut crosses it
    names = [f"Name number {n}" for n in range(40)]
    board = Drawing(
        400, 60, "board", tuple(Text(10 + 9.5 * n, 5 + n % 10 * 5, 4, name) for n, name in enumerate(names))
    )
    kit = printed(Board("The board", "", lambda: board, 400, 60))
    for name in names:
        assert texts(kit, name), name


@pytest.mark.parametrize("name", ["Al", "W" * 16, "WWWWWWW WWWWWWWW", "Łódź é", "日本太郎", "राजा", "Ж" * 8])
def test_the_name_of_a_player_is_on_the_card_whole(name: str) -> None:
    kit = made("rush", {"home": TEAM.format(name=name)})
    (place,) = (place for place in kit.kit.places if place.name == "card of Home 1")
    head = [
        item
        for item in kit.kit.pages[place.page].shapes
        if isinstance(item, Text)
        and place.box.left + 12 < item.x < place.box.right
        and place.box.top < item.y < place.box.top + 11
    ]
    assert " ".join(item.words for item in head) == f"{name} Home 1, Guard"
    for item in head:
        own = paper.box_of(item)
        assert item.size >= 2.85
        assert place.box.left < own.left
        assert own.right < place.box.right
    lines = [item.y for item in head]
    assert lines == sorted(lines)
    assert name in kit.words(place.page)
    kit.document.close()
