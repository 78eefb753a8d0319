"""What scenarios of all games share: the mark of the clauses that they show, and play in sentences at a table."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Self

import pytest

from sandtable import IllegalAction
from sandtable.authoring import CHANCE, OVER, SPECTATOR, LogLine, Sheet, Value
from sandtable.engine.game import Position
from sandtable.games import spec


def clause(*numbers: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Marks a scenario with the clauses that it shows; tests/rules/test_clauses.py reads these marks."""

    def mark(scenario: Callable[..., None]) -> Callable[..., None]:
        scenario.__dict__["clauses"] = numbers
        return scenario

    return mark


class Tabletop:
    """A position that is played in sentences, and what each viewer reads of the play; a game adds its own words."""

    SIDES = ("", "")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.told: dict[int, list[LogLine]] = {0: [], 1: [], SPECTATOR: []}

    def play(self, sentence: str) -> Self:
        """Plays the action or outcome with this sentence."""
        action = self.position.game.parse(sentence)
        before = self.position.copy()
        self.position.play(action)
        for viewer, lines in self.told.items():
            seen = before.observed_action(viewer, action)
            tell = self.position.game.spec.presentation.tell
            views = before.view(viewer).state, self.position.view(viewer).state
            lines.append(tell(self.position.game.setup, views[0], seen, views[1]))
        return self

    @contextmanager
    def refused(self, clause: str, words: str) -> Iterator[None]:
        """Expects that what is played inside is refused with these words under this clause, and changes nothing."""
        before = self.position.digest()
        with pytest.raises(IllegalAction) as caught:
            yield
        assert caught.value.reason.clause == clause
        assert words in caught.value.reason.sentence
        assert self.position.digest() == before

    @property
    def phase(self) -> str:
        return self.position.phase

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def asked(self) -> str:
        """Who is asked: a side, dice, or nobody."""
        to_move = self.position.to_move
        return {CHANCE: "dice", OVER: "nobody"}.get(to_move) or self.SIDES[to_move]

    def options(self) -> list[str]:
        """The sentences of all legal actions or outcomes."""
        return [self.position.game.describe(action) for action in self.position.actions()]

    def scene(self, viewer: int) -> dict[str, Any]:
        return self.position.scene(viewer)

    def beats(self, viewer: int = SPECTATOR) -> list[tuple[str, tuple[int, ...], str]]:
        """What is seen of the last entry."""
        return [(beat.kind, beat.cells, beat.text) for beat in self.told[viewer][-1].beats]

    def last(self, viewer: int = SPECTATOR) -> str:
        """The last line that the viewer read."""
        return self.told[viewer][-1].text

    def copy(self) -> Self:
        made = type(self)(self.position.copy())
        made.told = {viewer: list(lines) for viewer, lines in self.told.items()}
        return made


@cache
def quick_sheet(game: str, **settings: Value) -> Sheet:
    """The quick sheet of a game under some settings."""
    declared = spec(game)
    assert declared.print.sheet is not None
    return declared.print.sheet(declared.complete(settings))
