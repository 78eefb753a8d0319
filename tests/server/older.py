"""A database as version 0.1 left it, before finished matches were archived: of each game a finished and a running match."""

import json

import sqlalchemy as sql

from sandtable import load
from sandtable.authoring import stream
from sandtable.engine.match import Match
from sandtable.server.storage import credentials, migrations
from tests.golden.make import CHOOSE, MATCHES

# the schema of that time, and how its dice were drawn
SCHEMA, DRAWS = "3", 2
GAMES = {"assault": "skirmish", "optio": "three-fords", "rout": "flicks", "rush": "demo"}
# how many entries a running match has
BEGUN = 14
NAMES = ("Ann", "Bob")
TOKENS = ("ann-holds-this-token-22", "bob-holds-this-token-22")


def played(game, state):
    """A match of a game that has `ended`, or `runs`."""
    _, seed, settings, choose = MATCHES[GAMES[game]]
    secret = bytes([seed] * 32)
    match = Match(load(game, **settings), secret, f"{game}{state}", NAMES, draws=DRAWS)
    own = stream(seed)
    match.begin()
    while not match.over and (state == "ended" or len(match.entries) < BEGUN):
        match.play(int((choose or CHOOSE[game])(match.position, own)))
    return match


def events(match):
    """What is stored of a match besides its numbers: the second player sat down, and its entries."""
    kept = ("kind", "seat", "action", "keep", "note")
    entries = [{name: getattr(entry, name) for name in kept} for entry in match.entries]
    said = [{"kind": "join", "seat": 1, "action": -1, "keep": -1, "note": NAMES[1]}, *entries]
    return [{**event, "time": 1000 * seq} for seq, event in enumerate(said, 1)]


def make(place):
    """Writes the database into the file `place`."""
    engine = sql.create_engine(f"sqlite:///{place}", poolclass=sql.NullPool)
    with engine.begin() as connection:
        migrations.upgrade(connection, SCHEMA)
        for game in GAMES:
            for state in ("ended", "runs"):
                _store(connection, played(game, state))
    engine.dispose()


def _store(connection, match):
    table = {
        "id": match.table,
        "game": match.game.id,
        "settings": json.dumps(match.settings),
        "secret": match.secret.hex(),
        "opponent": "friend",
        "invite": f"i{match.table}",
        "created": 1,
        "rules": match.game.spec.rules.version,
        "draws": match.draws,
        "take_back": "any",
    }
    _insert(connection, "tables", table)
    for seat, (name, token) in enumerate(zip(NAMES, TOKENS, strict=True)):
        held = {"seat": seat, "kind": "person", "name": name, "token": credentials.hash_token(token)}
        _insert(connection, "seats", {"table_id": match.table, **held})
    for seq, event in enumerate(events(match), 1):
        _insert(connection, "events", {"table_id": match.table, "seq": seq, **event})


def _insert(connection, table, row):
    names = ", ".join(row)
    connection.execute(
        sql.text(f"INSERT INTO {table} ({names}) VALUES ({', '.join(f':{name}' for name in row)})"), row
    )
