"""The process that analyses one match for a server: `python -m sandtable.analysis.process FOLDER`.

The folder is that of a measurement (`lab.work.measurement`). Its findings are written after each round of work, as is the
ledger from which it can continue.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import msgspec

from sandtable.lab.work.measurement import Folder, Order, Progress
from sandtable.lab.work.process import run

# rounds after which an analysis is done; each further request adds one round, with up to twice the work of the last
ROUNDS = 2


def analyse(order: Order, folder: Folder) -> None:
    """Continues the analysis in a folder until it is done, or by one round if it already was."""
    from sandtable.analysis.analysis import Analysis
    from sandtable.analysis.ledger import kept
    from sandtable.engine import matchfile
    from sandtable.engine.game import Game
    from sandtable.games import find
    from sandtable.lab.run.backends import Processes, Ray

    def load(_: str, **settings: object) -> Game:
        return Game(find(order.place), **settings)

    match = matchfile.read(folder.match.read_text(encoding="utf-8"), load)
    ledger = kept(folder.ledger.read_bytes()) if folder.ledger.exists() else None
    analysis = Analysis(match, ledger=ledger)
    first, began = analysis.ledger.rounds, perf_counter()
    last = max(ROUNDS, first + 1)
    for done, total in analysis.rounds(Ray(order.ray) if order.ray else Processes(order.processes)):
        rounds = analysis.ledger.rounds
        if done == total:
            folder.write(folder.ledger, msgspec.json.encode(analysis.ledger).decode())
            # reasons take a while and come last
            for explained in (False, True)[: 1 + (rounds == last)]:
                folder.write(folder.data, msgspec.json.encode(analysis.findings(explained)).decode())
        # a round has at most about twice the work of the one before
        work = ((1 << rounds) - (1 << first)) + (0 if done == total else (1 << rounds) * done / total)
        share = work / ((1 << last) - (1 << first))
        left = (perf_counter() - began) * (1.0 - share) / share if share > 0.0 else -1.0
        folder.tell(Progress(share, left, analysis.ledger.playouts))
        if rounds == last:
            return


def _analyse() -> Callable[[Order, Folder], None]:
    return analyse


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]), _analyse))
