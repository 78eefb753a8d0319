"""The package runs on Linux, macOS and Windows: nothing in it is POSIX's alone, and no text depends on a machine's encoding."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house.tree import PACKAGE, name, parsed

MODULES = {"crypt", "fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
# of multiprocessing: what takes the system's own way to start a process, which forks on some
NAMES = {
    "os": (
        "chown chroot ctermid fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpgrp "
        "getpriority getsid getuid initgroups killpg lchown major minor mkfifo mknod nice openpty pathconf "
        "posix_spawn sched_getaffinity sched_setaffinity sched_yield setegid seteuid setgid setpgid "
        "setpriority setsid setuid statvfs sysconf tcgetpgrp ttyname uname wait wait3 wait4 waitid"
    ),
    "signal": (
        "SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 SIGWINCH "
        "alarm pause pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigwait sigwaitinfo "
        "SIG_BLOCK SIG_SETMASK SIG_UNBLOCK"
    ),
    "socket": "AF_UNIX SO_REUSEADDR SO_REUSEPORT send_fds recv_fds",
    "multiprocessing": (
        "Pool Process Queue SimpleQueue Manager Event Lock Condition Semaphore Barrier Value Array"
    ),
}
FOREIGN = MODULES | {f"{module}.{word}" for module, words in NAMES.items() for word in words.split()}


def words(node: ast.AST) -> Iterator[str]:
    """What a node names, as `os.fork`: an attribute, or an import."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        yield f"{node.value.id}.{node.attr}"
    elif isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield str(node.module)
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def asks(scope: ast.AST) -> bool:
    """Whether a function asks which system it is on, or whether the system has what it uses."""
    source = ast.unparse(scope)
    return bool(re.search(r"\bsys\.platform\b|\bos\.name\b|\bhasattr\((os|signal|socket), ", source))


def foreign(tree: ast.AST) -> Iterator[str]:
    """The names in `tree` that some systems lack, in functions that do not ask for the system."""
    for node in ast.iter_child_nodes(tree):
        found = [*(word for word in words(node) if word in FOREIGN), *foreign(node)]
        if found and not (isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and asks(node)):
            yield from found


def keyword(call: ast.Call, word: str) -> bool:
    return any(given.arg in (word, None) for given in call.keywords)


def careless(call: ast.Call) -> str | None:
    """What is wrong with a call: a text of unknown encoding, or processes started as the system likes."""
    named = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    modes = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    text = [mode for mode in modes if re.fullmatch(r"[rwax]\+?t?", mode)]
    if named == "read_text" and not call.args and not keyword(call, "encoding"):
        return "read_text without an encoding"
    if named == "write_text" and len(call.args) < 2 and not keyword(call, "encoding"):
        return "write_text without an encoding"
    plain = isinstance(call.func, ast.Name) and named == "open" and len(call.args) == 1
    if named == "open" and (text or plain) and not keyword(call, "encoding"):
        return "open without an encoding"
    if named == "ProcessPoolExecutor" and not keyword(call, "mp_context"):
        return "ProcessPoolExecutor without mp_context"
    if named in ("get_context", "set_start_method") and modes != ["spawn"]:
        return f"{named} of another kind than spawn"
    return None


def faults(source: str) -> list[str]:
    """What in `source` would not run on each of the three systems, or not alike."""
    tree = parsed(source)
    calls = (careless(node) for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [*foreign(tree), *(fault for fault in calls if fault)]


def test_the_package_runs_on_three_systems() -> None:
    found = {name(path): faults(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}
    assert len(found) > 100
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import fcntl", "fcntl"),
        ("from os import fork", "os.fork"),
        ("def f():\n    os.nice(5)", "os.nice"),
        ("def f():\n    child.send_signal(signal.SIGKILL)", "signal.SIGKILL"),
        ("listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)", "socket.SO_REUSEADDR"),
        ("multiprocessing.Process(target=f)", "multiprocessing.Process"),
        ("from multiprocessing import Queue", "multiprocessing.Queue"),
        ("path.read_text()", "read_text without an encoding"),
        ("path.write_text(text)", "write_text without an encoding"),
        ("open('a')", "open without an encoding"),
        ("path.open('w')", "open without an encoding"),
        ("ProcessPoolExecutor(2)", "ProcessPoolExecutor without mp_context"),
        ("get_context('fork')", "get_context of another kind than spawn"),
        ("multiprocessing.set_start_method('forkserver')", "set_start_method of another kind than spawn"),
        ("get_context()", "get_context of another kind than spawn"),
    ],
)
def test_what_some_systems_lack_is_found(source: str, fault: str) -> None:
    assert faults(source) == [fault]


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    if sys.platform != 'win32':\n        os.nice(5)",
        "def f():\n    if hasattr(os, 'sched_getaffinity'):\n        return os.sched_getaffinity(0)",
        "path.read_text('utf-8')\npath.read_text(encoding='utf-8')",
        "path.write_text(text, encoding='utf-8')\nopen(path, 'rb')\nstore.open()",
        "get_context('spawn')\nProcessPoolExecutor(2, mp_context=context)",
    ],
)
def test_what_all_systems_have_is_not(source: str) -> None:
    assert faults(source) == []
