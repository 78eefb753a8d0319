"""A server in a process of its own: `python -m tests.server.process PORT DB [shipped [GAME ...]]`.

By default it has the guessing game, else the shipped games that are named, or all of them; a GAME may also be a module or a
file (see `sandtable.games`). A file that SANDTABLE_CONFIG names has further settings. With shipped games the dice are the same
at every table and in every run, whatever its id: a browser test that passes once is not broken by a throw. Ids, tokens and
invitations stay random. With SANDTABLE_OPEN_DICE in the environment dice are as they are for players, seeds and all. What is
measured lets nobody go first: other tests would keep it waiting.
"""

import os
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec

from sandtable.authoring import rng
from sandtable.engine.match import Match
from sandtable.games import find
from sandtable.server.app import serve
from sandtable.server.lab import jobs
from sandtable.server.loading.catalog import Catalog, shipped
from sandtable.server.run.hosting import Hosting, read
from sandtable.server.storage import credentials
from sandtable.server.tables import bots, table
from tests.server.guess import catalog
from tests.server.ws_client import PATIENT

SECRET = bytes(range(32))


def _load_the_dice() -> None:
    # without seeds of players the secret and the id of a table decide its dice; a match keeps both, so what is exported can be
    # verified
    table.Match = lambda game, secret, _, seats, **how: Match(
        game, secret, "loaded", seats, **{**how, "draws": 2}
    )
    credentials.new_secret = lambda: SECRET
    bots.stream = lambda seed: rng.stream(1)


def _some(names: list[str]) -> Catalog:
    places = [name for name in names if ":" in name or "/" in name]
    every = shipped(places)
    wanted = {find(name).id for name in names} or every.games.keys()
    return replace(every, games={game: spec for game, spec in every.games.items() if game in wanted})


if __name__ == "__main__":
    _, port, db, *games = sys.argv
    jobs.ASIDE = 0
    if games and "SANDTABLE_OPEN_DICE" not in os.environ:
        _load_the_dice()
    shown = partial(_some, games[1:]) if games else catalog
    config = os.environ.get("SANDTABLE_CONFIG")
    settings = read(Path(config), {}, {}) if config else Hosting(limits=PATIENT, lab="shared")
    serve(msgspec.structs.replace(settings, port=int(port), database=db), shown, log=bool(config))
