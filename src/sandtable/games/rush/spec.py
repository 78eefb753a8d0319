"""The declaration of Rush."""

from collections.abc import Mapping
from pathlib import Path

from sandtable.authoring import (
    Counters,
    Lab,
    Learning,
    Level,
    Plans,
    Players,
    Policies,
    Presentation,
    Preset,
    Print,
    Rules,
    Spec,
    TablePolicy,
    Value,
    Wasted,
    owned,
)
from sandtable.games.rush import lab, schema
from sandtable.games.rush.data.teams import presets
from sandtable.games.rush.players import evaluation, features, policies
from sandtable.games.rush.rules import moves, turns
from sandtable.games.rush.show import drawing, explained, figures, kit, log, plan, scene, sheet, text
from sandtable.games.rush.show.kit import COLOURS
from sandtable.games.rush.show.words import CREDIT, SOURCE

# strongest last; for options, see `OPTIONS` in search/ismcts.py, agents/plan.py, and `Options` in search/halving.py
LEVELS = (
    Level(0, "Rookie", "Plays legal actions at random.", "random", plain=True),
    Level(
        1,
        "Amateur",
        "Goes for the ball, carries it to a zone, strikes and slams where the odds are good, safe actions first."
        " It wins nearly every match against Rookie.",
        "script",
        plain=True,
        version=2,
    ),
    Level(
        2,
        "Professional",
        "For every token, weighs all paths, blows and throws of all its players by their exact odds, "
        "and looks ahead to the next one."
        " It wins about 96 of 100 matches against Amateur.",
        "lookahead",
        version=2,
    ),
    Level(
        3,
        "Champion",
        "Weighs the most promising actions together with the best that can follow each outcome, by their exact odds."
        " It wins about 58 of 100 matches against Professional.",
        "plan",
        12,
        options={"policy": "outlook"},
        version=3,
    ),
)


PRESETS = (
    Preset("A short match", "6 rushes of 3 tokens, five players a side.", {"preset": "demo"}),
    Preset("Humans on both sides", "The same eight players for both.", {"visitor": "humans"}),
    Preset("Exploding sixes", "Roll an extra die for every 6.", {"exploding_sixes": True}),
)


def length(settings: Mapping[str, Value]) -> str:
    """The length of a match, in rushes and tokens (R2.3)."""
    size = presets()[str(settings["preset"])]
    rushes, tokens = settings["rushes"] or size.rushes, settings["tokens"] or size.tokens
    return f"{rushes} rushes, counting both sides, with {tokens} tokens in each."


def whose(settings: Mapping[str, Value]) -> str:
    """Whose pitch and teams a match uses (R1, R2.2)."""
    home, visitor = (owned(settings[side], "filled in too") for side in ("home", "visitor"))
    return f"Pitch: filled in by Sandtable (R1). Home: {home}. Visitor: {visitor} (R2.2)."


SPEC = Spec(
    interface=3,
    id="rush",
    name="Rush",
    summary="Carry the ball into a zone of the enemy's half and throw it at the strike hex there: a lead of 7 points wins at "
    "once, and so does being ahead after the last rush.",
    rules=Rules(
        functions={
            "deal": turns.deal,
            "legal": moves.legal,
            "chance": moves.chance,
            "sample": moves.sample,
            "check": moves.check,
            "apply": turns.apply,
            "evaluate": evaluation.evaluate,
            "features": features.features,
        },
        state=schema.STATE,
        settings=schema.SETTINGS,
        build=schema.build,
        actions=schema.ACTIONS,
        max_actions=moves.MOST_ACTIONS,
        features=features.FEATURES,
        bound=schema.bound,
        phases=schema.PHASES,
        reasons=moves.REASONS,
        version=2,
    ),
    presentation=Presentation(
        length=length,
        labels=text.labels,
        draw=text.draw,
        drawing=drawing.drawing,
        colours=COLOURS,
        client=True,
        scene=scene.scene,
        prompt=text.prompt,
        result=text.result,
        tell=log.tell,
        odds=text.odds_of,
        chances=text.chances,
        says=text.says,
        luck=text.luck,
        rulebook=Path(__file__).parent / "rules.md",
        terms=explained.terms,
        words=explained.words,
        figures=figures.figures,
        credit=CREDIT,
        source=SOURCE,
        provenance=whose,
        sides=lab.SIDES,
    ),
    table=TablePolicy(
        presets=PRESETS,
        companion="sandtable.games.rush.companion.spec:SPEC",
        exports=plan.EXPORTS,
        exported=plan.exported,
    ),
    players=Players(
        levels=LEVELS,
        policies=Policies(
            names=policies.NAMES,
            choose=policies.choose,
            quick=policies.quick,
            plans=Plans(policies.intents, policies.begin, policies.go_on, policies.expect),
        ),
    ),
    lab=Lab(
        counters=Counters(
            lab.NAMES,
            lab.tally,
            {"sudden_death": "sudden death (R2.5)", "timed_out": "the limit of rushes (R2.5)"},
            moves.options,
            {"tokens_unspent": Wasted("of their tokens stay unspent", ("tokens",))},
            lab.GAINS,
            lab.LOSSES,
        ),
        picks=lab.PICKS,
        action_groups=lab.ACTION_GROUPS,
        groupings=lab.GROUPINGS,
        events=lab.EVENTS,
        pace=lab.PACE,
        pairs=60,
    ),
    learning=Learning(features=features.PARTS),
    print=Print(
        sheet=sheet.sheet,
        kit=kit.MAKER,
    ),
)
