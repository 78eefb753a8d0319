"""The quick sheet of Rush: its tests and actions in tables, each with its clause, and the odds of every test."""

from collections.abc import Iterable, Mapping

from sandtable.authoring import Block, Explanations, Heading, LeafletTable, Paragraph, Value
from sandtable.games.rush.show.explained import words
from sandtable.games.rush.show.odds import MOST_ON_A_SHEET, odds_of_contest, odds_of_test

DICE = tuple(range(1, MOST_ON_A_SHEET + 1))
MOST_SHOWN = 3  # successes
USUAL = 4  # what a die must show in the table of contests: the commonest statistic
THREATS = "-1 for each threat, -2 at most"
COLUMNS = (1.5, *(2.0,) * len(DICE))
STRIKER, GUARD = "+1 Striker", "+1 Guard"

# action, who, test, modifiers, what follows, clause
ACTIONS = (
    (
        "**Run**",
        "S J G",
        "",
        "",
        "Up to Move hexes, turning freely; then Dashes. Leaving a threatened hex: Evade.",
        "R5.1",
    ),
    (
        "**Sprint**",
        "S J G",
        "",
        "",
        "Up to twice Move straight ahead; a turn of 60 degrees costs a hex. Then Dashes; Evades as ever.",
        "R5.1",
    ),
    (
        "- Dash",
        "S J G",
        "3 Speed (123)",
        f"{THREATS} at the hex left; {STRIKER}",
        "One more hex. 0: falls in the hex reached. Success: he makes it.",
        "R5.2",
    ),
    (
        "- Evade",
        "S J G",
        "3 Speed (123)",
        f"{THREATS} at the hex left; {STRIKER}",
        "On leaving a threatened hex. 0: falls in the hex reached.",
        "R5.3",
    ),
    (
        "- Pick up",
        "S J",
        "3 Skill (1)",
        f"{THREATS}; -1 if he sprinted; {STRIKER}",
        "0: scatters, the rush ends. 1: he has it, his action ends. 2: and a free Run or Throw.",
        "R5.5",
    ),
    (
        "**Slam**",
        "J G",
        "3 Strength (x)",
        f"{THREATS}; +1 if he moved up to him; {GUARD}",
        "Jack may move 1, Guard may Run. Draw: face each other. Win: push back, may follow. Double: and down, Armour.",
        "R6.1, R6.3",
    ),
    (
        "**Steal**",
        "S J",
        "3 Speed (x)",
        f"{THREATS}; {STRIKER}",
        "Jack may move 1, Striker may Run. Win: the ball scatters. Double: he has it.",
        "R6.1, R6.4",
    ),
    (
        "- Slamback",
        "J G",
        "3 Strength (x)",
        f"{THREATS}; {GUARD}",
        "Against an attack from his front. Win and Double as a Slam.",
        "R6.2, R6.3",
    ),
    (
        "- Dodge",
        "S J G",
        "3 Speed (x)",
        f"{THREATS}; {STRIKER}",
        "Win: may turn to face. Double: a free hex, the attacker turns to him.",
        "R6.2, R6.5",
    ),
    (
        "- Armour",
        "S J G",
        "3 Armour",
        GUARD,
        "Hits are the difference in successes; each success cancels one. For each left: out for a turn.",
        "R6.7",
    ),
    (
        "**Throw**",
        "S J",
        "3, 2 or 1 Skill (1)",
        f"{THREATS}; -1 if he moved; -1 at a strike hex; {STRIKER}",
        "In his front arc; 1-3 hexes 3 dice, 4-6 two, 7-9 one. Success: a strike, or a catch with as many dice. 0: scatters.",
        "R7.1-R7.3",
    ),
    (
        "- Catch",
        "S J",
        "Skill (1)",
        f"{THREATS}; {STRIKER}",
        "0: scatters from him. 1: he has it. 2: and a free Run or Throw.",
        "R7.4",
    ),
    (
        "**Stand up**",
        "S J G",
        "3 Speed (1)",
        f"{THREATS}; {STRIKER}",
        "1: stands, any facing. 2: and a free action, not a Sprint.",
        "R9.1",
    ),
)


def quick_sheet(settings: Mapping[str, Value]) -> list[Block]:
    """The quick sheet, with the odds for the dice of this match."""
    exploding, said = bool(settings["exploding_sixes"]), words(settings)
    sixes = " Roll an extra die for every 6." if exploding else ""
    threats = f" {_short(said, 'threats')}." if not settings["opponent_threatens"] else ""
    return [
        Paragraph(
            "**A rush:** move the marker; launch the ball if it is not in play; act, one token an action "
            f"({_short(said, 'tokens')}); your players out of play come one box closer (R3.1). **It ends** "
            f"{_short(said, 'ends')}."
        ),
        Paragraph(
            "**A test:** roll the dice, modified; each that equals or beats the statistic is a success."
            f"{sixes}{threats} (1): one success. (x): more than the opponent; double is at least twice as "
            "many. (123): the first in an action needs one, the second two, and so on (R4.1 to R4.3)."
        ),
        LeafletTable(
            ("Action", "Who", "Test", "Modifiers", "What follows", "Clause"),
            ACTIONS,
            (1.5, 0.9, 1.8, 4.8, 6.8, 1.5),
        ),
        Heading("The odds of a test, in per cent: one success or more/two/three"),
        LeafletTable(("A die must show", *map(_dice, DICE)), _tests(exploding), COLUMNS),
        Heading(
            f"The odds of a Slam or Steal, both at {USUAL}+, in per cent: double/win/draw/loss/double loss"
        ),
        LeafletTable(("Attacker, target:", *map(_dice, DICE)), _contests(exploding), COLUMNS),
    ]


def _short(said: Explanations, name: str) -> str:
    entry = said[f"paper.{name}"]
    return f"{entry['text']} ({entry['clause']})"


def _dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def _tests(exploding: bool) -> list[tuple[str, ...]]:
    return [
        (f"{needed}+", *(_cell(odds_of_test(needed, dice, exploding)) for dice in DICE))
        for needed in range(2, 7)
    ]


def _cell(odds: tuple[float, ...]) -> str:
    return _shares(odds[:MOST_SHOWN])


def _shares(chances: Iterable[float]) -> str:
    return "/".join(map(percent, chances))


def _contests(exploding: bool) -> list[tuple[str, ...]]:
    return [
        (
            _dice(own),
            *(_shares(odds_of_contest(USUAL, own, USUAL, other, exploding).values()) for other in DICE),
        )
        for own in DICE
    ]


def percent(chance: float) -> str:
    """A chance as a percentage: whole, except for small ones and near-certainties."""
    share = 100 * chance
    return f"{share:.0f}" if 1 <= share <= 99 or share in (0, 100) else f"{min(share, 99.9):.1f}"
