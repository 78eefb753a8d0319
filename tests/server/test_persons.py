"""Names of people: what joins letters and emoji stays, nobody is invisible, and nobody passes for the computer."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as some

from sandtable.server.tables.persons import (
    GUEST,
    LIKE_A_COMPUTER,
    LONGEST,
    MOST_CODE_POINTS,
    NOTHING_VISIBLE,
    TOO_LONG,
    TOO_MANY_PARTS,
    PersonError,
    apart,
    by_name,
    called,
    either,
    person,
)
from tests.server.ws_client import picked, play, running

FAMILY = "👩\u200d👩\u200d👧\u200d👦"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoë O’Hara-Smith",
        "Жанна",
        "שלום",
        "می\u200cخواهم",  # Persian: the joiner keeps two letters apart
        "ක්\u200dරිස්",  # Sinhala: a conjunct
        "র\u200d্যাব",  # Bengali: it comes before the virama
        "അനില്\u200d",  # Malayalam: at the end of a word
        "葛\U000e0100城",  # Japanese: a form of a character
        FAMILY,
        "👨🏽\u200d💻 Jo",
        "❤\ufe0f\u200d🔥",
        ENGLAND,
        "🇩🇪",
        "1️⃣",
        "xXx",
        "Compute",
        "My computer",
        "Kompjuter",
        "é" * LONGEST,
        "🇩🇪" * LONGEST,
    ],
)
def test_a_name_stays_as_it_is(name):
    assert person(name) == name


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("", GUEST),
        (" \t\u2028\u3000", GUEST),
        ("  Ann \u200b  B\tC\n", "Ann B C"),
        ("Ann\u0085Lee\u2028Roe", "Ann Lee Roe"),
        ("\u202eAnn\u202c\u2066", "Ann"),
        ("\x1b[31mAnn\x07", "[31mAnn"),
        ("A\u200dn\u200cn", "Ann"),
        ("\u0301\u0302Ann", "Ann"),
        ("e\u0301", "é"),
        ("Ann\ue000\ufffe\U000e0100", "Ann"),
        ("\ufeffAnn\u00ad", "Ann"),
        ("\u200d🙂\u200d", "🙂"),
    ],
)
def test_what_shows_nothing_is_taken_out(name, kept):
    assert person(name) == kept


@pytest.mark.parametrize(
    "name",
    ["\u200b", "\u3164", "\u115f\u1160", "\u2800 \u2800", "\uffa0", "\u0301", "\U000e0041", "\x07", "\ufe0f"],
)
def test_nobody_is_invisible(name):
    with pytest.raises(PersonError) as refused:
        person(name)
    assert str(refused.value) == NOTHING_VISIBLE


@pytest.mark.parametrize(
    "name",
    [
        "Computer",
        "COMPUTER, Captain",
        "computer",
        "Computers",
        "C o m p u t e r",
        "Com\u200bputer, General",
        "Com\u200dputer",
        "Com\u3164puter",
        "·Computer·",
        "Ｃｏｍｐｕｔｅｒ",
        "Сomputer",  # the first letter is Cyrillic
        "Соmрutеr, Сарtаin",
        "Cοmρυτεr",
        "Ϲomputer",
        "C0mputer",
        "C೦mputer",
        "Cornputer",
        "𝓒𝓸𝓶𝓹𝓾𝓽𝓮𝓻",
        "Ⓒⓞⓜⓟⓤⓣⓔⓡ",
        "🅒🅞🅜🅟🅤🅣🅔🅡",
        "🇨🇴🇲🇵🇺🇹🇪🇷",
        "ᴄᴏᴍᴘᴜᴛᴇʀ",
        "Ćömpûtẹř",
        "Ⲥⲟmputer",
    ],
)
def test_nobody_passes_for_the_computer(name):
    with pytest.raises(PersonError) as refused:
        person(name)
    assert str(refused.value) == LIKE_A_COMPUTER


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("x" * 25, TOO_LONG.format(25)),
        ("é" * 30, TOO_LONG.format(30)),
        (FAMILY * 10, TOO_MANY_PARTS),
        ("x" + "\u0316" * 5, TOO_MANY_PARTS),
    ],
)
def test_a_name_that_is_too_long_is_refused(name, sentence):
    with pytest.raises(PersonError) as refused:
        person(name)
    assert str(refused.value) == sentence


def test_two_that_look_the_same_are_told_apart():
    assert apart("ann", "Ann") == "ann 2"
    assert apart("Ａnn", "Ann") == "Ａnn 2"
    assert apart("A nn", "Ann") == "A nn 2"
    assert apart("شم", "ش\u200cم") == "شم 2"
    assert (apart("Rene", "René"), apart("🐱", "🐶"), apart("Anna", "Ann")) == ("Rene", "🐱", "Anna")


ALPHABET = some.one_of(
    some.characters(), some.sampled_from("\u200c\u200d\ufe0f\u0301\u094d\u3164\u202e👩🏽❤🇩🏴\U000e0067कشab 0")
)


@given(some.text(ALPHABET, max_size=30))
def test_any_name_is_refused_or_good_for_all_that_follows(name):
    try:
        kept = person(name)
    except PersonError:
        return
    assert person(kept) == kept
    assert kept == unicodedata.normalize("NFC", kept)
    assert 1 <= len(kept) <= MOST_CODE_POINTS
    assert kept == " ".join(kept.split())
    kept.encode()
    assert not any(unicodedata.category(one) in ("Cc", "Cs", "Co", "Zl", "Zp") for one in kept)
    assert not set(kept) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ada", "Ada"),
        ("Guest", ""),
        ("Second player", ""),
        ("Computer, Captain", "the computer"),
        ("sixteen letters!", "sixteen letters!"),
        ("seventeen letters", "seventeen lette…"),
        (FAMILY * 4, FAMILY * 4),
        ("x" * 14 + FAMILY + "🇩🇪🇫🇷", "x" * 14 + FAMILY + "…"),
        ("مريم", "\u2068مريم\u2069"),
        ("<b>Ada</b>", "<b>Ada</b>"),
    ],
)
def test_a_sentence_calls_people_by_a_short_name_that_reorders_nothing(name, said):
    assert called(name) == said


def test_people_act_by_their_names_and_pieces_have_their_colour():
    names = ("Ada", "Computer, Captain")
    for told, said in (
        ("Navy is to move.", "Ada is to move."),
        ("Rust is to move.", "The computer is to move."),
        (
            "Navy rolls 2, Rust rolls 5: Rust moves first.",
            "Ada rolls 2, the computer rolls 5: the computer moves first.",
        ),
        ("Navy wins: both Rust pawns are out.", "Ada wins: both Rust pawns are out."),
        ("Navy 1 rolls 4 to move.", "Navy 1 rolls 4 to move."),
        ("Navy's army marches north.", "Navy's army marches north."),
        ("Better for Navy than usual.", "Better for Navy than usual."),
    ):
        assert by_name(told, ("Navy", "Rust"), names) == said
    assert by_name("Navy is to move.", ("Navy", "Rust"), ("Guest", "Ada")) == "Navy is to move."
    # how people write their names is theirs, and the computer's is a word
    assert by_name("Navy wins. Rust loses.", ("Navy", "Rust"), ("ßeta", names[1])) == (
        "ßeta wins. The computer loses."
    )


@pytest.mark.parametrize(
    "names",
    [
        ("Computer, Captain", "Computer, General"),
        ("Maximilian Mustermann", "Maximilian Musterfrau"),
        ("rust", "NAVY"),
        ("You", "the computer"),
    ],
)
def test_whoever_a_name_does_not_tell_apart_is_called_by_the_side(names):
    sides = ("Navy", "Rust")
    assert by_name("Navy wins. Rust loses.", sides, names) == "Navy wins. Rust loses."
    assert [either(seat, names, sides) for seat in range(2)] == list(sides)
    # only the one whose name does not
    assert by_name("Navy wins. Rust loses.", sides, ("Ada", "Navy")) == "Ada wins. Rust loses."


def test_prompts_results_and_the_log_of_a_table_call_people_by_their_names(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db") as stage:
            table, tokens = await picked(stage)
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                first = ann if ann.seen["to_move"] == 0 else bob
                other, name = (bob, "Ann") if first is ann else (ann, "Bob")
                assert other.seen["prompt"] == f"{name} is to move."
                assert f"{name} picks a number." in [event["text"] for event in other.seen["events"]]
                assert (await bob.ask("resign"))["type"] == "accepted"
                assert bob.seen["result"] == "Bob resigned: Ann wins."

    play(scene)


def test_a_table_keeps_a_joined_name_and_refuses_another_in_a_sentence(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db") as stage:
            opened = await stage.open(name=f"Ann {FAMILY}")
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                assert f"Ann {FAMILY}" in [seat["name"] for seat in ann.seen["seats"]]
            for name, sentence in (("\u3164", NOTHING_VISIBLE), ("Computer, Captain", LIKE_A_COMPUTER)):
                refused = await stage.post(f"/invites/{opened['invite']}", name=name)
                assert (refused.status_code, refused.json()) == (409, {"error": sentence})
            too_long = await stage.post("/tables", game="guess", opponent="hotseat", name="x" * 201)
            assert too_long.json() == {"error": "name must be text of 1 to 200 characters, not of 201."}
            joined = await stage.post(f"/invites/{opened['invite']}", name="می\u200cخواهم")
            assert joined.status_code == 201

    play(scene)
