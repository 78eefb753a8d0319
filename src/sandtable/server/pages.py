"""The built client: its hashed assets for ever, and its one page for every address that is nobody else's."""

import asyncio
from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from sandtable.server import sharing
from sandtable.server.middleware import problem

FOREVER = "public, max-age=31536000, immutable"
NOT_BUILT = "The browser client is not built: run `make play` in the project's folder.\n"
NOTHING = "There is nothing at this address."


class _Assets(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        found = await super().get_response(path, scope)
        if found.status_code in (200, 206, 304):
            found.headers["Cache-Control"] = FOREVER
        return found


def assets(static: Path) -> ASGIApp:
    """The application that serves the files of `static/assets`, compressed where the browser can."""
    return GZipMiddleware(_Assets(directory=static / "assets", check_dir=False), minimum_size=1000)


async def page(static: Path, request: Request) -> Response:
    """A file beside the page, the page itself for an address of the client, or 404."""
    path = request.path_params["path"]
    if path.startswith("api/"):
        return problem(404, NOTHING)
    beside = _beside(static, path)
    if beside is not None:
        return FileResponse(beside, headers={"Cache-Control": "no-cache"})
    if "." in path.rsplit("/", 1)[-1]:
        return problem(404, NOTHING)
    index = static / "index.html"
    if not index.is_file():
        return PlainTextResponse(NOT_BUILT, 503, {"Cache-Control": "no-store"})
    told = await sharing.tags(request, path)
    if not told:
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    text = await asyncio.to_thread(index.read_text, "utf-8")
    return HTMLResponse(text.replace("</head>", f"{told}</head>", 1), headers={"Cache-Control": "no-cache"})


def _beside(static: Path, path: str) -> Path | None:
    # files at the top only (icon, manifest): no path of a request leads into folders
    if not path or "/" in path or "\\" in path or path.startswith("."):
        return None
    found = static / path
    return found if found.is_file() else None
