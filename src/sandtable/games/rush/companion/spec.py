"""The declaration of the companion of Rush."""

from pathlib import Path

from sandtable.authoring import Presentation, Rules, Spec, TablePolicy
from sandtable.games.rush.companion import ledger, scene, show
from sandtable.games.rush.show import explained, text
from sandtable.games.rush.show.kit import COLOURS
from sandtable.games.rush.show.words import CREDIT, SEATS, SOURCE

SPEC = Spec(
    interface=3,
    id="rush_companion",
    name="Companion of Rush",
    summary=(
        "Use it at your own pitch. It keeps the rush marker, the tokens, the score track and the players who are out of play. "
        "It asks what a test depends on, counts the dice, rolls them or takes yours, and says what follows. It does not see "
        "the pitch: you watch where the players and the ball are, and whom the players face and threaten."
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
        titles=scene.TITLES,
        scene=scene.scene,
        says=scene.says,
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
