"""The declaration of Rush."""

from pathlib import Path

from sandtable.game import Spec
from sandtable.games.rush import estimate, knowledge, moves, plan, refusals, rules, setup, telling, text

SPEC = Spec(
    id="rush",
    name="Rush",
    summary="Two teams fight for a steel ball on a walled pitch: run, slam, steal, throw and strike, all on pools of dice.",
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
    reasons=refusals.REASONS,
    labels=text.labels,
    draw=text.draw,
    scene=text.scene,
    prompt=text.prompt,
    result=text.result,
    tell=telling.tell,
    odds=text.odds_of,
    fortune=text.fortune,
    rules=Path(__file__).parent / "rules.md",
    version=2,
    credit="Rush follows a public quick-reference sheet of a hex-pitch sport.",
    exports=plan.EXPORTS,
    exported=plan.exported,
)
