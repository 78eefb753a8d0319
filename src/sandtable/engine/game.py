"""`Game`: a game with its settings; `Position`: a match at one moment. The Python interface to the compiled rules."""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any, Self

import numpy as np

from sandtable import games
from sandtable._compiler import slips
from sandtable._compiler.kernels import patient
from sandtable.authoring import Setup, State, View, jit, ops, records
from sandtable.authoring.actions import Unpacked
from sandtable.authoring.encoding import encode, plain
from sandtable.authoring.records import SPECTATOR
from sandtable.authoring.rng import Stream, stream
from sandtable.authoring.settings import Value, resolve
from sandtable.authoring.spec import DeclarationError, Reason, Scene, Spec
from sandtable.authoring.wording import Explanations
from sandtable.graphics.drawing import Drawing, written
from sandtable.graphics.svg import to_svg

# number of actions per game whose sentences are cached
TEXTS = 2048


class IllegalAction(ValueError):
    """Raised for an action that the rules refuse; `reason` holds the sentence and the clause."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.sentence} ({reason.clause})" if reason.clause else reason.sentence)
        self.reason = reason


@jit
def fold(setup: Setup, state: State, moves: Any) -> int:
    """Plays `moves` (int64[n]) in `state` in place; returns -1, or the index of the first illegal one, where it stops."""
    for i in range(moves.size):
        if ops.check(setup, state, moves[i]) != 0:
            return i
        ops.apply(setup, state, moves[i])
    return -1


@jit
def _fixed(
    setup: Setup,
    view: View,
    seat: int,
    moves: Any,
    now: Any,
    streams: Any,
    state: State,
    raw: Any,
    seen: Any,
    shown: Any,
) -> bool:
    """See `Position.fixes`; `raw` and `shown` are the bytes of the records `state` and `seen`, used as scratch space."""
    for n in range(streams.size):
        raw[:] = 0
        shown[:] = 0
        ops.determinize(setup, view, seat, streams[n], state)
        for i in range(moves.size):
            if ops.check(setup, state, moves[i]) != 0:
                return False
            ops.apply(setup, state, moves[i])
        ops.observe(setup, state, seat, seen)
        for i in range(now.size):
            if shown[i] != now[i]:
                return False
    return True


class Game:
    """A game with settings; make it with `load`, or from the `Spec` of a game outside the package.

    `settings` holds all settings by name. `setup` is the record built from them by version `rules` of the rules, the
    current one unless `by_rules` names another. `labels` are the names of field values in texts. `variant` is the name
    given to these settings (see `sandtable.engine.variants`), or "". Raises `SettingError` for an invalid setting.
    """

    def __init__(self, spec: Spec, /, **settings: object) -> None:
        self.spec = spec
        self.settings = resolve(spec.rules.settings, settings)
        self.variant = ""
        self._build(spec.rules.version)
        _register(spec)
        slips.matches[str((spec.rules.state.names or ("",))[-1])] = partial(_play_plainly, self)

    def _build(self, rules: int) -> None:
        spec = self.spec
        self.rules = rules
        self.setup = spec.rules.older.get(rules, spec.rules.build)(self.settings)
        self.labels = spec.presentation.labels(self.setup)
        self._text = lru_cache(TEXTS)(partial(spec.rules.actions.text, labels=self.labels))
        self.agent_setup = spec.players.agent_setup(self.setup)

    def by_rules(self, version: int) -> "Game":
        """The same game under this version of its rules, one of `Spec.versions`, which replays logs of that version."""
        if version == self.rules:
            return self
        made = Game(self.spec, **self.settings)
        made._build(version)
        return made

    @property
    def id(self) -> str:
        """The game's short name."""
        return self.spec.id

    @cached_property
    def words(self) -> Explanations:
        """The short explanations under these settings, by `group.name`: see `wording`."""
        return self.spec.presentation.words(self.settings)

    def start(self) -> "Position":
        """A fresh match."""
        made = Position(self)
        ops.deal(self.setup, made.state)
        return made

    def bound(self) -> int:
        """The maximum number of plies in a match under these settings."""
        return self.spec.rules.bound(self.setup)

    def describe(self, action: int) -> str:
        """The sentence for an action; `parse` reads it back."""
        return self._text(int(action))

    def parse(self, text: str) -> int:
        """The action that `text` describes; `ValueError` lists the forms."""
        return self.spec.rules.actions.parse(text, self.labels)

    def unpack(self, action: int) -> Unpacked:
        """The kind and the fields of an action."""
        return self.spec.rules.actions.unpack(int(action))

    def from_bytes(self, data: bytes) -> "Position":
        """The position with these `bytes`; `ValueError` says what is wrong with them."""
        size = self.spec.rules.state.itemsize
        if len(data) != size:
            raise ValueError(f"a position of {self.id} has {size} bytes, not {len(data)}")
        return Position(self, np.frombuffer(data, dtype=self.spec.rules.state))

    def replay(self, actions: Sequence[int]) -> "Position":
        """The position after `actions`, including chance outcomes; `IllegalAction` at the first that is not legal."""
        made = self.start()
        moves = np.asarray(actions, dtype=np.int64)
        bad = fold(self.setup, made.state, moves)
        if bad >= 0:
            made.play(int(moves[bad]))
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        # pickled by reference: compiled rules would be copied without the registration of their game, which another
        # process needs
        place, source = games.place_of(self.spec), games.source_of(self.spec)
        if not place:
            raise ValueError(f"{self.id} cannot be pickled: it must be the SPEC of an importable module")
        return _found, (place, source, self.settings, self.rules)

    def __deepcopy__(self, _memo: object) -> "Game":
        # it never changes
        return self


