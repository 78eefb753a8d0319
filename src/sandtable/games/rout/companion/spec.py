"""The declaration of the companion of ROUT!."""

from collections.abc import Mapping
from pathlib import Path

from sandtable.authoring import Presentation, Rules, Spec, TablePolicy, Value, resolve
from sandtable.games.rout import schema
from sandtable.games.rout.companion import ledger, scene, show
from sandtable.games.rout.schema import SIDES
from sandtable.games.rout.show import explained
from sandtable.games.rout.show.signs import COLOURS


def _terms(settings: Mapping[str, Value]) -> Mapping[str, object]:
    usual = resolve(schema.SETTINGS, {})
    return {**usual, **explained.terms({**usual, **settings})}


SPEC = Spec(
    interface=3,
    id="rout_companion",
    name="Companion of ROUT!",
    summary=(
        "Use it at your own table. It keeps both decks with their discards, reshuffles and removed cards. It counts each "
        "side's unbroken, broken and routed units, and knows whose turn it is and who won which game. It does not see the "
        "table: you enter what a flick hit and what fell off."
    ),
    rules=Rules(
        functions={
            "deal": ledger.deal,
            "legal": ledger.legal,
            "chance": ledger.chance,
            "check": ledger.check,
            "apply": ledger.apply,
        },
        state=ledger.STATE,
        settings=ledger.SETTINGS,
        build=ledger.build,
        actions=ledger.ACTIONS,
        bound=ledger.bound,
        phases=ledger.PHASES,
        reasons=ledger.REASONS,
    ),
    presentation=Presentation(
        sides=SIDES,
        colours=COLOURS,
        labels=show.labels,
        draw=show.draw,
        titles=scene.TITLES,
        scene=scene.scene,
        says=scene.says,
        prompt=show.prompt,
        result=show.result,
        tell=show.tell,
        rulebook=Path(__file__).parents[1] / "rules.md",
        # everything that is known only at the table keeps its default
        terms=_terms,
        credit="ROUT! is by Love and Loss Games.",
        source="Its rules are made from the designers' text.",
    ),
    table=TablePolicy(
        companion_of="rout",
    ),
)
