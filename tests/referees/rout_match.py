"""Real matches of ROUT!, compared with the rule book at every ply."""

from collections.abc import Callable, Iterator, Mapping
from math import atan2, degrees
from random import Random
from typing import Any

import sandtable as st
from sandtable.authoring import Unpacked
from tests.referees.rout import (
    DEEDS,
    FINGER,
    INWARD,
    POINTS,
    Action,
    Block,
    Objection,
    Played,
    Referee,
    Ruling,
)
from tests.referees.rout_table import Film

# for each decision, actions of which the engine is asked whether it would refuse them
PROBES = 5

# chooses an action of a position
Player = Callable[[Any, Any, Random], int]


def blocks_of(state: Any) -> list[Block]:
    """The blocks of the engine's record."""
    return [
        Block((int(b.x), int(b.y), int(b.c), int(b.s)), int(b.side), int(b.kind), bool(b.broken))
        for b in state.block[: int(state.count)]
    ]


class Follower:
    """One match of the engine with its referee."""

    def __init__(
        self,
        seed: int,
        settings: Mapping[str, Any],
        book: Mapping[str, Any],
        player: Player,
        falsify: Callable[[Any], None],
    ) -> None:
        self.seed, self.player, self.falsify = seed, player, falsify
        self.random, self.stream = Random(seed), st.stream(seed)
        self.game = st.load("rout", **settings)
        self.position = self.game.start()
        self.referee = Referee({**settings, **book})
        self.agree = self.referee.agree

    def action(self, number: int) -> Action:
        """An action of the engine as the referee writes it."""
        named = self.game.unpack(number)
        return (named.kind, *named.fields.values())

    def run(self) -> set[str]:
        """Plays the match to its end; returns the clauses under which something was decided or drawn."""
        steps, clauses = self.referee.match(), set[str]()
        try:
            ruling = next(steps)
            while True:
                clauses.add(ruling.clause)
                self.compare(ruling)
                ruling = steps.send(self.play())
                self.look()
        except StopIteration as end:
            self.agree("T2.6", "over", self.position.to_move, st.OVER)
            self.agree("T2.6", "score", self.position.score, end.value)
            return clauses
        except Objection as objection:
            place = f"seed {self.seed}, ply {self.position.ply}, {self.position.phase}"
            raise Objection(f"{objection} ({place})") from None

    def compare(self, ruling: Ruling) -> None:
        """Compares who is to decide, and what is allowed."""
        clause, seat, allowed = ruling
        self.agree(clause, "to move", self.position.to_move, seat)
        listed = [self.action(number) for number in self.position.actions()]
        if callable(allowed):
            self.agree(clause, "listed", [a for a in listed if allowed(a) is False], [])
        elif isinstance(allowed, set):
            self.agree(clause, "allowed", sorted(listed), sorted(allowed))
        else:
            chances = {self.action(a): round(weight, 9) for a, weight in self.position.chances()}
            self.agree(clause, "weights", chances, {a: round(allowed[a], 9) for a in sorted(allowed)})
        for number in self.probes():
            action = self.action(number)
            verdict = allowed(action) if callable(allowed) else action in allowed
            if verdict is not None:
                said = self.game.describe(number)
                self.agree(clause, f"whether one may {said}", self.position.refusal(number) is None, verdict)

    def probes(self) -> Iterator[int]:
        """Actions that may be legal or not: any at all, and legal ones with one field changed."""
        for n in range(PROBES):
            named = self.game.unpack(self.position.sample(self.stream))
            fields = dict(named.fields)
            kind = next(kind for kind in self.game.spec.rules.actions.kinds if kind.name == named.kind)
            if n == 0 or not fields or named.kind == "hand":
                yield self.random.randrange(self.game.spec.rules.actions.count)
                continue
            name = self.random.choice(list(fields))
            fields[name] = self.random.randrange(kind.sizes[name])
            of = named.kind
            if of in DEEDS and name == "speed":
                of = self.random.choice(DEEDS)
            yield self.game.spec.rules.actions.pack(of, **fields)

    def play(self) -> Played:
        """Plays an action, or an outcome; returns what the referee may know of it."""
        before, chance = self.position.copy(), self.position.to_move == st.CHANCE
        number = before.sample(self.stream) if chance else self.player(before, self.stream, self.random)
        self.position.play(number)
        self.falsify(self.position)
        state = self.position.state
        scene = None
        if int(state.last_ply) == self.position.ply:
            scene = self.position.scene(st.SPECTATOR)["film"]
        poses = [block.pose for block in self.referee.blocks]
        film = Film(scene, poses, self.referee.size) if scene else None
        self.referee.ply = self.position.ply
        return Played(self.action(number), blocks_of(state), film)

    def look(self) -> None:
        """Compares the blocks, and what each viewer sees."""
        state, book = self.position.state, self.referee
        self.agree("T4", "blocks", sorted(blocks_of(state)), sorted(book.blocks))
        book.order(blocks_of(state))
        routed = [[int(n) for n in state.routed[seat]] for seat in (0, 1)]
        self.agree("T4.2", "routed of each seat and kind", routed, book.routed)
        for viewer in (0, 1, st.SPECTATOR):
            seen = blocks_of(self.position.view(viewer).state)
            self.agree(
                "T2.5", f"blocks that viewer {viewer} sees", sorted(seen), sorted(book.seen_by(viewer))
            )
            history = int(self.game.spec.table.history_start(self.game.setup, state, viewer))
            self.agree("T2.5", f"history of viewer {viewer}", history, book.history(viewer))


