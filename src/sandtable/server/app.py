"""The web application: the API, the sockets and the client's pages, and `serve`, which runs it."""

import asyncio
import contextlib
import errno
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Sequence
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from threading import Thread, current_thread, main_thread
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

import msgspec
import uvicorn
from filelock import FileLock, Timeout
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from sandtable.server.http import openapi, pages
from sandtable.server.http.api import CALLS, ROOT, Call
from sandtable.server.http.context import Context
from sandtable.server.http.gate import Gate, networks
from sandtable.server.http.middleware import Believing, Middleware, answer, known_hosts, problem
from sandtable.server.lab.jobs import LAB, Cleared, LabLimits, Measurements
from sandtable.server.limits import Limits, Meters, Network, client_name
from sandtable.server.loading.catalog import Catalog, shipped
from sandtable.server.loading.library import Library
from sandtable.server.problems import ApiError
from sandtable.server.protocol import Outdated
from sandtable.server.run import logs
from sandtable.server.run.descriptors import raise_limit
from sandtable.server.run.hosting import Hosting
from sandtable.server.run.metrics import Counts, listen
from sandtable.server.storage.store import (
    UNSTORED,
    ConflictError,
    StorageError,
    Store,
    default_place,
    file_of,
    on_a_server,
)
from sandtable.server.tables.reports import SHIPPED, Reports

if TYPE_CHECKING:
    from sandtable.server.run.workers import LimitsHandle
    from sandtable.server.tables.archivist import Archived

logger = logging.getLogger(__name__)

SWEEP_EVERY = 60.0
# seconds between pings of a socket; a browser answers well within that, even for a page in the background
PING_EVERY, PONG_WITHIN = 20.0, 20.0
# the close code if one client has too many sockets, or all clients together have
TOO_MANY_SOCKETS = 1013
# the close code if no game can be played yet
NOT_YET = 1012
STATIC = Path(__file__).parent / "static"
SENTENCES = {404: "There is nothing at this address.", 405: "This address does not accept that method."}
OVERTAKEN = "Someone else changed this first. Look again."
UNTOLD = (
    "timeout graceful shutdown",
    "Invalid HTTP request received",
    "Unsupported upgrade request",
    "Invalid UTF-8 sequence received",
)
ONE_FILE = "Several workers need a shared database: set the database to the URL of a PostgreSQL server."
NO_UPGRADE = "This address only accepts WebSocket connections."
BROKEN = "Something went wrong on the server. Nothing was changed."


def create_app(
    db: str | Path,
    hosts: Iterable[str],
    limits: Limits | None = None,
    open_catalog: Callable[[], Catalog] = shipped,
    static: Path = STATIC,
    reports: Iterable[Path] = (),
    kept: Path | None = None,
    counts: Counts | None = None,
    meters: Meters | None = None,
    lab: LabLimits | None = None,
    docs: str = "",
) -> ASGIApp:
    """The application on the database `db`, answering to the host names `hosts`; `open_catalog` returns the games.

    `reports` are folders of additional reports, and `kept` a folder with the assets of earlier builds. `counts` receives
    events for the metrics; `meters` are shared by all workers, if there are several. `lab` says what may be measured.
    `docs` is the address of the documentation, to which the header of every page links.
    """
    limits, counts = limits or Limits(), counts or Counts()
    shared = meters or Meters.of(limits)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        measurements = Measurements(_beside(db) / LAB, lab or LabLimits(), limits)
        context = app.state.context = Context(
            Library(open_catalog),
            Store(db),
            limits,
            Reports((SHIPPED, *reports)),
            counts,
            shared,
            measurements,
            docs,
        )
        context.library.start()
        await context.store.open()
        measurements.start()
        sweeping = asyncio.create_task(_sweep(context))
        yield
        sweeping.cancel()
        if context.open_tables is not None:
            await context.open_tables.close()
        context.library.close()
        context.maker.close()
        await asyncio.to_thread(measurements.close)
        await context.store.close()

    app = Starlette(routes=_routes(static, kept), lifespan=lifespan, exception_handlers=_handlers())
    return Middleware(app, set(hosts), shared.requests, counts)


