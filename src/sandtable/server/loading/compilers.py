"""Processes that compile games, one per game, requested ones first, so that the server neither stutters nor grows.

They fill the cache function by function, so a process can be ended at any time, and the next one continues.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from queue import SimpleQueue
from threading import Thread
from time import monotonic

from sandtable.server.run.descriptors import check_free

# each takes half a gigabyte
MOST = 4
# niceness, from 0 to 19
ASIDE = 10

Process = subprocess.Popen[str]


def on_terminal(sentence: str) -> None:
    """Writes a line to the parent process."""
    sys.stderr.write(sentence + "\n")


class Compilers:
    """Processes that report their progress through `say`; with `aside`, they run at low priority.

    `want` and `close` may be called from any thread, the others from only one.
    """

    def __init__(self, say: Callable[[str], object] = on_terminal, aside: bool = True) -> None:
        self._say = say
        self._aside = aside
        # a process and the part it has finished, "" at its end; or None with the name of a requested game, "" to close
        self._news: SimpleQueue[tuple[Process | None, str]] = SimpleQueue()
        self._running: dict[Process, str] = {}
        self._waiting: list[str] = []
        self._wanted: list[str] = []
        self._began: dict[str, float] = {}
        self._names: Mapping[str, str] = {}
        self._closed = False
        self.failed: list[str] = []
        self.unstarted: dict[str, OSError] = {}  # by game: why the last `compile` could not start its process

    def want(self, game: str) -> None:
        """Puts `game` first; if necessary, a game that nobody requested is interrupted for it."""
        self._news.put((None, game))

    def close(self) -> None:
        """Ends all processes."""
        self._closed = True
        self._news.put((None, ""))
        for process in tuple(self._running):
            process.terminate()

    def compile(
        self, names: Mapping[str, str], command: Callable[[str], Sequence[str]]
    ) -> Iterator[tuple[str, str]]:
        """Compiles games, given by id and name; yields a game and a finished part of it, or "" when its process ends.

        Games whose process cannot be started are left out; see `unstarted`.
        """
        self._names, self._waiting = names, list(names)
        self.unstarted.clear()
        self._fill(command)
        while (self._running or self._waiting) and not self._closed:
            process, said = self._news.get()
            if process is None:
                self._wanted.append(said)
            elif process in self._running:
                game = self._running[process]
                if not said:
                    del self._running[process]
                    self._note_end(process, game)
                yield game, said
            self._fill(command)

    def _fill(self, command: Callable[[str], Sequence[str]]) -> None:
        most = min(os.cpu_count() or 1, MOST)
        asked = [game for game in self._wanted if game in self._waiting]
        if asked and len(self._running) >= most:
            self._make_room()
        while self._waiting and len(self._running) < most and not self._closed:
            game = asked.pop(0) if asked else self._waiting[0]
            self._waiting.remove(game)
            try:
                self._begin(game, command(game))
            except OSError as error:
                self.unstarted[game] = error

    def _make_room(self) -> None:
        spare = [process for process, game in self._running.items() if game not in self._wanted]
        if spare:
            self._waiting.append(self._running.pop(spare[-1]))
            spare[-1].terminate()

    def _begin(self, game: str, command: Sequence[str]) -> None:
        check_free()
        if game not in self._began:
            self._began[game] = monotonic()
            self._say(f"Compiling {self._names[game]}; it is kept for the next start.")
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            # errors there occur here too, where they are logged
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) if self._aside else 0,
        )
        if self._aside and hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, process.pid, ASIDE)
        self._running[process] = game
        Thread(target=self._listen, args=(process,), name=f"sandtable-compiler-{game}", daemon=True).start()

    def _listen(self, process: Process) -> None:
        with process:
            for line in process.stdout or ():
                self._news.put((process, line.strip()))
        self._news.put((process, ""))

    def _note_end(self, process: Process, game: str) -> None:
        if process.returncode != 0:
            self.failed.append(game)
        else:
            self._say(f"{self._names[game]} is compiled ({monotonic() - self._began[game]:.1f} s).")
