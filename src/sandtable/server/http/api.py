"""The calls of `/api/v1`: each is declared once, for the routes and for the OpenAPI document."""

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

import msgspec
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from sandtable.authoring.decoding import DecodingError, convert, json_of, text_of
from sandtable.authoring.settings import Data, SettingError, Value, resolve
from sandtable.authoring.wording import Explanations
from sandtable.lab.work.measurement import Folder, Order
from sandtable.server.documents.exports import file_response
from sandtable.server.documents.kits import KitFile
from sandtable.server.http.context import Context
from sandtable.server.http.middleware import answer
from sandtable.server.lab import analyses, requests, variants
from sandtable.server.lab.jobs import Measurements, NotTakenError
from sandtable.server.limits import TOO_MANY_TABLES, Limits, client_name
from sandtable.server.problems import ApiError, as_sentence
from sandtable.server.protocol import (
    Asked,
    DiceRecord,
    GameInfo,
    Hint,
    HintAsked,
    Invite,
    Join,
    Kept,
    KitOrder,
    KitPreview,
    LabInfo,
    MatchAnalysis,
    Measurement,
    NewMeasurement,
    NewTable,
    Played,
    QuickSheet,
    ReportInfo,
    Returned,
    Rulebook,
    Seated,
    SeatNow,
    SeatsAsked,
    Snapshot,
    Status,
    Token,
    Turning,
    VariantAsked,
    VariantInfo,
)
from sandtable.server.tables.persons import PersonError

if TYPE_CHECKING:
    from sandtable.authoring.spec import Spec

ROOT = "/api/v1"
MOST_OPTIONS, LONGEST_OPTION = 8, 400
_WHOLE = re.compile("[0-9]{1,9}")


class _WholeNumber(IntegerConvertor):
    """A number in a path, of at most nine digits: a path with a longer one does not exist."""

    regex = _WHOLE.pattern


register_url_convertor("whole", _WholeNumber())

NO_GAME = "There is no such game."
NO_SOURCE = "No source text available: only boards, maps and teams that come with the game have one."
NO_PICTURE = "No picture available: only boards, maps and teams that come with the game have one."
NO_LEVEL = "The computer has no such level at this game."
NO_COMPUTER = "A companion is for two people at a real table: share one phone, or invite a friend by link."
NO_TABLE = "There is no table at this address."
NO_INVITE = "This invitation does not exist."
TAKEN = "This invitation has already been used."
NO_RETURN = "This link does not lead to a seat."
NO_SEAT = "This token does not belong to a seat at this table."
NOT_YET = "You can see the other hand once the match is over."
TOO_BIG = "This request is too large."
NOT_SHUT = "There is no read-only match at this address."
NO_EXPORT = "This file is not available for this position."
NO_REPORT = "There is no such report."
NO_SHEET = "This game has no quick sheet."
SETTING_TWICE = "Give every setting once."
NO_KIT = "This game has no kit to print."
NO_BACKS = "This kit has nothing to print on both sides, so it needs no test sheet."
TOO_MANY = "You can start {:g} measurements, and {:g} more per hour. Try again in {}."
NO_MEASUREMENT = "There is no such measurement: it may have been deleted."
NOT_PLAYED = "Only the players of this match can stop its analysis."
NOT_YOURS = "Only the person who started this measurement can stop, resume or delete it."
NOTHING_YET = "This measurement has no results yet."
NO_SERVICE = "This game does not offer this file."
WRONG_PLY = "The ply must be a whole number of 0 or more."
WRONG_OPTION = f"Give every option once, in at most {LONGEST_OPTION} characters."
NOT_WHOLE = "This request is incomplete."
NOT_JSON = "Send JSON, and say so in the Content-Type header."
_POSITIONS = "This match has positions 0 to {}."


@dataclass(frozen=True)
class Call:
    """One call: `problems` are the error statuses that it may return; `text` is the media type of a response that is
    not JSON.

    `names` is the field of `GameInfo` that lists the names that a game knows for the call.
    """

    name: str
    method: str
    path: str
    summary: str
    run: Callable[[Request, Context], Awaitable[Any]]
    answer: Any
    body: Any = None
    status: int = 200
    problems: tuple[int, ...] = ()
    bearer: bool = False
    query: tuple[str, ...] = ()
    text: str = ""
    names: str = ""

    async def respond(self, request: Request, context: Context) -> Response:
        """The response to a request."""
        made = await self.run(request, context)
        return made if isinstance(made, Response) else answer(made, self.status)


