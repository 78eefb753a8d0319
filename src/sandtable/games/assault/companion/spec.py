"""The declaration of the companion of All Out Assault."""

from pathlib import Path

from sandtable.authoring import Presentation, Rules, Spec, TablePolicy, resolve
from sandtable.games.assault import schema
from sandtable.games.assault.companion import ledger, show
from sandtable.games.assault.rules import knowledge, moves
from sandtable.games.assault.show import text
from sandtable.games.assault.show.kit import COLOURS

SPEC = Spec(
    interface=3,
    id="assault_companion",
    name="Companion of All Out Assault",
    summary=(
        "Use it at your own board. It keeps the secret numbers, compares them and says only higher, lower or tied. It rolls "
        "dice or takes yours, and keeps track of health, held pawns, barred stats and used tiles. It does not see the board: "
        "you watch where pawns go and which are next to each other."
    ),
    rules=Rules(
        functions={
            "deal": ledger.deal,
            "legal": ledger.legal,
            "chance": moves.chance,
            "sample": ledger.sample,
            "check": ledger.check,
            "apply": ledger.apply,
            "observe": knowledge.observe,
            "determinize": knowledge.determinize,
            "observed_action": moves.observed_action,
        },
        state=ledger.STATE,
        settings=ledger.SETTINGS,
        build=ledger.build,
        actions=ledger.ACTIONS,
        max_actions=schema.ALLOCATIONS,
        bound=schema.bound,
        phases=schema.PHASES,
        reasons=moves.REASONS,
    ),
    presentation=Presentation(
        sides=text.SIDES,
        colours=COLOURS,
        labels=show.labels,
        draw=show.draw,
        titles=show.TITLES,
        prompt=show.prompt,
        result=text.result,
        tell=show.tell,
        rulebook=Path(__file__).parents[1] / "rules.md",
        # everything that only the board shows keeps its default
        terms=lambda _: resolve(schema.SETTINGS, {}),
        credit="All Out Assault was designed by Caleb Wharton.",
        source="Its rules are made from the designer's text.",
    ),
    table=TablePolicy(
        companion_of="assault",
    ),
)
