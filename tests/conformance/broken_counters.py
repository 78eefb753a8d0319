"""Faults of what is counted, made from connect four: each game has counters with one fault."""

from sandtable.authoring import Counters
from sandtable.testing import sentences as say
from tests.conformance.change import other
from tests.fixtures.connect_four import SPEC
from tests.fixtures.connect_four import rules as four


def told(setup, s, room, enough):
    return four.legal(setup, s, room)


def tally(setup, before, action, after, out):
    out[before.to_move, 0] += 1


def counting(tally=tally, options=told):
    """The game that counts so."""
    return lambda: other(SPEC, counters=Counters(("stones",), tally, options=options))


def one_less(setup, s, room, enough):
    return told(setup, s, room, enough) - 1


def one_more(setup, s, room, enough):
    return told(setup, s, room, enough) + 1


def stops_at_once(setup, s, room, enough):
    return 1 if enough == 2 else told(setup, s, room, enough)


def never_goes_on(setup, s, room, enough):
    return min(2, told(setup, s, room, enough))


def turns(setup, s, room, enough):
    s.to_move = 1 - s.to_move
    return told(setup, s, room, enough)


def without_enough(setup, s, room):
    return told(setup, s, room, 2)


def takes_back(setup, before, action, after, out):
    after.ply -= 1


def goes_on(setup, before, action, after, out):
    before.ply += 1


def divides(setup, before, action, after, out):
    out[0, 0] = float("nan")


def writes_on(setup, before, action, after, out):
    whole = out if out.base is None else out.base
    whole.ravel()[2] = 1.0


FAULTS = {
    "an option is forgotten": (say.OPTIONS_COUNT, counting(options=one_less)),
    "an option is made up": (say.OPTIONS_COUNT, counting(options=one_more)),
    "options stop too soon": (say.OPTIONS_COUNT, counting(options=stops_at_once)),
    "options never go on": (say.OPTIONS_COUNT, counting(options=never_goes_on)),
    "options change the state": (say.OPTIONS_COUNT, counting(options=turns)),
    "options do not get how many are enough": (say.OPTIONS_COUNT, counting(options=without_enough)),
    "what is counted changes what comes": (say.TALLY_COUNTS, counting(takes_back)),
    "what is counted changes what was": (say.TALLY_COUNTS, counting(goes_on)),
    "what is counted is no number": (say.TALLY_COUNTS, counting(divides)),
    "what is counted has no name": (say.TALLY_COUNTS, counting(writes_on)),
    # nothing is wrong with this one, but that no module has it
    "counters that count": (say.FINDABLE, counting()),
}
