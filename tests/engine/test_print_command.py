"""`sandtable print`: the file, what it says, and what is refused in a sentence."""

import json
from dataclasses import replace

import pypdfium2
import pytest

from sandtable.authoring import Integer, Kit, KitMaker, Piece, Pieces
from sandtable.authoring.kits import KitError, picture
from sandtable.authoring.spec import DeclarationError
from sandtable.cli import console
from sandtable.engine.game import Game
from sandtable.printing.press import print_kit
from tests.engine.command import run
from tests.fixtures.connect_four import SPEC


def call(*arguments):
    """The exit status, standard output and standard error of a call."""
    done = run("print", *arguments)
    return done.returncode, done.stdout, done.stderr


def test_a_kit_is_written_with_own_boards_and_options(tmp_path):
    board, file = tmp_path / "board.txt", tmp_path / "kit.pdf"
    board.write_text("S...S\n.....\n..M..\n.....\nS...S\n")
    status, said, _ = call(
        "assault",
        "--out",
        str(file),
        "--set",
        f"board=@{board}",
        "--set",
        "tile_mm=20",
        "--paper",
        "Letter",
        "--json",
    )
    told = json.loads(said)
    assert (status, told["file"]) == (0, str(file))
    assert told["pages"][1].startswith("The board")
    document = pypdfium2.PdfDocument(file.read_bytes())
    assert len(document) == len(told["pages"])
    assert document[0].get_size() == pytest.approx((612, 792), abs=0.1)
    document.close()


def test_the_board_of_a_variant_is_printed(tmp_path):
    board, variant = tmp_path / "board.txt", tmp_path / "small.toml"
    board.write_text("S...S\n.....\n..M..\n.....\nS...S\n")
    named = 'sandtable_variant = 1\ngame = "assault"\nname = "Small"\nwhy = "It is quick."\n'
    variant.write_text(f"{named}[settings]\nboard = '''\n{board.read_text()}'''\n")
    made: list[bytes] = []
    for folder, own in (("set", ("--set", f"board=@{board}")), ("variant", ("--variant", str(variant)))):
        file = tmp_path / folder / "kit.pdf"
        file.parent.mkdir()
        status, said, _ = call("assault", "--out", str(file), *own, "--json")
        assert (status, json.loads(said).get("variant")) == (0, "Small" if folder == "variant" else None)
        made.append(file.read_bytes())
    assert made[0] == made[1]


def test_a_test_sheet_is_written_for_a_kit_with_backs(tmp_path):
    file = tmp_path / "sheet.pdf"
    asked = (
        "--test-sheet",
        "--paper",
        "Letter",
        "--flip",
        "short",
        "--back-shift",
        "1,-0.5",
        "--out",
        str(file),
    )
    status, said, _ = call("rout", *asked)
    assert (status, said) == (
        0,
        f"{file}: a test sheet on Letter. Print it on both sides, flipped on the short edge.\n",
    )
    document = pypdfium2.PdfDocument(file.read_bytes())
    assert [page.get_size() for page in document] == [pytest.approx((792, 612), abs=0.1)] * 2
    assert "back shift of 1,-0.5" in document[1].get_textpage().get_text_range()
    document.close()


def test_options_are_listed():
    status, said, _ = call("rout", "--options")
    assert (status, said.startswith("card=poker: ")) == (0, True)


def test_where_there_are_no_options_a_sentence_says_so():
    assert call("rout_companion", "--options") == (0, "Companion of ROUT! has no kit to print.\n", "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("assault", "--paper", "A5"), "paper must be one of A4, A3, Letter, not 'A5'"),
        (("assault", "--flip", "left"), "flip must be one of long, short, not 'left'"),
        (("rout", "--back-shift", "1"), "back shift must be two numbers in mm, such as 0.5,-1, not '1'"),
        (
            ("rout", "--back-shift", "1,six"),
            "back shift must be two numbers in mm, such as 0.5,-1, not '1,six'",
        ),
        (("rout", "--back-shift", "1,6"), "back shift must be from -5 to 5 mm in each direction, not 1,6"),
        (("assault", "--test-sheet"), "this kit has nothing to print on both sides"),
        (("assault", "--ink", "red"), "ink must be one of colour, black, not 'red'"),
        (("assault", "--set", "tile_mm=5"), "tile_mm must be a whole number from 18 to 60"),
        (("assault", "--set", "health=99"), "health must be a whole number from 1 to 40"),
        (("tests.fixtures.connect_four:SPEC",), "has no kit to print"),
    ],
)
def test_what_does_not_fit_is_one_sentence(arguments, sentence, tmp_path):
    status, said, wrong = call(*arguments, "--out", str(tmp_path / "x.pdf"))
    assert (status, said) == (console.WRONG_USAGE, "")
    assert sentence in wrong
    assert wrong.count("\n") == 1


def with_kit(*pieces, options=()):
    kit = Kit((Pieces("Stones", "Cut them out.", pieces),), ("a friend",))
    return replace(SPEC, print=replace(SPEC.print, kit=KitMaker(lambda _setup, _options: kit, options)))


def test_a_game_from_outside_has_a_kit_by_saying_its_pieces():
    stone = Piece("stone", picture(10, 10, "stone"), 20, 30, copies=21)
    game = Game(with_kit(stone))
    made = print_kit(game.spec, game.setup, game.settings, {})
    assert [place.name for place in made.places] == ["stone"] * 21
    for place in made.places:
        size = place.box.right - place.box.left, place.box.bottom - place.box.top
        assert size == pytest.approx((20, 30))


def test_a_piece_that_no_sheet_holds_is_refused():
    game = Game(with_kit(Piece("plank", picture(10, 10, "plank"), 500, 30)))
    with pytest.raises(KitError, match="plank of 500 x 30 mm does not fit this paper"):
        print_kit(game.spec, game.setup, game.settings, {})


def test_a_setting_and_an_option_of_one_name_are_refused():
    with pytest.raises(DeclarationError, match="'columns' is both a setting and an option of the kit"):
        with_kit(options=(Integer("columns", 1, 2, 1, "C1", "Columns"),))
