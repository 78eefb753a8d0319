"""The same matches compiled and in plain Python: every operation must give the same bits.

`main` runs in the process in the other mode: given MODULE SETTINGS SEED MATCHES MOST, it prints one line per position.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice, zip_longest

from sandtable._compiler.kernels import COMPILED
from sandtable.authoring.records import CHANCE, OVER
from sandtable.authoring.rng import Stream, stream
from sandtable.engine.game import Game, Position, load
from sandtable.games import place_of
from sandtable.testing import sentences as say
from sandtable.testing.faults import Spot, fail, moves_of

PREFIX = "position "


def check_modes(game: Game, matches: int, seed: int, most: int) -> None:
    """Plays matches, at most `most` positions, here and in a process in the other mode; `AssertionError` if they differ."""
    place = place_of(game.spec)
    if not place:
        fail(game, say.FINDABLE)
    arguments = [place, json.dumps(game.settings), str(seed), str(matches), str(most)]
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": str(int(COMPILED)),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    # -c rather than -m: the module is part of a package that is already imported
    command = [sys.executable, "-c", "from sandtable.testing.modes import main; main()", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        fail(game, f"{say.MODES_AGREE} (the other mode stopped: {last}, seed {seed})")
    theirs = [line.removeprefix(PREFIX) for line in done.stdout.splitlines() if line.startswith(PREFIX)]
    for here, there in zip_longest(islice(trace(game, seed, matches), most), theirs):
        if here != there:
            _differ(game, seed, here, there)


def trace(game: Game, seed: int, matches: int) -> Iterator[str]:
    """A line for each position of random matches: match, ply, the next action, and a digest of every operation's result."""
    for match in range(matches):
        position, moves = game.start(), moves_of(seed, match)
        while True:
            answers = " ".join(
                f"{name}={value}" for name, value in _answers(position, stream(seed, match, position.ply, 3))
            )
            action = OVER if position.over else position.sample(moves)
            yield f"{match} {position.ply} {action} {answers}"
            if position.over:
                break
            position.play(action)


def _answers(position: Position, rng: Stream) -> Iterator[tuple[str, str]]:
    yield "state", position.digest()
    yield "legal", _digest(position.actions())
    if position.to_move == CHANCE:
        yield "chance", _digest(position.chances())
    for seat in (0, 1):
        view = position.view(seat)
        yield f"view{seat}", view.digest()
        yield f"determinize{seat}", view.determinize(seat, rng).digest()
        yield f"features{seat}", _digest(position.features(seat).tolist())
        yield f"evaluate{seat}", position.evaluate(seat).hex()


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def _differ(game: Game, seed: int, here: str | None, there: str | None) -> None:
    mine, others = (here or "").split(" "), (there or "").split(" ")
    words = [one or other for one, other in zip_longest(mine[3:], others[3:], fillvalue="") if one != other]
    match, ply, action = (int(number) for number in (mine if here else others)[:3])
    what = words[0].split("=")[0] if words else "sample"
    # the results for a seat end with its number
    seat = int(what[-1]) if what[-1].isdigit() else OVER
    fail(game, f"{say.MODES_AGREE} ({what} differs)", Spot(seed, match, ply, max(action, -1), seat))


def main() -> None:
    """Prints the requested trace."""
    place, settings, seed, matches, most = sys.argv[1:6]
    game = load(place, **json.loads(settings))
    for line in islice(trace(game, int(seed), int(matches)), int(most)):
        sys.stdout.write(f"{PREFIX}{line}\n")
