"""What a seat knows of a position, as numbers, for learners. The pitch is seen from the seat's own end."""

from sandtable.authoring import Feature, FeatureBlock, Setup, State, inline, jit, size_of
from sandtable.authoring.hexgrid import SIDES
from sandtable.games.rush.data.pitch import HEXES, pitch
from sandtable.games.rush.data.teams import MOST_PLAYERS, presets
from sandtable.games.rush.schema import BENCH, NO_BALL, OUT, PHASES, PLAYERS, TESTS

# the greatest lead, as a share of the winning lead: a point less, plus the best strike (R2.5)
MOST_LEAD = max(
    (one.winning_lead - 1 + int(pitch().points.max())) / one.winning_lead for one in presets().values()
)
PLACE = (
    Feature("forward, from the middle of the pitch (0) to the end (1)", -1.0),
    Feature("to the right, from the middle of the pitch (0) to the edge (1)", -1.0),
)
TABLE = FeatureBlock(
    (
        Feature("this seat is to move"),
        Feature("this is seat 1"),
        Feature("this side rushes"),
        Feature("lead, as a share of that which wins", -MOST_LEAD, MOST_LEAD),
        Feature("rushes left (1 is 54)", 0.0, 80 / 54),
        Feature("sudden death"),
        Feature("tokens left (1 is 10)"),
        Feature("the rush ends after this chain of actions"),
        Feature("no ball in play"),
        Feature("the ball lies on the pitch"),
        *(Feature(f"ball: {one.name}", one.low, one.high) for one in PLACE),
        Feature("points left to move (1 is 18)", 0.0, 255 / 18),
        Feature("phase", of=PHASES),
        Feature("test", of=("none", *TESTS[1:])),
    )
)
PLAYER = FeatureBlock(
    (
        Feature("on the pitch"),
        *PLACE,
        Feature("down"),
        Feature("on the bench"),
        Feature("turns to miss (1 is 8)", 0.0, 255 / 8),
        Feature("has the ball"),
        Feature("is in action"),
        Feature("faces", of=[f"side {side}" for side in range(SIDES)]),
    ),
    [f"{whose} player {n}" for whose in ("own", "enemy") for n in range(1, MOST_PLAYERS + 1)],
)
PARTS = (TABLE, PLAYER)
FEATURES = size_of(PARTS)
OF_TABLE, PER_PLAYER = TABLE.size, PLAYER.size
# where the phases, the tests and the sides of a player begin
PHASE_AT, FACING = 13, 8
TEST_AT = PHASE_AT + len(PHASES)


@jit
def features(setup: Setup, state: State, seat, out):
    """See `ops.features`; `PARTS` says what the numbers mean."""
    for i in range(FEATURES):
        out[i] = 0.0
    side = 1.0 if seat == 0 else -1.0
    out[0] = 1.0 if state.to_move == seat else 0.0
    out[1] = seat
    out[2] = 1.0 if state.side == seat else 0.0
    out[3] = side * state.lead / setup.limit
    out[4] = (setup.rushes + setup.sudden - state.rush) / 54.0
    out[5] = 1.0 if state.rush >= setup.rushes else 0.0
    out[6] = state.tokens / 10.0
    out[7] = 1.0 if state.ends != 0 else 0.0
    out[8] = 1.0 if state.ball == NO_BALL else 0.0
    if state.ball < HEXES:
        out[9] = 1.0
        out[10], out[11] = side * setup.x[state.ball] / 20.0, side * setup.row[state.ball] / 5.0
    out[12] = state.now.points / 18.0
    out[PHASE_AT + state.phase] = 1.0
    out[TEST_AT + state.test] = 1.0
    at = OF_TABLE
    for n in range(PLAYERS):
        _player(setup, state, (MOST_PLAYERS * seat + n) % PLAYERS, seat, out[at : at + PER_PLAYER])
        at += PER_PLAYER
    return at


@inline
def _player(setup: Setup, s: State, p, seat, out):
    player = s.player[p]
    side = 1.0 if seat == 0 else -1.0
    if player.place < HEXES:
        out[0] = 1.0
        out[1], out[2] = side * setup.x[player.place] / 20.0, side * setup.row[player.place] / 5.0
        out[FACING + (player.facing + (0 if seat == 0 else SIDES // 2)) % SIDES] = 1.0
    out[3] = 1.0 if player.prone != 0 else 0.0
    out[4] = 1.0 if player.place == BENCH else 0.0
    out[5] = player.out / 8.0 if player.place == OUT else 0.0
    out[6] = 1.0 if s.carrier == p else 0.0
    out[7] = 1.0 if s.now.actor == p else 0.0
