"""Variants submitted by a page, as a code, a file or an object, and what the page shows of them."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from sandtable.engine import variants
from sandtable.server.loading.catalog import Catalog
from sandtable.server.protocol import VariantAsked, VariantChange, VariantInfo

if TYPE_CHECKING:
    from sandtable.authoring.spec import Spec

ONE_OF = "Send exactly one of code, text and variant."


def shown(asked: VariantAsked, catalog: Catalog) -> VariantInfo:
    """What a page shows about the submitted variant; `ValueError` says what is wrong with it."""
    try:
        return _shown(asked, catalog)
    except ValueError as error:
        text = str(error)
        raise ValueError(text[:1].upper() + text[1:]) from None


def _shown(asked: VariantAsked, catalog: Catalog) -> VariantInfo:

    def known(game: str) -> "Spec":
        if game not in catalog.games:
            raise ValueError(f"this server does not offer the game {game!r}")
        return catalog.games[game]

    given = [part for part in (asked.code, asked.text, asked.variant) if part is not None]
    if len(given) != 1:
        raise ValueError(ONE_OF)
    if asked.code is not None:
        found = variants.decoded(asked.code, known)
    elif asked.text is not None:
        found = variants.read(asked.text, known)
    else:
        found = variants.of(asked.variant, known)
    spec = catalog.games[found.game]
    # settings that contradict each other are refused here, not at the table
    variants.playable(found, spec)
    return VariantInfo(
        game=found.game,
        title=spec.name,
        name=found.name,
        why=found.why,
        settings=dict(found.settings),
        changes=[VariantChange(**asdict(change)) for change in variants.changes(found, spec)],
        code=variants.code(found),
        text=variants.write(found),
    )
