"""Checks made on every request before it reaches a route: its host name, its origin, its size and its rate.

Responses get the headers that keep a page from running or showing anything that is not its own.
"""

import ipaddress
import logging
import socket
from collections.abc import Collection, Iterable, Sequence
from time import perf_counter
from typing import Any, cast
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from sandtable.authoring.encoding import encode
from sandtable.server.limits import Buckets, Network, client_name, in_networks
from sandtable.server.protocol import Problem
from sandtable.server.run.metrics import Counts

logger = logging.getLogger(__name__)

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
WRONG_HOST = "This server does not answer to that host name."
WRONG_ORIGIN = "Only the pages of this server may do that."
# the close code for a socket from the wrong host or origin
NOT_HERE = 1008
TOO_MANY = "Too many requests at once. Wait a moment and try again."
# headers in which a proxy says whom it speaks for; another site's page cannot add them
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
# key in a scope: whether the request comes from a trusted proxy
BELIEVED = "sandtable.believed"
UNLISTED = (
    "requests arrive by https through a proxy that is not listed: add its address to `proxies` (SANDTABLE_PROXIES, --proxy), "
    "so that limits apply to each visitor, links begin with https, and requests from http pages are refused"
)


class Believing:
    """Wraps an application; trusts the forwarded headers (`X-Forwarded-...`) of proxies in these networks."""

    def __init__(self, app: ASGIApp, proxies: Sequence[Network]) -> None:
        self._proxies = proxies
        self._app: Any = ProxyHeadersMiddleware(cast(Any, app), [str(proxy) for proxy in proxies])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on with the values that the proxy gives."""
        if scope["type"] in ("http", "websocket"):
            scope[BELIEVED] = in_networks((scope.get("client") or (None,))[0], self._proxies)
        await self._app(scope, receive, send)


class Middleware:
    """Wraps an application; `hosts` are the names that the server answers to; `*.*` means any IP address."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], requests: Buckets, counts: Counts) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._counts = counts
        self._requests = requests
        self._told = False  # a proxy that is not configured is reported once

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or rejects it."""
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
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changes and not self._from_own_page(scope, headers, host):
            return 403, WRONG_ORIGIN
        # a page has many parts, which are made once and cached by browsers
        if not scope["path"].startswith("/assets/") and not self._requests.take(
            client_name((scope.get("client") or (None,))[0])
        ):
            return 429, TOO_MANY
        return None

    def _from_own_page(self, scope: Scope, headers: Headers, host: str) -> bool:
        origin = _own_origin(headers, host)
        if not origin:
            return origin is not None
        scheme = _scheme(scope, headers, host)
        if scheme is None and origin == "https" and not scope.get(BELIEVED) and not self._told:
            self._told = True
            logger.warning(UNLISTED)
        return scheme in (None, origin)

    def _knows(self, host: str) -> bool:
        name = host_name(host)
        return name is not None and (name in self._hosts or ("*.*" in self._hosts and _is_number(name)))


def host_name(host: str) -> str | None:
    """The name in a Host header without its port, in lower case; None if there is none."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    if parts.path or parts.query or parts.fragment or parts.username is not None or not parts.hostname:
        return None
    return parts.hostname.lower().rstrip(".")


def known_hosts(host: str, others: Iterable[str] = ()) -> set[str]:
    """The names of a server that listens on `host`: the loopback names, its own, and `others`."""
    names = {"localhost", "127.0.0.1", "::1", *(other.lower() for other in others)}
    if host in ("0.0.0.0", "::", ""):
        # another site can point a name at this machine, but not an IP address
        return names | {"*.*", socket.gethostname().lower()}
    return names | {host.lower().strip("[]")}


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _own_origin(headers: Headers, host: str) -> str | None:
    """The scheme of the page on this host that sent the request; "" if no page sent it, None for another site's page."""
    site = headers.get("sec-fetch-site", "same-origin")
    origins = headers.getlist("origin")
    # not a browser: browsers send the origin with every socket and every POST
    if site not in ("same-origin", "none") or not origins:
        return "" if site in ("same-origin", "none") else None
    try:
        origin = urlsplit(origins[0])
    except ValueError:
        return None
    own = len(origins) == 1 and origin.scheme in ("http", "https") and origin.netloc.lower() == host.lower()
    return origin.scheme if own else None


def _scheme(scope: Scope, headers: Headers, host: str) -> str | None:
    """The scheme of the requested address; None if only an untrusted or silent proxy knows it."""
    if scope.get(BELIEVED):
        said = headers.get("x-forwarded-proto", "").strip().replace("ws", "http")
        return said if said in ("http", "https") else None
    if any(name in headers for name in FORWARDED):
        return None
    # a connection is direct if the client requested the port that it reached
    port = urlsplit(f"//{host}").port or 80
    return "http" if port == (scope.get("server") or (None, None))[1] else None


def problem(status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    """A response with one sentence on why a request was not carried out."""
    return answer(Problem(sentence), status, headers)


def answer(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """`body` as JSON that must not be cached."""
    kept = {"Cache-Control": "no-store", **(headers or {})}
    return Response(encode(body), status, kept, "application/json")
