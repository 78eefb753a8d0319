"""Serves the built client: its hashed assets with unlimited caching, and its one page for every other address."""

import asyncio
import gzip
import logging
import os
import re
import shutil
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from time import time

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from sandtable.server.http import sharing
from sandtable.server.http.middleware import problem

logger = logging.getLogger(__name__)

FOREVER = "public, max-age=31536000, immutable"
# types of files that are sent compressed
PACKED = (".js", ".css", ".svg", ".json", ".wasm")
NOT_BUILT = "The browser client is not built: run `make play` in the project's folder.\n"
# seconds for which assets of old builds are kept
KEPT_FOR = 30 * 24 * 3600.0
NOTHING = "There is nothing at this address."
# its name changes with the content of any part of the client
SCRIPT = re.compile(r'<script type="module"[^>]* src="/assets/([\w-]+)\.js">')


class _Assets(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        found, asked = await super().get_response(path, scope), Headers(scope=scope)
        found.headers["Cache-Control"] = FOREVER
        if found.status_code == 200 and path.endswith(PACKED):
            found.headers["Vary"] = "Accept-Encoding"
            if "gzip" in asked.get("accept-encoding", "") and "range" not in asked:
                data = await asyncio.to_thread(_packed, Path(self.lookup_path(path)[0]))
                headers = {
                    name: found.headers[name] for name in ("cache-control", "vary", "etag", "last-modified")
                }
                return Response(
                    data, headers={**headers, "Content-Encoding": "gzip"}, media_type=found.media_type
                )
        return found


@lru_cache(maxsize=512)
def _packed(file: Path) -> bytes:
    # a file with such a name never changes
    return gzip.compress(file.read_bytes(), mtime=0)


def assets(static: Path, kept: Path | None = None) -> ASGIApp:
    """The application that serves the files in `static/assets`, and those in `kept`, compressed if the browser supports it."""
    files = _Assets(directory=static / "assets", check_dir=False)
    if kept is not None:
        files.all_directories.append(kept)
    return files


def keep(static: Path, folder: Path) -> Path | None:
    """Keeps the assets of this build in `folder`, for pages that are still open when the next build is served.

    Assets that no recent build has included are removed. Returns the folder; None if nothing can be stored there, which is
    logged once.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for asset in static.glob("assets/*"):
            target = folder / asset.name
            if target.exists():
                os.utime(target)
            else:
                # atomic, even if two servers start together
                part = folder / f".{asset.name}.{os.getpid()}"
                shutil.copyfile(asset, part)
                part.replace(target)
        for old in folder.iterdir():
            if time() - old.stat().st_mtime > KEPT_FOR:
                old.unlink()
    except OSError as error:
        logger.warning("the parts of pages cannot be cached in %s: %s", folder, error.strerror or error)
        return None
    return folder


def build(static: Path) -> str:
    """The name of the client's build in `static`, by which its page identifies itself; "" if none is built."""
    index = static / "index.html"
    found = SCRIPT.search(index.read_text(encoding="utf-8")) if index.is_file() else None
    return found[1] if found else ""


async def page(static: Path, request: Request) -> Response:
    """A static file, the page itself if the address belongs to the client, or else 404."""
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
    # only top-level files (icon, manifest): no request path leads into folders
    if not path or "/" in path or "\\" in path or path.startswith("."):
        return None
    found = static / path
    # a path that cannot be a file name
    with suppress(OSError):
        return found if found.is_file() else None
    return None
