"""The server with All Out Assault: what differs in a seat's secret only looks the same to everybody else."""

import msgspec
import pytest

import sandtable
from sandtable.authoring import stream
from sandtable.engine.match import Match
from sandtable.server.storage.store import StoredEvent, StoredSeat, StoredTable
from sandtable.server.tables.snapshot import moment, snapshot
from sandtable.server.tables.table import Table

# what a seat may do here without telling its numbers of Stealth and Honor, in which the two tables differ
QUIET = {"attack": {"stat": 0}, "tiebreak": {"stat": 5}}


def table(first, second):
    """A table where seat 0 has given its pawns the allocations of these numbers, seat 1 always the same."""
    game = sandtable.load("assault")
    stored = StoredTable("table", "assault", game.settings, bytes(range(32)), "hotseat", 0, rules=1, draws=1)
    made = Table(
        stored,
        [StoredSeat(seat, "person", f"P{seat}") for seat in (0, 1)],
        Match(game, stored.secret, "table"),
        None,
    )
    for choice in (first, second, 100, 650):
        play(made, made.match.position.actions()[choice])
    return made


def play(made, action):
    for entry in made.match.next_entries(made.match.to_move, action):
        made.fold([StoredEvent(made.seq + 1, entry.kind, entry.seat, entry.action, entry.keep)])


def quiet(position):
    """The legal actions that tell nothing of the numbers in which the tables differ."""
    game = position.game
    tiles = "".join(position.scene(2)["board"]["tiles"])
    unpacked = [(action, game.unpack(action)) for action in position.actions()]
    allowed = []
    for action, parts in unpacked:
        wanted = QUIET.get(parts.kind, {})
        on_special = parts.kind == "move" and tiles[parts.fields["tile"]] in "IRBT"
        if not on_special and all(parts.fields[name] == value for name, value in wanted.items()):
            allowed.append(action)
    return allowed


def told(made, seat):
    """Everything that the server would tell this seat: the table now with its whole log, and a moment before."""
    return msgspec.json.encode([snapshot(made, seat, 0), moment(made, seat, made.match.ply // 2, eyes=False)])


@pytest.mark.parametrize("seed", range(4))
def test_the_enemys_stats_reach_nobody(seed):
    # permutations of 1-6 in order: 0 is 1 2 3 4 5 6; 24 * 1 swaps Stealth and Honor
    one, two = table(0, 719), table(24, 719)
    rng = stream(seed)
    while not one.match.over and one.match.ply < 120:
        for seat in (1, None):
            assert told(one, seat) == told(two, seat)
        actions = quiet(one.match.position)
        if not actions or actions != quiet(two.match.position):
            break
        action = actions[int(rng.count + one.match.ply * 7 + seed) % len(actions)]
        play(one, action)
        play(two, action)
    assert one.match.ply > 20
    assert told(one, 0) != told(two, 0)


def test_a_resignation_shows_both_hands():
    made = table(3, 5)
    assert snapshot(made, 1).scene.pawns[0].stats is None
    made.fold([StoredEvent(made.seq + 1, "resign", 0)])
    for seat in (0, 1, None):
        shown = snapshot(made, seat)
        assert all(pawn.stats for pawn in shown.scene.pawns)
        assert shown.result == "P0 resigned: P1 wins."
        assert shown.secret is not None
