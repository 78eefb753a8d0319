"""All that people get of golden matches and of what games declare, as lines that can be compared.

Of a match: the log for each viewer, with what each action counts as, and some positions as each viewer sees them, of which
only what has changed is written. Of a game: settings, levels, what it weighs, its quick sheet, its figures and its kit. What
is long is shortened, with a digest of all of it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass
from hashlib import sha256
from typing import Any, cast

import numpy as np

from sandtable import CHANCE, SPECTATOR, stream
from sandtable.authoring import LogLine, Option, Question, Spec, below, resolve
from sandtable.authoring.encoding import encode
from sandtable.authoring.settings import tell
from sandtable.authoring.spec import PARTS
from sandtable.engine.game import Game, Position
from sandtable.engine.match import Match
from sandtable.games import companion, spec
from sandtable.graphics.drawing import Drawing, Thing
from sandtable.graphics.svg import to_svg
from sandtable.lab.run import watch

VIEWERS = (SPECTATOR, 0, 1)
WHO = {SPECTATOR: "all", 0: "seat 0", 1: "seat 1"}
FEW, MANY = 3, 10
# a ply by which one seat may have given all that is its secret, and the other not
EARLY = 3
LISTED, TRIED = 6, 300
ANSWERS, TOLD = 40, 4
LONG, KEPT = 160, 60
DIGITS = 6
DIGEST = 12
# plies of a companion's match, which goes on long at random
BOOKED = 150
# formats whose bytes are the same with every version of the libraries that write files
STEADY = (".json", ".svg")


def digest(text: str | bytes) -> str:
    """A short digest."""
    return sha256(text.encode() if isinstance(text, str) else text).hexdigest()[:DIGEST]


def short(value: Any) -> str:
    """A value as JSON on one line; of a long one the beginning and a digest."""
    if isinstance(value, np.ndarray) and value.size > LONG:
        numbers = cast("np.ndarray[Any, Any]", value)
        # plus zero: there is no -0
        return f"{list(numbers.shape)} {digest((np.round(numbers, DIGITS) + 0).tobytes())}"
    text = json.dumps(plain(value), ensure_ascii=False)
    return text if len(text) <= LONG else f"{text[:KEPT]}... {len(text)} {digest(text)}"


def plain(value: Any) -> Any:
    """A value of plain types, fractions rounded, drawings as digests."""
    if isinstance(value, Drawing):
        places = [plain(shape.place) for shape in value.shapes if isinstance(shape, Thing)]
        seen = digest(f"{to_svg(value)}{places}")
        return f"{value.title}: {'; '.join(value.told())} {len(value.shapes)} {seen}"
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    match value:
        case np.ndarray() | np.generic():
            return plain(value.tolist())
        case Mapping():
            return {str(key): plain(each) for key, each in cast("Mapping[Any, Any]", value).items()}
        case list() | tuple():
            return [plain(each) for each in cast("Sequence[Any]", value)]
        case float():
            return float(f"{value:.{DIGITS}g}") + 0.0
        case _:
            return value if isinstance(value, str | int | None) else str(value)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Each part of a scene by its path, in short."""
    if isinstance(value, dict):
        parts = cast("dict[str, Any]", value)
    elif isinstance(value, list) and any(isinstance(each, dict) for each in cast("list[Any]", value)):
        parts = {str(number): each for number, each in enumerate(cast("list[Any]", value))}
    else:
        yield path, short(value)
        return
    for name, each in parts.items():
        yield from leaves(each, f"{path}.{name}")


