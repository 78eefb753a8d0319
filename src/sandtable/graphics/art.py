"""Art shared by a game's page and its printed kit: pictures as SVG paths, in a JSON file that both read.

A stroke of a picture is a path, `d`, with a `fill` or a `stroke` of some `width`. A colour is #rrggbb, or a name that
is defined where the picture is used, such as "ink".
"""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from sandtable.graphics.drawing import Line, Point, Polygon, Shape

BENDS = 12  # default number of straight pieces per curve

Strokes = Iterable[Mapping[str, Any]]


def read(module: str) -> Any:
    """The contents of the file `art.json` next to a module."""
    return json.loads(Path(module).with_name("art.json").read_text(encoding="utf-8"))


def picture(strokes: Strokes, **colours: str) -> tuple[Shape, ...]:
    """The shapes of a picture, with the named colours."""

    def colour(name: str) -> str:
        return colours.get(name, name)

    return tuple(
        shape
        for one in strokes
        for shape in path(
            one["d"], colour(one.get("fill", "")), colour(one.get("stroke", "")), one.get("width", 0.0)
        )
    )


def sides(art: Mapping[str, Any]) -> tuple[str, str]:
    """The colours of both sides, as declared by a game."""
    first, second = art["sides"]
    return first, second


def mixed(below: str, above: str, share: float) -> str:
    """The #rrggbb of one colour over another with an opacity of `share`."""
    parts = ((int(below[at : at + 2], 16), int(above[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one + (other - one) * share):02x}" for one, other in parts)


def path(
    data: str, fill: str = "", stroke: str = "", width: float = 0.0, dashed: bool = False
) -> tuple[Shape, ...]:
    """The shapes of an SVG path; what lies in the hole of another part is painted over that part."""
    found: list[Shape] = []
    for points, closed in traced(data):
        if fill or (closed and not dashed):
            found.append(Polygon(points, fill, stroke if closed and not dashed else "", width))
        if stroke and dashed:
            found.append(Line((*points, points[0]) if closed else points, stroke, width, True))
        elif stroke and not closed:
            found.append(Line(points, stroke, width))
    return tuple(found)


@lru_cache(maxsize=512)
def traced(data: str, bends: int = BENDS) -> tuple[tuple[tuple[Point, ...], bool], ...]:
    """The parts of a path as points, curves in `bends` straight pieces, and whether each part is closed."""
    # takes about 50 ms to load, and is only needed for printing
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path  # pyright: ignore[reportUnknownVariableType]

    pen: Any = RecordingPen()
    parse_path(data, pen)
    parts: list[tuple[tuple[Point, ...], bool]] = []
    points: list[Point] = []
    for command, values in pen.value:
        match command:
            case "moveTo":
                points = [values[0]]
            case "closePath" | "endPath":
                closed = command == "closePath"
                parts.append((tuple(points[:-1] if closed and points[0] == points[-1] else points), closed))
            case _:
                points += _bent([points[-1], *values], bends)
    return tuple(parts)


def _bent(controls: list[Point], bends: int) -> list[Point]:
    # a line, or a Bézier curve by its control points (de Casteljau)
    if len(controls) == 2:
        return [controls[1]]
    return [_at(controls, n / bends) for n in range(1, bends + 1)]


def _at(controls: list[Point], share: float) -> Point:
    while len(controls) > 1:
        controls = [
            (ax + (bx - ax) * share, ay + (by - ay) * share) for (ax, ay), (bx, by) in pairwise(controls)
        ]
    return controls[0]
