"""`BatchEnv`: many matches side by side, stepped by one compiled call, for learners."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from operator import index
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from sandtable.adapters import stepping, vectors
from sandtable.adapters.shaping import Shaping
from sandtable.authoring import Setup, ops, records
from sandtable.authoring.rng import STREAM, stream
from sandtable.authoring.spec import Reason
from sandtable.engine.game import Game, IllegalAction, Position
from sandtable.search import policy

# for a game with more actions, a batch lists the legal ones instead of masking
MOST_MASKED = 8192
RANDOM = "random"

Array = NDArray[Any]
Features = NDArray[np.float32]
Numbers = NDArray[np.int64]

Method = TypeVar("Method", bound=Callable[..., Any])


def _alone(method: Method) -> Method:
    # kernels do not hold the GIL, and two at once would corrupt the states
    @wraps(method)
    def guarded(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            turn = self._turn.pop()
        except IndexError:
            raise RuntimeError(
                "another thread is using this batch: make one batch for each thread, each with its own `first`"
            ) from None
        try:
            return method(self, *args, **kwargs)
        finally:
            self._turn.append(turn)

    return cast(Method, guarded)


class BatchEnv:
    """`n` matches of `game`, each waiting for a choice; `step` plays one action in each.

    Every step writes what a learner reads into the same arrays. They are allocated here or passed by the caller
    (`arrays`, by name, C-contiguous and of exactly this shape and type), for example in memory shared by processes:

        features  float32[n, game.spec.rules.features]        what the seat to move knows
        masks     bool[n, game.spec.rules.actions.count] which actions it may play; None if there are too many (`masked`)
        listed    int64[n, game.spec.rules.max_actions]       these actions as ascending numbers, the first `counts[i]` of row
        i;
                                                        in a phase of `Rules.partial`, only some of the legal actions
        counts    int32[n]
        seats     int8[n]                               the seat to move
        rewards   float32[n, 2]                         each seat's score if the match has just ended, else 0
        done      bool[n]                               whether it has just ended; then the rest is about the next match

    With `forgiving`, which needs an opponent, an illegal action is not refused: it ends the match with a reward of -1 for
    the learner. This adds

        refused   int32[n]                              0, or why the action was illegal (`refusal` puts it into words)
        finals    float32[n, game.spec.rules.features]  if a match has just ended, what the learner knew at its end

    With `shaping`, the learner's discount, which needs an opponent too, the game's judgement of the learner's position
    becomes, at every step, a reward that leaves the best play unchanged (see `shaping`). This adds

        shaped    float64[n]                            the learner's reward with shaping

    The batch plays chance itself. With the same `seed`, env i plays the same way whatever `n` is, on any number of threads
    and processes. `first` is the number of the first env, so `BatchEnv(game, 64, first=64)` is the second half of
    `BatchEnv(game, 128)`.

    Without `opponent` the caller plays both seats. The opponent plays in the same compiled call: it is "random", one of
    the game's own policies, or the number of a level that is one of these. The learner sits in `seat`, by default in seat
    0 of even-numbered envs and seat 1 of the others (`learners`).

    Raises `ValueError` for an invalid argument, and `RuntimeError` if another thread is using the batch.
    """

    features: Features
    masks: NDArray[np.bool_] | None
    listed: Numbers
    counts: NDArray[np.int32]
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    learners: NDArray[np.int8]
    refused: NDArray[np.int32] | None
    finals: Features | None
    shaped: NDArray[np.float64] | None

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seed: int = 0,
        opponent: str | int | None = None,
        seat: int | None = None,
        first: int = 0,
        forgiving: bool = False,
        shaping: float | None = None,
        arrays: Mapping[str, Array] | None = None,
    ) -> None:
        if not hasattr(game, "spec"):
            raise ValueError(f"game must be a game made by `st.load`, not {game!r}")
        if seat not in (None, 0, 1):
            raise ValueError(f"seat must be 0, 1 or None, not {seat!r}")
        if opponent is None:
            _refuse_alone(seat, forgiving, shaping)
        n, first = _whole("n, the number of envs,", n, 1), _whole("first", first, 0)
        self.game, self.n, self.first = game, n, first
        # held while a thread uses the batch
        self._turn = [None]
        self._opponent = _opponent(game, opponent)
        self._states, self._view = records.new(game.spec.rules.state, n), records.new(game.spec.rules.state)
        self._keys, self._dice, self._rivals, self._draws = (records.new(STREAM, n) for _ in range(4))
        numbers = np.arange(first, first + n)
        self.learners = (numbers % 2 if seat is None else np.full(n, seat)).astype(np.int8)
        made = _arrays(game, n, forgiving, shaping is not None, arrays or {})
        self.features, self.masks, self.listed = made["features"], made.get("masks"), made["listed"]
        self.counts, self.seats = made["counts"], made["seats"]
        self.rewards, self.done = made["rewards"], made["done"]
        self.refused, self.finals, self.shaped = made.get("refused"), made.get("finals"), made.get("shaped")
        self._shaping = None if shaping is None else Shaping(game, shaping, self._states, self.learners)
        self._actions, self._chosen = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._setups = one(game.setup)
        self._all = (
            self._setups,
            self._states,
            self._view,
            self._keys,
            self._dice,
            self._rivals,
            self.learners,
            self._opponent,
            self.seats,
            self.done,
            self.rewards,
            self.features,
            self.masks,
            self.listed,
            self.counts,
        )
        self.reset(_whole("seed", seed, 0))

    @_alone
    def reset(self, seed: int | None = None) -> None:
        """Starts a new match in every env. With a `seed`, all streams restart, so the same seed gives the same matches."""
        if seed is not None:
            seed = _whole("seed", seed, 0)
            for i in range(self.n):
                self._keys[i] = stream(seed, self.first + i, 0)
                self._draws[i] = stream(seed, self.first + i, 1)
        stepping.step(*self._all, self._actions, 0, True, True, self.refused, self.finals)
        if self._shaping is not None:
            self._shaping.begin()
        if self.shaped is not None:
            self.shaped[:] = 0

    @_alone
    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Plays `actions` (int64[n]), one in each env.

        If any is illegal, nothing changes, and `IllegalAction` names the first env with one. A `forgiving` batch never
        raises it.
        """
        try:
            given = np.asarray(actions)
        except ValueError:
            raise ValueError(
                f"actions must be {self.n} whole numbers, not lists of different lengths"
            ) from None
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self.n} whole numbers, not {given.dtype} of shape {given.shape}"
            )
        # copied because a non-contiguous array is a different type to the compiler
        self._chosen[:] = given
        limit = self.game.spec.rules.actions.count
        bad = stepping.step(*self._all, self._chosen, limit, False, True, self.refused, self.finals)
        if bad != stepping.DONE:
            raise self._refusal(int(bad), int(given[bad]))
        if self._shaping is not None and self.shaped is not None:
            self.shaped[:] = self._shaping.step(self.done)
            self.shaped += self.rewards[np.arange(self.n), self.learners]

    @_alone
    def sample(self, out: Numbers | None = None) -> Numbers:
        """A random legal action for every env, int64[n], in `out` or in an array that the next call overwrites.

        If all legal actions are listed, they are equally likely; otherwise they are drawn as in `Position.sample`.
        """
        actions = self._actions if out is None else _ours("out", out, (self.n,), np.int64)
        stepping.sample(
            self._setups, self._states, self._draws, self.masks, self.listed, self.counts, actions
        )
        return actions

    @_alone
    def decode(self, points: Features, out: Numbers | None = None) -> Numbers:
        """The legal actions that `points` encode, for games whose actions have vectors (see `vectors`).

        `points` is float32[n, k] in [-1, 1], k being `vectors.width`. The result is written as in `sample`. Raises
        `ValueError` for a game without vectors.
        """
        width = vectors.width(self.game.spec)
        if width == 0:
            raise ValueError(f"{self.game.id} has no action vectors: give actions by number")
        _fitting("points", points, (self.n, width), np.float32)
        if not (np.abs(points) <= 1).all():
            raise ValueError("points must be finite numbers from -1 to 1")
        actions = self._actions if out is None else _ours("out", out, (self.n,), np.int64)
        stepping.decode(self._setups, self._states, self._view, points, actions)
        return actions

    def refusal(self, env: int) -> str:
        """Why the last action of `env` was illegal, in a sentence, or "". Only for `forgiving` batches."""
        number = 0 if self.refused is None else int(self.refused[env])
        if number == stepping.NO_SUCH_ACTION:
            return f"There is no action {self._chosen[env]}."
        return str(IllegalAction(self.game.spec.rules.reasons[number])) if number else ""

    def position(self, env: int) -> Position:
        """A copy of the full position of `env`, with nothing hidden."""
        return Position(self.game, self._states[env : env + 1])

    def _refusal(self, env: int, action: int) -> IllegalAction:
        spec = self.game.spec
        if not 0 <= action < spec.rules.actions.count:
            return IllegalAction(
                Reason(f"Env {env}: there is no action {action}.", f"0 to {spec.rules.actions.count - 1}")
            )
        reason = spec.rules.reasons[int(ops.check(self.game.setup, self._states[env], action))]
        return IllegalAction(Reason(f"Env {env}, action {action}: {reason.sentence}", reason.clause))


