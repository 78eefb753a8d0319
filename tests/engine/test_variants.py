"""Variants: what a file and an address hold, and the one sentence that each fault gets."""

import base64
import json
import zlib

import pytest

import sandtable as st
from sandtable import games
from sandtable.engine import variants
from sandtable.engine.variants import VariantError
from tests.fixtures.connect_four import SPEC as CONNECT_FOUR

HEAD = 'sandtable_variant = 1\ngame = "optio"\nname = "Quick"\nwhy = "An hour is short."\n'
MAP = "name: two'''hills\nrow\n"


def test_a_file_is_read_on_top_of_its_preset() -> None:
    found = variants.read(HEAD + 'preset = "Short search"\n[settings]\nkudos = 4\n')
    assert (found.game, found.name, found.why) == ("optio", "Quick", "An hour is short.")
    assert found.settings == {"kudos": 4, "reveal_after": 12}
    assert variants.read(HEAD + 'preset = "Short search"\n[settings]\nreveal_after = 30\n').settings == {}


def test_json_says_the_same() -> None:
    data = {"sandtable_variant": 1, "game": "optio", "name": "Quick", "why": "An hour is short."}
    assert variants.read(json.dumps({**data, "settings": {"kudos": 4}})) == variants.read(
        HEAD + "[settings]\nkudos = 4\n"
    )


@pytest.mark.parametrize("board", [None, "own", "quoted"])
def test_file_and_address_give_the_variant_back(board: str | None) -> None:
    text = str(games.spec("optio").rules.settings[0].default)
    own = {"own": _own_map(), "quoted": _own_map().replace("name: ", "name: '''\x22")}.get(board or "", text)
    made = variants.make(games.spec("optio"), 'A "name"', "Because.", {"kudos": 3, "map": own})
    assert (own in made.settings.values()) == (board is not None)
    assert variants.read(variants.write(made)) == made
    assert variants.read(variants.canonical(made)) == made
    assert variants.decoded(variants.code(made)) == made
    assert variants.address(made) == f"/lab/variant#{variants.code(made)}"


def _own_map() -> str:
    from sandtable.games.optio.data.mapfile import write
    from sandtable.games.optio.data.maps import terrain

    return write(terrain("wooded:3"))


FAULTS = {
    "": "it is empty",
    "game = ": "the end: Invalid value",
    "a = 1\nb = = 2": "line 2, column 5: Invalid value",
    '{"game": "optio", "game": "rush"}': "'game' is given twice",
    '{"game": }': "not valid JSON at column 10",
    '{"a": ' + "[" * 5000: "lists and tables are nested too deeply",
    '{"a": ' + "9" * 5000 + "}": "a number that is too long",
    "x" * 16_001: "at most 16,000 bytes long",
    "sandtable_variant = 2": "sandtable_variant must be 1",
    "sandtable_variant = true": "sandtable_variant must be 1",
    "sandtable_variant = 1": "game is missing",
    HEAD + "gamme = 1": "'gamme': a variant has no such field; did you mean game?",
    HEAD.replace("optio", "../mine.py"): "not a module or a path: '../mine.py' is not an id",
    HEAD.replace("optio", "os:path"): "not a module or a path",
    HEAD.replace("optio", "chess"): "game: there is no game 'chess'",
    HEAD.replace('"Quick"', '""'): "name must be a line of 1 to 64 printable characters",
    HEAD.replace('"Quick"', "7"): "name must be text, not 7",
    HEAD.replace("An hour", "An\\u0007"): "why must be a line of 1 to 400 printable characters",
    HEAD + 'preset = "Short serch"': "there is no 'Short serch'; did you mean Short search?",
    HEAD + "settings = 4": "settings must be a table",
    HEAD + "[settings]\nkudos = 4.5": "settings: kudos must be a whole number from 0 to 12, not 4.5 (O1.3)",
    HEAD
    + "[settings]\nkudos = [4]": "settings.kudos must be a text, a whole number or yes or no, not a list",
    HEAD + "[settings]\nkudos = 99": "settings: kudos must be a whole number from 0 to 12, not 99 (O1.3)",
    HEAD + "[settings]\nkudo = 1": "there is no setting 'kudo'; did you mean kudos?",
    HEAD + "[settings]\nmap = '''\nname: x\n'''": "settings: map, line 1, column 1",
    json.dumps(
        {"sandtable_variant": 1, "game": "optio", "name": "a", "why": "b", "settings": {"map": "\ud800\n"}}
    ): "it contains a lone surrogate, which is not valid Unicode",
}


