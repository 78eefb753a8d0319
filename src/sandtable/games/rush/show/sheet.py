"""The quick sheet of Rush: who may do what, the dice of every test, and the exact odds of all its results."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product

from sandtable.authoring import Ask, Fact, Question, Sheet, Value, dice
from sandtable.authoring.sheet import chance, facts
from sandtable.games.rush.data.teams import Role
from sandtable.games.rush.show import situations
from sandtable.games.rush.show.explained import words
from sandtable.games.rush.show.odds import odds_of_contest, odds_of_test
from sandtable.games.rush.show.situations import Doing, Reply
from sandtable.games.rush.show.words import counted, successes

Said = Mapping[str, int]
Facts = Sequence[Fact]

# what a die must show
LEAST = dice.LOWEST_NEEDED
STATISTIC = tuple(f"{needed}+" for needed in range(LEAST, dice.FACES + 1))
USUAL = 4 - LEAST
THREATS = ("none", "1", "2 or more")
MOST_HITS = 5
# distances of a throw in hexes, in steps of one die (R7.1)
RANGES = (1, 4, 7)


def _number(name: str, label: str) -> Ask:
    return Ask(name, label, STATISTIC, USUAL)


def _roles(name: str, *roles: Role, label: str = "He is a") -> Ask:
    return Ask(name, label, tuple(role.name.capitalize() for role in roles))


def _yes(name: str, label: str) -> Ask:
    return Ask(name, label, ("no", "yes"))


THREATENED = Ask("threats", "Enemies that threaten his hex", THREATS)
# if a role matters only for its bonus, the roles without it share an option (R4.5)
RUNNERS = (Role.JACK, Role.STRIKER)
BLOCKERS = (Role.JACK, Role.GUARD)
ANYBODY = Ask("role", "He is a", ("Jack or Guard", "Striker"))
FOES = (Role.JACK, Role.GUARD, Role.STRIKER)


@dataclass(frozen=True)
class _Rules:
    """What depends on the settings: whether sixes explode, whether the opponent counts as a threat, and sentences."""

    exploding: bool
    counts: bool
    says: Callable[..., Facts]

    def exactly(self, needed: int, pool: int, n: int) -> float:
        """The chance of exactly `n` successes."""
        return _exactly(self.exploding, needed, pool, n)

    def at_least(self, needed: int, pool: int, n: int) -> float:
        """The chance of `n` successes or more."""
        return _at_least(self.exploding, needed, pool, n)


# each is requested thousands of times
@cache
def _exactly(exploding: bool, needed: int, pool: int, n: int) -> float:
    return float(dice.table(exploding)[needed, min(max(pool, 0), dice.MOST_DICE), n])


@cache
def _at_least(exploding: bool, needed: int, pool: int, n: int) -> float:
    return (odds_of_test(needed, pool, exploding) + (0.0,) * n)[n - 1]


def _rolls(needed: int, pool: int, clause: str, aim: str = "") -> Fact:
    if pool <= 0:
        return Fact("No dice left: there are no successes.", "R4.1")
    return Fact(f"Roll {counted(pool, 'die', 'dice')} of {needed}+{aim}.", clause)


def _both_roll(needed: int, pool: int, their_needed: int, their_pool: int) -> Fact:
    # R6.1, R6.2
    mine, theirs = (
        f"{counted(max(0, dice), 'die', 'dice')} of {least}+"
        for least, dice in ((needed, pool), (their_needed, their_pool))
    )
    return Fact(f"Roll {mine}; he rolls {theirs}.", "R6.2")


def _leave(evades: bool, rules: _Rules, said: Said) -> Facts:
    # R5.2, R5.3
    needed, asked = said["speed"] + LEAST, said["time"] + 1
    pool = situations.leaving(RUNNERS[said["role"]], said["threats"] + evades, evades)
    made = rules.at_least(needed, pool, asked)
    return (
        _rolls(needed, pool, "R4.3", f"; {successes(asked)} needed"),
        chance("He makes it and goes on.", "R5.3" if evades else "R5.2", made),
        chance("He falls in the hex he reached; a ball he carries scatters.", "R5.6", 1.0 - made),
    )


def _pick_up(rules: _Rules, said: Said) -> Facts:
    # R5.5
    needed, pool = (
        said["skill"] + LEAST,
        situations.picking_up(RUNNERS[said["role"]], said["threats"], bool(said["sprint"])),
    )
    return (
        _rolls(needed, pool, "R5.5"),
        chance("He has the ball.", "R5.5", rules.at_least(needed, pool, 1)),
        chance(
            "Exactly one success: he has it, and his action is over.", "R5.5", rules.exactly(needed, pool, 1)
        ),
        chance("Two or more: he has it, and a free Run or Throw.", "R5.5", rules.at_least(needed, pool, 2)),
        chance("None: the ball scatters, and your rush ends.", "R3.2", rules.exactly(needed, pool, 0)),
    )


def _stand_up(rules: _Rules, said: Said) -> Facts:
    # R9.1
    needed, pool = said["speed"] + LEAST, situations.rising(RUNNERS[said["role"]], said["threats"])
    return (
        _rolls(needed, pool, "R9.1"),
        chance("He stands up, with any facing.", "R9.1", rules.at_least(needed, pool, 1)),
        chance("Exactly one success: he stands up, and that is all.", "R9.1", rules.exactly(needed, pool, 1)),
        chance(
            "Two or more: he also takes a free action, not a Sprint.", "R9.1", rules.at_least(needed, pool, 2)
        ),
        chance("None: he stays down.", "R9.1", rules.exactly(needed, pool, 0)),
    )


@cache
def _hits(rules: _Rules, mine: int, my_pool: int, theirs: int, their_pool: int) -> tuple[float, ...]:
    """The chances that the first player wins by a double with a lead of 1, 2, 3 and more successes (R4.2, R6.7)."""
    found = [0.0] * (MOST_HITS + 1)
    most = dice.MOST_SUCCESSES if rules.exploding else MOST_HITS
    for a, b in product(range(most + 1), repeat=2):
        if 0 < a - b <= MOST_HITS and a >= 2 * b:
            found[a - b] += rules.exactly(mine, my_pool, a) * rules.exactly(theirs, their_pool, b)
    return tuple(found[1:])


def _attack(doing: Doing, rules: _Rules, said: Said) -> Facts:
    # R6.2
    reply, threats = (Reply.SLAMBACK, Reply.DODGE)[said["reply"]], said["threats"]
    theirs = FOES[said["their_role"]]
    if reply == Reply.SLAMBACK and theirs == Role.STRIKER:
        return (Fact("A Striker cannot slam back: he dodges.", "R6.2"),)
    if reply == Reply.SLAMBACK and threats == 0:
        return (
            Fact(
                "To slam back he must have you in front of him, so he threatens you: choose at least 1 enemy.",
                "R6.2",
            ),
        )
    role = (BLOCKERS if doing == Doing.SLAM else RUNNERS)[said["role"]]
    came = doing == Doing.SLAM and bool(said["came"])
    pool = situations.attacking(role, doing, threats, came, rules.counts)
    their_pool = situations.replying(theirs, reply, said["their_threats"] + 1, rules.counts)
    needed, their_needed = said["number"] + LEAST, said["their_number"] + LEAST
    odds = odds_of_contest(needed, pool, their_needed, their_pool, rules.exploding)
    return (
        _both_roll(needed, pool, their_needed, their_pool),
        *(
            _slam(rules, odds, needed, pool, their_needed, their_pool)
            if doing == Doing.SLAM
            else _steal(odds)
        ),
        chance(
            "A draw: both turn to face each other.", "R6.3" if doing == Doing.SLAM else "R6.4", odds["draw"]
        ),
        *(_slammed_back if reply == Reply.SLAMBACK else _dodged)(odds),
    )


def _slam(rules: _Rules, odds: Mapping[str, float], *pools: int) -> Facts:
    # R6.3, R6.7
    return (
        chance("You win: he is pushed back, and you may follow up.", "R6.3", odds["win"]),
        chance("A double: he is pushed back, knocked down and tests Armour.", "R6.3", odds["double"]),
        *(
            chance(f"A double with {counted(hits, 'hit', 'hits')}.", "R6.7", figure)
            for hits, figure in enumerate(_hits(rules, *pools), 1)
            if figure > 0
        ),
    )


def _steal(odds: Mapping[str, float]) -> Facts:
    # R6.4
    return (
        chance("You win: the ball leaves his hands and scatters.", "R6.4", odds["win"]),
        chance("A double: you have the ball.", "R6.4", odds["double"]),
    )


def _slammed_back(odds: Mapping[str, float]) -> Facts:
    # R6.3
    return (
        chance("He wins: you are pushed back, and he may follow up.", "R6.3", odds["lose"]),
        chance(
            "He wins by a double: you are pushed back, knocked down and test Armour.",
            "R6.3",
            odds["lose_double"],
        ),
    )


def _dodged(odds: Mapping[str, float]) -> Facts:
    # R6.5
    return (
        chance("He wins: he may turn to face you.", "R6.5", odds["lose"]),
        chance(
            "He wins by a double: he may move one hex free, and you turn to face him.",
            "R6.5",
            odds["lose_double"],
        ),
    )


def _armour(rules: _Rules, said: Said) -> Facts:
    # R6.7
    needed, hits = said["armour"] + LEAST, said["hits"] + 1
    pool = situations.checking((Role.JACK, Role.GUARD)[said["role"]])
    return (
        _rolls(needed, pool, "R6.7"),
        chance("He stays down where he is.", "R6.7", rules.at_least(needed, pool, hits)),
        chance("He goes out of play.", "R6.7", 1.0 - rules.at_least(needed, pool, hits)),
        *(
            chance(
                f"Out of play for {counted(turns, 'turn', 'turns')} of his team.",
                "R6.7",
                rules.exactly(needed, pool, hits - turns),
            )
            for turns in range(1, hits + 1)
            if rules.exactly(needed, pool, hits - turns) > 0
        ),
    )


def _throw_pool(said: Said) -> int:
    return situations.passing(
        RUNNERS[said["role"]], said["threats"], bool(said["moved"]), RANGES[said["range"]]
    )


def _pass(rules: _Rules, said: Said) -> Facts:
    # R7.3, R7.4
    needed, pool = said["skill"] + LEAST, _throw_pool(said)
    catching = said["their_skill"] + LEAST
    least = situations.catching(RUNNERS[said["their_role"]], said["their_threats"])
    caught, well = (
        sum(
            rules.exactly(needed, pool, n) * rules.at_least(catching, least + n, wanted)
            for n in range((dice.MOST_SUCCESSES if rules.exploding and pool > 0 else max(pool, 0)) + 1)
        )
        for wanted in (1, 2)
    )
    return (
        _rolls(needed, pool, "R7.1"),
        chance("The throw has at least one success.", "R7.3", rules.at_least(needed, pool, 1)),
        chance("He has the ball in the end.", "R7.4", caught),
        chance("He catches it and takes a free Run or Throw.", "R7.4", well),
        chance("He does not catch it: the ball scatters from him.", "R7.4", 1.0 - caught),
        *rules.says("sheet.thrown"),
    )


def _strike(rules: _Rules, said: Said) -> Facts:
    # R7.1, R7.2
    needed = said["skill"] + LEAST
    far = list(situations.strike_ranges())[said["range"]]
    pool = situations.striking(RUNNERS[said["role"]], said["threats"], bool(said["moved"]), far)
    made = rules.at_least(needed, pool, 1)
    return (
        _rolls(needed, pool, "R7.1"),
        chance("A strike: it scores, and the ball leaves play.", "R7.2", made),
        chance("A miss: the ball scatters from the strike hex.", "R7.2", 1.0 - made),
        *rules.says("sheet.thrown"),
    )


def _catch(rules: _Rules, said: Said) -> Facts:
    # R7.4
    needed = said["skill"] + LEAST
    pool = situations.catching(RUNNERS[said["role"]], said["threats"]) + said["thrown"]
    return (
        _rolls(needed, pool, "R7.4"),
        chance("He has the ball.", "R7.4", rules.at_least(needed, pool, 1)),
        chance("Two or more: he also takes a free Run or Throw.", "R7.4", rules.at_least(needed, pool, 2)),
        chance("None: the ball scatters from him.", "R7.4", rules.exactly(needed, pool, 0)),
        *rules.says("sheet.dropped"),
    )


def _plain(rules: _Rules, said: Said) -> Facts:
    # R4.1
    needed, pool = said["number"] + LEAST, said["dice"]
    return (
        chance("No success.", "R4.1", rules.exactly(needed, pool, 0)),
        *(
            chance(f"{n} or more successes.", "R4.1", rules.at_least(needed, pool, n))
            for n in range(1, pool + 1)
        ),
        *(chance(f"Exactly {successes(n)}.", "R4.1", rules.exactly(needed, pool, n)) for n in range(1, pool)),
    )


def _opposed(rules: _Rules, said: Said) -> Facts:
    # R4.2
    odds = odds_of_contest(
        said["number"] + LEAST,
        said["dice"],
        said["their_number"] + LEAST,
        said["their_dice"],
        rules.exploding,
    )
    return (
        chance("You have a double.", "R4.2", odds["double"]),
        chance("You win without a double.", "R4.2", odds["win"]),
        chance("A draw.", "R4.2", odds["draw"]),
        chance("They win without a double.", "R4.2", odds["lose"]),
        chance("They have a double.", "R4.2", odds["lose_double"]),
    )


LAUNCHED = (
    Fact("Move the rush marker on.", "R3.1"),
    Fact(
        "Launch the ball if it is not in play. Roll a die: 1 to 5 is the launch hex; on a 6 the ball bounces off the wall.",
        "R3.3",
    ),
)
ENTERED = (
    Fact("For a token, bring a player on from the bench. He runs one hex less than his Move.", "R3.4"),
)
AFTERWARDS = (Fact("Then your players who are out of play come one turn closer to the bench.", "R3.1"),)


def _rush(rules: _Rules, _said: Said) -> Facts:
    says = rules.says
    return (
        *LAUNCHED,
        *says("sheet.act"),
        *ENTERED,
        *says("legend.ends", "legend.drop"),
        *AFTERWARDS,
        *says("legend.won"),
    )


RUN = Fact("Run: up to as many hexes as his Move, turning freely. Then he may dash.", "R5.1")
SPRINT = Fact(
    "Sprint: up to twice his Move straight ahead, one hex less for each side he turns. Then he may dash.",
    "R5.1",
)
SLAM = Fact(
    "Slam: against a standing enemy in front of him. A Jack may move a hex first, a Guard may run.", "R6.1"
)
STEAL = Fact(
    "Steal: against the enemy with the ball in front of him. A Jack may move a hex first, a Striker may run.",
    "R6.1",
)
THROW = Fact("Throw, if he has the ball. A Jack may move a hex first, a Striker may run.", "R7.1")
PICK = Fact("If he reaches the ball, he must pick it up at once.", "R5.5")
KICK = Fact("If he reaches the ball, it scatters, and he may move on.", "R5.5")
# what a standing player may do, by role (R2.1, R5-R7)
DEEDS = {
    Role.STRIKER: (RUN, SPRINT, STEAL, THROW, PICK),
    Role.JACK: (RUN, SPRINT, SLAM, STEAL, THROW, PICK),
    Role.GUARD: (RUN, SPRINT, SLAM, KICK),
}
LIES = (Fact("Only Stand Up, for a token.", "R9.1"),)


def _may(_rules: _Rules, said: Said) -> Facts:
    return LIES if said["lies"] else DEEDS[Role(said["role"])]


TIMES = Ask("time", "In this action it is his", ("first", "second", "third", "fourth"))
DICE = tuple(str(n) for n in range(9))

QUESTIONS: tuple[tuple[str, str, Callable[[_Rules, Said], Facts], tuple[Ask, ...]], ...] = (
    ("rush", "A rush", _rush, ()),
    (
        "may",
        "What may he do?",
        _may,
        (_roles("role", *Role), Ask("lies", "He", ("stands", "lies"))),
    ),
    (
        "dash",
        "Dash",
        partial(_leave, False),
        (_number("speed", "His Speed"), TIMES, THREATENED, ANYBODY),
    ),
    (
        "evade",
        "Evade",
        partial(_leave, True),
        (
            _number("speed", "His Speed"),
            TIMES,
            Ask("threats", "Enemies that threaten the hex he leaves", ("1", "2 or more")),
            ANYBODY,
        ),
    ),
    (
        "pick-up",
        "Pick up",
        _pick_up,
        (
            _number("skill", "His Skill"),
            THREATENED,
            _roles("role", *RUNNERS),
            _yes("sprint", "He sprinted"),
        ),
    ),
    (
        "slam",
        "Slam",
        partial(_attack, Doing.SLAM),
        (
            _number("number", "Your Strength"),
            _number("their_number", "His Strength, or Speed if he dodges"),
            Ask("reply", "He", ("slams back", "dodges")),
            Ask("threats", "Enemies that threaten you, him included", THREATS, 1),
            _roles("role", *BLOCKERS, label="You are a"),
            _yes("came", "You moved up to him"),
            _roles("their_role", *FOES),
            Ask("their_threats", "That threaten him, you included", ("1", "2 or more")),
        ),
    ),
    (
        "steal",
        "Steal",
        partial(_attack, Doing.STEAL),
        (
            _number("number", "Your Speed"),
            _number("their_number", "His Speed, or Strength if he slams back"),
            Ask("reply", "He", ("slams back", "dodges"), 1),
            Ask("threats", "Enemies that threaten you, him included", THREATS, 1),
            _roles("role", *RUNNERS, label="You are a"),
            _roles("their_role", *FOES),
            Ask("their_threats", "That threaten him, you included", ("1", "2 or more")),
        ),
    ),
    (
        "armour",
        "Armour",
        _armour,
        (
            _number("armour", "His Armour"),
            Ask("hits", "Hits: successes he lost by", tuple(str(n) for n in range(1, MOST_HITS + 1))),
            Ask("role", "He is a", ("Jack or Striker", "Guard")),
        ),
    ),
    (
        "strike",
        "Strike",
        _strike,
        (
            _number("skill", "His Skill"),
            Ask("range", "Hexes to the strike hex", tuple(str(n) for n in situations.strike_ranges())),
            THREATENED,
            _yes("moved", "He moved in this action"),
            _roles("role", *RUNNERS),
        ),
    ),
    (
        "pass",
        "Pass",
        _pass,
        (
            _number("skill", "The thrower's Skill"),
            Ask("range", "Hexes", ("1 to 3", "4 to 6", "7 to 9")),
            Ask("threats", "Enemies that threaten the thrower", THREATS),
            _yes("moved", "He moved in this action"),
            _roles("role", *RUNNERS, label="The thrower is a"),
            _number("their_skill", "The catcher's Skill"),
            Ask("their_threats", "Enemies that threaten the catcher", THREATS),
            _roles("their_role", *RUNNERS, label="The catcher is a"),
        ),
    ),
    (
        "catch",
        "Catch",
        _catch,
        (
            _number("skill", "His Skill"),
            Ask(
                "thrown",
                "Successes of the throw, 0 if the ball only hits him",
                ("0", "1", "2", "3", "4"),
                1,
            ),
            THREATENED,
            _roles("role", *RUNNERS),
        ),
    ),
    ("stand-up", "Stand up", _stand_up, (_number("speed", "His Speed"), THREATENED, ANYBODY)),
    (
        "test",
        "Any dice",
        _plain,
        (_number("number", "A die must show"), Ask("dice", "Dice", DICE, 3)),
    ),
    (
        "contest",
        "Any contest",
        _opposed,
        (
            _number("number", "Your dice must show"),
            Ask("dice", "Your dice", DICE[:7], 3),
            _number("their_number", "Their dice must show"),
            Ask("their_dice", "Their dice", DICE[:7], 3),
        ),
    ),
)


def sheet(settings: Mapping[str, Value]) -> Sheet:
    """The quick sheet under given settings."""
    rules = _Rules(
        bool(settings["exploding_sixes"]),
        bool(settings["opponent_threatens"]),
        partial(facts, words(settings)),
    )
    sixes = "a 6 adds an extra die" if rules.exploding else "a 6 counts once"
    fought = "counts" if rules.counts else "does not count"
    return Sheet(
        tuple(Question(name, title, partial(answer, rules), asks) for name, title, answer, asks in QUESTIONS),
        f"In these figures {sixes}, and the opponent in a contest {fought} as a threat.",
    )
