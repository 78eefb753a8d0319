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
        "Beside your own board it keeps the secret numbers, compares them and tells only higher, lower or tied, rolls dice or "
        "takes yours, and knows health, held pawns, barred stats and used tiles. It does not see the board: where pawns go "
        "and who stands beside whom is for you to watch."
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
        prompt=show.prompt,
        result=text.result,
        tell=show.tell,
        rulebook=Path(__file__).parents[1] / "rules.md",
        # what only the board knows is as usual
        terms=lambda _: resolve(schema.SETTINGS, {}),
        credit="All Out Assault was designed by Caleb Wharton.",
        source="Its rules are made from the designer's text.",
    ),
    table=TablePolicy(
        companion_of="assault",
    ),
)
