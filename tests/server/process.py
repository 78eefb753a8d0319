"""A server in a process of its own: `python -m tests.server.process PORT DB [shipped]`, by default with the guessing game."""

import sys

from sandtable.server.app import serve
from sandtable.server.library import shipped
from tests.server.guess import shelf
from tests.server.stage import PATIENT

if __name__ == "__main__":
    _, port, db, *games = sys.argv
    serve(port=int(port), db=db, open_browser=False, open_shelf=shipped if games else shelf, limits=PATIENT)
