"""The declaration of ROUT!."""

from collections.abc import Mapping
from pathlib import Path

from sandtable.authoring import (
    Counters,
    Grid,
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
    Vectors,
    View,
    Wasted,
)
from sandtable.games.rout import lab, schema
from sandtable.games.rout.players import evaluation, features, grid, policies, vectors
from sandtable.games.rout.rules import knowledge, moves, turns
from sandtable.games.rout.show import drawing, explained, figures, kit, log, scene, sheet, shot, text
from sandtable.games.rout.show.signs import COLOURS

# strongest last; for options see `OPTIONS` in search/ismcts.py, agents/plan.py, and `Options` in search/halving.py
LEVELS = (
    Level(0, "Fidget", "Flicks blocks at random.", "random", plain=True),
    Level(
        1,
        "Flicker",
        "Flicks straight at the nearest enemy, always with the same power, and forgets at once which broken block is which."
        " It wins nearly every match against Fidget.",
        "script",
        plain=True,
        version=2,
    ),
    Level(
        2,
        "Marksman",
        "Tries about thirty flicks in its head, each with four errors of its hand, and forgets which broken block is which."
        " It wins about 85 of 100 matches against Flicker.",
        "halving",
        128,
        options={"candidates": 32, "halve": False, "guess": False},
        version=2,
    ),
    Level(
        3,
        "Strategist",
        "Refines its best flicks with the errors of its hand in mind, counts cards and looks ahead to the second flick, "
        "but forgets which broken block is which."
        " It wins about 73 of 100 matches against Marksman.",
        "halving",
        2000,
        options={"candidates": 48, "keep": 4, "varied": 12, "refine": 2, "depth": 1},
        version=2,
    ),
)


PRESETS = (
    Preset("Best of three", "The first to win two games wins.", {"best_of": "3"}),
    Preset("Four blocks a side", "A short game.", {"ivory_units": 4, "ink_units": 4}),
    Preset("Nothing to remember", "Broken blocks show what they were.", {"broken_shown": "all"}),
    Preset("Only the finger", "Every flick is your own swipe.", {"flick": "finger"}),
)


def length(settings: Mapping[str, Value]) -> str:
    """The length of a match, as measured in matches between computers at the default settings."""
    games = "First to two wins. " if settings["best_of"] == "3" else ""
    return f"{games}A game with seven blocks each usually takes about 18 decisions for each side."


def whose(settings: Mapping[str, Value]) -> str:
    """Whose table and blocks a match uses (T1.1, T1.3)."""
    width, height = settings["width"], settings["height"]
    usual = (width, height) == (1000, 1000)
    field = "one square metre, the original's" if usual else f"{width} by {height} mm, custom"
    return f"Field: {field} (T1.1). Blocks: filled in by Sandtable (T1.3)."


def even(settings: Mapping[str, Value]) -> str:
    """Why both seats are alike: the table is the same after half a turn, and both have the same number of blocks and
    equally steady hands.
    """
    pairs = (("south_edge", "north_edge"), ("east_edge", "west_edge"), ("ivory_units", "ink_units"))
    hands = (("ivory_turn", "ink_turn"), ("ivory_pace", "ink_pace"))
    alike = all(settings[one] == settings[other] for one, other in (*pairs, *hands))
    if not alike or settings["first"] != "random":
        return ""
    return "the table is the same from either side, blocks and hands are alike, and who goes first is decided by lot"


def skilled(_setup: Setup, _view: View, action: int) -> bool:
    """Whether a flick came from a finger (T3.0)."""
    return schema.ACTIONS.unpack(action).fields.get("by") == schema.BY.FINGER


SPEC = Spec(
    interface=3,
    id="rout",
    name="ROUT!",
    summary="Flick your wooden blocks at the enemy's: a hit breaks a block, a second one can knock it off the table for good, "
    "and you win when no enemy unit is left to fight.",
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
            "observed_action": knowledge.observed_action,
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
        partial=schema.PARTIAL,
        reasons=moves.REASONS,
        version=3,
        older={2: schema.build_2},
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
        credit="ROUT! is by Love and Loss Games.",
        source="Its rules are made from their rule sheet; the measures of blocks and how they slide are filled in.",
        provenance=whose,
        terms=explained.terms,
        words=explained.words,
        figures=figures.figures,
        sides=lab.SIDES,
    ),
    table=TablePolicy(
        presets=PRESETS,
        companion="sandtable.games.rout.companion.spec:SPEC",
        irreversible=skilled,
        history_start=knowledge.history,
        mask_history=knowledge.forget,
        exports=shot.EXPORTS,
        exported=shot.exported,
        services=shot.SERVICES,
    ),
    players=Players(
        levels=LEVELS,
        policies=Policies(
            names=policies.NAMES,
            choose=policies.choose,
            quick=policies.quick,
            propose=policies.propose,
            vary=policies.vary,
            guess=policies.guess,
            perform=policies.perform,
        ),
    ),
    lab=Lab(
        symmetric=even,
        counters=Counters(
            lab.NAMES,
            lab.tally,
            {"timed_out": "the limit of turns (T2.7)"},
            wasted={
                "passes": Wasted("of their actions are passed up", ("moves", "charges", "shots")),
                "own_routs": Wasted("of the units that they rout are their own", ("routs",)),
            },
            gains=lab.GAINS,
            losses=lab.LOSSES,
        ),
        picks=lab.PICKS,
        action_groups=lab.ACTION_GROUPS,
        groupings=lab.GROUPINGS,
        events=lab.EVENTS,
        pace=lab.PACE,
        pairs=130,
    ),
    learning=Learning(
        features=features.PARTS,
        vectors=Vectors(vectors.WIDTH, vectors.decode, vectors.encode),
        grid=Grid(grid.GRID, grid.labels, grid.open_numbers, grid.action_of, grid.outcomes),
    ),
    print=Print(
        kit=kit.MAKER,
        sheet=sheet.sheet,
    ),
)