def _routes(static: Path, kept: Path | None = None) -> list[Route | Mount | WebSocketRoute]:
    calls = [Route(call.path, partial(_respond, call), methods=[call.method]) for call in CALLS]
    api = [
        *_joined(calls),
        Route("/openapi.json", _openapi),
        WebSocketRoute("/tables/{table}/socket", partial(_socket, pages.build(static))),
        Route("/tables/{table}/socket", _no_socket),
    ]
    return [
        Mount(ROOT, routes=api),
        Route("/healthz", _healthz),
        Route("/readyz", _readyz),
        Mount("/assets", pages.assets(static, kept)),
        Route("/{path:path}", partial(pages.page, static), methods=["GET", "HEAD"]),
    ]


def _joined(calls: list[Route]) -> list[Route]:
    # one route per path, so that a wrong method is answered with all valid ones
    paths: dict[str, dict[str, Callable[..., Any]]] = {}
    for route in calls:
        for method in (route.methods or set()) - {"HEAD"}:
            paths.setdefault(route.path, {})[method] = route.endpoint
    return [Route(path, partial(_by_method, known), methods=list(known)) for path, known in paths.items()]


async def _by_method(known: dict[str, Callable[..., Any]], request: Request) -> Response:
    return await known["GET" if request.method == "HEAD" else request.method](request)


async def _respond(call: Call, request: Request) -> Response:
    return await call.respond(request, request.app.state.context)


async def _openapi(request: Request) -> Response:
    return answer(openapi.document(await request.app.state.context.library.games()))


async def _healthz(_request: Request) -> Response:
    return PlainTextResponse("ok", headers={"Cache-Control": "no-store"})


async def _readyz(request: Request) -> Response:
    context: Context = request.app.state.context
    await context.store.check()
    # raises the same error as every request that needs a game
    await context.library.catalog()
    if why := context.library.unplayable():
        raise ApiError(503, why, Retry_After="5")
    return PlainTextResponse("ok", headers={"Cache-Control": "no-store"})


async def _socket(build: str, websocket: WebSocket) -> None:
    context: Context = websocket.app.state.context
    client = client_name(websocket.client.host if websocket.client else None)
    if not context.enter(client):
        context.counts.refused[TOO_MANY_SOCKETS] += 1
        await websocket.close(TOO_MANY_SOCKETS)
        return
    try:
        await websocket.accept()
        try:
            tables = await context.tables()
        except ApiError:
            # the page tries again after a while
            await websocket.close(NOT_YET)
            return
        # a page that does not send its build, such as one in development, stays as it is
        if build and websocket.query_params.get("build", build) != build:
            await websocket.send_text(msgspec.json.encode(Outdated(build)).decode())
        connection = import_module("sandtable.server.tables.connection")
        may_open = partial(context.meters.tables.take, client)
        pace = partial(context.pace.delay, client)
        talk = connection.Connection(
            websocket, tables, client, context.limits, may_open, pace, context.counts
        )
        await talk.serve(websocket.path_params["table"])
    finally:
        context.leave(client)


async def _no_socket(request: Request) -> Response:
    """Answers a handshake that lost its Upgrade header on the way; logged once."""
    request.app.state.context.note_no_upgrade()
    return problem(426, NO_UPGRADE, {"Upgrade": "websocket"})


async def _sweep(context: Context) -> None:
    while True:
        await asyncio.sleep(min(SWEEP_EVERY, context.limits.idle))
        tables = context.open_tables
        if tables is not None:
            tables.sweep(monotonic())
        await context.keeping.look([] if tables is None else tables.held)
        # if the engine cannot be imported, there is nothing to archive, and the pages report the failure
        with contextlib.suppress(ApiError):
            await (await context.tables()).archive_left(monotonic())


def _handlers() -> dict[Any, Callable[[Request, Any], Any]]:
    async def refused(_request: Request, error: ApiError) -> Response:
        return problem(error.status, error.sentence, error.headers)

    async def missed(_request: Request, error: HTTPException) -> Response:
        return problem(
            error.status_code, SENTENCES.get(error.status_code, error.detail), dict(error.headers or {})
        )

    async def failed(_request: Request, _error: Exception) -> Response:
        return problem(500, BROKEN)

    async def overtaken(_request: Request, _error: ConflictError) -> Response:
        return problem(409, OVERTAKEN)

    async def unstored(_request: Request, _error: StorageError) -> Response:
        return problem(503, UNSTORED, {"Retry-After": "5"})

    return {
        ApiError: refused,
        StorageError: unstored,
        HTTPException: missed,
        ConflictError: overtaken,
        Exception: failed,
    }


