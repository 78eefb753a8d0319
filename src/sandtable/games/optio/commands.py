"""`sandtable map`: makes, checks, shows and exports maps.

The command line imports only this file, which imports nothing from the game until a command runs.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from sandtable.games.optio.data.mapfile import Map

NAME = "map"
FAILED = 1

app = typer.Typer(help="Make, check, show and export maps.", rich_markup_mode=None)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
MapName = Annotated[
    str,
    typer.Argument(metavar="MAP", help="Shipped map, or class and seed (such as wooded:17), or map file."),
]

# ground -> terminal colours
STYLES = {
    "open": "grey50",
    "gentle hill": "black on tan",
    "steep hill": "white on dark_goldenrod",
    "wood": "white on dark_green",
    "rough": "black on grey62",
    "marsh": "black on cadet_blue",
    "cultivated": "black on khaki1",
    "stream": "black on sky_blue2",
    "road": "white on orange4",
    "ford": "black on light_cyan1",
    "bridge": "white on dark_red",
    "lake": "white on blue",
    "cliff": "white on black",
    "river": "white on dark_blue",
}


@app.command("list")
def list_maps(as_json: AsJson = False) -> None:
    """List the shipped maps, the default first."""
    from sandtable.games.optio.data.maps import shipped, terrain

    found = [{"id": name, "name": terrain(name).name, "class": terrain(name).kind} for name in shipped()]
    lines = [f"{each['id']:<16}{each['name']}, {each['class']}" for each in found]
    typer.echo(_json("maps", found) if as_json else "\n".join(lines))


@app.command()
def generate(
    kind: Annotated[str, typer.Argument(metavar="CLASS", help="Class of the map, such as 'very open'.")],
    seed: Annotated[int, typer.Option(min=0, help="Random seed; the same seed gives the same map.")] = 0,
    out: Annotated[Path | None, typer.Option(help="File to write; without it the map is printed.")] = None,
) -> None:
    """Generate a map of a given class."""
    from sandtable.games.optio.data import generator
    from sandtable.games.optio.data.mapfile import write

    try:
        text = write(generator.generate(kind.replace("-", " "), seed))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if out is None:
        typer.echo(text, nl=False)
    else:
        _save(out, text.encode())


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Map files to check.")],
    as_json: AsJson = False,
) -> None:
    """Check map files and compare their terrain with their class.

    Print how much of each map is hill, wood and so on, next to the target for its class.
    """
    reports = [_checked(file) for file in files]
    if as_json:
        typer.echo(_json("maps", reports))
    for report in reports:
        if not as_json and "densities" in report:
            typer.echo("\n".join(_told(report)))
        for note in report["notes"]:
            typer.echo(f"sandtable: {report['file']}: {note.rstrip('.')}.", err=True)
    if any(report["notes"] for report in reports):
        raise typer.Exit(FAILED)


@app.command()
def show(chosen: MapName) -> None:
    """Print a map, in colour if the terminal supports colour."""
    from rich.console import Console
    from rich.text import Text

    from sandtable.games.optio.data.ground import GROUNDS

    shown = _map(chosen)
    styles = {ground.sign: STYLES[ground.name] for ground in GROUNDS}
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{shown.name}, {shown.kind}", markup=False)
    for row in shown.rows:
        console.print(Text.assemble(*((sign, styles[sign]) for sign in row)))
    used = [ground for ground in GROUNDS if any(ground.sign in row for row in shown.rows)]
    for ground in used:
        console.print(Text.assemble((ground.sign, styles[ground.sign]), f" {ground.name}"))


@app.command()
def export(
    chosen: MapName,
    square: Annotated[
        str,
        typer.Argument(metavar="SQUARE", help="Large square of the battle, from A1 in the south-west to E5."),
    ],
    out: Annotated[Path, typer.Option(help="File to write.")],
    side: Annotated[
        str, typer.Option(help="Side from which the second army arrived: north, east, south or west.")
    ],
    form: Annotated[
        str, typer.Option("--format", help="File format: json, svg, plot.svg (the field alone), png or pdf.")
    ] = "pdf",
    sheet: Annotated[str, typer.Option(help="Paper size of a PDF: A4, A3 or Letter.")] = "A4",
    cell_mm: Annotated[float, typer.Option(help="Size of a cell in millimetres.")] = 100.0,
    shift: Annotated[
        int,
        typer.Option(
            help="Position of the template: 0 to 8, row by row from the north-west; 4 is unshifted."
        ),
    ] = 4,
) -> None:
    """Write the battlefield of a large square to a file."""
    from sandtable.games.optio.show.exports import field_file

    try:
        made = field_file(_map(chosen), square.upper(), side, shift, form, sheet, cell_mm)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    _save(out, made.data)


def _json(name: str, content: object) -> str:
    # with --json, every command prints the provenance first
    from sandtable.authoring.provenance import head

    return json.dumps({**head("optio"), name: content}, indent=2)


def _checked(file: Path) -> dict[str, Any]:
    # a description of the map in `file`, or why it contains none
    from sandtable.games.optio.data.mapfile import parse
    from sandtable.games.optio.show.exports import survey

    text = _text(file)
    try:
        report = survey(parse(text))
    except ValueError as error:
        return {"file": str(file), "notes": [str(error)]}
    return {"file": str(file), **report}


def _told(report: dict[str, Any]) -> list[str]:
    lines = [f"{report['file']}: {report['name']}, {report['class']}"]
    for group, share in report["densities"].items():
        aim = "" if share["aim"] is None else f"  aim {share['aim']:6.1%}"
        lines.append(f"  {group:<11}{share['share']:6.1%}{aim}")
    return [*lines, f"  least open ground in a large square: {min(report['squares']):.1%}"]


def _map(chosen: str) -> "Map":
    from sandtable.games.optio.data.mapfile import parse
    from sandtable.games.optio.data.maps import shipped, terrain

    try:
        if chosen not in shipped() and Path(chosen).is_file():
            return parse(_text(Path(chosen)))
        return terrain(chosen)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _text(file: Path) -> str:
    from sandtable.authoring.decoding import DecodingError, text_in

    try:
        return text_in(file)
    except DecodingError as error:
        raise typer.BadParameter(f"{file}: {error}") from None
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be read: {error.strerror}") from None


def _save(file: Path, data: bytes) -> None:
    try:
        file.write_bytes(data)
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be written: {error.strerror}") from None