def load(game: str, /, **settings: object) -> Game:
    """A game by id, module or file (see `sandtable.games`), with settings.

    `ValueError` for an unknown game, and `SettingError` for an invalid setting.
    """
    return Game(games.find(game), **settings)


def installed(game: str, /, **settings: object) -> Game:
    """An installed game with settings, as named by a file or a request; raises the same errors as `load`."""
    return Game(games.spec(game), **settings)


# by id: the state's type and the module of the rules
_known: dict[str, tuple[str, str]] = {}


def _register(spec: Spec) -> None:
    """Registers the rules with the compiler; `DeclarationError` if another game has the same id."""
    mine = (
        (str(spec.rules.state.names[-1]), str(spec.rules.functions["apply"].__module__))
        if spec.rules.state.names
        else ("", "")
    )
    theirs = _known.setdefault(spec.id, mine)
    if mine[0] != theirs[0] and mine[1] != theirs[1]:
        raise DeclarationError(
            f"two games have the id {spec.id!r}, one in {theirs[1]} and one in {mine[1]}: change one of the ids"
        )
    _known[spec.id] = mine
    ops.register(
        spec.id,
        spec.rules.functions,
        plain=bool(spec.table.companion_of),
        max_actions=spec.rules.max_actions,
        policies=spec.players.policies,
        counters=spec.lab.counters,
        vectors=spec.learning.vectors,
    )


@patient
def _play_plainly(game: Game) -> None:
    """Plays a random match in plain Python wherever nothing is compiled, and calls every operation on each position."""
    position, rng = game.start(), stream(0)
    while True:
        for seat in (0, 1):
            drawn = position.determinize(seat, rng)
            drawn.evaluate(seat)
            drawn.features(seat)
        position.actions()
        if position.over:
            return
        position.chances()
        action = position.sample(rng)
        for seat in (0, 1):
            position.observed_action(seat, action)
        position.play(action)


def _found(place: str, source: Any, settings: Mapping[str, Value], rules: int) -> Game:
    made = Game(games.find(place) if source is None else games.carried(source, place), **settings)
    return made.by_rules(rules)


