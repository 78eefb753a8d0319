"""A PostgreSQL server of the tests' own: a data folder that is thrown away, on a socket in it and on no port."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
# it refuses to run as root
OWN = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()


class Cluster:
    """A running server; `url` leads to a database of it."""

    def __init__(self, folder, programs, fsync):
        self.folder = folder
        self._programs = programs
        self._data = folder / "data"
        self._fsync = fsync

    def url(self, name="postgres"):
        """Where the database `name` is."""
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def run(self, program, *words):
        """What one of its programs prints."""
        command = (*OWN, str(self._programs / program), *words)
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def script(self, text, folder):
        """Runs a script of a shell as somebody does who may create databases."""
        environ = f"PATH={self._programs}:{os.environ['PATH']}", f"PGHOST={self.folder}", "PGUSER=postgres"
        command = (*OWN, "env", *environ, "bash", "-euo", "pipefail", "-c", text)
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def initialise(self):
        self.run(
            "initdb",
            "-D",
            str(self._data),
            "-U",
            "postgres",
            "--auth=trust",
            "--no-sync",
            "--encoding=UTF8",
            "--locale=C",
        )

    def start(self):
        """Starts it and waits until it answers."""
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync={self._fsync}"
        self.run(
            "pg_ctl", "start", "-w", "-D", str(self._data), "-l", str(self.folder / "log"), "-o", options
        )

    def stop(self):
        """Stops it at once; what it had committed it will have when it starts again."""
        self.run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", str(self._data))

    def create(self, name):
        """A database of this name, empty; its URL."""
        self.run("createdb", "-h", str(self.folder), "-U", "postgres", name)
        return self.url(name)


@contextlib.contextmanager
def cluster(fsync="off"):
    """A server while the block runs; with `fsync` "on" what it commits is on the disk."""
    found = subprocess.run([ROOT / "tools" / "postgres"], stdout=subprocess.PIPE, text=True, check=True)
    # sockets have short names only, which pytest's folders do not leave room for
    with tempfile.TemporaryDirectory(prefix="sandtable-") as name:
        folder = Path(name)
        if OWN:
            shutil.chown(folder, "postgres")
        made = Cluster(folder, Path(found.stdout.strip()).resolve().parent, fsync)
        made.initialise()
        made.start()
        try:
            yield made
        finally:
            made.stop()
