"""The process that runs one measurement: `python -m sandtable.lab.work.process FOLDER`.

It ends with status 0 when it is done, or with 1 after printing a one-sentence error. Its standard input comes from
the server: when that is closed, the process ends too, and the matches played are kept.
"""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from sandtable.lab.work.measurement import Folder, Order

WRONG = 1


def follow() -> None:
    """Ends this process as soon as nobody holds the other end of its standard input."""
    # not through sys.stdin, whose lock the interpreter needs at exit
    while os.read(0, 1):
        pass
    os._exit(WRONG)


def run(path: Path, imported: Callable[[], Callable[[Order, Folder], None]]) -> int:
    """Does the work on the folder at `path` with the function that `imported` returns; returns the status of the process."""
    folder = Folder(path)
    order = folder.order()
    if order is None:
        sys.stdout.write(f"{path} holds no measurement\n")
        return WRONG
    threading.Thread(target=follow, daemon=True).start()
    try:
        imported()(order, folder)
    except (ValueError, ImportError) as error:
        sys.stdout.write(f"{error}\n")
        return WRONG
    return 0


def main(path: Path) -> int:
    """Runs the measurement in the folder at `path`; returns the status of the process."""
    return run(path, _measure)


def _measure() -> Callable[[Order, Folder], None]:
    # the lab's libraries take a long time to import, and a server does not need them
    from sandtable.lab.work.kinds import measure

    return measure


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