async def _status(_request: Request, context: Context) -> Status:
    return msgspec.structs.replace(context.library.status(), docs=context.docs)


async def _games(_request: Request, context: Context) -> list[GameInfo]:
    return await context.library.games()


async def _explained(request: Request, context: Context) -> tuple[str, "Spec", dict[str, Value]]:
    """The client, the game, and the settings in the query, with defaults for all other settings."""
    spec = (await context.library.catalog()).games.get(request.path_params["game"])
    if spec is None:
        raise ApiError(404, NO_GAME)
    if len(request.url.query) > context.limits.service_body:
        raise ApiError(413, TOO_BIG)
    asked = request.query_params.multi_items()
    if len(dict(asked)) < len(asked):
        raise ApiError(422, SETTING_TWICE)
    try:
        return _client(request), spec, resolve(spec.rules.settings, dict(asked))
    except SettingError as error:
        raise ApiError(422, as_sentence(str(error))) from None


async def _rules(request: Request, context: Context) -> Rulebook:
    return await context.explained.rules(*await _explained(request, context))


async def _words(request: Request, context: Context) -> Explanations:
    return await context.explained.words(*await _explained(request, context))


async def _sheet(request: Request, context: Context) -> Response:
    client, spec, settings = await _explained(request, context)
    if spec.print.sheet is None:
        raise ApiError(404, NO_SHEET)
    data = await context.explained.sheet(client, spec, settings)
    told = {"Cache-Control": "no-cache", "ETag": f'"{sha256(data).hexdigest()}"'}
    if request.headers.get("if-none-match") == told["ETag"]:
        return Response(status_code=304, headers=told)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(data), headers=told, media_type="application/json")
    return Response(data, headers={**told, "Content-Encoding": "gzip"}, media_type="application/json")


async def _picture(request: Request, context: Context) -> Response:
    catalog = await context.library.catalog()
    spec = catalog.games.get(request.path_params["game"])
    if spec is None:
        raise ApiError(404, NO_GAME)
    asked = dict(request.query_params)
    shipped = {one.name: one.options for one in spec.rules.settings if isinstance(one, Data)}
    if len(asked) > 1 or any(value not in shipped.get(name, ()) for name, value in asked.items()):
        raise ApiError(404, NO_PICTURE)
    svg = await context.picture(spec.id, asked)
    return Response(svg, headers={"Cache-Control": "no-cache"}, media_type="image/svg+xml")


async def _source(request: Request, context: Context) -> Response:
    catalog = await context.library.catalog()
    spec = catalog.games.get(request.path_params["game"])
    if spec is None:
        raise ApiError(404, NO_GAME)
    for one in spec.rules.settings:
        if isinstance(one, Data) and one.name == request.path_params["setting"]:
            value = request.path_params["value"]
            if one.source is not None and value in one.options:
                return PlainTextResponse(one.source(value), headers={"Cache-Control": "no-cache"})
    raise ApiError(404, NO_SOURCE)


async def _played(request: Request, context: Context) -> Played:
    spec = (await context.library.catalog()).games.get(request.path_params["game"])
    if spec is None:
        raise ApiError(404, NO_GAME)
    return await context.played(spec)


async def _open(request: Request, context: Context) -> Seated:
    body = await read_body(request, NewTable, context.limits.body)
    catalog = await context.library.catalog()
    if body.game not in catalog.games:
        raise ApiError(422, NO_GAME)
    if body.opponent == "computer" and all(level.level != body.level for level in catalog.levels(body.game)):
        raise ApiError(422, NO_LEVEL)
    if body.opponent == "computer" and catalog.games[body.game].table.companion_of:
        raise ApiError(422, NO_COMPUTER)
    if not context.meters.tables.take(_client(request)):
        raise ApiError(429, TOO_MANY_TABLES, Retry_After="120")
    context.library.want(body.game)
    tables = await context.tables()
    try:
        return await tables.open(body, _client(request))
    except PersonError as error:
        raise ApiError(409, str(error)) from None
    except ValueError as error:
        raise ApiError(422, as_sentence(str(error))) from None


