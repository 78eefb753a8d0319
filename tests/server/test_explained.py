"""What explains a game over HTTP and at a table: under any settings, what is wrong with them in a sentence, a few at a time."""

from dataclasses import replace
from urllib.parse import urlencode

import pytest

from sandtable.authoring import explanations
from sandtable.authoring.wording import WordingError, differences, filled
from sandtable.games import spec
from sandtable.server.loading.catalog import Catalog
from tests.server.ws_client import PATIENT, play, running

OWN = "S...S\n.....\n..M..\n.....\nS...S\n"


def offered():
    return Catalog({"assault": spec("assault")}, lambda game: (), lambda game, level: None)


def test_rules_words_and_sheet_follow_the_settings_in_the_address(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db", PATIENT, offered) as stage:
            for path in ("/rules/assault", "/words/assault", "/sheets/assault"):
                usual = await stage.get(path)
                shown = await stage.get(f"{path}?reveal=numbers&held_may_attack=false")
                assert (usual.status_code, shown.status_code) == (200, 200)
                assert "may attack" in usual.text
                assert "or attack on its" in shown.text
                assert (await stage.get(f"{path}?reveal=outcome")).text == usual.text
            book = (await stage.get("/rules/assault?health=30")).json()
            assert "30 health" in next(one["html"] for one in book["clauses"] if one["id"] == "A1.5")
            assert (await stage.get(f"/rules/assault?{urlencode({'board': OWN})}")).status_code == 200

    play(scene)


@pytest.mark.parametrize(
    ("query", "status", "sentence"),
    [
        ("reveal=all", 422, "Reveal must be one of outcome, numbers, not 'all' (A4.6)."),
        ("nothing=1", 422, "There is no setting 'nothing'"),
        ("health=5&health=6", 422, "Give every setting once."),
        (f"board={'.' * 3000}", 413, "This request is too large."),
    ],
)
def test_settings_that_do_not_fit_are_refused_in_a_sentence(tmp_path, query, status, sentence):
    async def scene():
        small = replace(PATIENT, service_body=2000)
        async with running(tmp_path / "tables.db", small, offered) as stage:
            for path in ("/rules/assault", "/words/assault", "/sheets/assault"):
                answer = await stage.get(f"{path}?{query}")
                assert answer.status_code == status
                assert answer.json()["error"].casefold().startswith(sentence.casefold())

    play(scene)


def test_unusual_settings_count_as_files_and_what_was_made_is_kept(tmp_path):
    async def scene():
        few = replace(PATIENT, files_rate=0.001, files_burst=2)
        async with running(tmp_path / "tables.db", few, offered) as stage:
            asked = [f"/rules/assault?health={health}" for health in (20, 21, 20, 12, 22)]
            assert [(await stage.get(path)).status_code for path in asked] == [200, 200, 200, 200, 429]

    play(scene)


def test_a_table_gives_its_words_once_and_without_the_lesson(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db", PATIENT, offered) as stage:
            settings = {"reveal": "numbers"}
            seated = await stage.open(game="assault", settings=settings)
            async with stage.sit(seated["table"], seated["tokens"][0]) as client:
                first = client.seen
            assert "both numbers" in first["words"]["legend.compared"]["text"]
            assert [name for name in first["words"] if name.startswith("lesson.")] == []

    play(scene)


def test_a_text_that_does_not_fit_says_where(tmp_path):
    assert filled("{% if a %}yes{% else %}no{% endif %} {{ b }}", {"a": False, "b": 2}) == "no 2"
    for text, sentence in (
        ("one\n{% if %}", "rules.md, line 2: "),
        ("{{ heath }}", "rules.md: 'heath' is undefined"),
    ):
        with pytest.raises(WordingError) as caught:
            filled(text, {}, "rules.md")
        assert str(caught.value).startswith(sentence)
    file = tmp_path / "words.toml"
    for text, sentence in (
        ("[a", "words.toml: "),
        ("[a]\nb = 1", "words.toml: Expected `object`, got `int`"),
        ('[a.b]\ntext = "x"', "words.toml: [a.b] is not a clause"),
        ('[a.b]\nclause = "C1"\ntext = "{{ c }}"', "words.toml, [a.b] text: 'c' is undefined"),
    ):
        other = file.with_stem(f"words{len(text)}")
        other.write_text(text)
        with pytest.raises(WordingError) as caught:
            explanations(other, {})
        assert str(caught.value).replace(other.name, "words.toml").startswith(sentence)


def test_differences_are_the_sentences_that_are_others():
    printed = "**A1** *ruling* One. Two.\n\n> - a\n> - b\n\n**A2** Same.\n\n**A3** Gone. Kept."
    here = "**A1** *original* One. Three.\n\n> - a\n> - c\n\n**A2** Same.\n\n**A3** Kept."
    assert differences(printed, here) == [("A1", "Three. c."), ("A3", "Kept.")]
    assert differences(printed, printed) == []