def one(setup: Setup) -> NDArray[np.void]:
    """A one-element array with a copy of this record."""
    made = records.new(setup.dtype)
    made[0] = setup
    return made


def masked(game: Game) -> bool:
    """Whether all actions of the game can be listed and are few enough for a mask."""
    return not game.spec.rules.partial and game.spec.rules.actions.count <= MOST_MASKED


def _opponent(game: Game, name: str | int | None) -> int | None:
    if name is None:
        return None
    known = (RANDOM, *game.spec.policy_names)
    levels = {str(one.level): one.kind for one in game.spec.players.levels if one.kind in known}
    chosen = levels.get(str(name), name)
    if chosen not in known:
        raise ValueError(
            f"the opponent at {game.id} must be one of {', '.join((*known, *levels))}, not {name!r}: "
            "others think too long to play in a batch"
        )
    return policy.UNIFORM + known.index(str(chosen))


def _refuse_alone(seat: int | None, forgiving: bool, shaping: float | None) -> None:
    """Refuses anything that makes no sense without an opponent."""
    if seat is not None:
        raise ValueError(
            "seat needs an opponent for the other seat: without one, the caller plays both seats"
        )
    if forgiving:
        raise ValueError("forgiving needs an opponent: without one, nobody knows which seat loses the match")
    if shaping is not None:
        raise ValueError("shaping needs an opponent: without one, nobody knows whose reward it is")