async def _invite(request: Request, context: Context) -> Invite:
    _, table = await _invited(request, context)
    return context.invitation(table)


async def _join(request: Request, context: Context) -> Seated:
    body = await read_body(request, Join, context.limits.body)
    tables, table = await _invited(request, context)
    try:
        seated = None if table.over else await tables.join(table, body.name, body.instead, body.seed)
    except PersonError as error:
        raise ApiError(409, str(error)) from None
    except ValueError as error:
        raise ApiError(422, as_sentence(str(error))) from None
    if seated is None:
        raise ApiError(409, TAKEN)
    return seated


async def _return(request: Request, context: Context) -> Returned:
    body = await read_body(request, Token, context.limits.body)
    tables = await context.tables()
    found = await tables.returned(body.token)
    if found is None:
        raise ApiError(404, NO_RETURN)
    return found


async def _seats(request: Request, context: Context) -> list[SeatNow]:
    body = await read_body(request, SeatsAsked, context.limits.body)
    return await context.seats_now(body.seats)


async def _at(request: Request, context: Context) -> Snapshot:
    table = await _table(request, context)
    seat = _seat(request, context, table)
    ply = request.path_params["ply"]
    if ply > table.last_ply:
        raise ApiError(404, _POSITIONS.format(table.last_ply))
    asked = _asked_seat(request, table, seat)
    return await table.work(context.moment, table, seat if asked is None else asked, ply, asked is not None)


def _asked_seat(request: Request, table: Any, seat: int | None) -> int | None:
    """The seat through whose eyes the person wants to look; None for no particular one."""
    wanted = request.query_params.getlist("seat")
    if not wanted:
        return None
    if wanted not in (["0"], ["1"]):
        raise ApiError(422, "The seat must be 0 or 1.")
    asked = int(wanted[0])
    if asked != seat and not table.over:
        raise ApiError(403, NOT_YET)
    return asked


async def _kept(request: Request, context: Context) -> Kept:
    tables = await context.tables()
    shut = await tables.shut(request.path_params["table"])
    if shut is None:
        raise ApiError(404, NOT_SHUT)
    return context.kept(shut, _seat(request, context, shut))


async def _turning(request: Request, context: Context) -> Turning:
    table = await _table(request, context)
    _seat(request, context, table)
    if not table.over:
        raise ApiError(409, "You can see the turning point once the match is over.")
    found = await asyncio.to_thread(context.measurements.analysis, table.id)
    curve = await asyncio.to_thread(analyses.curve, found)
    if curve:
        return await table.share(("turning", curve), context.analysed_turning, table, curve)
    return await table.share("turning", context.turning, table)


async def _hint(request: Request, context: Context) -> Hint:
    table = await _table(request, context)
    seat = _seat(request, context, table)
    body = await read_body(request, HintAsked, context.limits.body)
    return await context.hint(table, seat, body)


async def _dice(request: Request, context: Context) -> DiceRecord:
    table = await _table(request, context)
    if not table.over:
        raise ApiError(
            409, "You can check the dice once the match is over: until then their secret is hidden."
        )
    found: DiceRecord | None = await table.share("dice", context.dice_record, table)
    if found is None:
        raise ApiError(
            409,
            "The dice of this match cannot be checked here. Export it and run `sandtable verify` on the file.",
        )
    return found


async def _export(request: Request, context: Context) -> Response:
    table = await _table(request, context)
    _seat(request, context, table)
    if not table.over:
        raise ApiError(409, "You can export the match once it is over.")
    named = {"Content-Disposition": f'attachment; filename="{table.stored.game}-{table.id}.jsonl"'}
    # nothing is added to it any more, so a thread can replay it
    file = await context.maker.made(_client(request), partial(context.file, table))
    return Response(file, headers={**named, "Cache-Control": "no-store"}, media_type="application/x-ndjson")


async def _exports(request: Request, context: Context) -> Response:
    table = await _table(request, context)
    ply, options = _options(request, table.last_ply)
    make = await table.work(context.export, table, request.path_params["name"], ply, options)
    return await context.maker.file(_client(request), make if make is not None else _missing(NO_EXPORT))


