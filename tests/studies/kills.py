"""A server that is killed a thousand times in the middle of matches."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server.test_killed import survive

KILLS = 1000


def run() -> Iterator[str]:
    """What was acknowledged and kept."""
    with TemporaryDirectory() as folder:
        acknowledged = asyncio.run(survive(Path(folder) / "tables.db", KILLS, 1))
    yield (
        f"The server was killed {KILLS} times while clients played {len(acknowledged)} matches of All Out Assault. "
        f"Of {sum(acknowledged)} actions that it had acknowledged none was lost or changed; every match was played to its "
        "end and verified, and what a client had been told once it was told again, word for word."
    )