def _arrays(
    game: Game, n: int, forgiving: bool, shaped: bool, given: Mapping[str, Array]
) -> dict[str, Array]:
    spec = game.spec
    shapes: dict[str, tuple[tuple[int, ...], Any]] = {
        "features": ((n, spec.rules.features), np.float32),
        "listed": ((n, spec.rules.max_actions), np.int64),
        "counts": ((n,), np.int32),
        "seats": ((n,), np.int8),
        "rewards": ((n, 2), np.float32),
        "done": ((n,), np.bool_),
    }
    if masked(game):
        shapes["masks"] = ((n, spec.rules.actions.count), np.bool_)
    if forgiving:
        shapes["refused"] = ((n,), np.int32)
        shapes["finals"] = ((n, spec.rules.features), np.float32)
    if shaped:
        shapes["shaped"] = ((n,), np.float64)
    unknown = sorted(set(given) - set(shapes))
    if unknown:
        raise ValueError(f"arrays can only include {', '.join(shapes)}, not {', '.join(unknown)}")
    made: dict[str, Array] = {}
    for name, (shape, dtype) in shapes.items():
        made[name] = _ours(name, given[name], shape, dtype) if name in given else np.zeros(shape, dtype)
        made[name][...] = 0
    return made


def _whole(name: str, number: int, least: int) -> int:
    try:
        found = index(number)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {number!r}") from None
    if found < least:
        raise ValueError(f"{name} must be at least {least}, not {found}")
    return found


def _ours(name: str, array: Array, shape: tuple[int, ...], dtype: Any) -> Array:
    """Checks that an array from the caller can be used, and returns it."""
    if not _fitting(name, array, shape, dtype).flags.writeable:
        raise ValueError(f"{name} must be a writable array, not a read-only one")
    return array


def _fitting(name: str, array: Array, shape: tuple[int, ...], dtype: Any) -> Array:
    wanted = f"{np.dtype(dtype)} of shape {shape}, C-contiguous"
    if not hasattr(array, "flags"):
        raise ValueError(f"{name} must be an array of {wanted}, not {type(array).__name__}")
    if array.shape != shape or array.dtype != dtype:
        raise ValueError(f"{name} must be {wanted}, not {array.dtype} of shape {array.shape}")
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} must be {wanted}, not a strided array")
    return array
