"""The declaration of the guessing game, its levels and its computer."""

import json
from pathlib import Path
from types import SimpleNamespace

from sandtable.authoring import (
    CHANCE,
    OVER,
    Choice,
    Flag,
    Integer,
    LogLine,
    Made,
    Presentation,
    Reason,
    RollLuck,
    Rules,
    Spec,
    TablePolicy,
    new,
)
from sandtable.server.loading.library import Catalog
from tests.server.guess import rules

NAMES = (
    "deal",
    "legal",
    "chance",
    "sample",
    "check",
    "apply",
    "observe",
    "determinize",
    "observed_action",
    "evaluate",
    "features",
)
SIDES = ("Left", "Right")


def build(settings):
    made = new(rules.SETUP)[0]
    made.turns, made.wild = settings["turns"], settings["mood"] == "wild"
    return made


def scene(setup, view, viewer):
    known = [None if number <= 0 else int(number) - 1 for number in view.secret]
    return {"secrets": known, "turn": int(view.turn), "die": int(view.die)}


def draw(setup, view):
    known = [f", {side} has {int(n) - 1}" for side, n in zip(SIDES, view.secret, strict=True) if n > 0]
    return f"die {int(view.die)}{''.join(known)}"


def result(setup, view):
    if view.to_move != OVER:
        return ""
    if view.score[0] == 0:
        return "Nobody guessed it."
    return f"{SIDES[0 if view.score[0] > 0 else 1]} guessed it."


def prompt(setup, view, viewer):
    if view.to_move in (OVER, CHANCE):
        return result(setup, view)
    return "Your turn." if view.to_move == viewer else f"{SIDES[int(view.to_move)]} is to move."


def tell(setup, before, action, after):
    if action < 0:
        return LogLine("pick", f"{SIDES[int(before.to_move)]} picks a number.", clause="G1")
    chosen = rules.ACTIONS.unpack(action)
    if chosen.kind == "pick":
        return LogLine("pick", f"{SIDES[int(before.to_move)]} picks {chosen.fields['number']}.", clause="G1")
    if chosen.kind == "roll":
        face = chosen.fields["die"] + 1
        return LogLine("roll", f"A {face} is rolled.", (face,), "G2")
    said = "passes" if chosen.kind == "pass" else f"guesses {chosen.fields['digit']}"
    return LogLine(
        chosen.kind, f"{SIDES[int(before.to_move)]} {said}. {result(setup, after)}".strip(), clause="G2.1"
    )


def odds(setup, view, viewer, action):
    return {"right": 0.1} if rules.ACTIONS.unpack(action).kind == "guess" else None


def luck(setup, before, outcome):
    return RollLuck(int(before.turn) % 2, 3.5, float(outcome - rules.FIRST_ROLL + 1))


def exported(setup, view):
    return ["board.txt"] if view.die > 0 else []


def board(setup, view, options):
    size = options.get("size", "1")
    if size not in ("1", "2"):
        raise ValueError(f"size must be 1 or 2, not {size!r}")
    said = f"{options['match']}: {draw(setup, view)}, secrets {[int(n) for n in view.secret]}\n"
    return Made(f'board "{size}" ä.txt', "text/plain", (said * int(size)).encode())


def digit(body):
    number = body.get("number")
    if not isinstance(number, int) or number < 0:
        raise ValueError("number must be a whole number from 0")
    if number == 13:
        raise ZeroDivisionError("the digit of 13 is 3")
    return Made("digit.json", "application/json", json.dumps({"digit": number % 10}).encode())


def advice(setup, view, viewer):
    return "Guess any digit but that of your own number." if view.phase == rules.GUESS else ""


SPEC = Spec(
    interface=3,
    id="guess",
    name="Guess the digit",
    summary="A secret number each, and a die.",
    rules=Rules(
        functions={name: getattr(rules, name) for name in NAMES},
        state=rules.STATE,
        settings=(
            Integer("turns", 1, 40, rules.TURNS, "G3", "Turns until it is a draw."),
            Choice("mood", ("calm", "wild"), "calm", "G1", "Even numbers do not guess on a 3."),
            Flag("loud", False, "G1", "Changes nothing."),
        ),
        build=build,
        actions=rules.ACTIONS,
        max_actions=rules.NUMBERS,
        features=1,
        bound=lambda setup: 2 + 2 * int(setup.turns),
        phases=("pick", "roll", "guess", "over"),
        reasons=(
            Reason("", ""),
            Reason("The match is over.", "G3"),
            Reason("That is not what is asked for now.", "G2"),
            Reason("A guess needs a roll of 3 or more.", "G2.1"),
            Reason("That would be right, but a guess needs a roll of 3 or more.", "G2.1"),
        ),
    ),
    presentation=Presentation(
        sides=SIDES,
        labels=lambda setup: {"die": [str(face) for face in range(1, 7)]},
        draw=draw,
        scene=scene,
        prompt=prompt,
        result=result,
        tell=tell,
        odds=odds,
        luck=luck,
        rulebook=Path(__file__).parent / "rules.md",
        advice=advice,
    ),
    table=TablePolicy(
        exports={"board.txt": board},
        exported=exported,
        services={"digit": digit},
    ),
)


class Guesser:
    """Plays anything legal; `views` are all that it was ever shown."""

    def __init__(self, views=None):
        self.views = views

    def act(self, view, seat, rng, budget=None, cancelled=None):
        if self.views is not None:
            self.views.append((seat, bytes(view)))
        return view.sample(rng)


LEVELS = [
    SimpleNamespace(level=0, name="Pebble", text="Anything legal.", plain=True),
    SimpleNamespace(level=1, name="Stone", text="Anything legal, too.", plain=True),
    SimpleNamespace(level=2, name="Rock", text="Anything legal as well.", plain=True),
]


def catalog():
    """The guessing game alone, with a computer that plays at random."""
    return Catalog({"guess": SPEC}, lambda game: LEVELS, lambda game, level: Guesser())
