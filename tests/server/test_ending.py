"""How processes of a server end."""

import asyncio
import logging
import os
import signal
from types import SimpleNamespace

from sandtable.server import app
from sandtable.server.run import workers


def test_what_ends_with_the_server_is_no_error():
    def told(message, error=None):
        given = None if error is None else (type(error), error, None)
        return app._tell(logging.LogRecord("uvicorn.error", 40, "", 0, message, None, given))

    assert told("started")
    assert told("broken", ValueError("x"))
    assert not told("broken", asyncio.CancelledError())
    assert not told("Cancel 2 running task(s), timeout graceful shutdown exceeded")
    assert not told("Invalid UTF-8 sequence received from client.", ValueError("x"))


def test_a_thread_at_work_does_not_hold_the_terminal(monkeypatch):
    ended = []
    monkeypatch.setattr(app.os, "_exit", ended.append)
    for names, expected in ((("MainThread", "sandtable-bot_0"), [0]), (("MainThread", "x-sandtable-"), [])):
        ended.clear()
        threads = SimpleNamespace(
            enumerate=lambda names=names: [SimpleNamespace(name=name) for name in names]
        )
        monkeypatch.setattr(app, "import_module", lambda _name, threads=threads: threads)
        app._leave()
        assert ended == expected


def test_a_worker_that_is_left_alone_ends(monkeypatch):
    sent = []
    monkeypatch.setattr(workers, "parent_process", lambda: SimpleNamespace(join=lambda: sent.append("left")))
    monkeypatch.setattr(workers.os, "kill", lambda *given: sent.append(given))
    workers._follow()
    assert sent == ["left", (os.getpid(), signal.SIGTERM)]
    # the one that is started by a person
    monkeypatch.setattr(workers, "parent_process", lambda: None)
    workers._follow()
    assert len(sent) == 2
