"""A twin of Rush's rules in plain Python: words, sets and lists, no records, written from the players' rule text.

`Twin` plays sentences and lists the sentences that are legal, chance outcomes with their weights. It uses none of the game's
code. The pitch and the dice are in `naive_rush_pitch`, the table in `naive_rush_table`, the ball in `naive_rush_ball`, Slam and
Steal in `naive_rush_fight`.
"""

import pickle
from collections import Counter
from collections.abc import Iterator

from tests.perft.naive_rush_fight import NOT_SO, Fight
from tests.perft.naive_rush_pitch import (
    GATES,
    HANDS,
    HEXES,
    MOST_COUNTED,
    NAMES,
    PLACES,
    SIDES,
    Hex,
    around,
    over,
)
from tests.perft.naive_rush_table import CAN, DICE, Deed, Man, Test

END = "end the rush"
VERBS = {
    "run": "run",
    "sprint": "sprint",
    "slam": "slam",
    "steal": "steal",
    "throw": "throw",
    "stand": "stand up",
}


class Twin(Fight):
    """A match; `settings` are the game's, with what the preset says filled in, and the `formations` by name."""

    # sentences

    def options(self) -> dict[str, float]:
        """The sentences of all legal actions, each 0, or of all outcomes with their weights."""
        found = getattr(self, f"_may_{self.phase.replace('-', '_')}")()
        return found if isinstance(found, dict) else dict.fromkeys(found, 0.0)

    def legal(self) -> list[str]:
        return list(self.options())

    def play(self, sentence: str) -> None:
        """Plays a legal sentence, and goes on until somebody or the dice are asked again."""
        phase, self.phase = self.phase, ""
        getattr(self, f"_{phase.replace('-', '_')}")(sentence)
        while not self.phase:
            name, *more = self.todo.pop()
            getattr(self, name)(*more)

    def played(self, sentence: str) -> "Twin":
        """A copy in which the sentence was played."""
        # `deepcopy` took several times as long as all the rest
        made = pickle.loads(pickle.dumps(self))
        made.play(sentence)
        return made

    def _may_over(self) -> list[str]:
        return []

    # who rushes first, and lining up (R2.4)

    def _may_first(self) -> dict[str, float]:
        return {f"{side} rushes first": 1 / 2 for side in ("Home", "Visitor")}

    def _first(self, sentence: str) -> None:
        self.side = int(sentence.startswith("Visitor"))
        self.ask("line-up", 0)

    def _bench(self) -> list[Man]:
        return [man for man in self.team(self.mover) if man.at == "bench"]

    def _may_line_up(self) -> list[str]:
        half = [h for h in HEXES if (h[0] < 0 if self.mover == 0 else h[0] > 0) and self.open(h)]
        found = [f"place player {man.number} at {NAMES[h]}" for man in self._bench() for h in half]
        if not self.on(self.mover):
            found += [f"line up as {name}" for name in self.settings["formations"][self.mover]]
        return found

    def _line_up(self, sentence: str) -> None:
        seat, most = self.mover, self.settings["on_pitch"][self.mover]
        if sentence.startswith("place"):
            words = sentence.split()
            self.team(seat)[int(words[2]) - 1].at = PLACES[words[-1]]
        else:
            slots = self.settings["formations"][seat][sentence.removeprefix("line up as ")]
            for man, name in list(zip(self.team(seat), slots, strict=True))[:most]:
                man.at = PLACES[name]
        if len(self.on(seat)) < most:
            self.ask("line-up", seat)
        elif seat == 0:
            self.ask("line-up", 1)
        else:
            self.begin_rush()

    # a rush (R3)

    def begin_rush(self) -> None:
        self.later("next_token")
        if self.ball is None and self.carrier is None:
            self.steps = 0
            self.ask("launch", DICE)

    def next_token(self) -> None:
        self.ask("rush", self.side)
        if self.ends or self.tokens == 0 or all(sentence == END for sentence in self._may_rush()):
            self.end_rush()

    def end_rush(self) -> None:
        self.phase = ""
        # R3.1
        for man in self.team(self.side):
            if man.at == "out" and not man.fresh:
                man.out -= 1
                if man.out == 0:
                    man.at = "bench"
        self.rush, self.side = self.rush + 1, 1 - self.side
        self.tokens, self.ends, self.chain = self.settings["tokens"], False, 0
        for man in self.men:
            man.acted, man.fresh = 0, False
        rushes, extra = self.settings["rushes"], self.settings["sudden_rushes"]
        # R2.5
        if self.rush >= rushes and (
            self.lead or self.settings["tie"] == "draw" or self.rush == rushes + extra
        ):
            self.ends_match((self.lead > 0) - (self.lead < 0))
            return
        self.last_team()
        if not self.phase:
            self.begin_rush()

    def _may_rush(self) -> Iterator[str]:
        yield END
        for man in self.team(self.side):
            if man.acted < self.settings["player_cap"]:
                yield from (f"{VERBS[kind]} with player {man.number}" for kind in self._actions(man))
                yield from (f"bring on player {man.number} at the {gate} entry" for gate in self._gates(man))

    def _actions(self, man: Man) -> Iterator[str]:
        if man.stands:
            yield from ("run", "sprint")
            yield from (kind for kind in CAN if self._can(man, kind))
        elif man.on:
            yield "stand"

    def _can(self, man: Man, kind: str) -> bool:
        """Whether a standing player may begin a Slam, a Steal or a Throw (R6.1, R7.1)."""
        if man.role not in CAN[kind]:
            return False
        if kind == "throw":
            return self.carrier is man
        enemies = [enemy for enemy in self.team(1 - man.seat) if enemy.stands]
        if kind == "steal":
            enemies = [enemy for enemy in enemies if enemy is self.carrier]
        goals = {place for enemy in enemies for place in around(enemy.place)}
        if man.role != "jack":
            return self._comes_to(man, goals)
        steps = [place for place in around(man.place) if self.open(place) and place != self.ball]
        return any(enemy.at in man.threatened for enemy in enemies) or any(place in goals for place in steps)

    def _comes_to(self, man: Man, goals: set[Hex]) -> bool:
        """Whether one who runs could come to one of these hexes: no Dash and no Evade asks for more than his dice can show."""
        taken = {other.at for other in self.men if other is not man}
        held = Counter(place for enemy in self.team(1 - man.seat) for place in enemy.threatened)
        ends = seen = {(man.place, 0)}
        moves = 0
        while ends and goals.isdisjoint(place for place, _ in ends):
            moves += 1
            further: set[tuple[Hex, int]] = set()
            for place, evades in ends:
                threats = held[place]
                dice = 3 + (man.role == "striker") - min(2, threats)
                needed = max(moves - man.statistics["move"], evades + 1 if threats else 0)
                if needed <= (MOST_COUNTED if self.settings["exploding_sixes"] else dice):
                    further |= {(goal, evades + (threats > 0)) for goal in around(place) if goal not in taken}
            ends = further - seen
            seen = seen | ends
        return bool(ends)

    def _gates(self, man: Man) -> list[str]:
        # R3.4
        if man.at != "bench" or self.sudden or len(self.on(man.seat)) >= self.settings["on_pitch"][man.seat]:
            return []
        return [gate for gate, place in GATES[man.seat].items() if self.open(place)]

    def _rush(self, sentence: str) -> None:
        if sentence == END:
            self.end_rush()
            return
        words = sentence.split()
        man = self.team(self.side)[int(words[words.index("player") + 1]) - 1]
        self.tokens -= 1
        self.chain = 0
        man.acted += 1
        self.later("next_token")
        if words[0] == "bring":
            man.at, man.facing = GATES[man.seat][words[6]], 3 * man.seat
            deed = self.begin(man, "run", False)
            deed.points -= 1
            self.later("arrives", deed)
        elif words[0] == "stand":
            self.begin_test("stand up", man, 3)
        else:
            self.begin(man, words[0], False)

    # an action

    def begin(self, man: Man, doing: str, free: bool) -> Deed:
        move = man.statistics["move"]
        points = {"run": move, "sprint": 2 * move}.get(doing, 1)
        self.deed = Deed(man, doing, points, free, man.place)
        if self.deed.roams:
            self.deed.points = move
        self.later("goes_on", self.deed)
        return self.deed

    def goes_on(self, deed: Deed) -> None:
        self.later("goes_on", deed)
        self.ask("move", deed.man.seat, deed)

    def kicked(self, deed: Deed) -> None:
        """A Guard goes on after the ball that he ran into has come to rest (R5.5)."""
        if self.ends:
            self.stop(deed)
        else:
            self.deed = deed

    def arrives(self, deed: Deed) -> None:
        if self.ball == deed.man.at and deed.man.role == "guard":
            self.deed = None
            self.later("kicked", deed)
        self.meets_ball(deed.man, deed)

    def _may_move(self) -> list[str]:
        deed: Deed = self.asked
        man, walks = deed.man, deed.points > 0
        sides = [man.facing] if deed.doing == "sprint" else range(6)
        found = []
        if walks or deed.roams or deed.doing == "sprint":
            word = "step" if walks else "dash"
            found += [f"{word} {SIDES[side]}" for side in sides if self.open(over(man.place, side))]
        if deed.doing == "sprint":
            found += [f"{'turn' if walks else 'dash and turn'} {hand}" for hand in HANDS]
        if deed.doing in ("slam", "steal"):
            found += [f"go for player {target.number}" for target in self.targets(deed)]
        if deed.doing == "throw":
            found += [f"throw at {NAMES[goal]}" for goal in self.aims(deed)]
        return found + [f"face {side}" for side in (SIDES if deed.may_turn else [SIDES[man.facing]])]

    def _move(self, sentence: str) -> None:
        deed, words = self.asked, sentence.split()
        man = deed.man
        if words[0] == "face":
            man.facing = SIDES.index(words[1])
            self.stop(deed)
        elif words[0] == "go":
            self.tackle(deed, self.team(1 - man.seat)[int(words[-1]) - 1])
        elif words[0] == "throw":
            self.throw_at(deed, PLACES[words[-1]])
        elif "turn" in words:
            man.facing = (man.facing + HANDS[words[-1]]) % 6
            self._pays(deed, words[0] == "dash")
        else:
            self._steps(deed, SIDES.index(words[1]), words[0] == "dash")

    def _pays(self, deed: Deed, dash: bool) -> None:
        if not dash:
            deed.points -= 1
            return
        deed.dashes += 1
        self.later("dashes", deed, deed.man.place)

    def _steps(self, deed: Deed, side: int, dash: bool) -> None:
        man, left = deed.man, deed.man.place
        goal = over(left, side)
        assert goal is not None
        self.later("arrives", deed)
        # R5.3
        if self.threats(left, man.seat):
            deed.evades += 1
            self.later("evades", deed, left)
        self._pays(deed, dash)
        man.at, man.facing = goal, side
        deed.moved += 1

    def dashes(self, deed: Deed, left: object) -> None:
        self.begin_test("dash", deed.man, 3, deed, place=left)

    def evades(self, deed: Deed, left: object) -> None:
        self.begin_test("evade", deed.man, 3, deed, place=left)

    def _after_dash(self, test: Test, hits: int) -> None:
        # R4.3
        if hits < test.more.dashes:
            self.stop(test.more)
            self.falls(test.man)

    def _after_evade(self, test: Test, hits: int) -> None:
        if hits < test.more.evades:
            self.stop(test.more)
            self.falls(test.man)

    # getting up, and free actions (R9)

    def _after_stand_up(self, test: Test, hits: int) -> None:
        if hits == 0:
            return
        man = test.man
        man.prone = False
        if hits > 1:
            self.later("offer", man, ("run", "slam", "steal"))
        self.ask("face", man.seat, (man, range(6)))

    def _may_free(self) -> list[str]:
        man, kinds = self.asked
        can = [kind for kind in kinds if kind == "run" or self._can(man, kind)]
        return [f"{VERBS[kind]} with player {man.number}" for kind in can] + [NOT_SO]

    def _free(self, sentence: str) -> None:
        if sentence != NOT_SO:
            self.begin(self.asked[0], sentence.split()[0], True)
