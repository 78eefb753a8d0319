"""Makes files and pictures for users: this is expensive, so only a few are made at a time, in separate threads."""

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote

from starlette.responses import Response

from sandtable.server.limits import Buckets, Limits, Open
from sandtable.server.problems import ApiError, as_sentence

if TYPE_CHECKING:
    from sandtable.authoring.spec import Made

T = TypeVar("T")

logger = logging.getLogger(__name__)

TOO_OFTEN = "You have asked for too many files. Wait a few seconds and try again."
BUSY = "The server is busy making other files. Try again in a few seconds."
FAILED = "This file could not be made; the server's log says why."


class Exporter:
    """Makes files for the clients of one server."""

    def __init__(self, limits: Limits, asked: Buckets) -> None:
        self._waiting = Open(limits.files_waiting_a_client, limits.files_waiting)
        self._turns: dict[str, asyncio.Lock] = {}
        self._asked = asked
        self._threads = ThreadPoolExecutor(limits.makers, "sandtable-maker")
        self._most_kept = limits.pictures
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    async def file(self, client: str, make: Callable[[], "Made"]) -> Response:
        """The result of `make` as a file to save; raises `ApiError` with the message of its `ValueError`, or if a limit
        is exceeded.
        """
        return file_response(await self.made(client, make))

    async def picture(self, client: str, digest: str, make: Callable[[], bytes]) -> bytes:
        """The result of `make`, cached by `digest` among the most recent ones."""
        found = self._kept.pop(digest, None)
        if found is None:
            found = await self.made(client, make)
        self._kept[digest] = found
        if len(self._kept) > self._most_kept:
            self._kept.popitem(last=False)
        return found

    async def made(self, client: str, make: Callable[[], T], wrong: int = 400) -> T:
        """The result of `make`; raises `ApiError` with the message of its `ValueError` and status `wrong`, or if a
        limit is exceeded.
        """
        if not self._asked.take(client):
            raise ApiError(429, TOO_OFTEN, Retry_After="5")
        if not self._waiting.enter(client):
            raise ApiError(503, BUSY, Retry_After="5")
        # a client's files are made one after another, so that they delay nobody else
        turn = self._turns.setdefault(client, asyncio.Lock())
        try:
            async with turn:
                return await asyncio.get_running_loop().run_in_executor(self._threads, make)
        except ValueError as error:
            raise ApiError(wrong, as_sentence(str(error))) from None
        except Exception:
            logger.exception("a file could not be made")
            raise ApiError(500, FAILED) from None
        finally:
            self._waiting.leave(client)
            if not self._waiting.clients[client]:
                self._turns.pop(client, None)

    def close(self) -> None:
        """Stops making files."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def file_response(made: "Made") -> Response:
    """A file to save."""
    return Response(made.data, headers=_headers(made.name), media_type=made.media)


def _headers(name: str) -> dict[str, str]:
    # a name may contain what a person typed: ASCII for old clients, the rest percent-encoded
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name)
    both = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return {"Content-Disposition": both, "Cache-Control": "no-store"}
