"""What explains a game follows its settings: `explained.toml` lists where it must, for every setting of every game."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sandtable.authoring import (
    Choice,
    Data,
    Flag,
    Heading,
    Integer,
    Leaflet,
    LeafletTable,
    Paragraph,
    Setting,
    Spec,
    Value,
    resolve,
)
from sandtable.authoring.wording import ELSEWHERE, clauses
from sandtable.engine.game import Game
from sandtable.games import companion, installed, spec

Line = Mapping[str, Any]
# by game and setting: a line, or one for each value where these explain different things
TABLE: dict[str, dict[str, Line | list[Line]]] = tomllib.loads(
    Path(__file__).with_name("explained.toml").read_text(encoding="utf-8")
)
SURFACES = ("rules", "kit", "sheet", "legend", "lesson")
EVERY = [(game, setting.name) for game in installed() for setting in spec(game).rules.settings]
CLAUSE = re.compile(r"\b[A-Z]\d\.\d+b?\b")
# answers to a question of a sheet that are looked at, spread over all of them
ANSWERS = 40

# what is said, by the clause that it rests on or another name for where it is said
Said = dict[str, list[str]]


def rules(declared: Spec, settings: Mapping[str, Value]) -> Said:
    """The clauses of the rules, what comes before and after them, and the diagrams."""
    text = declared.rules_text(settings)
    found = {clause.number: list(clause.lines) for clause in clauses(text)}
    for number, figure in declared.presentation.figures(declared.complete(settings)).items():
        found[number] = [*found[number], str(figure)]
    # how marks are explained is the same for all that is not as usual
    before = text.split("\n**", 1)[0].replace(" or changes it for this table", "")
    return {**found, "before": [before], "after": [text.rsplit("\n## What each side knows", 1)[-1]]}


def kit(declared: Spec, settings: Mapping[str, Value]) -> Said:
    """The leaflets of the kit but for the rules, how its pieces are used, and what else is needed."""
    assert declared.print.kit is not None
    found: Said = defaultdict(list)
    options = resolve(declared.print.kit.options, {})
    made = declared.print.kit.make(
        Game(declared, **settings).setup, {**declared.complete(settings), **options}
    )
    for part in made.parts:
        told = list(_leaflet(part)) if isinstance(part, Leaflet) else [part.how]
        for text in told:
            for key in CLAUSE.findall(text) or [part.title]:
                found[key].append(text)
    return {**found, "needed": list(made.needed)}


def _leaflet(part: Leaflet) -> Iterator[str]:
    for block in part.blocks:
        match block:
            case Heading() | Paragraph():
                # a sentence and the clause after it
                yield from re.split(r"(?<=\))[.;,)]* ", block.words)
            case LeafletTable():
                yield from (" ".join(row) for row in block.rows)
            case _:
                yield block.caption


def sheet(declared: Spec, settings: Mapping[str, Value]) -> Said:
    """Lines of the quick sheet, with their figures, of some answers to every question."""
    assert declared.print.sheet is not None
    found: Said = defaultdict(list)
    made = declared.print.sheet(declared.complete(settings))
    found["note"].append(made.note)
    for question in made.questions:
        for said in islice(question.said(), 0, None, max(1, question.count // ANSWERS)):
            for fact in question.answer(said):
                found[fact.clause].append(f"{question.id} {said}: {fact.text} {fact.figure:.9f}")
    return found


def legend(declared: Spec, settings: Mapping[str, Value]) -> Said:
    """What a table's page shows: legend, hints, tips and what is beside figures."""
    return _entries(declared, settings, lambda name: not name.startswith(ELSEWHERE))


def lesson(declared: Spec, settings: Mapping[str, Value]) -> Said:
    """What the lesson says."""
    return _entries(declared, settings, lambda name: name.startswith("lesson."))


def _entries(declared: Spec, settings: Mapping[str, Value], wanted: Callable[[str], bool]) -> Said:
    found: Said = defaultdict(list)
    for name, lines in declared.presentation.words(declared.complete(settings)).items():
        if wanted(name):
            found[lines["clause"]].append(f"{name} {lines}")
    return found


TOLD = {made.__name__: made for made in (rules, kit, sheet, legend, lesson)}


@cache
def usual(game: str, surface: str) -> Said:
    return TOLD[surface](spec(game), {})


def different(game: str, surface: str, settings: Mapping[str, Value]) -> list[str]:
    """Where a surface says something else than with the usual settings."""
    before, here = usual(game, surface), TOLD[surface](spec(game), settings)
    return sorted(key for key in before.keys() | here.keys() if before.get(key) != here.get(key))


def declared(game: str, name: str) -> Setting:
    return next(setting for setting in spec(game).rules.settings if setting.name == name)


def lines(game: str, name: str) -> list[Line]:
    """The lines of a setting."""
    found = TABLE[game][name]
    return found if isinstance(found, list) else [found]


def others(setting: Setting, line: Line) -> Sequence[Value]:
    """The values with which a setting is tried: those of its line, or all that have a name and are not its default."""
    if "values" in line:
        return line["values"]
    match setting:
        case Flag():
            return (not setting.default,)
        case Choice():
            return [option for option in setting.options if option != setting.default]
        case Data():
            return [option for option in setting.options if option != setting.default][:1]
        case Integer():
            raise ValueError(f"the line of {setting.name} must list values")


def test_every_setting_has_a_line_and_every_line_a_setting() -> None:
    assert {(game, name) for game, settings in TABLE.items() for name in settings} == set(EVERY)
    for game, name in EVERY:
        for line in lines(game, name):
            assert set(line) <= {*SURFACES, "values", "nothing"}, (game, name)
            # what explains nothing says why
            assert bool(line.get("nothing")) != any(line.get(surface) for surface in SURFACES), (game, name)


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_what_explains_a_game_follows_a_setting(game: str, name: str) -> None:
    for line in lines(game, name):
        for value in others(declared(game, name), line):
            found = {surface: different(game, surface, {name: value}) for surface in SURFACES}
            assert found == {surface: line.get(surface, []) for surface in SURFACES}, value


@pytest.mark.parametrize("game", installed())
def test_no_text_names_a_setting(game: str) -> None:
    known = spec(game)
    told = known.presentation.words(known.complete()).values()
    texts = [known.rules_text(), *(text for entry in told for text in entry.values())]
    names = [setting.name for setting in known.rules.settings if "_" in setting.name]
    assert [(name, text) for text in texts for name in names if re.search(rf"\b{name}\b", text)] == []
    assert [text for text in texts if re.search(r"\bsettings?\b", text)] == []


@pytest.mark.parametrize("game", installed())
def test_a_companion_shows_the_rules_of_its_game(game: str) -> None:
    beside, known = companion(game), spec(game)
    assert beside is not None
    shared = {setting.name for setting in known.rules.settings}
    for setting in beside.rules.settings:
        if setting.name in shared and not isinstance(setting, Integer):
            value = others(setting, {})[0]
            told = [spec.rules_text({setting.name: value}).split("\n**", 1)[1] for spec in (beside, known)]
            assert told[0] == told[1], setting.name
