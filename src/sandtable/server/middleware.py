"""What every request passes before it reaches a route: the host it names, the page it comes from, its size, its rate.

Answers get the headers that keep a page from running or showing anything that is not its own.
"""

import ipaddress
import socket
from collections.abc import Collection, Iterable
from time import perf_counter
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.encoding import encode
from sandtable.server.limits import Buckets, client_name
from sandtable.server.metrics import Counts
from sandtable.server.protocol import Problem

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "media-src blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

SAFE = ("GET", "HEAD", "OPTIONS")
WRONG_HOST = "This server does not go by that name."
WRONG_ORIGIN = "Only the pages of this server may do that."
# the code that such a socket is closed with
NOT_HERE = 1008
TOO_MANY = "Too many requests at once: wait a moment."


class Middleware:
    """Wraps an application; `hosts` are the names that the server answers to, `*.*` any address in numbers."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], requests: Buckets, counts: Counts) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._counts = counts
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or refuses it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refused, send = self._refusal(scope), self._with_headers(send)
        if refused is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            self._counts.refused[NOT_HERE] += 1
            await receive()
            await send({"type": "websocket.close", "code": NOT_HERE})
        else:
            status, sentence = refused
            await problem(status, sentence)(scope, receive, send)

    def _with_headers(self, send: Send) -> Send:
        began = perf_counter()

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._counts.answered(message["status"], perf_counter() - began)
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        return sent

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._knows(host):
            return 421, WRONG_HOST
        if (scope["type"] == "websocket" or scope["method"] not in SAFE) and not _same_origin(headers, host):
            return 403, WRONG_ORIGIN
        # a page has many parts, which are made once and kept by browsers
        if not scope["path"].startswith("/assets/") and not self._requests.take(
            client_name((scope.get("client") or (None,))[0])
        ):
            return 429, TOO_MANY
        return None

    def _knows(self, host: str) -> bool:
        name = host_name(host)
        return name is not None and (name in self._hosts or ("*.*" in self._hosts and _is_number(name)))


def host_name(host: str) -> str | None:
    """The name in a Host header without its port, lower case; None where it is none."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    if parts.path or parts.query or parts.fragment or parts.username is not None or not parts.hostname:
        return None
    return parts.hostname.lower().rstrip(".")


def known_hosts(host: str, others: Iterable[str] = ()) -> set[str]:
    """The names of a server that listens on `host`: loopback's, its own, and `others`."""
    names = {"localhost", "127.0.0.1", "::1", *(other.lower() for other in others)}
    if host in ("0.0.0.0", "::", ""):
        # a page of another site can borrow a name for this machine, but not a number
        return names | {"*.*", socket.gethostname().lower()}
    return names | {host.lower().strip("[]")}


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _same_origin(headers: Headers, host: str) -> bool:
    origins = headers.getlist("origin")
    if not origins:
        # not a browser: browsers name the origin of every socket and every post
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    try:
        origin = urlsplit(origins[0])
    except ValueError:
        return False
    return len(origins) == 1 and origin.scheme in ("http", "https") and origin.netloc.lower() == host.lower()


def problem(status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    """An answer that says in one sentence why a request was not carried out."""
    return answer(Problem(sentence), status, headers)


def answer(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """`body` as JSON that no cache keeps."""
    kept = {"Cache-Control": "no-store", **(headers or {})}
    return Response(encode(body), status, kept, "application/json")
