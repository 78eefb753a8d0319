"""The declaration of Optio."""

from pathlib import Path

from sandtable.game import Spec
from sandtable.games.optio import advice, estimate, knowledge, moves, rules, setup, telling, text, wishes
from sandtable.games.optio.offers import EXPORTS, exported
from sandtable.games.optio.services import SERVICES

SPEC = Spec(
    id="optio",
    name="Optio",
    summary="The terrain pre-game: find the enemy, choose the ground, print it.",
    functions={
        "deal": rules.deal,
        "legal": moves.legal,
        "chance": moves.chance,
        "sample": moves.sample,
        "check": moves.check,
        "apply": rules.apply,
        "redact": knowledge.redact,
        "resample": knowledge.resample,
        "witness": moves.witness,
        "estimate": estimate.estimate,
        "features": estimate.features,
    },
    state=setup.STATE,
    settings=setup.SETTINGS,
    build=setup.build,
    actions=setup.ACTIONS,
    max_actions=moves.MOST_ACTIONS,
    features=estimate.FEATURES,
    bound=setup.bound,
    phases=setup.PHASES,
    reasons=moves.REASONS,
    labels=text.labels,
    draw=text.draw,
    scene=text.scene,
    prompt=text.prompt,
    result=text.result,
    tell=telling.tell,
    odds=text.odds_of,
    fortune=text.fortune,
    rules=Path(__file__).parent / "rules.md",
    credit="The terrain pre-game of Optio is its author's, who published it for everybody.",
    version=2,
    advice=advice.advice,
    mind=wishes.mind,
    exports=EXPORTS,
    exported=exported,
    services=SERVICES,
)
