"""Makes printable kits for a browser: the file, and small pictures of its pages. Recent ones are cached for a while."""

from base64 import b64encode
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from sandtable.server.documents.exports import Exporter
from sandtable.server.protocol import KitOrder, KitPage, KitPreview

if TYPE_CHECKING:
    from sandtable.authoring.settings import Value
    from sandtable.authoring.spec import Made
    from sandtable.engine.game import Game
    from sandtable.printing.press import PrintJob
    from sandtable.server.loading.library import Library

MOST_KEPT = 6
MOST_PICTURES = 40
PIXELS = 300  # across a picture


@dataclass(frozen=True)
class KitFile:
    """A kit as a file, and its description."""

    file: "Made"
    test_sheet: "Made | None"
    titles: tuple[str, ...]
    needed: tuple[str, ...]


class Kits:
    """Makes the kits of one server."""

    def __init__(self, maker: Exporter) -> None:
        self._maker = maker
        self._kept: OrderedDict[tuple[object, ...], KitFile] = OrderedDict()

    async def kit(self, client: str, library: "Library", game: str, order: KitOrder) -> KitFile:
        """The kit of a game as ordered; `ValueError` for invalid settings, `ApiError` if a limit is exceeded."""
        given = order.settings
        spec = (await library.catalog()).games[game]
        offered = spec.print.kit.options if spec.print.kit else ()
        names = {option.name for option in offered}
        settings = import_module("sandtable.authoring.settings")
        options = settings.resolve(offered, {name: value for name, value in given.items() if name in names})
        loaded = await library.load(game, {name: value for name, value in given.items() if name not in names})
        how = order.paper, order.ink, order.flip, (order.shift_right, order.shift_down)
        key = (game, *sorted(loaded.settings.items()), *sorted(options.items()), *how)
        found = self._kept.pop(key, None)
        if found is None:
            found = await self._maker.made(client, lambda: _make(loaded, options, *how))
        self._kept[key] = found
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    async def preview(self, client: str, kept: KitFile) -> KitPreview:
        """The contents of a kit, with pictures of its first pages."""
        return await self._maker.made(client, lambda: _preview(kept))


def _make(loaded: "Game", options: Mapping[str, "Value"], *how: object) -> KitFile:
    press = import_module("sandtable.printing.press")
    job: PrintJob = press.PrintJob(*how)
    printed = press.print_kit(loaded.spec, loaded.setup, loaded.settings, options, job)
    test = printed.test_file(press.slug(loaded.spec, job.paper, "test sheet"), job) if printed.backs else None
    return KitFile(printed.file(press.slug(loaded.spec, job.paper)), test, printed.titles, printed.needed)


def _preview(kept: KitFile) -> KitPreview:
    pictured = import_module("sandtable.graphics.pdf").pictured
    pages = [
        KitPage(title, _address(pictured(kept.file.data, PIXELS, number)) if number < MOST_PICTURES else "")
        for number, title in enumerate(kept.titles)
    ]
    return KitPreview(pages, list(kept.needed))


def _address(picture: bytes) -> str:
    return f"data:image/png;base64,{b64encode(picture).decode()}"
