"""The process that works at one measurement: `python -m sandtable.lab.work.process FOLDER`.

It ends with status 0 when it is done, and with 1 after it has printed the sentence of what is wrong. What its standard input
comes from is the server: when that ends, it ends too, and what was played is kept.
"""

import os
import sys
import threading
from pathlib import Path

from sandtable.lab.work.measurement import Folder

WRONG = 1


def follow() -> None:
    """Ends this process as soon as nobody holds the other end of its standard input."""
    # not by sys.stdin, whose lock the interpreter wants as it ends
    while os.read(0, 1):
        pass
    os._exit(WRONG)


def main(path: Path) -> int:
    """Works at the measurement in the folder at `path`; returns the status of the process."""
    folder = Folder(path)
    order = folder.order()
    if order is None:
        sys.stdout.write(f"{path} holds no measurement\n")
        return WRONG
    threading.Thread(target=follow, daemon=True).start()
    try:
        # what plays and draws takes long to import, and is no part of a server
        from sandtable.lab.work.kinds import measure

        measure(order, folder)
    except (ValueError, ImportError) as error:
        sys.stdout.write(f"{error}\n")
        return WRONG
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