def _options(request: Request, last: int) -> tuple[int, dict[str, str]]:
    given = request.query_params.multi_items()
    options = dict(given)
    if (
        len(given) > len(options)
        or len(given) > MOST_OPTIONS
        or any(len(value) > LONGEST_OPTION for _, value in given)
    ):
        raise ApiError(422, WRONG_OPTION)
    ply = options.pop("ply", str(last))
    if not _WHOLE.fullmatch(ply):
        raise ApiError(422, WRONG_PLY)
    if int(ply) > last:
        raise ApiError(404, _POSITIONS.format(last))
    return int(ply), options


async def _board(request: Request, context: Context) -> Response:
    table = await _table(request, context)
    ply, _ = _options(request, table.last_ply)
    svg = await table.work(context.board, table, ply)
    return _image(request, sha256(svg.encode()).hexdigest(), "image/svg+xml", svg)


async def _card(request: Request, context: Context) -> Response:
    table = await _table(request, context)
    ply, _ = _options(request, table.last_ply)
    digest, make = await table.work(context.card, table, ply)
    data = await context.maker.picture(_client(request), digest, make)
    # the only thing that other sites' pages may embed
    return _image(request, digest, "image/png", data, **{"Cross-Origin-Resource-Policy": "cross-origin"})


def _image(request: Request, digest: str, media: str, data: str | bytes, **headers: str) -> Response:
    told = {"Cache-Control": "no-cache", "ETag": f'"{digest}"', **headers}
    if request.headers.get("if-none-match") == told["ETag"]:
        return Response(status_code=304, headers=told)
    return Response(data, headers=told, media_type=media)


async def _service(request: Request, context: Context) -> Response:
    catalog = await context.library.catalog()
    game, name = request.path_params["game"], request.path_params["name"]
    if game not in catalog.games:
        raise ApiError(404, NO_GAME)
    make = catalog.games[game].table.services.get(name)
    if make is None:
        raise ApiError(404, NO_SERVICE)
    body = await read_body(request, dict[str, Any], context.limits.service_body)
    return await context.maker.file(_client(request), partial(make, body))


async def _variant(request: Request, context: Context) -> VariantInfo:
    body = await read_body(request, VariantAsked, context.limits.service_body)
    catalog = await context.library.catalog()
    # a well-formed body with an invalid variant
    return await context.maker.made(_client(request), partial(variants.shown, body, catalog), wrong=409)


async def _kit_ordered(request: Request, context: Context) -> KitFile:
    game = request.path_params["game"]
    games = (await context.library.catalog()).games
    if game not in games:
        raise ApiError(404, NO_GAME)
    if games[game].print.kit is None:
        raise ApiError(404, NO_KIT)
    order = await read_body(request, KitOrder, context.limits.service_body)
    try:
        return await context.kits.kit(_client(request), context.library, game, order)
    except ValueError as error:
        raise ApiError(422, as_sentence(str(error))) from None


async def _kit(request: Request, context: Context) -> Response:
    return file_response((await _kit_ordered(request, context)).file)


async def _kit_test_sheet(request: Request, context: Context) -> Response:
    sheet = (await _kit_ordered(request, context)).test_sheet
    if sheet is None:
        raise ApiError(404, NO_BACKS)
    return file_response(sheet)


async def _kit_preview(request: Request, context: Context) -> KitPreview:
    return await context.kits.preview(_client(request), await _kit_ordered(request, context))


async def _reports(_request: Request, context: Context) -> list[ReportInfo]:
    return context.reports.listed()


async def _report(request: Request, context: Context) -> Response:
    page = context.reports.page(request.path_params["report"])
    if page is None:
        raise ApiError(404, NO_REPORT)
    return FileResponse(page, media_type="text/html", headers={"Cache-Control": "no-cache"})


# measurements


async def _lab(_request: Request, context: Context) -> LabInfo:
    lab = context.measurements.lab
    shared = lab.mode == "shared"
    listed = await asyncio.to_thread(requests.listed, context.measurements) if shared else []
    return LabInfo(not lab.refusal, lab.refusal, lab.pairs, shared, listed)


