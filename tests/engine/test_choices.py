"""What a game offers to be weighed is found by name."""

from types import SimpleNamespace

import pytest

from sandtable.authoring import ActionGroup, Lab, Option, Pick, Space
from sandtable.authoring.choices import action_group, kind, pick
from sandtable.authoring.encoding import encode

PLAIN = Pick("weapon", "the weapon", (Option("axe", "An axe"), Option("bow", "A bow")), "axe")


def forged(name):
    """A weapon of iron."""
    return Option(name, "forged") if name.startswith("iron") else None


FORGE = Pick(
    "weapon", "", PLAIN.options, "axe", Space(9, lambda below: PLAIN.options[0], lambda _: (), forged)
)
GAME = SimpleNamespace(
    id="duel",
    lab=Lab(picks=(FORGE,), action_groups=(kind("hit", "hit"), ActionGroup("flee", "flee", lambda *_: True))),
)


def test_an_option_is_found_by_name_also_in_a_space():
    for chosen in (PLAIN, FORGE):
        assert [chosen.option(option.name) for option in chosen.options] == list(chosen.options)
    assert FORGE.option("iron axe").text == "forged"
    for chosen, name, sentence in (
        (PLAIN, "iron axe", "weapon has no option 'iron axe'"),
        (FORGE, "axes", "weapon has no option 'axes'; did you mean axe"),
        (FORGE, "stone", "weapon has no option 'stone'; the options are axe, bow"),
    ):
        with pytest.raises(ValueError, match=sentence):
            chosen.option(name)


def test_picks_and_deeds_are_found_by_name():
    assert pick(GAME, "weapon") is FORGE
    assert action_group(GAME, "flee") is GAME.lab.action_groups[1]
    for find, name, sentence in (
        (pick, "x", "duel has no pick 'x'; the picks are weapon"),
        (action_group, "x", "duel has no action group 'x'; the action groups are hit, flee"),
        (action_group, "fle", "duel has no action group 'fle'; did you mean flee"),
    ):
        with pytest.raises(ValueError, match=sentence):
            find(GAME, name)
    with pytest.raises(ValueError, match="duel has no pick 'x'; it declares none"):
        pick(SimpleNamespace(id="duel", lab=Lab()), "x")


def test_a_kind_of_actions_is_a_deed():
    hit = GAME.lab.action_groups[0]
    assert [hit.does(None, None, SimpleNamespace(kind=name)) for name in ("hit", "flee")] == [True, False]


def test_numbers_of_numpy_are_written_as_plain_ones():
    import numpy as np

    assert (
        encode({"a": np.int64(3), "b": [np.float32(0.5), np.bool_(True), None]})
        == b'{"a":3,"b":[0.5,true,null]}'
    )
    with pytest.raises(TypeError, match="object cannot be written as JSON"):
        encode({"a": object()})
