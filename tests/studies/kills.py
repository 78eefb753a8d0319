"""A server that is killed again and again in the middle of matches."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server.test_killed import Victim, survive

# whichever is reached first
KILLS, SECONDS = 1000, 2 * 3600.0


def run() -> Iterator[str]:
    """What was acknowledged and kept."""
    with TemporaryDirectory() as folder:
        victim = Victim(Path(folder) / "tables.db", random.Random(1), KILLS)
        acknowledged = asyncio.run(survive(victim, SECONDS))
    yield (
        f"The server was killed {victim.kills} times while clients played {len(acknowledged)} matches of All Out Assault. "
        f"None of the {sum(acknowledged)} actions that it had acknowledged was lost or changed. Every match was played to its "
        "end and verified, and clients got the same events again, word for word."
    )
