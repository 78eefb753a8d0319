"""Which tests call which functions, and a choice of tests by that: see `tools/mutants`."""

import ast
import json
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from faults import ROOT

# lines outside all functions
NONE = 0


@dataclass(frozen=True)
class Timed:
    """A test by its name, the seconds it takes, and what it calls: functions by file and first line, decorators included."""

    name: str
    seconds: float
    called: frozenset[tuple[str, int]]

    @property
    def file(self) -> str:
        """The file that the test is in."""
        return self.name.partition("::")[0]


class Recorder:
    """A plugin of pytest that writes to `out` what each test that passes takes, and which functions under `sources` it calls.

    What is called in processes that a test starts goes unseen. A test that takes over `most` seconds of a processor fails.
    """

    def __init__(self, sources: Path, out: Path, most: float) -> None:
        self.sources, self.out, self.most = str(sources), out, most
        self.tests: list[tuple[str, float, list[tuple[str, int]]]] = []
        self.failed: set[str] = set()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Records a test with what is made for it."""
        codes: dict[int, CodeType] = {}

        def called(frame: FrameType, event: str, given: Any) -> None:
            if id(frame.f_code) not in codes and not self._is_imported(frame):
                codes[id(frame.f_code)] = frame.f_code

        def given_up(number: int, frame: FrameType | None) -> None:
            # where it was then may have no number of a line
            pytest.fail(f"takes more than {self.most} seconds", pytrace=False)

        signal.signal(signal.SIGPROF, given_up)
        began = time.monotonic()
        threading.settrace(called)
        sys.settrace(called)
        signal.setitimer(signal.ITIMER_PROF, self.most, self.most)
        yield
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        own = [code for code in codes.values() if code.co_filename.startswith(self.sources)]
        found = {(code.co_filename.removeprefix(self.sources), code.co_firstlineno) for code in own}
        self.tests.append((item.nodeid, time.monotonic() - began, sorted(found)))

    def _is_imported(self, frame: FrameType | None) -> bool:
        """Whether a module of the sources is on its way in: what it calls makes what other tests use without a call."""
        while frame is not None:
            if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(self.sources):
                return True
            frame = frame.f_back
        return False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keeps in mind what failed."""
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Writes what was recorded."""
        passed = [test for test in self.tests if test[0] not in self.failed]
        self.out.write_text(json.dumps({"passed": passed, "failed": sorted(self.failed)}))


class Choice:
    """A plugin of pytest that leaves only the tests with these names, which are in `files`."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = set(names)
        self.files = list(dict.fromkeys(name.partition("::")[0] for name in names))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leaves the others out; files come in the order of the names."""
        places = {name: place for place, name in enumerate(self.files)}
        items[:] = sorted(
            (item for item in items if item.nodeid in self.names),
            key=lambda item: places[item.nodeid.partition("::")[0]],
        )


def recorded(calls: Path) -> tuple[list[Timed], list[str]]:
    """What a Recorder wrote: the tests that passed, and the names of those that failed."""
    read = json.loads(calls.read_text())
    passed = [
        Timed(name, seconds, frozenset((file, line) for file, line in called))
        for name, seconds, called in read["passed"]
    ]
    return passed, read["failed"]


def callers(tests: Sequence[Timed], path: Path, line: int) -> list[Timed]:
    """The tests that call the function at this line, the quickest first; then all others, if it is of the function's head.

    At a line outside of functions, or in one that no test calls: all in their order, since some fail in another.
    """
    file = "/" + "/".join(path.parts[2:])
    first, of_head = _function(path, line)
    chosen = sorted((test for test in tests if (file, first) in test.called), key=lambda test: test.seconds)
    if chosen and not of_head:
        return chosen
    # who lists what a function takes need not call it
    return [*chosen, *(test for test in tests if (file, first) not in test.called)]


def beside(tests: Sequence[Timed], chosen: Sequence[Timed]) -> list[Timed]:
    """The other tests of the files in which the chosen ones stand.

    What a file makes once for all its tests is called by the first of them alone, or by none of them where the file is read.
    """
    files, names = {test.file for test in chosen}, {test.name for test in chosen}
    return [test for test in tests if test.file in files and test.name not in names]


def _function(path: Path, line: int) -> tuple[int, bool]:
    """The first line of the innermost function around a line, NONE outside of all, and whether it is before its body."""
    first, of_head = NONE, False
    for node in ast.walk(ast.parse((ROOT / path).read_bytes())):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.end_lineno is None:
            continue
        start = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        if max(start, first) <= line <= node.end_lineno:
            first, of_head = max(first, start), line < node.body[0].lineno
    return first, of_head