async def _measure(request: Request, context: Context) -> Asked:
    body = await read_body(request, NewMeasurement, context.limits.body)
    measurements = context.measurements
    if measurements.lab.refusal:
        raise ApiError(403, measurements.lab.refusal)
    catalog = await context.library.catalog()
    if body.game not in catalog.games:
        raise ApiError(422, NO_GAME)
    try:
        order = requests.order(body, catalog, measurements.lab.pairs)
        await context.library.load(body.game, body.settings)
    except NotTakenError as error:
        raise ApiError(409, as_sentence(str(error))) from None
    except ValueError as error:
        raise ApiError(422, as_sentence(str(error))) from None
    client = _client(request)
    if not context.meters.measurements.take(client):
        raise _too_many(context.limits)
    try:
        return Asked(*await asyncio.to_thread(measurements.ask, order, client))
    except NotTakenError as error:
        raise ApiError(409, str(error)) from None


def _too_many(limits: Limits) -> ApiError:
    """The error for a client that has requested too many measurements in a short time."""
    most, rate = limits.measurements_burst, limits.measurements_rate
    if not rate:
        return ApiError(429, f"You can ask for {most:g} measurements on this server, and for no more.")
    minutes = ceil(1 / rate / 60)
    sentence = TOO_MANY.format(most, 3600 * rate, f"{minutes} minute{'s' * (minutes > 1)}")
    return ApiError(429, sentence, Retry_After=str(ceil(1 / rate)))


def _measurement(request: Request, context: Context) -> tuple[str, Folder, Order]:
    measurement = request.path_params["measurement"]
    found = context.measurements.folder(measurement)
    # the analysis of a match belongs to its table
    if found is None or found[1].kind == "analysis":
        _missing(NO_MEASUREMENT)
    return measurement, *found


def _told(request: Request, context: Context) -> Measurement:
    return requests.told(*_measurement(request, context))


async def _measured(request: Request, context: Context) -> Measurement:
    return await asyncio.to_thread(_told, request, context)


async def _change(
    change: Callable[[Measurements, Folder], None], request: Request, context: Context
) -> Measurement:
    measurement, folder, order = _measurement(request, context)
    key = request.headers.get("authorization", "").partition(" ")[2].strip()
    if not context.measurements.may_change(order, key):
        raise ApiError(403, NOT_YOURS)
    before = requests.told(measurement, folder, order)
    await _taken(lambda: change(context.measurements, folder))
    return before if change is Measurements.delete else _told(request, context)


async def _taken(change: Callable[[], object]) -> None:
    """Makes a change in a thread; 409 if it is not accepted."""
    try:
        await asyncio.to_thread(change)
    except NotTakenError as error:
        raise ApiError(409, str(error)) from None


async def _measured_page(request: Request, context: Context) -> Response:
    _, folder, _ = _measurement(request, context)
    return _result(folder.page, "text/html")


async def _measured_data(request: Request, context: Context) -> Response:
    measurement, folder, order = _measurement(request, context)
    return _result(folder.data, "application/json", f"{order.game}-{order.kind}-{measurement}.json")


async def _measured_table(request: Request, context: Context) -> Response:
    measurement, folder, order = _measurement(request, context)
    if order.kind != "report":
        raise ApiError(409, "Only reports have their figures as a table.")
    if not folder.data.is_file():
        raise ApiError(409, NOTHING_YET)
    table = await asyncio.to_thread(_table_in, folder.data)
    named = {
        "Content-Disposition": f'attachment; filename="{order.game}-{order.kind}-{measurement}.csv"',
        "Cache-Control": "no-cache",
    }
    return Response(table, media_type="text/csv", headers=named)


def _table_in(data: Path) -> str:
    from sandtable.lab.report import document

    return document.table(document.read(data.read_text(encoding="utf-8")))


def _result(file: Path, media: str, name: str | None = None) -> Response:
    if not file.is_file():
        raise ApiError(409, NOTHING_YET)
    return FileResponse(file, media_type=media, filename=name, headers={"Cache-Control": "no-cache"})


# analyses


async def _analysis(request: Request, context: Context) -> MatchAnalysis:
    return await _seen_analysis(request, context, *await _analysed(request, context))


async def _analysed(request: Request, context: Context) -> tuple[Any, int | None]:
    """The table of a match that may be analysed now that it is over, and the viewer's seat."""
    table = await _table(request, context)
    seat = _seat(request, context, table)
    if not table.over:
        raise ApiError(409, analyses.NOT_YET)
    return table, seat


async def _seen_analysis(request: Request, context: Context, table: Any, seat: int | None) -> MatchAnalysis:
    lab = context.measurements.lab
    can_start = not lab.refusal and await table.work(context.why_not_analysed, table) == ""
    can_stop = seat is not None or lab.mode == "shared"
    found = await asyncio.to_thread(context.measurements.analysis, table.id)
    return await asyncio.to_thread(analyses.shown, found, can_start, can_stop)


