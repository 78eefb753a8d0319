"""The preview of a table's link in a messaging app: title, sentence and picture as Open Graph tags, with absolute addresses.

It depends only on the names at the table, the game and the address. The board appears only in the picture, which is
drawn from a spectator's view (`snapshot.card`). An address with a seat's token has no preview.
"""

import re
from html import escape
from typing import TYPE_CHECKING

from starlette.requests import Request

from sandtable.graphics.drawing import CARD
from sandtable.server.http.api import ROOT
from sandtable.server.tables.persons import isolated

if TYPE_CHECKING:
    from sandtable.server.http.context import Context

_TABLE = re.compile("g/([A-Za-z0-9_-]{1,64})/?")
_INVITE = re.compile("j/([A-Za-z0-9]{1,64})/?")
_PLY = re.compile("[0-9]{1,9}")


async def tags(request: Request, path: str) -> str:
    """The tags for the page at `path`; "" for anything but a link to a table, and until the engine is loaded."""
    # a server that is still starting serves its page without them
    context: Context | None = getattr(request.app.state, "context", None)
    catalog = None if context is None else context.library.known
    table, invite = _TABLE.fullmatch(path), _INVITE.fullmatch(path)
    if context is None or catalog is None or not (table or invite):
        return ""
    wanted = table[1] if table else await context.store.invited_to(invite[1] if invite else "")
    found = None if wanted is None else await _at_table(context, wanted)
    if wanted is None or found is None or found[0] not in catalog.games:
        return ""
    spec, names = catalog.games[found[0]], found[1]
    given = request.query_params.get("ply", "")
    query = f"?ply={int(given)}" if table and _PLY.fullmatch(given) else ""
    both = " against ".join(
        f"{isolated(name)} ({side})" for name, side in zip(names, spec.presentation.sides, strict=True)
    )
    title = f"{'' if table else 'An invitation to '}{spec.name}: {both}"
    told = f"{f'Position {int(given)}. ' if query else ''}{spec.summary}"
    # the middleware has checked the host; the server knows nothing about a proxy in front
    base = f"{request.url.scheme}://{request.headers['host']}"
    return _written(title, told, f"{base}/{path}{query}", f"{base}{ROOT}/tables/{wanted}/card{query}")


async def _at_table(context: "Context", table: str) -> tuple[str, tuple[str, str]] | None:
    return await context.store.at_table(table) or context.reports.at_table(table)


def _written(title: str, told: str, address: str, picture: str) -> str:
    width, height = CARD
    properties = {
        "og:type": "website",
        "og:site_name": "Sandtable",
        "og:title": title,
        "og:description": told,
        "og:url": address,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": f"The board of {title}",
    }
    names = {
        "twitter:card": "summary_large_image",
        "twitter:title": title,
        "twitter:description": told,
        "twitter:image": picture,
    }
    return "".join(
        f'<meta {kind}="{key}" content="{escape(value)}" />'
        for kind, said in (("property", properties), ("name", names))
        for key, value in said.items()
    )