class Position:
    """A match at one moment: a copy-on-demand wrapper around one state record (`state`)."""

    def __init__(self, game: Game, record: np.ndarray[Any, Any] | None = None) -> None:
        self.game = game
        self._array = records.new(game.spec.rules.state)
        if record is not None:
            self._array[:] = record
        # the record itself, for compiled functions; writing to it changes the position
        self.state: Any = self._array[0]

    def __reduce__(self) -> tuple[Any, ...]:
        # the array and the record share their bytes
        return self.game.from_bytes, (bytes(self),)

    @property
    def to_move(self) -> int:
        """The seat to move (0, 1), CHANCE or OVER."""
        return int(self.state.to_move)

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return self.game.spec.rules.phases[int(self.state.phase)]

    @property
    def ply(self) -> int:
        """How many actions and outcomes have been played."""
        return int(self.state.ply)

    @property
    def partial(self) -> bool:
        """Whether a seat may do more here than `actions` lists (see `Rules.partial`)."""
        return self.to_move >= 0 and self.phase in self.game.spec.rules.partial

    @property
    def score(self) -> tuple[float, float]:
        """Each seat's score, in [-1, 1]."""
        first, second = self.state.score.tolist()
        return first, second

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.to_move == records.OVER

    def actions(self) -> list[int]:
        """The legal actions of the seat to move (for CHANCE the outcomes), ascending; only examples if `partial`."""
        out = np.empty(self.game.spec.rules.max_actions, np.int64)
        count = ops.legal(self.game.setup, self.state, out)
        return out[:count].tolist()

    def forced(self) -> int | None:
        """The only legal action of the seat to move; None if it has a choice."""
        if self.to_move < 0 or self.partial:
            return None
        actions = self.actions()
        return actions[0] if len(actions) == 1 else None

    def openly_forced(self) -> int | None:
        """The action of the seat to move if a spectator can see that the seat has no other; otherwise None.

        The answer follows from a spectator's view alone (see `TablePolicy.open_choice`), so it reveals no secret.
        """
        spec = self.game.spec
        if self.to_move < 0:
            return None
        view = self.view(SPECTATOR)
        is_open = not spec.secret or spec.table.open_choice(self.game.setup, view.state)
        return view.forced() if is_open else None

    def chances(self) -> list[tuple[int, float]]:
        """The outcomes with their weights; empty if nothing is left to chance or the outcomes cannot be listed."""
        weights = np.empty(self.game.spec.rules.max_actions, np.float64)
        count = ops.chance(self.game.setup, self.state, weights)
        return list(zip(self.actions(), weights[:count].tolist(), strict=True)) if count else []

    def refusal(self, action: int) -> Reason | None:
        """Why `action` is not legal, or None."""
        if not 0 <= action < self.game.spec.rules.actions.count:
            return Reason(f"There is no action {action}.", "")
        code = int(ops.check(self.game.setup, self.state, action))
        return self.game.spec.rules.reasons[code] if code else None

    def play(self, action: int) -> Self:
        """Plays `action` and returns this position; after an `IllegalAction` it is unchanged."""
        reason = self.refusal(int(action))
        if reason is not None:
            raise IllegalAction(reason)
        ops.apply(self.game.setup, self.state, int(action))
        return self

    def sample(self, rng: Stream) -> int:
        """A random legal action, or an outcome drawn by its weight; `rng` is a stream of `rng.stream`."""
        if self.over:
            raise ValueError("the match is over: there is nothing to play")
        return int(ops.sample(self.game.setup, self.state, rng))

    def view(self, seat: int) -> "Position":
        """What `seat` (0, 1, or SPECTATOR) may know, as a position."""
        made = Position(self.game)
        ops.observe(self.game.setup, self.state, seat, made.state)
        return made

    def determinize(self, seat: int, rng: Stream) -> "Position":
        """A full position drawn from all those consistent with this view of `seat`."""
        made = Position(self.game)
        ops.determinize(self.game.setup, self.state, seat, rng, made.state)
        return made

    def fixes(self, seat: int, moves: Sequence[int], after: "Position", drawn: np.ndarray[Any, Any]) -> bool:
        """Whether `moves` lead to the view `after` from every sampled state consistent with this view of `seat` (one
        sample per stream).
        """
        state, seen = Position(self.game), Position(self.game)
        room = (each for made in (state, seen) for each in (made.state, made._array.view(np.uint8)))
        # companions are never compiled
        fixed: Any = patient(_fixed) if self.game.spec.table.companion_of else _fixed
        return bool(
            fixed(
                self.game.setup,
                self.state,
                seat,
                np.asarray(moves, dtype=np.int64),
                after._array.view(np.uint8),
                drawn.copy(),
                *room,
            )
        )

    def observed_action(self, seat: int, action: int) -> int:
        """What `seat` sees of `action`, which is about to be played here: the action itself, or -1."""
        return int(ops.observed_action(self.game.setup, self.state, seat, action))

    def agent_setup(self, seat: int) -> Any:
        """The setup that a computer player assumes for `seat`, whose view this is (see `Players.agent_setup`)."""
        return self.game.setup if self.game.agent_setup is None else self.game.agent_setup(self.state, seat)

    def evaluate(self, seat: int) -> float:
        """A quick evaluation for `seat`, in [-1, 1]; the position must be a full one."""
        return float(ops.evaluate(self.game.setup, self.state, seat))

    def features(self, seat: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What `seat` knows, as numbers: float32[game.spec.rules.features]."""
        out = np.zeros(self.game.spec.rules.features, np.float32)
        ops.features(self.game.setup, self.state, seat, out)
        return out

    def copy(self) -> "Position":
        """An independent copy of this position."""
        made = Position(self.game)
        records.copy(made.state, self.state)
        return made

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> "Position":
        # NumPy's own deep copy leaves padding bytes undefined, and equality compares them
        return self.copy()

    def digest(self) -> str:
        """A digest of this position in 16 hex digits (see `records.digest`)."""
        return records.digest(self.state)

    def text(self) -> str:
        """The board as text, as far as this position shows it."""
        return self.game.spec.presentation.draw(self.game.setup, self.state)

    def drawing(self) -> Drawing:
        """The board as a picture, as far as this position shows it; as text if the game declares no drawing."""
        return self.picture() or written(self.game.spec.name, self.text().split("\n"))

    def picture(self) -> Drawing | None:
        """The board as the game draws it, as far as this position shows it; None if the game declares no drawing."""
        spec = self.game.spec
        made = spec.presentation.drawing(self.game.setup, self.state) if spec.presentation.drawing else None
        return spec.painted(made) if made else None

    def svg(self) -> str:
        """`drawing` as SVG."""
        return to_svg(self.drawing())

    # notebooks use this to display a position
    _repr_svg_ = svg

    def says(self, seat: int, action: int) -> str:
        """What the page calls `action` for `seat`, which observes the position here."""
        said = self.game.spec.presentation.says(self.game.setup, self.state, seat, action)
        return said or self.game.describe(action)

    def scene(self, seat: int) -> dict[str, Any]:
        """The data that the page draws for `seat`, which observes the position here."""
        return plain(self._scene(seat))

    def _scene(self, seat: int) -> Scene:
        return self.game.spec.presentation.scene(self.game.setup, self.view(seat).state, seat)

    def to_json(self, seat: int) -> str:
        """`scene` with the header, as JSON."""
        head = {
            "game": self.game.id,
            "to_move": self.to_move,
            "phase": self.phase,
            "ply": self.ply,
            "score": self.score,
        }
        return encode({**head, "scene": self._scene(seat)}).decode()

    def __bytes__(self) -> bytes:
        return self._array.tobytes()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game.setup.tobytes() == other.game.setup.tobytes()
            and bytes(self) == bytes(other)
        )

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        return f"<{self.game.id} ply {self.ply}, {self.phase}, to move {self.to_move}, {self.digest()}>"
