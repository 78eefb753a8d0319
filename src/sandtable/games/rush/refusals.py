"""Why an action of Rush is refused: the codes that `moves.check` returns, and what each says. Clauses: `rules.md`."""

from enum import IntEnum, auto

from sandtable.declaration import Reason, by_code
from sandtable.members import numbers


class Refusal(IntEnum):
    """The codes of `moves.check`."""

    OK = 0  # it is legal
    FINISHED = auto()
    NOT_DUE = auto()
    NOT_FIRST = auto()
    PLACED = auto()
    NO_PLAYER = auto()
    NOT_OWN_HALF = auto()
    TAKEN = auto()
    NOT_ON_PITCH = auto()
    CAPPED = auto()
    IS_PRONE = auto()
    IS_STANDING = auto()
    NO_SLAMMER = auto()
    NO_STEALER = auto()
    NO_ENEMY = auto()
    NO_CARRIER = auto()
    NO_THROWER = auto()
    NOT_BENCHED = auto()
    FULL = auto()
    SUDDEN = auto()
    WALLED = auto()
    NO_POINTS = auto()
    POINTS_LEFT = auto()
    NO_DASH = auto()
    STRAIGHT = auto()
    FREE_TURNS = auto()
    KEEPS_FACING = auto()
    NO_TACKLE = auto()
    NOT_IN_FRONT = auto()
    NOT_CARRIER = auto()
    NO_THROW = auto()
    TOO_FAR = auto()
    NOT_IN_ARC = auto()
    NO_TARGET = auto()
    NOT_AWAY = auto()
    NOT_FACING = auto()
    NOT_EARNED = auto()
    NO_SUCH_FREE = auto()
    NO_FREE_SPRINT = auto()
    GATE_TAKEN = auto()


REFUSAL = numbers(Refusal)

REASONS = by_code(
    {
        Refusal.FINISHED: Reason("The match is over.", "R2.5"),
        Refusal.NOT_DUE: Reason("This is not the step that is due now.", "R3.1"),
        Refusal.NOT_FIRST: Reason(
            "A formation lines up the whole team, so it comes before any single player.", "R2.4"
        ),
        Refusal.PLACED: Reason("That player stands on the pitch already.", "R2.4"),
        Refusal.NO_PLAYER: Reason("Your team has no player of that number.", "R2.2"),
        Refusal.NOT_OWN_HALF: Reason("Players line up in their own half.", "R2.4"),
        Refusal.TAKEN: Reason("A player is in that hex.", "R5.4"),
        Refusal.NOT_ON_PITCH: Reason("That player is not on the pitch.", "R3.4"),
        Refusal.CAPPED: Reason(
            "That player has taken as many actions in this rush as one player may.", "R2.3"
        ),
        Refusal.IS_PRONE: Reason("A player who lies on the ground can only stand up.", "R9.1"),
        Refusal.IS_STANDING: Reason("That player is on his feet.", "R9.1"),
        Refusal.NO_SLAMMER: Reason("Only Jacks and Guards slam.", "R6.1"),
        Refusal.NO_STEALER: Reason("Only Jacks and Strikers steal.", "R6.1"),
        Refusal.NO_ENEMY: Reason("No standing enemy can be reached.", "R6.1"),
        Refusal.NO_CARRIER: Reason("No enemy who can be reached carries the ball.", "R6.1"),
        Refusal.NO_THROWER: Reason("Only a Jack or Striker who carries the ball can throw it.", "R7.1"),
        Refusal.NOT_BENCHED: Reason("Only a player on the bench can come on.", "R3.4"),
        Refusal.FULL: Reason("Your team has as many players on the pitch as it may.", "R3.4"),
        Refusal.SUDDEN: Reason("Nobody may enter in sudden death.", "R2.5"),
        Refusal.WALLED: Reason("There is a wall.", "R5.4"),
        Refusal.NO_POINTS: Reason("No movement is left: a Dash buys one more.", "R5.2"),
        Refusal.POINTS_LEFT: Reason("There is movement left: Dashes come when it is used up.", "R5.2"),
        Refusal.NO_DASH: Reason("That player moves one hex at most in this action and cannot dash.", "R5.7"),
        Refusal.STRAIGHT: Reason("A Sprint goes straight ahead; turns cost movement.", "R5.1"),
        Refusal.FREE_TURNS: Reason("Turns cost nothing here: only a Sprint pays for them.", "R5.1"),
        Refusal.KEEPS_FACING: Reason("The facing cannot be chosen here.", "R5.1"),
        Refusal.NO_TACKLE: Reason("This action is no Slam and no Steal.", "R6.1"),
        Refusal.NOT_IN_FRONT: Reason(
            "The target must stand in one of the hexes that the player threatens.", "R6.1"
        ),
        Refusal.NOT_CARRIER: Reason("Only the one who carries the ball can be stolen from.", "R6.1"),
        Refusal.NO_THROW: Reason("This action is no Throw.", "R7.1"),
        Refusal.TOO_FAR: Reason("A throw reaches nine hexes at most.", "R7.1"),
        Refusal.NOT_IN_ARC: Reason("The target must be in the front arc.", "R7.1"),
        Refusal.NO_TARGET: Reason(
            "A throw goes to a standing Jack or Striker of the team, or at the strike hex of the zone where the player stands.",
            "R7.1",
        ),
        Refusal.NOT_AWAY: Reason("A player is pushed to one of the three hexes straight away.", "R6.6"),
        Refusal.NOT_FACING: Reason(
            "After a dodge a player turns to face the attacker or stays as he is.", "R6.5"
        ),
        Refusal.NOT_EARNED: Reason("Another player has the free action.", "R5.5"),
        Refusal.NO_SUCH_FREE: Reason("This free action is a Run, or a Throw of who has the ball.", "R5.5"),
        Refusal.NO_FREE_SPRINT: Reason("The free action after standing up is no Sprint.", "R9.1"),
        Refusal.GATE_TAKEN: Reason("That entry hex is taken.", "R3.4"),
    }
)