async def _analyse(request: Request, context: Context) -> MatchAnalysis:
    table, seat = await _analysed(request, context)
    measurements, client = context.measurements, _client(request)
    if measurements.lab.refusal:
        raise ApiError(403, analyses.OFF if measurements.lab.mode == "off" else measurements.lab.refusal)
    refusal = await table.work(context.why_not_analysed, table)
    if refusal:
        raise ApiError(409, refusal)
    await _taken(lambda: analyses.check(measurements.analysis(table.id)))
    spec = (await context.library.catalog()).games[table.stored.game]
    file = await context.maker.made(client, partial(context.file, table))
    if not context.meters.measurements.take(client):
        raise _too_many(context.limits)
    await _taken(lambda: measurements.analyse(table.id, analyses.order(spec), file, client))
    return await _seen_analysis(request, context, table, seat)


async def _stop_analysis(request: Request, context: Context) -> MatchAnalysis:
    table, seat = await _analysed(request, context)
    measurements = context.measurements
    if seat is None and measurements.lab.mode != "shared":
        raise ApiError(403, NOT_PLAYED)
    found = await asyncio.to_thread(measurements.analysis, table.id)
    if found is None:
        raise ApiError(409, analyses.NONE_YET)
    await asyncio.to_thread(measurements.stop, found.folder)
    return await _seen_analysis(request, context, table, seat)


