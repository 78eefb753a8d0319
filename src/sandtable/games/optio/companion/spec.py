"""The declaration of Optio's companion."""

from pathlib import Path

from sandtable.authoring import Presentation, Rules, Spec, TablePolicy, resolve
from sandtable.games.optio import schema
from sandtable.games.optio.companion import ledger, show
from sandtable.games.optio.rules import knowledge, moves
from sandtable.games.optio.show import explained, text
from sandtable.games.optio.show.battlefield import CREDIT, SEATS, SOURCE
from sandtable.games.optio.show.exports import EXPORTS, exported
from sandtable.games.optio.show.ground import COLOURS

SPEC = Spec(
    interface=3,
    id="optio_companion",
    name="Companion of Optio",
    summary=(
        "Use it at your own map. It keeps secret what your numbered blocks are and says what scouting turns up. It counts "
        "turns and kudos, checks that armies approach by the rules, and makes the battlefield to view and print. It does not "
        "know where face-down blocks are: you watch where they go and which of them meet."
    ),
    rules=Rules(
        functions={
            "deal": ledger.deal,
            "legal": ledger.legal,
            "chance": moves.chance,
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
        max_actions=moves.MOST_ACTIONS,
        bound=ledger.bound,
        phases=ledger.PHASES,
        reasons=ledger.REASONS,
    ),
    presentation=Presentation(
        sides=SEATS,
        colours=COLOURS,
        labels=show.labels,
        draw=show.draw,
        titles={"opening": "Roll both dice"},
        drawing=show.drawing,
        prompt=show.prompt,
        result=text.result,
        tell=show.tell,
        rulebook=Path(__file__).parents[1] / "rules.md",
        # everything that the phone does not track keeps its default
        terms=lambda settings: {**resolve(schema.SETTINGS, {}), **explained.terms(settings)},
        credit=CREDIT,
        source=SOURCE,
    ),
    table=TablePolicy(
        companion_of="optio",
        exports=EXPORTS,
        exported=exported,
    ),
)
