"""The declaration of the companion of Rush."""

from pathlib import Path

from sandtable.authoring import Presentation, Rules, Spec, TablePolicy
from sandtable.games.rush.companion import ledger, show
from sandtable.games.rush.show import explained, text
from sandtable.games.rush.show.kit import COLOURS
from sandtable.games.rush.show.words import CREDIT, SEATS, SOURCE

SPEC = Spec(
    interface=3,
    id="rush_companion",
    name="Companion of Rush",
    summary=(
        "Beside your own pitch it keeps the rush marker, tokens, the score track and who is out of play, asks for what a test "
        "depends on, counts its dice, rolls them or takes yours, and says what comes of it. It does not see the pitch: where "
        "players go, whom they face and threaten and where the ball lies is for you to watch."
    ),
    rules=Rules(
        version=2,
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
        max_actions=ledger.MOST_ACTIONS,
        bound=ledger.bound,
        phases=ledger.PHASES,
        reasons=ledger.REASONS,
    ),
    presentation=Presentation(
        sides=SEATS,
        colours=COLOURS,
        labels=show.labels,
        draw=show.draw,
        prompt=show.prompt,
        result=text.result,
        tell=show.tell,
        odds=show.odds_of,
        rulebook=Path(__file__).parents[1] / "rules.md",
        terms=explained.terms,
        credit=CREDIT,
        source=SOURCE,
    ),
    table=TablePolicy(
        companion_of="rush",
    ),
)
