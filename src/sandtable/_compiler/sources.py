"""Packs the source of a game that was loaded from a file, so that another process or machine can load it."""

import hashlib
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sandtable._compiler import kernels

# for all files together: a game's rules are text and small tables
MOST_BYTES = 32 * 2**20
_LEFT = {"__pycache__"}


@dataclass(frozen=True)
class Source:
    """The files of a module, by their paths below a directory on the import path, and a digest of their names and
    contents.
    """

    module: str
    files: Mapping[str, bytes]
    digest: str

    def unpack(self) -> None:
        """Writes the files to a folder of the compile cache, from which `module` is then imported."""
        root = kernels.cache_root().parent / "sources" / self.digest
        if not root.is_dir():
            self._write(root)
        if str(root) not in sys.path:
            sys.path.insert(0, str(root))
        kernels.keep_by_digest(root, self.digest)

    def _write(self, root: Path) -> None:
        root.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=root.parent))
        for name, data in self.files.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            (made / name).write_bytes(data)
        try:
            made.replace(root)
        except OSError:
            # another process was faster
            if not root.is_dir():
                raise


def read(whole: Path) -> tuple[Source, Path]:
    """The source of the game in the file or package `whole`, and the directory from which its module is imported."""
    root, parts = whole.parent, [whole.stem if whole.is_file() else whole.name]
    packages: list[Path] = []
    while (root / "__init__.py").is_file():
        packages.append(root / "__init__.py")
        parts.insert(0, root.name)
        root = root.parent
    own = [whole] if whole.is_file() else sorted(path for path in whole.rglob("*") if path.is_file())
    kept = [path for path in own if not _LEFT & set(path.parts)]
    if sum(path.stat().st_size for path in kept) > MOST_BYTES:
        raise ValueError(
            f"the files of a game must be at most {MOST_BYTES // 2**20} MiB in total, but those in {whole} are larger"
        )
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in (*packages, *kept)}
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}:{len(files[name])}:".encode())
        digest.update(files[name])
    source = Source(".".join(parts), files, digest.hexdigest()[:16])
    kernels.keep_by_digest(root, source.digest, source.files)
    return source, root