class _Server(uvicorn.Server):
    """A server that reports its address once it is listening."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._listening()


def serve(
    hosting: Hosting,
    open_catalog: Callable[[], Catalog] = shipped,
    open_browser: bool = False,
    log: bool = False,
    page: str = "",
) -> None:
    """Serves until interrupted; prints one line with the address of `page` and, with `log`, the log as configured.

    Raises `OSError` if the port is taken or the database cannot be used, and `ValueError` for an invalid setting.
    """
    db = hosting.database or default_place()
    part = _Part(hosting, open_catalog, log, networks(hosting.proxies))
    if hosting.workers > 1 and not on_a_server(db):
        raise ValueError(ONE_FILE)
    part.start_log()
    raise_limit(hosting.limits.connections + hosting.limits.sockets)
    asyncio.run(_try(db))
    with contextlib.ExitStack() as held:
        held.enter_context(_alone(db))
        listener = held.enter_context(_listen(hosting.host, hosting.port))
        part.kept = pages.keep(STATIC, _beside(db) / "sandtable-pages")
        address = f"http://{_shown(hosting.host)}:{listener.getsockname()[1]}/"
        listening = partial(_announce, address + page, open_browser)
        if hosting.workers == 1:
            held.enter_context(_unmoved())
            figures, run = part.counts, partial(_Server(part.config(), listening).run, [listener])
        else:
            run = import_module("sandtable.server.run.workers")
            made = run.WorkerPool(part.config, hosting.workers, hosting.limits, listener, listening)
            figures, run = made.figures.all, made.run
        if hosting.metrics:
            held.callback(listen(hosting.metrics, figures))
        with contextlib.suppress(KeyboardInterrupt):
            run()
    _leave()


class _Part:
    """One serving process, alone or one of several; created in the first process, used in its own."""

    def __init__(
        self, hosting: Hosting, open_catalog: Callable[[], Catalog], log: bool, proxies: Sequence[Network]
    ) -> None:
        self.kept: Path | None = None
        self._hosting = hosting
        self._open_catalog = open_catalog
        self._log = log
        self._proxies = proxies
        self._handle: LimitsHandle | None = None

    def start_log(self) -> None:
        """Sets up logging as configured; each process does so for itself."""
        logging.getLogger("uvicorn.error").addFilter(_tell)
        if self._log:
            logs.start(self._hosting.logs)

    def config(self, handle: "LimitsHandle | None" = None) -> uvicorn.Config:
        """The uvicorn configuration; a worker finds the others by its handle on the shared limits."""
        self._handle = handle
        return _config(self.app, self.protocol, self._proxies)

    def counts(self) -> Counts:
        """The counts of this process."""
        return self._made[2]

    def app(self) -> ASGIApp:
        """The application."""
        return self._made[0]

    def protocol(self, **uvicorns: Any) -> Any:
        """The protocol of a new connection."""
        return self._made[1].protocol(**uvicorns)

    @cached_property
    def _made(self) -> tuple[ASGIApp, Gate, Counts]:
        hosting, counts = self._hosting, Counts()
        if self._handle is None:
            meters = Meters.of(hosting.limits)
        else:
            self.start_log()
            meters = self._handle.connect(counts)
        app = create_app(
            hosting.database or default_place(),
            known_hosts(hosting.host, hosting.hosts),
            hosting.limits.share(hosting.workers),
            self._open_catalog,
            reports=[Path(hosting.reports)] if hosting.reports else [],
            kept=self.kept,
            counts=counts,
            meters=meters,
            lab=_lab(hosting),
            docs=hosting.docs,
        )
        return app, Gate(hosting.limits, self._proxies, meters.connections, counts), counts


def _lab(hosting: Hosting) -> LabLimits:
    # one core is left for the pages
    processes = hosting.lab_processes or max(1, (os.cpu_count() or 1) - 1)
    allowed = (hosting.lab_at_once, hosting.lab_pairs, hosting.lab_minutes)
    return LabLimits(hosting.lab, *allowed, processes, hosting.lab_ray)


@contextlib.contextmanager
def _alone(db: str | Path) -> Generator[None]:
    """Locks the database file against other servers, which would not see what is played here; `OSError` if one has already done
    so.
    """
    file = file_of(db)
    if file is None:
        yield
        return
    # several links may lead to it
    lock = FileLock(f"{file.resolve()}.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise OSError(f"Cannot use the database {db}: another server is already using it.") from None
    try:
        yield
    finally:
        lock.release()


def _stay(_signal: int, _frame: object) -> None:
    pass


@contextlib.contextmanager
def _unmoved() -> Generator[None]:
    """Makes `SIGHUP`, which replaces the workers of a pool, have no effect on a server without workers.

    In a terminal the signal means that the terminal was closed, and it ends the server.
    """
    here = current_thread() is main_thread()
    if not (here and hasattr(signal, "SIGHUP")) or (sys.stdin and sys.stdin.isatty()):
        yield
        return
    # an ignored signal would be ignored in child processes too; a handled one is not
    before = signal.signal(signal.SIGHUP, _stay)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def _beside(db: str | Path) -> Path:
    """The folder of the database file; without one, the user's data folder."""
    return (file_of(db) or default_place()).parent


