"""The declaration of Optio."""

from collections.abc import Mapping
from pathlib import Path

from sandtable.authoring import (
    Counters,
    Lab,
    Learning,
    Level,
    Players,
    Policies,
    Presentation,
    Preset,
    Print,
    Rules,
    Setup,
    Spec,
    TablePolicy,
    Value,
    View,
    owned,
)
from sandtable.games.optio import lab, schema
from sandtable.games.optio.players import evaluation, features, policies, wishes
from sandtable.games.optio.rules import knowledge, moves, turns
from sandtable.games.optio.show import drawing, explained, figures, kit, log, scene, sheet, text
from sandtable.games.optio.show.battlefield import CREDIT, SOURCE
from sandtable.games.optio.show.exports import EXPORTS, SERVICES, exported, scene_files
from sandtable.games.optio.show.ground import COLOURS

# strongest last; for options see `OPTIONS` in search/ismcts.py, agents/plan.py, and `Options` in search/halving.py
LEVELS = (
    Level(0, "Recruit", "Plays legal actions at random.", "random", plain=True),
    Level(
        1,
        "Lieutenant",
        "Marches to good ground within its reach, and spends a kudo only where that is sure to pay."
        " It wins about 96 of 100 matches against Recruit.",
        "script",
        plain=True,
        version=3,
    ),
    Level(
        2,
        "Strategist",
        "Weighs every step against all blocks that may be your army, and knows the best play of the approach."
        " It wins about 90 of 100 matches against Lieutenant.",
        "lookahead",
        plain=True,
    ),
    Level(
        3,
        "General",
        "Tries hundreds of continuations for every step, guessing which of your blocks is the army and hiding its own."
        " It wins about 62 of 100 matches against Strategist.",
        "search",
        800,
        options={
            "exploration": 1.5,
            "doubt": 0.2,
            "smooth": 0,
            "warmth": 0.1,
            "wide": 64,
            "limit": 8,
            "wins": 1,
            "power": 8.0,
            "exact": ("approach", "template"),
        },
        version=2,
    ),
)


PRESETS = (
    Preset("Only the ground", "Nobody wins: the battlefield is what you play for.", {"result": "ground"}),
    Preset("Short search", "After 12 turns per side, both armies are turned face up.", {"reveal_after": 12}),
    Preset("Mountains", "A map of hills and cliffs.", {"map": "mountainous:1"}),
)


def length(settings: Mapping[str, Value]) -> str:
    """The length of a match, as measured over matches between computers at the default settings, and its limit if there is
    one.
    """
    after = settings["reveal_after"]
    bound = f"; the search ends after {after} turns per side" if after else ""
    return f"Usually about 65 decisions for each side{bound}."


def open_choice(setup: Setup, view: View) -> bool:
    """Whether everybody can see which actions are legal: only the army and the scout can scout or show themselves
    (O2.6).
    """
    if view.phase != schema.PHASE.MOVE:
        return view.phase not in (schema.PHASE.LOTS, schema.PHASE.SCOUT)
    first = schema.BLOCKS * view.to_move
    # a block that has moved can do neither
    return not (setup.scout_later or setup.show_army) or all(
        block.moved for block in view.block[first : first + schema.BLOCKS]
    )


def whose(settings: Mapping[str, Value]) -> str:
    """Whose map and profiles a match uses (O1.2, O4.5)."""
    chosen = str(settings["map"])
    made = "which Sandtable's generator made" if ":" in chosen else "which Sandtable filled in"
    navy, oxblood = (owned(settings[f"{side}_profile"], "filled in too") for side in ("navy", "oxblood"))
    return f"Map: {owned(chosen, made)} (O1.2). Navy's army: {navy}. Oxblood's army: {oxblood} (O4.5)."


SPEC = Spec(
    interface=3,
    id="optio",
    name="Optio",
    summary="The terrain pre-game: find the enemy army, bring it to battle on ground that is better for yours, and print the "
    "battlefield.",
    rules=Rules(
        functions={
            "deal": turns.deal,
            "legal": moves.legal,
            "chance": moves.chance,
            "sample": moves.sample,
            "check": moves.check,
            "apply": turns.apply,
            "observe": knowledge.observe,
            "determinize": knowledge.determinize,
            "observed_action": moves.observed_action,
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
        luck=text.luck,
        rulebook=Path(__file__).parent / "rules.md",
        credit=CREDIT,
        source=SOURCE,
        provenance=whose,
        advice=text.advice,
        terms=explained.terms,
        words=explained.words,
        figures=figures.figures,
        sides=lab.SIDES,
    ),
    table=TablePolicy(
        presets=PRESETS,
        companion="sandtable.games.optio.companion.spec:SPEC",
        open_choice=open_choice,
        exports=EXPORTS,
        exported=exported,
        scene_files=scene_files,
        services=SERVICES,
    ),
    players=Players(
        agent_setup=wishes.agent_setup,
        levels=LEVELS,
        policies=Policies(
            names=policies.NAMES,
            choose=policies.choose,
            quick=policies.quick,
            rate=policies.rate,
        ),
    ),
    lab=Lab(
        counters=Counters(
            lab.NAMES,
            lab.tally,
            {"timed_out": "the limit of turns (O2.9)"},
            moves.options,
            losses=lab.LOSSES,
        ),
        picks=lab.PICKS,
        action_groups=lab.ACTION_GROUPS,
        groupings=lab.GROUPINGS,
        events=lab.EVENTS,
        pace=lab.PACE,
    ),
    learning=Learning(features=features.PARTS),
    print=Print(
        kit=kit.MAKER,
        sheet=sheet.sheet,
    ),
)