@pytest.mark.parametrize("text", FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_one_sentence_with_its_place(text: str) -> None:
    with pytest.raises(VariantError) as caught:
        variants.read(text)
    assert FAULTS[text] in str(caught.value)
    assert len(str(caught.value)) < 500
    assert "\n" not in str(caught.value)


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


GOOD = variants.code(variants.read(HEAD + "[settings]\nkudos = 4\n"))
ADDRESSES = {
    "nothing": "",
    "cut": GOOD[:-6],
    "changed": GOOD[:20] + ("A" if GOOD[20] != "A" else "B") + GOOD[21:],
    "signs": "<script>",
    # which would be passed over where base64 is read
    "signs within": f"{GOOD[:4]}<<<<{GOOD[4:]}",
    "no text": packed(b"\xff\xfe"),
    "a bomb": packed(b" " * 50_000_000),
    "long": "A" * 100_000,
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_hostile_address_is_one_sentence(name: str) -> None:
    with pytest.raises(VariantError, match="invalid variant link: it is truncated"):
        variants.decoded(ADDRESSES[name])


def test_what_is_no_table_of_names_is_no_variant() -> None:
    for data in ([1], "text", 3, None):
        with pytest.raises(VariantError, match=r"^a variant must be a table of names and values$"):
            variants.of(data)


def test_a_text_is_known_as_a_variant_whatever_else_is_wrong() -> None:
    assert [variants.is_one(text) for text in (HEAD, "sandtable_variant = 9", "{}", "")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("later", [True, False])
def test_yes_and_no_are_written_as_such(later: bool) -> None:
    spec = games.spec("optio")
    made = variants.make(spec, "A", "Because.", {"scout_later": later, "kudos": 4})
    assert made.settings == ({"scout_later": True, "kudos": 4} if later else {"kudos": 4})
    assert variants.read(variants.write(made)) == made
    assert ("scout_later = true" in variants.write(made)) == later


def test_what_differs_is_said_in_words() -> None:
    found = variants.read(HEAD + '[settings]\nkudos = 4\nfirst = "0"\nscout_later = true\n')
    assert [change.sentence for change in variants.changes(found, games.spec("optio"))] == [
        "Kudos of each player at the start (O1.3): 4 instead of 6.",
        "Who moves first (O1.4): Navy instead of whoever rolls higher.",
        "A block may also scout on later turns, without moving in again (O2.6): yes instead of no.",
    ]


def test_a_variant_that_is_larger_than_a_table_is_not_made() -> None:
    with pytest.raises(VariantError, match="name must be"):
        variants.make(games.spec("optio"), "two\nlines", "Because.", {})
    with pytest.raises(VariantError, match="settings: kudos must be"):
        variants.make(games.spec("optio"), "A", "Because.", {"kudos": -1})


def test_a_file_makes_a_game(tmp_path) -> None:
    file = tmp_path / "quick.toml"
    file.write_text(HEAD + "[settings]\nkudos = 4\n", encoding="utf-8")
    game = st.load_variant(file)
    assert (game.id, game.variant, game.settings["kudos"]) == ("optio", "Quick", 4)
    found = variants.at(file)
    assert variants.playable(found, games.spec("optio"), {"kudos": 5}).variant == "Quick, with kudos changed"
    file.write_bytes(b"\xff")
    with pytest.raises(VariantError, match=r"quick.toml: it is not a UTF-8 text file"):
        st.load_variant(file)
    with pytest.raises(VariantError, match="cannot be read: No such file"):
        st.load_variant(tmp_path / "none.toml")
    file.write_bytes(b" " * 20_000)
    with pytest.raises(
        VariantError, match=r"quick.toml: the file is too long: at most 16,000 bytes are allowed"
    ):
        st.load_variant(file)


def test_a_game_from_outside_has_variants() -> None:
    text = HEAD.replace("optio", "connect_four") + "[settings]\ncolumns = 5\n"
    found = variants.read(text, variants.only(CONNECT_FOUR))
    assert variants.playable(found, CONNECT_FOUR).settings["columns"] == 5
    with pytest.raises(VariantError, match="it is a variant of optio, not of connect_four"):
        variants.read(HEAD, variants.only(CONNECT_FOUR))
