"""The games of the package: random play on one core and on two, and both searches from the first choice of a match."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from benchmarks.race import Absent, Aim, Contender, Contest, Work, absent
from sandtable import games
from sandtable.engine.game import load
from sandtable.lab.run import bench

THREADS = 2
# a seat's actions and outcomes of chance a second, on one core
PLAY = {"assault": 20_000_000, "optio": 10_000_000, "rush": 5_000_000}
SEARCH = {"assault": 20_000}
TWO_CORES = Aim(ratio=1.8)
PEERS = {"rush": [absent("botbowl", "it has no release for this version of Python")]}


def contests() -> list[Contest]:
    """Random play and search of every game."""
    return [contest for game in games.installed() for contest in (_play(game), _search(game))]


def _play(game: str) -> Contest:
    contenders = [
        Contender("Sandtable, two cores", partial(play, game, THREADS)),
        Contender("Sandtable, one core", partial(play, game, 1), (*_least(PLAY, game), TWO_CORES)),
        *PEERS.get(game, []),
    ]
    return Contest(f"{game}, random play", "actions/s", contenders, piece="matches", cores=THREADS)


def _search(game: str) -> Contest:
    contenders = (
        Contender("Sandtable, tree of positions", partial(tree_search, game), _least(SEARCH, game)),
        Contender("Sandtable, tree of information sets", partial(set_search, game)),
    )
    return Contest(f"{game}, tree search, full playouts", "simulations/s", contenders, compared=False)


def _least(aims: dict[str, int], game: str) -> tuple[Aim, ...]:
    return (Aim(least=aims[game]),) if game in aims else ()


def play(name: str, threads: int) -> Work:
    """Random matches on `threads` threads at once, states reset, nothing recorded."""
    game = load(name)
    players = [bench.RandomPlayer(game, number) for number in range(threads)]
    pool = ThreadPoolExecutor(threads)

    def work(matches: int) -> int:
        shares = [(matches + number) // threads for number in range(threads)]
        running = [
            pool.submit(player.play, share) for player, share in zip(players, shares, strict=True) if share
        ]
        return sum(future.result() for future in running)

    return work


def tree_search(name: str) -> Work:
    """Searches in the tree of positions, nothing hidden, uniform playouts to the end."""
    game = load(name)
    return _repeated(bench.tree_search(game, bench.choices(game)[0]))


def set_search(name: str) -> Work:
    """Searches in the tree of information sets, uniform playouts to the end."""
    game = load(name)
    roots = bench.choices(game)
    if not any(map(bench.hides, roots)):
        raise Absent("nothing is hidden in this game")
    return _repeated(bench.set_search(game, roots[0]))


def _repeated(search: Callable[[], int]) -> Work:
    return lambda searches: sum(search() for _ in range(searches))