# unknown settings are rejected when a game is explained, and only a few games are explained at a time
EXPLAINED = (404, 413, 422, 429, 503)
CALLS = (
    Call("status", "GET", "/status", "How far the preparation is", _status, Status),
    Call("games", "GET", "/games", "All games", _games, list[GameInfo]),
    Call(
        "rules",
        "GET",
        "/rules/{game}",
        "The rules of a game under some settings, clause by clause",
        _rules,
        Rulebook,
        problems=EXPLAINED,
        query=("settings",),
    ),
    Call(
        "words",
        "GET",
        "/words/{game}",
        "The short explanations of a game under some settings: texts of its legend, hints and lesson, by group.name",
        _words,
        dict[str, dict[str, str]],
        problems=EXPLAINED,
        query=("settings",),
    ),
    Call(
        "sheet",
        "GET",
        "/sheets/{game}",
        "The quick sheet of a game under some settings: questions and all their answers",
        _sheet,
        QuickSheet,
        problems=EXPLAINED,
        query=("settings",),
    ),
    Call(
        "picture",
        "GET",
        "/games/{game}/picture",
        "The board of a game at the start, as a spectator sees it; ?NAME=VALUE with a board, map or team that comes with it",
        _picture,
        None,
        problems=(404,),
        text="image/svg+xml",
    ),
    Call(
        "source",
        "GET",
        "/games/{game}/settings/{setting}/{value}",
        "The text of a board, map or team that comes with a game, to begin one's own with",
        _source,
        None,
        problems=(404,),
        text="text/plain",
    ),
    Call(
        "played",
        "GET",
        "/games/{game}/played",
        "Real matches that those who played them let count: results, lengths and choices, of groups of matches",
        _played,
        Played,
        problems=(404, 503),
    ),
    Call(
        "reports", "GET", "/reports", "What the lab has found out about the games", _reports, list[ReportInfo]
    ),
    Call(
        "report",
        "GET",
        "/reports/{report}",
        "A report as a page of its own",
        _report,
        None,
        problems=(404,),
        text="text/html",
    ),
    Call("lab", "GET", "/measurements", "What may be asked of the lab here", _lab, LabInfo),
    Call(
        "measure",
        "POST",
        "/measurements",
        "Ask the lab for a measurement",
        _measure,
        Asked,
        NewMeasurement,
        201,
        (400, 403, 409, 413, 415, 422),
    ),
    Call(
        "measurement",
        "GET",
        "/measurements/{measurement}",
        "How far a measurement is and what is known by now",
        _measured,
        Measurement,
        problems=(404,),
    ),
    *(
        Call(
            name,
            method,
            f"/measurements/{{measurement}}{path}",
            summary,
            partial(_change, change),
            Measurement,
            problems=(403, 404, *refused),
            bearer=True,
        )
        for name, method, path, summary, change, refused in (
            ("stopMeasurement", "POST", "/stop", "Stop a measurement", Measurements.stop, ()),
            (
                "goOn",
                "POST",
                "/go-on",
                "Let a measurement go on that was stopped",
                Measurements.go_on,
                (409,),
            ),
            ("deleteMeasurement", "DELETE", "", "Delete a measurement", Measurements.delete, ()),
        )
    ),
    Call(
        "measuredPage",
        "GET",
        "/measurements/{measurement}/page",
        "What came of a measurement, as a page of its own",
        _measured_page,
        None,
        problems=(404, 409),
        text="text/html",
    ),
    Call(
        "measuredData",
        "GET",
        "/measurements/{measurement}/data",
        "What came of a measurement, as data",
        _measured_data,
        None,
        problems=(404, 409),
        text="application/json",
    ),
    Call(
        "measuredTable",
        "GET",
        "/measurements/{measurement}/table",
        "All figures of a report, as a table for spreadsheets",
        _measured_table,
        None,
        problems=(404, 409),
        text="text/csv",
    ),
    Call(
        "open",
        "POST",
        "/tables",
        "Open a table",
        _open,
        Seated,
        NewTable,
        201,
        (400, 409, 413, 415, 422, 503),
    ),
    Call(
        "invite", "GET", "/invites/{code}", "Who invites to what", _invite, Invite, problems=(404, 409, 503)
    ),
    Call(
        "join",
        "POST",
        "/invites/{code}",
        "Take the free seat",
        _join,
        Seated,
        Join,
        201,
        (400, 404, 409, 413, 415, 422, 503),
    ),
    Call(
        "comeBack",
        "POST",
        "/return",
        "Where a return link leads",
        _return,
        Returned,
        Token,
        problems=(400, 404, 413, 415, 422, 503),
    ),
    Call(
        "seatsNow",
        "POST",
        "/seats",
        "How the matches at several seats are: whose turn it is, and what has ended",
        _seats,
        list[SeatNow],
        SeatsAsked,
        problems=(400, 413, 415, 422, 503),
    ),
    Call(
        "at",
        "GET",
        "/tables/{table}/at/{ply:whole}",
        "A table as it was at a moment; without a token, as a spectator sees it",
        _at,
        Snapshot,
        problems=(403, 404, 409, 422, 503),
        bearer=True,
        query=("seat",),
    ),
    Call(
        "turning",
        "GET",
        "/tables/{table}/turning",
        "What swung a finished match most",
        _turning,
        Turning,
        problems=(403, 404, 409, 503),
        bearer=True,
    ),
    *(
        Call(
            name,
            method,
            f"/tables/{{table}}/analysis{path}",
            summary,
            run,
            MatchAnalysis,
            problems=problems,
            bearer=True,
        )
        for name, method, path, summary, run, problems in (
            ("analysis", "GET", "", "The analysis of a finished match", _analysis, (403, 404, 409, 503)),
            (
                "analyse",
                "POST",
                "",
                "Analyse a finished match, or make its analysis more precise",
                _analyse,
                (403, 404, 409, 500, 503),
            ),
            (
                "stopAnalysis",
                "POST",
                "/stop",
                "Stop the analysis of a match",
                _stop_analysis,
                (403, 404, 409, 503),
            ),
        )
    ),
    Call(
        "hint",
        "POST",
        "/tables/{table}/hint",
        "Ask for a hint in a practice match against the computer",
        _hint,
        Hint,
        body=HintAsked,
        problems=(400, 403, 404, 409, 413, 415, 422, 500, 503),
        bearer=True,
    ),
    Call(
        "dice",
        "GET",
        "/tables/{table}/dice",
        "What it takes to check the dice of a finished match",
        _dice,
        DiceRecord,
        problems=(404, 409, 500, 503),
    ),
    Call(
        "kept",
        "GET",
        "/tables/{table}/kept",
        "What is stored of a match that cannot be played on",
        _kept,
        Kept,
        problems=(403, 404, 503),
        bearer=True,
    ),
    Call(
        "export",
        "GET",
        "/tables/{table}/export",
        "The match file of a finished match",
        _export,
        None,
        problems=(403, 404, 409, 500, 503),
        bearer=True,
        text="application/x-ndjson",
    ),
    Call(
        "exports",
        "GET",
        "/tables/{table}/exports/{name}",
        "A file that the game makes of a position, as a spectator sees it; further options are the game's own",
        _exports,
        None,
        problems=(400, 403, 404, 409, 422, 500, 503),
        query=("ply",),
        text="*/*",
        names="exports",
    ),
    Call(
        "board",
        "GET",
        "/tables/{table}/picture",
        "The board of a position, as a spectator sees it",
        _board,
        None,
        problems=(403, 404, 409, 422, 503),
        query=("ply",),
        text="image/svg+xml",
    ),
    Call(
        "card",
        "GET",
        "/tables/{table}/card",
        "The preview picture of a link to a position, 1200 by 630, as a spectator sees it",
        _card,
        None,
        problems=(403, 404, 409, 422, 500, 503),
        query=("ply",),
        text="image/png",
    ),
    Call(
        "kit",
        "POST",
        "/games/{game}/kit",
        "The kit of a game to print, as PDF",
        _kit,
        None,
        KitOrder,
        problems=(400, 404, 413, 415, 422, 500, 503),
        text="application/pdf",
    ),
    Call(
        "kitTestSheet",
        "POST",
        "/games/{game}/kit/test-sheet",
        "A sheet that measures how far a printer's backs lie off their fronts, as PDF",
        _kit_test_sheet,
        None,
        KitOrder,
        problems=(400, 404, 413, 415, 422, 500, 503),
        text="application/pdf",
    ),
    Call(
        "kitPreview",
        "POST",
        "/games/{game}/kit/preview",
        "The pages of a kit as small pictures, and what else is needed",
        _kit_preview,
        KitPreview,
        KitOrder,
        problems=(400, 404, 413, 415, 422, 500, 503),
    ),
    Call(
        "service",
        "POST",
        "/games/{game}/services/{name}",
        "A file that the game makes without a match",
        _service,
        None,
        dict[str, Any],
        problems=(400, 404, 413, 415, 422, 500, 503),
        text="*/*",
        names="services",
    ),
    Call(
        "variant",
        "POST",
        "/variants",
        "What a variant of a game is, from its address, its file or an object",
        _variant,
        VariantInfo,
        VariantAsked,
        problems=(400, 409, 413, 415, 422, 500, 503),
    ),
)


