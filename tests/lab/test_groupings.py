"""By what the shipped games tell sides apart, on actions made by hand."""

from types import SimpleNamespace

import numpy as np

from sandtable.authoring import Unpacked
from sandtable.games.assault import lab as assault
from sandtable.games.assault.schema import TILE
from sandtable.games.optio import lab as optio
from sandtable.games.optio.schema import BLOCKS, KIND
from sandtable.games.rout import lab as rout
from sandtable.games.rout import schema as rout_schema
from sandtable.games.rush import lab as rush
from sandtable.games.rush import schema as rush_schema


def told(lab, setup, state, kind, **fields):
    """What each sort of a game says of an action, by name."""
    action = Unpacked(kind, fields)
    return {sort.name: sort.told(setup, state, action) for sort in lab.GROUPINGS}


def test_all_out_assault_tells_the_first_tile_and_the_highest_number():
    setup = SimpleNamespace(kind=[TILE.PLAIN, TILE.RED, TILE.TRAINING])
    on_red, on_training = (
        SimpleNamespace(acting=1, pawn=[None, SimpleNamespace(tile=tile)]) for tile in (1, 2)
    )
    nothing = {"opening": "", "numbers": ""}
    assert told(assault, setup, on_red, "use") == nothing | {"opening": "Red"}
    assert told(assault, setup, on_training, "train", stat=1) == nothing | {"opening": "Training"}
    assert told(assault, setup, on_red, "decline") == nothing
    # the first allocation is 1 2 3 4 5 6, the last 6 5 4 3 2 1
    first, last = ({"pawn": 0, "allocation": number} for number in (0, 719))
    assert told(assault, setup, on_red, "allocate", **first)["numbers"] == "6 in Discipline"
    assert told(assault, setup, on_red, "allocate", **last)["numbers"] == "6 in Strength"
    assert told(assault, setup, on_red, "allocate", pawn=1, allocation=0) == nothing


def test_optio_tells_where_the_first_block_enters_and_what_it_is():
    blocks = [SimpleNamespace(kind=KIND.DUMMY) for _ in range(2 * BLOCKS)]
    blocks[BLOCKS + 2].kind = KIND.ARMY
    state = SimpleNamespace(to_move=1, block=blocks)
    assert told(optio, None, state, "enter", block=2, column=4) == {
        "opening": "column E",
        "first block": "army",
    }
    assert told(optio, None, state, "end") == {"opening": "", "first block": ""}


def test_rout_tells_how_a_side_lines_up_and_what_it_was_dealt():
    dealt = np.array([[3, 3, 1], [1, 0, 6]])
    placing = SimpleNamespace(phase=rout_schema.PHASE.PLACE, to_move=1, dealt=dealt)
    cards = {
        "archer cards": "1 archer card",
        "cavalry cards": "0 cavalry cards",
        "pike cards": "6 pike cards",
    }
    name = rout.FORMATION_NAMES[1]
    assert told(rout, None, placing, "formation", formation=1) == {"formation": name, **cards}
    later = SimpleNamespace(phase=rout_schema.PHASE.TURN, to_move=1, dealt=dealt)
    assert set(told(rout, None, later, "pass").values()) == {""}


def test_rush_tells_how_a_team_lines_up_and_its_first_token():
    lining_up, rushing = (
        SimpleNamespace(phase=phase) for phase in (rush_schema.PHASE.LINE_UP, rush_schema.PHASE.RUSH)
    )
    assert told(rush, None, lining_up, "place", player=0, hex=3) == {
        "formation": "player by player",
        "opening": "",
    }
    assert told(rush, None, rushing, "slam", player=0) == {"formation": "", "opening": "slam"}
