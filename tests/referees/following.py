"""Follows a match of the engine with a referee and compares the two at every ply.

A referee's rules are one generator: at each decision and each roll it yields a `Ruling` and receives the action that was
played. It is written from the rule book and not from the rules of the engine.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, NamedTuple, Protocol

import sandtable as st
from sandtable.authoring import Flag, Integer

# the kind of an action and its fields
Action = tuple[str | int, ...]
# the engine numbers the sides of a die from 0
DIE = range(6)
# what the odds, and the scores of a record, may differ by
TINY, ROUNDED = 1e-12, 1e-6


class Ruling(NamedTuple):
    """What the rule book says of one decision or one roll; without odds all outcomes of a roll are equally likely."""

    clause: str
    seat: int
    allowed: set[Action]
    odds: Mapping[Action, Fraction] = {}


class Ending(NamedTuple):
    """How a match ends, and the clause that ends it."""

    clause: str
    score: tuple[float, float]


Steps = Generator[Ruling, Action, Any]
# chooses an action of a position by a stream of random numbers
Player = Callable[[st.Position, Any], int]


class Objection(AssertionError):
    """The engine and the rule book differ."""


class Referee(Protocol):
    """The rule book of one game, applied to one match."""

    def match(self) -> Generator[Ruling, Action, Ending]:
        """Yields all decisions and rolls of the match."""
        ...

    def facts(self, position: st.Position) -> Iterator[tuple[str, object, object]]:
        """Names what can be seen of the match, each as the engine has it and as the rule book has it."""
        ...


def roll(*dice: str | range) -> set[Action]:
    """All outcomes of a kind and its dice."""
    return set(product(*([name] if isinstance(name, str) else name for name in dice)))


def at_random(position: st.Position, random: Any) -> int:
    """Plays any legal action."""
    return position.sample(random)


def leave(_position: st.Position) -> None:
    """Leaves a position as the engine made it."""


class Follower:
    """One match of the engine."""

    def __init__(self, game: st.Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.position = game.start()
        self.named: dict[int, Action] = {}

    def agree(self, clause: str, subject: str, engine: object, book: object) -> None:
        """Objects if the engine differs from the rule book."""
        if engine != book:
            place = f"{clause}, seed {self.seed}, ply {self.position.ply}, {self.position.phase}"
            raise Objection(f"{place}: {subject}: the engine has {engine}, the rule book {book}")

    def action(self, number: int) -> Action:
        """An action of the engine as the referee writes it."""
        if number not in self.named:
            named = self.game.unpack(number)
            self.named[number] = (named.kind, *named.fields.values())
        return self.named[number]

    def agree_on_turn(self, ruling: Ruling) -> None:
        """Compares who is to move, what is allowed and the odds."""
        clause = ruling.clause
        self.agree(clause, "to move", self.position.to_move, ruling.seat)
        legal = {self.action(number) for number in self.position.actions()}
        self.agree(clause, "allowed", sorted(legal - ruling.allowed), sorted(ruling.allowed - legal))
        if ruling.seat == st.CHANCE:
            for number, chance in self.position.chances():
                outcome = self.action(number)
                due = ruling.odds.get(outcome, Fraction(1, len(legal)))
                self.agree(clause, f"chance of {outcome}", abs(chance - due) < TINY or chance, True)

    def run(
        self,
        referee: Referee,
        player: Player = at_random,
        falsify: Callable[[st.Position], None] = leave,
    ) -> set[str]:
        """Plays the match to its end; returns what was played, each kind of action with its clause."""
        random = st.stream(self.seed)
        steps = referee.match()
        ruling = next(steps)
        kinds: set[str] = set()
        self.look(ruling.clause, referee)
        while True:
            self.agree_on_turn(ruling)
            chance = ruling.seat == st.CHANCE
            played = (at_random if chance else player)(self.position, random)
            self.position.play(played)
            falsify(self.position)
            action = self.action(played)
            kinds.add(f"{ruling.clause} {action[0]}")
            try:
                following = steps.send(action)
            except StopIteration as end:
                self.agree(end.value.clause, "over", self.position.to_move, st.OVER)
                self.look(ruling.clause, referee)
                score = tuple(self.position.score)
                if abs(score[0] - end.value.score[0]) + abs(score[1] - end.value.score[1]) > ROUNDED:
                    self.agree(end.value.clause, "score", score, end.value.score)
                return kinds
            self.look(ruling.clause, referee)
            ruling = following

    def look(self, clause: str, referee: Referee) -> None:
        """Compares all facts after `clause` was applied."""
        for subject, engine, book in referee.facts(self.position):
            self.agree(clause, subject, engine, book)


def by_level(game: str, level: int) -> Player:
    """Plays as the computer does at a level."""
    agent = st.agents.make(game, level)

    def act(position: st.Position, random: Any) -> int:
        return agent.act(position.view(position.to_move), position.to_move, random)

    return act


def follow(
    game: str,
    referee: Callable[[Mapping[str, Any]], Referee],
    seeds: Iterable[int],
    settings: Mapping[str, Any],
    player: Player = at_random,
    book: Mapping[str, Any] = {},
    falsify: Callable[[st.Position], None] = leave,
) -> set[str]:
    """Referees a match for each seed; returns what was played, each kind of action with its clause.

    To prove that the referee objects, `book` gives it other settings than the engine has, and `falsify` changes the position
    after each ply.
    """
    kinds: set[str] = set()
    for seed in seeds:
        follower = Follower(st.load(game, **settings), seed)
        kinds |= follower.run(referee({**follower.game.settings, **book}), player, falsify)
    return kinds


def any_settings(game: str, random: Random, **texts: Callable[[Random], str]) -> dict[str, Any]:
    """Draws a value for every setting of a game; `texts` write what a setting accepts besides its names."""
    drawn: dict[str, Any] = {}
    for setting in st.load(game).spec.rules.settings:
        if isinstance(setting, Integer):
            low, high = setting.low, setting.high
            drawn[setting.name] = random.choice([setting.default, low, high, random.randint(low, high)])
        elif isinstance(setting, Flag):
            drawn[setting.name] = random.random() < 0.5
        else:
            own = [texts[setting.name](random)] if setting.name in texts else []
            drawn[setting.name] = random.choice([*setting.options, *own])
    return drawn