def spread(values: Sequence[Any], most: int) -> list[Any]:
    """Up to `most` of the values, the first among them, at equal distances."""
    return [values[i] for i in sorted({n * len(values) // most for n in range(most)})] if values else []


def of_match(match: Match, positions: int) -> list[str]:
    """What is shown of a match, and of `positions` of its positions, the last among them."""
    plies = sorted({EARLY, *spread(range(match.ply), positions - 1), match.ply})
    return [*_setup(match.game), *_log(match), *_positions(match.game, map(match.at, plies))]


def of_companion(game: str, **settings: object) -> list[str]:
    """What is shown of a companion's match that is played at random."""
    declared = companion(game)
    assert declared is not None
    match, rng = Match(Game(declared, **settings), bytes(16), seats=spec(game).presentation.sides), stream(5)
    match.begin()
    while not match.position.over and match.ply < BOOKED:
        if match.waits and match.to_move == CHANCE:
            match.extend([match.enter_entry(0, match.position.sample(rng))])
        else:
            match.play(match.position.sample(rng))
    if match.unconfirmed:
        match.extend([match.finish_entry(0)])
    return of_match(match, MANY)


def _setup(game: Game) -> list[str]:
    """The setup of a game whose settings are not all as usual: what is otherwise by that, and what is said of them."""
    usual = set(_laid_out(Game(game.spec)))
    return [line for line in _laid_out(game) if line not in usual]


def _laid_out(game: Game) -> list[str]:
    said, settings = game.spec, game.settings
    told = (
        said.presentation.length(settings),
        said.presentation.provenance(settings),
        said.lab.symmetric(settings),
        game.bound(),
    )
    return [
        *(f"setup {name}: {short(game.setup[name])}" for name in game.setup.dtype.names),
        *(f"labels {name}: {short(names)}" for name, names in game.labels.items()),
        *(f"said: {one}" for one in told),
    ]


def _log(match: Match) -> list[str]:
    """A line for each action and outcome as all see it, others where a seat sees it otherwise; and what it counts as."""
    game, made = match.game, list[str]()
    counted = game.spec.lab.counters
    counts = np.zeros((2, len(watch.names(game.spec)))) if counted else None
    for ply, action in enumerate(match.moves):
        before, after = match.at(ply), match.at(ply + 1)
        told = {viewer: _told(before, action, after, viewer) for viewer in VIEWERS}
        made.append(f"{ply} {told[SPECTATOR]}{_counted_as(before, action)}")
        made += [f"{ply} {WHO[seat]}: {told[seat]}" for seat in (0, 1) if told[seat] != told[SPECTATOR]]
        # after the match everybody sees everything
        end = _line(game.spec.presentation.tell(game.setup, before.state, action, after.state))
        made += [f"{ply} in the end: {end}" for _ in range(end not in told.values())]
        if counts is not None:
            watch.tally(game.setup, before.state, action, after.state, counts)
    if counts is not None:
        made.append(f"counts: {dict(zip(watch.names(game.spec), counts.T.tolist(), strict=True))}")
    return made


def _told(before: Position, action: int, after: Position, viewer: int) -> str:
    seen = before.observed_action(viewer, action)
    return _line(
        before.game.spec.presentation.tell(
            before.game.setup, before.view(viewer).state, seen, after.view(viewer).state
        )
    )


def _line(line: LogLine) -> str:
    dice = f" {list(line.dice)}" if line.dice else ""
    beats = "".join(
        f" <{beat.kind} {list(beat.cells)}{beat.text and f' {beat.text}'}>" for beat in line.beats
    )
    return f"{line.kind}: {line.text}{dice} ({line.clause}){beats}"


def _counted_as(before: Position, action: int) -> str:
    """What an action or outcome is to the lab: deeds and sorts; luck; and whether it was one of skill."""
    game, declared = before.game, before.game.spec
    if before.to_move == CHANCE:
        luck = declared.presentation.luck(game.setup, before.state, action)
        return f" luck {short(luck)}" if luck else ""
    taken, view = game.unpack(action), before.view(before.to_move).state
    groups = [group.name for group in declared.lab.action_groups if group.does(game.setup, view, taken)]
    sides = [
        f"{sort.name} {told}"
        for sort in declared.lab.groupings
        if (told := sort.told(game.setup, before.state, taken))
    ]
    skilled = ["skill"] if declared.table.irreversible(game.setup, view, action) else []
    return f" {{{', '.join([*groups, *sides, *skilled])}}}"


def _positions(game: Game, positions: Iterable[Position]) -> list[str]:
    """What all see of some positions, and what a seat sees otherwise; only what is not as in the one before."""
    known: dict[int, dict[str, str]] = {viewer: {} for viewer in VIEWERS}
    made = list[str]()
    for position in positions:
        for viewer in VIEWERS:
            before, seen = known[viewer], dict(_seen(position, viewer))
            if viewer != SPECTATOR:
                # of a seat only what all others do not see so
                seen = {path: text for path, text in seen.items() if known[SPECTATOR].get(path) != text}
            made += [
                f"{position.ply} {WHO[viewer]} {path} = {text}"
                for path, text in seen.items()
                if before.get(path) != text
            ]
            known[viewer] = seen
        made += [f"{position.ply} {line}" for line in _asked(position)]
    return made


def _seen(position: Position, viewer: int) -> Iterator[tuple[str, str]]:
    game, view = position.game, position.view(viewer)
    said = game.spec
    yield "prompt", said.presentation.prompt(game.setup, view.state, viewer)
    yield "result", said.presentation.result(game.setup, view.state)
    yield "advice", said.presentation.advice(game.setup, view.state, viewer)
    yield "history", str(said.table.history_start(game.setup, position.state, viewer))
    for number, line in enumerate(view.text().split("\n")):
        yield f"text {number}", line
    yield "drawing", short(view.drawing())
    yield from leaves(json.loads(encode(said.presentation.scene(game.setup, view.state, viewer))), "scene")
    if viewer == SPECTATOR:
        for name in said.table.exported(game.setup, view.state):
            if name.endswith(STEADY):
                yield name, _exported(game, view, name)
    elif said.rules.features:
        yield "features", short(view.features(viewer))


def _exported(game: Game, view: Position, name: str) -> str:
    try:
        return digest(game.spec.table.exports[name](game.setup, view.state, {"match": "golden"}).data)
    except ValueError as error:
        return str(error)


def _asked(position: Position) -> Iterator[str]:
    """What may be done and what comes of it; what is refused, and why."""
    game, said = position.game, position.game.spec
    if position.over:
        return
    actions = position.actions()
    yield f"{position.phase}: {len(actions)} of {digest(str(actions))}, judged {short(position.evaluate(0))}"
    if position.to_move == CHANCE:
        yield f"chances {short(position.chances())}"
    else:
        view = position.view(position.to_move)
        offered = spread(actions, 8 * LISTED)
        odds = [
            said.presentation.odds(game.setup, view.state, position.to_move, action) for action in offered
        ]
        yield f"odds {digest(short(odds))}"
        for action, told in spread(list(zip(offered, odds, strict=True)), LISTED):
            yield f"  {game.describe(action)} {short(told)}"
        for pick in said.lab.picks:
            taken = [
                option.take(game.setup, view.state, position.to_move)
                for option in pick.options
                if option.take
            ]
            yield f"  {pick.name}: {short(taken)}"
    refused: dict[str, int] = {}
    for action in spread(range(said.rules.actions.count), TRIED):
        reason = position.refusal(action)
        if reason is not None:
            sentence = f"{reason.sentence} ({reason.clause})"
            refused[sentence] = refused.get(sentence, 0) + 1
    yield f"refused {short(refused)}"


def of_game(game: str) -> list[str]:
    """What a game declares, and its companion."""
    made = _declared(spec(game))
    beside = companion(game)
    return [*made, *(f"companion {line}" for line in (_declared(beside) if beside else []))]


def of_sheet(game: str) -> list[str]:
    """The questions of a quick sheet, with some of the answers in words and more of them in a digest."""
    made = spec(game).print.sheet
    assert made is not None
    sheet = made(spec(game).complete())
    return [f"note: {sheet.note}", *(line for question in sheet.questions for line in _question(question))]


def _declared(said: Spec) -> list[str]:
    made = [
        f"{name}: {short(_part(said, name))}"
        for name in ("id", "name", "summary", "sides", "phases", "about")
    ]
    numbers = (
        "max_actions",
        "features",
        "version",
        "zero_sum",
        "partial",
        "client",
        "pairs",
        "secret",
        "pace",
    )
    made += [f"{name}: {short(_part(said, name))}" for name in numbers]
    made += [f"setting {name} {key}: {short(told)}" for name, key, told in _settings(said)]
    made += [f"preset {short(preset)}" for preset in said.table.presets]
    made += [f"level {short(level)}" for level in said.players.levels]
    made += [f"reason {reason.sentence} ({reason.clause})" for reason in said.rules.reasons]
    made += [f"kind {kind.sentence} {dict(kind.sizes)}" for kind in said.rules.actions.kinds]
    made += _laid_out(Game(said))
    made += [f"deed {deed.name}: {deed.text}" for deed in said.lab.action_groups]
    made += [f"sort {sort.name}: {sort.text}" for sort in said.lab.groupings]
    made += [f"happening {event.name}: {event.text}" for event in said.lab.events]
    if said.lab.counters:
        made += [f"counter {name}" for name in said.lab.counters.names]
        made.append(f"limits {short(said.lab.counters.limits)}")
    for pick in said.lab.picks:
        made.append(f"pick {pick.name}: {pick.text}, {pick.natural}")
        made += [
            f"pick {pick.name} {option.name}: {option.text} {short(option.settings)}"
            for option in pick.options
        ]
        made += _space(pick)
    for clause, figure in said.presentation.figures(said.complete()).items():
        made.append(f"figure {clause}: {short(figure)}")
    return made


def _part(said: Spec, name: str) -> Any:
    """A field of a declaration or of one of its parts."""
    holders = (said, *(getattr(said, part) for part in PARTS))
    return next(getattr(holder, name) for holder in holders if hasattr(holder, name))


def _settings(said: Spec) -> Iterator[tuple[str, str, Any]]:
    for setting in (*said.rules.settings, *(said.print.kit.options if said.print.kit else ())):
        for key, told in asdict(tell(setting)).items():
            yield setting.name, key, told


def _space(pick: Any) -> list[str]:
    """What can be picked besides the options that have names."""
    if pick.space is None:
        return []
    rng = stream(3)

    def under(n: int) -> int:
        return int(below(rng, n))

    drawn: list[Option] = [pick.space.draw(under) for _ in range(3)]
    near = [[other.name for other in pick.space.near(option)] for option in (pick.options[0], *drawn)]
    read = [pick.space.read(name) is not None for name in (drawn[0].name, drawn[0].name[:-1], "nobody")]
    return [
        f"space {pick.name}: {pick.space.total} {short([one.name for one in drawn])} {short(near)} {read}"
    ]


def _question(question: Question) -> Iterator[str]:
    answers = [(said, question.answer(said)) for said in spread(list(question.said()), ANSWERS)]
    yield f"{question.id}: {question.title} {question.count} {digest(short([facts for _, facts in answers]))}"
    for ask in question.asks:
        yield f"{question.id} {short(ask)}"
    for said, facts in spread(answers, TOLD):
        for fact in facts:
            yield f"{question.id} {list(said.values())}: {fact.text} ({fact.clause}) {short(fact.figure)}"


def of_kit(game: str) -> list[str]:
    """What is printed: its words, sizes and pictures."""
    said = spec(game)
    assert said.print.kit is not None
    kit = said.print.kit.make(Game(said).setup, {**said.complete(), **resolve(said.print.kit.options, {})})
    made = [f"needs {needed}" for needed in kit.needed]
    for part in kit.parts:
        for each in fields(part):
            value = getattr(part, each.name)
            value = value() if each.name == "draw" else value
            many = value if each.name in ("pieces", "blocks") else [value]
            made += [f"{part.title} {each.name}: {short(one)}" for one in many]
    return made
