"""The quick sheet of a game: its lines lead to clauses, its answers reach the page whole, and a game without one says so."""

import asyncio
import gzip
from dataclasses import replace

import msgspec
import pytest

from sandtable.authoring import Ask, Fact, Question, Sheet
from sandtable.authoring.sheet import chance, mean
from sandtable.games import installed, spec
from sandtable.server.documents.rulebook import parse
from sandtable.server.documents.sheets import compressed, message
from sandtable.server.loading.catalog import Catalog
from sandtable.server.protocol import QuickSheet
from tests.server.guess import catalog
from tests.server.ws_client import running

WITH_SHEETS = [game for game in installed() if spec(game).print.sheet]


def answer(sheet: QuickSheet, question: int, number: int) -> list[tuple[str, float | None]]:
    """Text and figure of each line of an answer, read as the page reads it."""
    asked = sheet.questions[question]
    figures = iter(asked.figures[asked.figures_of[number]])
    facts = [asked.facts[line] for line in asked.lines[asked.lines_of[number]]]
    return [(fact.text, next(figures) if fact.kind else None) for fact in facts]


@pytest.mark.parametrize("game", WITH_SHEETS)
def test_every_line_leads_to_a_clause_and_every_chance_is_one(game: str) -> None:
    clauses = {clause.id for clause in parse(spec(game)).clauses}
    sheet = msgspec.json.decode(gzip.decompress(compressed(spec(game))), type=QuickSheet)
    assert sheet.questions
    for question in sheet.questions:
        assert {fact.clause for fact in question.facts} <= clauses, question.id
        assert all(question.lines), question.id
        assert len(question.lines_of) == len(question.figures_of)
        for number in range(len(question.lines_of)):
            kinds = [question.facts[line].kind for line in question.lines[question.lines_of[number]]]
            figures = question.figures[question.figures_of[number]]
            counted = [kind for kind in kinds if kind]
            assert len(figures) == len(counted)
            assert all(
                -1e-12 <= f <= 1 + 1e-12 for f, kind in zip(figures, counted, strict=True) if kind == "chance"
            )


def test_what_the_page_reads_is_what_the_game_answers() -> None:
    def told(said):
        return (
            chance(f"{said['a']}{said['b']}", "R1", said["a"] / 10),
            Fact("and", "R1"),
            mean("on average", "R2", said["b"]),
        )

    asked = Question("q", "Q", told, (Ask("a", "A", ("x", "y")), Ask("b", "B", ("u", "v"), many=True)))
    made = message("game", Sheet((asked,), "note"))
    assert len(made.questions[0].lines_of) == 8
    for number, said in enumerate(asked.said()):
        shown = [(fact.text, fact.figure if fact.kind else None) for fact in told(said)]
        assert answer(made, 0, number) == shown


def test_a_sheet_of_a_game_from_outside_comes_compressed_or_plain(tmp_path) -> None:
    def with_sheet() -> Catalog:
        question = Question("q", "Q", lambda _: (Fact("Guess.", "G1"),))
        other = replace(
            catalog().games["guess"],
            print=replace(
                catalog().games["guess"].print, sheet=lambda _: Sheet((question,), "a game from outside")
            ),
        )
        return replace(catalog(), games={"guess": other})

    async def scene() -> None:
        async with running(tmp_path / "tables.db", open_catalog=with_sheet) as stage:
            packed = await stage.get("/sheets/guess")
            assert packed.headers["content-encoding"] == "gzip"
            plain = await stage.get("/sheets/guess", **{"Accept-Encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert packed.json() == plain.json()
            assert plain.json()["note"] == "a game from outside"
            same = await stage.get("/sheets/guess", **{"If-None-Match": plain.headers["etag"]})
            assert (same.status_code, same.content) == (304, b"")
            assert (await stage.get("/games")).json()[0]["sheet"] is True

    asyncio.run(scene())


def test_a_game_without_a_sheet_says_so(tmp_path) -> None:
    async def scene() -> None:
        async with running(tmp_path / "tables.db") as stage:
            refused = await stage.get("/sheets/guess")
            assert (refused.status_code, refused.json()) == (404, {"error": "This game has no quick sheet."})
            assert (await stage.get("/sheets/nothing")).json() == {"error": "There is no such game."}
            assert (await stage.get("/games")).json()[0]["sheet"] is False

    asyncio.run(scene())
