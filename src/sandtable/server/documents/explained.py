"""Explains a game under some settings: its rules, its short explanations and its quick sheet.

The results for default settings are cached for good; of the others only the newest are cached, and making one counts as making
a file, since settings come from strangers.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar, cast

from sandtable.authoring.wording import Explanations
from sandtable.server.documents import rulebook
from sandtable.server.protocol import Rulebook

if TYPE_CHECKING:
    from sandtable.authoring.settings import Value
    from sandtable.authoring.spec import Spec
    from sandtable.server.documents.exports import Exporter

T = TypeVar("T")

MOST_KEPT = 64


def _words(spec: "Spec", settings: "Mapping[str, Value]") -> Explanations:
    return spec.presentation.words(settings)


class Explained:
    """Explains the games of one server; `settings` are always complete and checked."""

    def __init__(self, maker: "Exporter") -> None:
        self._maker = maker
        self._usual: dict[tuple[str, str], object] = {}
        self._kept: OrderedDict[tuple[object, ...], object] = OrderedDict()

    async def rules(self, client: str, spec: "Spec", settings: "Mapping[str, Value]") -> Rulebook:
        """The rules of a game."""
        return await self._explained(client, "rules", spec, settings, rulebook.parse)

    async def words(self, client: str, spec: "Spec", settings: "Mapping[str, Value]") -> Explanations:
        """The short explanations of a game, including those of its lesson."""
        return await self._explained(client, "words", spec, settings, _words)

    async def sheet(self, client: str, spec: "Spec", settings: "Mapping[str, Value]") -> bytes:
        """The quick sheet of a game that has one, as compressed JSON."""
        make = import_module("sandtable.server.documents.sheets").compressed
        return await self._explained(client, "sheet", spec, settings, make)

    async def _explained(
        self,
        client: str,
        what: str,
        spec: "Spec",
        settings: "Mapping[str, Value]",
        make: "Callable[[Spec, Mapping[str, Value]], T]",
    ) -> T:
        if settings == spec.complete():
            if (what, spec.id) not in self._usual:
                # some sheets take a second to make
                self._usual[what, spec.id] = await asyncio.to_thread(make, spec, settings)
            return cast("T", self._usual[what, spec.id])
        key = (what, spec.id, *sorted(settings.items()))
        found = self._kept.pop(key, None)
        if found is None:
            found = await self._maker.made(client, lambda: make(spec, settings))
        self._kept[key] = found
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return cast("T", found)
