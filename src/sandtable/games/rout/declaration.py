"""The declaration of ROUT!."""

from pathlib import Path

from sandtable.game import Spec
from sandtable.games.rout import estimate, knowledge, moves, rules, setup, shot, telling, text

SPEC = Spec(
    id="rout",
    name="ROUT!",
    summary="Flick wooden blocks: break enemy units by hitting them, rout them by knocking them off the table.",
    functions={
        "deal": rules.deal,
        "legal": moves.legal,
        "chance": moves.chance,
        "sample": moves.sample,
        "check": moves.check,
        "apply": rules.apply,
        "redact": knowledge.redact,
        "resample": knowledge.resample,
        "witness": knowledge.witness,
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
    partial=setup.PARTIAL,
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
    credit="ROUT! is by Love and Loss Games.",
    version=2,
    history=knowledge.history,
    forget=knowledge.forget,
    exports=shot.EXPORTS,
    exported=shot.exported,
    services=shot.SERVICES,
)
