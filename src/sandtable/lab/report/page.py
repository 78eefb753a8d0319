"""A report as one HTML page: nothing is fetched and no script is needed; the same report gives the same bytes."""

import base64
import gzip
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from sandtable.authoring.records import CHANCE
from sandtable.authoring.settings import Value
from sandtable.authoring.spec import Spec
from sandtable.engine.game import Game
from sandtable.engine.match import Entry, Match
from sandtable.games import spec
from sandtable.graphics.drawing import Place
from sandtable.graphics.svg import to_svg
from sandtable.lab.report import heat as maps
from sandtable.lab.report.charts import legend, svg
from sandtable.lab.report.compare import Comparison
from sandtable.lab.report.compare import charts as differences
from sandtable.lab.report.document import Chart, Example, Heat, Report
from sandtable.lab.report.heat import picture
from sandtable.lab.report.tuning import Tuning, more
from sandtable.lab.report.verdicts import answers
from sandtable.lab.run.extras import extra
from sandtable.lab.statistics.wording import bounds, capital, counted, difference, listed, said, value

# maximum length of a custom text among the settings
LONGEST = 40


def html(report: Report, game: Game | None = None) -> str:
    """The page of a report; `game` with the report's settings is needed for a game that is not installed."""
    played = game or Game(spec(report.game), **report.provenance.settings)
    article = template("article.html").render(
        report=report,
        players=players(report, played.spec),
        mirror=_mirror(report, played.spec),
        settings=_settings(report),
        acts=[finding for finding in report.findings if finding.act],
        others=[finding for finding in report.findings if not finding.act],
        answers=answers(report),
        titles={section.id: section.title for section in report.sections},
        methods={section.id: section.text for section in report.sections},
        charts={section.id: drawn(section.charts) for section in report.sections},
        boards={s.id: board(s.heat, played, report.sides) for s in report.sections if s.heat is not None},
        matches=[_linked(report, example, played) for example in report.examples],
        value=value,
        bounds=bounds,
        capital=capital,
        counted=counted,
        short=short,
    )
    return page_of(f"{report.title}: a report", article)


def comparison(found: Comparison) -> str:
    """The page of a comparison."""
    sure = [change for change in found.changes if change.stands]
    told = found.told
    article = template("comparison.html").render(
        found=found,
        title=found.title,
        sure=sure,
        told=told,
        charts=drawn(differences(found)),
        noise=[change for change in found.changes if change not in told],
        value=value,
        difference=difference,
        capital=capital,
        counted=counted,
        short=short,
    )
    return page_of(f"{found.game}: a comparison", article)


def tuning(made: Tuning) -> str:
    """The page of a tuning."""
    article = template("tuning.html").render(
        made=made,
        charts=drawn(made.charts),
        said=said,
        more=more,
        capital=capital,
        counted=counted,
    )
    return page_of(f"{made.title}: a tuning report", article)


def page_of(title: str, article: str) -> str:
    """An article as a page of its own."""
    marked = _markup()
    style = f"{_text('page.css')}\n{_text('article.css')}".strip()
    return template("report.html").render(title=title, style=marked(style), article=marked(article))


def players(report: Report, declared: Spec | None) -> str:
    """The players in words: the computer's levels by name."""
    first, second = (player_of(declared, agent) for agent in report.provenance.agents)
    return f"the computer as {first} against {'itself' if first == second else second}"


def _mirror(report: Report, declared: Spec) -> str:
    first, second = report.provenance.agents
    return "" if first == second else player_of(declared, first)


def player_of(declared: Spec | None, agent: str) -> str:
    """A player in words: the computer's level by its name."""
    levels = declared.players.levels if declared else ()
    names = (f"{level.name} (level {agent})" for level in levels if str(level.level) == agent)
    return next(names, agent)


def _settings(report: Report) -> str:
    changed = report.provenance.changed
    if not changed:
        return "All settings are the game's own."
    return f"Changed settings: {listed([f'{name} = {short(found)}' for name, found in changed.items()])}."


def short(found: Value) -> str:
    """The value of a setting in a few words."""
    if isinstance(found, bool):
        return "yes" if found else "no"
    text = str(found)
    return "custom" if "\n" in text or len(text) > LONGEST else text


def drawn(charts: Sequence[Chart]) -> list[dict[str, Any]]:
    """The charts for a template: drawing, title and legend."""
    marked = _markup()
    return [{"svg": marked(svg(chart)), "title": chart.title, "legend": legend(chart)} for chart in charts]


def board(heat: Heat, game: Game, sides: Sequence[str]) -> dict[str, Any]:
    """A heat map on the game's board, for a template: the drawing and its description."""
    stood = Counter({Place(one.seat, one.x, one.y, one.name): one.times for one in heat.stood})
    shown = maps.HeatMap(game.start().drawing(), stood, heat.matches, heat.what)
    made = game.spec.painted(picture(shown, sides))
    # inside a page the drawing needs no language of its own
    svg = to_svg(made).replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
    return {"svg": _markup()(svg), "title": made.title, "words": made.told()}


def _linked(report: Report, example: Example, game: Game) -> dict[str, str]:
    packed = gzip.compress(match_of(report, example, game).file().encode(), mtime=0)
    return {
        "title": f"{example.title}:",
        "text": example.text,
        "name": example.name,
        "file": f"{report.game}-{example.name}.jsonl.gz",
        "link": f"data:application/gzip;base64,{base64.b64encode(packed).decode()}",
    }


def match_of(report: Report, example: Example, game: Game) -> Match:
    """The example as a finished match."""
    seats = example.seats[0], example.seats[1]
    made = Match(game, b"", f"lab-{example.name}", seats, example.dice)
    for number, move in enumerate(example.moves, 1):
        kind = "outcome" if made.to_move == CHANCE else "action"
        made.extend([Entry(number, kind, made.to_move, move)])
    return made


def _text(name: str) -> str:
    return files("sandtable.lab.report").joinpath("templates", name).read_text(encoding="utf-8")


@cache
def template(name: str) -> Any:
    """The template of this name."""
    with extra("lab"):
        jinja2: Any = import_module("jinja2")
    room = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        loader=jinja2.FunctionLoader(_text),
    )
    return room.get_template(name)


def _markup() -> Any:
    with extra("lab"):
        return import_module("markupsafe").Markup
