"""The progress of a command, as a terminal shows it."""

import io
import re

from rich import console

from sandtable._compiler import kernels
from sandtable.cli.console import announce_compiling, figure, progress, reason


def shown(monkeypatch, work):
    """What a terminal gets while `work(advance)` runs, without its codes."""
    screen = io.StringIO()
    made = console.Console
    monkeypatch.setattr(
        console, "Console", lambda **_: made(file=screen, force_terminal=True, width=120, height=20)
    )
    with progress("playing") as advance:
        work(advance)
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen.getvalue())


def test_the_rate_counts_what_was_done_since_the_first_call(monkeypatch):
    clock = iter([100.0, 100.0, 102.0])
    monkeypatch.setattr("sandtable.cli.console.perf_counter", lambda: next(clock))

    def work(advance):
        advance(5000, 9000)
        advance(8000, 9000)

    text = shown(monkeypatch, work)
    assert "playing" in text
    assert re.search(r"8000/9000 +1,500/s", text)
    # what was done before is in the bar from the start
    assert "5000/9000" in text


def test_work_that_begins_with_nothing_done_has_a_rate_as_well(monkeypatch):
    clock = iter([100.0, 100.0, 102.0])
    monkeypatch.setattr("sandtable.cli.console.perf_counter", lambda: next(clock))
    assert re.search(
        r"3000/9000 +1,500/s", shown(monkeypatch, lambda advance: [advance(0, 9000), advance(3000, 9000)])
    )


def test_what_an_error_says_is_its_reason():
    assert reason(OSError(2, "No such file or directory", "a.txt")) == "No such file or directory"
    assert (reason(OSError("gone")), reason(ValueError()), reason(ValueError("odd"))) == (
        "gone",
        "ValueError",
        "odd",
    )


def test_work_that_tells_nothing_has_no_rate(monkeypatch):
    text = shown(monkeypatch, lambda advance: None)
    assert "playing" in text
    assert "/s" not in text


def test_progress_and_compiling_are_told_beside_the_output(monkeypatch, capsys):
    with progress("playing") as advance:
        advance(1, 2)
    made, asked = console.Console, []
    monkeypatch.setattr(console, "Console", lambda **given: asked.append(given) or made(**given))
    with progress("playing"):
        pass
    assert asked == [{"stderr": True}]
    told = []
    monkeypatch.setattr(kernels, "announce", told.append)
    announce_compiling()
    told[0]("compiling this")
    assert capsys.readouterr() == ("", "sandtable: compiling this.\n")


def test_figures_as_people_read_them():
    assert [figure(value) for value in (1234.5, 0.12345, 1234, "x")] == ["1,234", "0.1235", "1,234", "x"]
