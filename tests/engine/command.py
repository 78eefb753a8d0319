"""The commands of `sandtable`, as tests call them."""

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from subprocess import CompletedProcess
from unittest import mock

import pytest

from sandtable.cli import main


def run(*arguments, encoding="utf-8"):
    """What `sandtable ARGUMENTS` ends with, run in this process: to start one takes a second (`test_simulate` has those).

    Its terminal has that encoding. That something is compiled is no complaint: it depends on the tests before.
    """
    printed, complained = (io.TextIOWrapper(io.BytesIO(), encoding, newline="") for _ in range(2))
    called = mock.patch.object(sys, "argv", ["sandtable", *arguments])
    with called, redirect_stdout(printed), redirect_stderr(complained), pytest.raises(SystemExit) as ended:
        main()
    out, error = (stream.seek(0) or stream.read() for stream in (printed, complained))
    error = re.sub("^sandtable: compiling .*\n", "", error, flags=re.MULTILINE)
    return CompletedProcess(arguments, ended.value.code, out, error)


def commands(command, path=()):
    """Every command by the words that call it, groups included."""
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from commands(below, (*path, name))
