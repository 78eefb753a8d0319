"""The declaration of All Out Assault."""

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
from sandtable.games.assault import lab, schema
from sandtable.games.assault.players import evaluation, features, guesses, policies
from sandtable.games.assault.rules import knowledge, moves, turns
from sandtable.games.assault.show import drawing, explained, figures, kit, log, scene, sheet, text
from sandtable.games.assault.show.kit import COLOURS

# strongest last; for options see `OPTIONS` in search/ismcts.py, agents/plan.py, and `Options` in search/halving.py
LEVELS = (
    Level(0, "Recruit", "Plays legal actions at random.", "random", plain=True),
    Level(
        1,
        "Soldier",
        "Walks up to the nearest enemy, attacks with its best number that could win, and meditates when its health is low."
        " It wins nearly every match against Recruit.",
        "script",
        plain=True,
        version=2,
    ),
    Level(
        2,
        "Captain",
        "Tracks exactly what your numbers can still be and weighs every move, tile and attack one step ahead."
        " It wins about 94 of 100 matches against Soldier.",
        "lookahead",
        version=2,
    ),
    Level(
        3,
        "General",
        "Tries more than a thousand continuations for every choice, guessing your numbers and hiding its own."
        " It wins about 59 of 100 matches against Captain.",
        "search",
        1600,
        options={
            "exploration": 1.0,
            "doubt": 0.1,
            "smooth": 0,
            "warmth": 0.04,
            "wide": 64,
            "limit": 30,
            "power": 8.0,
        },
        version=2,
    ),
)


PRESETS = (
    Preset("Short", "Pawns with 8 health.", {"health": 8}),
    Preset("Open numbers", "Every comparison shows both numbers.", {"reveal": "numbers"}),
    Preset("Grand board", "Nine by nine tiles, and 16 health.", {"board": "grand", "health": 16}),
)


def open_choice(_setup: Setup, view: View) -> bool:
    """Whether everybody can see which actions are legal: only the right to train depends on a pawn's secret numbers
    (A3.5).
    """
    return view.phase not in (schema.PHASE.ALLOCATE, schema.PHASE.TRAIN)


def length(settings: Mapping[str, Value]) -> str:
    """The length of a match: measured over matches between computers at the default settings, and its limit."""
    return f"Usually about 35 decisions for each side; after {settings['round_cap']} rounds it is a draw."


def whose(settings: Mapping[str, Value]) -> str:
    """Whose board a match uses (A1.1)."""
    return f"Board: {owned(settings['board'], 'which Sandtable filled in')} (A1.1)."


def even(settings: Mapping[str, Value]) -> str:
    """Why both seats are alike: a half-turn maps any board onto itself (A1.1), and one side's pawns onto the other's."""
    if settings["corners"] != "side" or settings["first"] != "roll":
        return ""
    return "the board is the same from either side, and a roll says who goes first"


SPEC = Spec(
    interface=3,
    id="assault",
    name="All Out Assault",
    summary="Knock both enemy pawns down to 0 health; every pawn fights with six numbers that its enemy does not see.",
    rules=Rules(
        version=2,
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
        max_actions=schema.ALLOCATIONS,
        features=features.FEATURES,
        bound=schema.bound,
        phases=schema.PHASES,
        reasons=moves.REASONS,
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
        shared_log=True,
        odds=text.odds_of,
        chances=text.chances,
        says=log.says,
        luck=text.luck,
        rulebook=Path(__file__).parent / "rules.md",
        figures=figures.figures,
        words=explained.words,
        credit="All Out Assault was designed by Caleb Wharton.",
        source="Its rules are made from the designer's text; the boards are filled in.",
        provenance=whose,
        sides=lab.SIDES,
    ),
    table=TablePolicy(
        presets=PRESETS,
        companion="sandtable.games.assault.companion.spec:SPEC",
        open_choice=open_choice,
    ),
    players=Players(
        levels=LEVELS,
        policies=Policies(
            names=policies.NAMES,
            choose=policies.choose,
            quick=policies.quick,
            rate=policies.rate,
            guess=guesses.guess,
        ),
    ),
    lab=Lab(
        symmetric=even,
        counters=Counters(
            lab.NAMES,
            lab.tally,
            {"timed_out": "the limit of rounds (A5.2)"},
            moves.options,
            gains=lab.GAINS,
            losses=lab.LOSSES,
        ),
        # the numbers of two pawns
        picks=lab.PICKS,
        action_groups=lab.ACTION_GROUPS,
        groupings=lab.GROUPINGS,
        events=lab.EVENTS,
        pace=lab.PACE,
    ),
    learning=Learning(features=features.PARTS),
    print=Print(
        sheet=sheet.sheet,
        kit=kit.MAKER,
    ),
)
