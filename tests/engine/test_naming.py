"""Which name was meant."""

import pytest

from sandtable.authoring.naming import listed, meant, nearest

GAMES = ("assault", "optio", "rush", "rout")


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("asault", "assault"),
        ("Optio", "optio"),
        ("ROUT!", "rout"),
        ("ludo", ""),
        ("", ""),
        (3, ""),
        ("x" * 5000, ""),
    ],
)
def test_the_nearest_name_is_found_or_none(name, wanted):
    assert nearest(name, GAMES) == wanted


def test_a_name_keeps_its_capitals():
    assert nearest("general", ("Recruit", "General")) == "General"


def test_the_sentence_goes_on_with_what_was_meant():
    assert (meant("rsh", GAMES), meant("ludo", GAMES)) == ("; did you mean rush?", "")
    assert listed("rsh", GAMES, "the games are many") == "; did you mean rush? The games are many"
    assert listed("ludo", GAMES, "the games are many") == "; the games are many"
