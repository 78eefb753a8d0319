"""Two workers on one PostgreSQL: killed, raced, cut off from their database, and how soon each hears of the other."""

import asyncio
import random
from collections.abc import Iterator
from tempfile import TemporaryDirectory

from tests.server.postgres import cluster
from tests.server.test_killed import survive
from tests.server.test_peers import Workers, check_race, race, restarted, seen_elsewhere

# seconds, in the median, within which an action is to be seen at the other server
SEEN_WITHIN = 0.1
# of kills and seconds, whichever is reached first
KILLS, SECONDS = 100, 1200.0
RACED, RESTARTS, MOVES = 10_000, 20, 1000


def run() -> Iterator[str]:
    """What was acknowledged and kept, and how long it took."""
    with cluster() as server, TemporaryDirectory() as folder:
        took = asyncio.run(seen_elsewhere(server.create("seen"), MOVES))
        median, late = took[len(took) // 2], took[int(len(took) * 0.99)]
        yield (
            f"An action sent to one server is seen at another after {1000 * median:.0f} ms (median of {len(took)} actions in "
            f"All Out Assault), and in 99 % of cases within {1000 * late:.0f} ms "
            f"(target: a median under {1000 * SEEN_WITHIN:.0f} ms).\n"
        )
        assert median < SEEN_WITHIN, "an action is seen too late at the other server"
        acknowledged = check_race(*asyncio.run(race(server.create("raced"), RACED)))
        yield (
            f"Two servers carried out {RACED} messages at one table as fast as they could, each knowing only what it had "
            f"received: {acknowledged} were acknowledged, and the others were refused because the table had moved on. The log "
            "has no fork, both servers agree, and nothing acknowledged is missing.\n"
        )
        pressed = asyncio.run(restarted(server, server.create("restarted"), RESTARTS))
        yield (
            f"The database was killed and restarted {RESTARTS} times while two servers were writing to it: none of the "
            f"{pressed} acknowledged actions was lost, and afterwards each server again received what the other stored.\n"
        )
        pool = Workers(server.create("killed"), folder, random.Random(1), KILLS)
        played = asyncio.run(survive(pool, SECONDS))
        yield (
            f"One of two workers was killed {pool.kills} times while clients played {len(played)} matches of All Out "
            f"Assault. None of the {sum(played)} acknowledged actions was lost or changed, and every match was played to its "
            "end and verified."
        )
