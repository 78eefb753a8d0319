"""Kuhn poker as a whole game, of whose rules tests/search/kuhn.py has what a search needs. `SPEC` declares it."""

from pathlib import Path

from sandtable.authoring import Actions, Kind, LogLine, Presentation, Reason, Rules, Spec, new
from tests.search import kuhn

# scores are chips in halves: a whole stake is two chips
CHIPS = 2


def draw(setup, view):
    return f"cards {view.card.tolist()}"


SPEC = Spec(
    interface=3,
    id="kuhn",
    name="Kuhn poker",
    summary="Three cards, two of them dealt, one chip to bet.",
    rules=Rules(
        functions=kuhn.FUNCTIONS,
        state=kuhn.STATE,
        settings=(),
        build=lambda _settings: new(kuhn.SETUP)[0],
        actions=Actions(Kind("deal", "deal {card}", card=3), Kind("pass", "pass"), Kind("push", "bet")),
        max_actions=3,
        features=0,
        bound=lambda _setup: 5,
        phases=("first card", "second card", "open", "checked", "bet", "raised"),
        reasons=(Reason("", ""),),
    ),
    presentation=Presentation(
        labels=lambda _setup: {},
        draw=draw,
        scene=lambda _setup, view, _viewer: {"cards": view.card.tolist()},
        prompt=lambda *_: "Bet or pass.",
        result=lambda *_: "",
        tell=lambda *_: LogLine("play", "Something is played."),
        odds=lambda *_: None,
        luck=lambda *_: None,
        rulebook=Path(kuhn.__file__),
    ),
)
