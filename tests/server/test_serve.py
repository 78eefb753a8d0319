"""`serve` as a process: it starts at once, says where it is, and ends cleanly."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

import pytest
from websockets.sync.client import connect

from sandtable.server import app
from sandtable.server.run.hosting import Hosting


@contextmanager
def start(*arguments, **environment):
    """A server's process, which does not outlive a test that fails."""
    command = [sys.executable, "-m", "tests.server.process", *map(str, arguments)]
    pipes = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "text": True,
    }
    with subprocess.Popen(command, env={**os.environ, **environment}, **pipes) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_server_says_where_it_is_and_ends_on_ctrl_c(tmp_path):
    with start(0, tmp_path / "a.db") as process:
        line = process.stdout.readline()
        address = line.split()[3]
        assert line == f"Sandtable is at {address} (Ctrl-C ends it)\n"
        with urllib.request.urlopen(f"{address}healthz") as answer:
            assert answer.read() == b"ok"
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=20)
        assert (process.returncode, out, errors) == (0, "", "")


def test_a_hangup_does_not_end_a_server_of_one_worker(tmp_path):
    with start(0, tmp_path / "a.db") as process:
        address = process.stdout.readline().split()[3]
        process.send_signal(signal.SIGHUP)
        with urllib.request.urlopen(f"{address}healthz") as answer:
            assert answer.read() == b"ok"
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=20)
        assert (process.returncode, out, errors) == (0, "", "")


def test_pages_are_served_while_the_engine_is_still_on_its_way(tmp_path):
    with start(0, tmp_path / "a.db", "shipped") as process:
        address = process.stdout.readline().split()[3]
        began = time.monotonic()
        with urllib.request.urlopen(f"{address}api/v1/status") as answer:
            assert b"ready" in answer.read()
        assert time.monotonic() - began < 2
        process.terminate()
        process.communicate(timeout=20)
        assert process.returncode in (0, -signal.SIGTERM)


@pytest.mark.long
def test_ctrl_c_ends_it_without_a_word_while_a_page_waits_for_rules(tmp_path):
    with start(0, tmp_path / "a.db", "shipped", SANDTABLE_CACHE=str(tmp_path / "empty")) as process:
        address = process.stdout.readline().split()[3]
        with connect(f"{address.replace('http', 'ws')}api/v1/tables/lab-rout-typical/socket") as page:
            page.send('{"type": "hello"}')
            with pytest.raises(TimeoutError):
                page.recv(timeout=1)
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=20)
        assert "Traceback" not in errors
        assert "Cancel" not in out + errors


def test_a_taken_port_is_one_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(
            OSError, match=rf"^Port {port} is in use by another program: choose another with --port\.$"
        ):
            app.serve(Hosting(port=port, database=":memory:"))


def test_the_command_refuses_a_taken_port_with_status_2(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [
            sys.executable,
            "-m",
            "sandtable",
            "play",
            "--no-open",
            "--port",
            port,
            "--db",
            str(tmp_path / "a.db"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"Port {port} is in use" in done.stderr


def test_an_address_that_is_not_this_machines_is_one_sentence():
    with pytest.raises(OSError, match=r"^Cannot serve on 203\.0\.113\.7, port 8000: .*\.$"):
        app.serve(Hosting(host="203.0.113.7", database=":memory:"))


@pytest.mark.parametrize("wanted", [True, False])
def test_a_browser_is_opened_only_where_it_is_wanted(monkeypatch, capsys, wanted):
    opened = []
    monkeypatch.setattr(app.webbrowser, "open", opened.append)

    async def scene():
        app._announce("http://here/", wanted)
        await asyncio.get_running_loop().shutdown_default_executor()

    asyncio.run(scene())
    assert opened == ["http://here/"] * wanted
    assert capsys.readouterr().out == "Sandtable is at http://here/ (Ctrl-C ends it)\n"


def test_on_windows_no_other_program_takes_the_port(monkeypatch):
    """There SO_REUSEADDR means that two programs may listen at once."""

    class Listener:
        def __init__(self, *_):
            self.options = []

        def setsockopt(self, *option):
            self.options.append(option)

        def bind(self, _address):
            pass

    with monkeypatch.context() as windows:
        windows.setattr(app.sys, "platform", "win32")
        windows.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
        windows.setattr(socket, "socket", Listener)
        listener = app._listen("127.0.0.1", 8000)
    assert listener.options == [(socket.SOL_SOCKET, -5, 1)]
