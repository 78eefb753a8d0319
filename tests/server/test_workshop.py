"""Variants at a server: read as strictly as a file, whoever hands them in."""

from dataclasses import replace

import pytest

from sandtable.authoring import SettingError
from sandtable.engine import variants
from sandtable.games import spec
from sandtable.server.lab.variants import shown
from sandtable.server.loading.catalog import Catalog
from sandtable.server.protocol import VariantAsked
from tests.server.guess import SPEC
from tests.server.ws_client import play, running

FILE = 'sandtable_variant = 1\ngame = "optio"\nname = "Quick"\nwhy = "An hour."\n[settings]\nkudos = 4\n'
OFFERED = Catalog({"optio": spec("optio")}, lambda _: (), lambda _game, _level: None)
DATA = variants.data_of(variants.read(FILE))


def test_all_three_forms_are_one_variant():
    told = shown(VariantAsked(text=FILE), OFFERED)
    assert (told.game, told.title, told.name) == ("optio", spec("optio").name, "Quick")
    assert told.settings == {"kudos": 4}
    assert [(one.here, one.printed) for one in told.changes] == [("4", "6")]
    assert variants.read(told.text) == variants.decoded(told.code)
    assert shown(VariantAsked(code=told.code), OFFERED) == told
    assert shown(VariantAsked(variant=DATA), OFFERED) == told


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (VariantAsked(), "Send exactly one of code, text and variant."),
        (VariantAsked(code="A", text=FILE), "Send exactly one of code, text and variant."),
        (VariantAsked(code="eJ"), "Invalid variant link"),
        (VariantAsked(text=FILE.replace("optio", "os:path")), "not a module or a path"),
        (
            VariantAsked(text=FILE.replace("optio", "rush")),
            "Game: this server does not offer the game 'rush'",
        ),
        (VariantAsked(variant={**DATA, "settings": {"kudos": 99}}), "Settings: kudos must be a whole number"),
    ],
)
def test_a_fault_is_one_sentence(asked, said):
    with pytest.raises(ValueError, match=said):
        shown(asked, OFFERED)


def test_settings_that_do_not_go_together_are_told():
    def build(settings):
        if settings["loud"] and settings["mood"] == "calm":
            raise SettingError("loud goes with wild only")
        return SPEC.rules.build(settings)

    offered = Catalog(
        {
            "guess": replace(
                SPEC,
                rules=replace(SPEC.rules, build=build),
            )
        },
        lambda _: (),
        lambda _game, _level: None,
    )
    made = variants.make(SPEC, "Loud", "It is loud.", {"loud": True})
    with pytest.raises(ValueError, match=r"^Loud goes with wild only"):
        shown(VariantAsked(code=variants.code(made)), offered)


def test_a_page_asks_by_the_interface(tmp_path):
    made = variants.make(SPEC, "Plain", "As it is.", {})

    async def scene():
        async with running(tmp_path / "tables.db") as stage:
            told = await stage.post("/variants", code=variants.code(made))
            assert (told.status_code, told.json()["game"], told.json()["changes"]) == (200, SPEC.id, [])
            wrong = await stage.post("/variants", text=FILE.replace("optio", "chess"))
            said = "Game: this server does not offer the game 'chess'."
            assert (wrong.status_code, wrong.json()["error"]) == (409, said)
            unknown = await stage.post("/variants", code=variants.code(made), colour="red")
            assert unknown.status_code == 422
            assert "colour" in unknown.json()["error"]

    play(scene)