async def read_body(request: Request, kind: Any, most: int) -> Any:
    """The body of a request, at most `most` bytes long, as `kind`; `ApiError` says what is wrong."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise ApiError(415, NOT_JSON)
    data = bytearray()
    try:
        async for part in request.stream():
            data += part
            if len(data) > most:
                raise ApiError(413, TOO_BIG, Connection="close")
    except ClientDisconnect:
        # nobody is left to read it
        raise ApiError(400, NOT_WHOLE) from None
    try:
        body = _whole(json_of(text_of(bytes(data))))
    except DecodingError as error:
        raise ApiError(400, f"The body cannot be read: {error}.") from None
    try:
        return convert(body, kind)
    except DecodingError as error:
        raise ApiError(422, as_sentence(str(error))) from None


def _whole(body: Any) -> Any:
    # in JSON, 1.0 counts as a whole number
    if isinstance(body, float) and body.is_integer():
        return int(body)
    if isinstance(body, list):
        return [_whole(item) for item in cast("list[Any]", body)]
    if isinstance(body, dict):
        return {key: _whole(item) for key, item in cast("dict[Any, Any]", body).items()}
    return body


async def _invited(request: Request, context: Context) -> tuple[Any, Any]:
    tables = await context.tables()
    table = await tables.invited(request.path_params["code"])
    return (tables, table) if table is not None else _missing(NO_INVITE)


async def _table(request: Request, context: Context) -> Any:
    tables = await context.tables()
    table = await tables.table(request.path_params["table"])
    return table if table is not None else _missing(NO_TABLE)


def _missing(sentence: str) -> NoReturn:
    raise ApiError(404, sentence)


def _seat(request: Request, context: Context, table: Any) -> int | None:
    given = request.headers.get("authorization")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    seat = context.seat_of(table, token.strip()) if scheme.lower() == "bearer" else None
    if seat is None:
        raise ApiError(403, NO_SEAT)
    return seat


def _client(request: Request) -> str:
    return client_name(request.client.host if request.client else None)
