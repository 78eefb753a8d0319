"""The declaration of All Out Assault."""

from pathlib import Path

from sandtable.game import Spec
from sandtable.games.assault import estimate, knowledge, moves, rules, setup, telling, text

SPEC = Spec(
    id="assault",
    version=2,
    name="All Out Assault",
    summary="Two pawns a side, dice to move, and six secret stats to win a fight with.",
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
    max_actions=setup.ALLOCATIONS,
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
    credit="All Out Assault was designed by Caleb Wharton.",
)