def leave(_position: Any) -> None:
    """Leaves a position as the engine made it."""


def by_chance(position: Any, stream: Any, random: Random) -> int:
    """Lines up or places at random; mostly flicks at enemies and at broken blocks, at times by a finger."""
    game = position.game
    if position.phase == "place" and random.random() < 0.7:
        return int(random.choice(position.actions()))
    if position.phase != "turn" or random.random() < 0.1:
        return int(position.sample(stream))
    flicks: list[Unpacked] = [game.unpack(a) for a in position.actions() if game.unpack(a).kind in DEEDS]
    pushed = random.choice(flicks)
    blocks: list[Block] = blocks_of(position.state)
    unit, seat = blocks[pushed.fields["unit"]], int(position.state.side)
    aim = random.choice([b for b in blocks if b.broken or b.seat != seat])
    way = degrees(atan2(aim.pose[1] - unit.pose[1], aim.pose[0] - unit.pose[0]))
    lies = degrees(atan2(unit.pose[3], unit.pose[2]))
    side = min(range(4), key=lambda side: abs((way - lies - INWARD[side] + 180) % 360 - 180))
    fields = {
        "unit": pushed.fields["unit"],
        "contact": side * POINTS + POINTS // 2 + random.randint(-2, 2),
        "direction": round(10 * way) % 3600,
        "speed": random.randrange(40, 191),
        "by": pushed.fields["by"],
    }
    if game.settings["flick"] == "either" and random.random() < 0.2:
        fields["by"] = FINGER
    return int(game.spec.rules.actions.pack(pushed.kind, **fields))


def by_level(level: int, budget: int) -> Player:
    """A computer of a level, which thinks no longer than for that many simulations."""
    agent = st.agents.make("rout", level)

    def act(position: Any, stream: Any, _random: Random) -> int:
        return int(agent.act(position.view(position.to_move), position.to_move, stream, budget))

    return act


def follow(
    seed: int,
    settings: Mapping[str, Any],
    book: Mapping[str, Any] = {},
    player: Player = by_chance,
    falsify: Callable[[Any], None] = leave,
) -> tuple[set[str], Referee]:
    """Referees one match; returns the clauses that came up, and the referee.

    To prove that the referee objects, `book` gives it other settings than the engine has, and `falsify` changes the position
    after each ply.
    """
    follower = Follower(seed, settings, book, player, falsify)
    return follower.run(), follower.referee