def archive(hosting: Hosting, open_catalog: Callable[[], Catalog] = shipped) -> "Archived":
    """Archives all matches in the database (see `archivist.archive_all`); `OSError` if the database cannot be used."""
    db = hosting.database or default_place()
    archivist = import_module("sandtable.server.tables.archivist")

    async def work() -> "Archived":
        store = Store(db)
        try:
            await store.open()
            return await archivist.archive_all(store, open_catalog())
        except StorageError as error:
            raise OSError(str(error)) from None
        finally:
            await store.close()

    with _alone(db):
        return asyncio.run(work())


def clear_lab(hosting: Hosting, days: float, everything: bool = False) -> Cleared:
    """Deletes measurements of a server, which may be running; see `Measurements.clear`."""
    folder = _beside(hosting.database or default_place()) / LAB
    return Measurements(folder, LabLimits(), hosting.limits).clear(days, everything)


async def _try(db: str | Path) -> None:
    """Opens the database, makes it readable only by its owner, and closes it again; `OSError` says why it cannot be used."""
    store = Store(db)
    try:
        await store.open()
        await store.check()
        store.make_private()
    except StorageError as error:
        raise OSError(str(error)) from None
    finally:
        await store.close()


def config(
    app: ASGIApp, limits: Limits, proxies: Sequence[Network] = (), counts: Counts | None = None
) -> uvicorn.Config:
    """The uvicorn configuration for an existing application; `counts` are those of the application."""
    return _config(lambda: app, Gate(limits, proxies, counts=counts).protocol, proxies)


def _believing(app: Callable[[], ASGIApp], proxies: Sequence[Network]) -> ASGIApp:
    # a named function, since it is sent to workers
    return Believing(app(), proxies)


def _config(
    app: Callable[[], ASGIApp], protocol: Callable[..., Any], proxies: Sequence[Network]
) -> uvicorn.Config:
    # does not log addresses and messages, which may contain tokens
    return uvicorn.Config(
        partial(_believing, app, proxies),
        factory=True,
        # uvicorn asks for a class and calls it
        http=cast(Any, protocol),
        log_config=None,
        access_log=False,
        log_level="warning",
        server_header=False,
        # see `middleware.Believing`
        proxy_headers=False,
        ws_max_size=65536,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_WITHIN,
        timeout_graceful_shutdown=3,
        timeout_worker_healthcheck=30,
        lifespan="on",
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform == "win32":
        # there SO_REUSEADDR would let a second program use the same port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise OSError(f"Port {port} is in use by another program: choose another with --port.") from None
        raise OSError(f"Cannot serve on {host}, port {port}: {error.strerror}.") from None
    return listener


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _announce(address: str, open_browser: bool) -> None:
    sys.stdout.write(f"Sandtable is at {address} (Ctrl-C ends it)\n")
    sys.stdout.flush()
    if open_browser:
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _tell(record: logging.LogRecord) -> bool:
    # pending requests are cancelled when the server ends, which is not an error; a malformed request is reported to its
    # sender, and logging it here could fill the disk
    cancelled = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not cancelled and not any(sentence in record.getMessage() for sentence in UNTOLD)


def _leave() -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    busy = import_module("threading").enumerate()
    if any(thread.name.startswith("sandtable-") for thread in busy):
        # a compiler or a search in a thread must not keep the terminal busy
        os._exit(0)
