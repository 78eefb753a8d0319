"""The server with ROUT!: flicks that nobody lists, films, what a shot may come to, and hands whose errors can be checked."""

import json
from base64 import b64decode
from random import Random

import numpy as np
import pytest

from sandtable import agents, verify
from sandtable.authoring import CHANCE, SPECTATOR, rng
from sandtable.engine.game import Game
from sandtable.engine.match import MatchError
from sandtable.games import spec
from sandtable.games.rout.schema import ACTIONS, By
from sandtable.server.loading.catalog import Catalog
from tests.server.flicks import FRONT, action, any_flick, flick, toward
from tests.server.guess.declaration import LEVELS
from tests.server.ws_client import meet, running
from tests.server.ws_client import play as run

SMALL = {"width": 600, "height": 600, "ivory_units": 2, "ink_units": 2, "turn_cap": 12, "first": "0"}
SERVICE = "/games/rout/services/practice.json"


def catalog():
    """ROUT! alone, whose computer flicks at random."""
    agent = agents.make("rout", "random")
    return Catalog({"rout": spec("rout")}, lambda game: LEVELS[:1], lambda game, level: agent)


@pytest.fixture
def stage(tmp_path):
    """Opens a server with ROUT!, on the same database every time."""
    return lambda: running(tmp_path / "tables.db", open_catalog=catalog)


async def begin(ann, bob):
    """Both line up; returns who is to flick, in the first turn that has a unit to flick."""
    for client in (ann, bob):
        await client.turn()
        await client.act(client.choices()[0])
    return await flicker(ann, bob)


async def flicker(ann, bob):
    while True:
        await meet(ann, bob)
        mover = ann if ann.seen["to_move"] == 0 else bob
        if mover.seen["phase"] == "turn":
            return mover
        await mover.act(mover.choices()[-1])


def numbers(track):
    return np.frombuffer(b64decode(track["data"]), "<i2").reshape(-1, 3).cumsum(axis=0)


def test_a_flick_is_sent_by_its_number_and_comes_back_as_a_film(stage):
    async def scene():
        async with stage() as server:
            table, tokens = await server.pair(game="rout", settings={**SMALL, "hand": "none"})
            async with (
                server.sit(table, tokens[0]) as ann,
                server.sit(table, tokens[1]) as bob,
                server.sit(table) as eve,
            ):
                mover = await begin(ann, bob)
                before = mover.seen["scene"]
                unit = before["usable"][0]
                way, contact = toward(before, unit, (300, 300))
                # of hundreds of examples none is listed, but that one may pass is
                assert [choice["kind"] for choice in mover.seen["legal"]] == ["pass"]
                assert mover.seen["many"] == []
                sent = flick(before, unit, before["may"][0], way, contact, 0.8)
                assert (await mover.act(sent))["type"] == "accepted"
                await meet(ann, bob, eve)
                film = ann.seen["scene"]["film"]
                assert film == bob.seen["scene"]["film"] == eve.seen["scene"]["film"]
                assert (film["unit"], film["speed"], film["meant"]) == (unit, 0.8, None)
                assert film["blocks"] == before["blocks"]
                assert film["ply"] <= ann.seen["ply"]
                own = next(track for track in film["tracks"] if track["block"] in (unit, -1))
                places = numbers(own)
                assert len(places) + own["first"] <= film["frames"]
                start = next(b for b in before["blocks"] if b["id"] == unit)
                assert abs(places[0, :2] / 10 - (start["x"], start["y"])).max() < 0.1
                # what has slid in the air or on the table slows down
                steps = np.hypot(*np.diff(places[:, :2], axis=0).T)
                assert steps[0] > steps[-1]

    run(scene)


def test_a_flick_that_is_not_allowed_is_refused_by_its_clause(stage):
    async def scene():
        async with stage() as server:
            table, tokens = await server.pair(game="rout", settings={**SMALL, "hand": "none"})
            async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
                mover = await begin(ann, bob)
                now = mover.seen["scene"]
                unit, deed = now["usable"][0], now["may"][0]
                angle = next(b for b in now["blocks"] if b["id"] == unit)["angle"]
                for sent, clause in (
                    (flick(now, unit, deed, (angle + 90) % 360, FRONT), "T3.1"),
                    (flick(now, 23, deed, 0, FRONT), "T2.2"),
                    (ACTIONS.base("place"), "T1.5"),
                    (ACTIONS.base("rally"), "T2.4"),
                ):
                    refused = await mover.act(sent)
                    assert (refused["code"], refused["clause"]) == ("illegal", clause)

    run(scene)


def test_what_a_shot_may_come_to(stage):
    async def scene():
        async with stage() as server:
            table, tokens = await server.pair(game="rout", settings=SMALL)
            path = f"/tables/{table}/exports/shot.json"
            assert (await server.get(path)).status_code == 404
            async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
                mover = await begin(ann, bob)
                now = mover.seen["scene"]
                assert mover.seen["exports"] == ["shot.json"]
                sent = any_flick(now, Random(1))
                shot = json.loads((await server.get(f"{path}?action={sent}")).text)
                assert (shot["unit"] in now["usable"], shot["hands"]) == (True, 64)
                assert sum(one["chance"] for one in shot["touch"]) == pytest.approx(1)
                assert all(0 <= shot[name] <= 1 for name in ("hit", "perhaps", "self_off"))
                assert shot["path"]["tracks"]
                passing = mover.seen["legal"][-1]["action"]
                for wrong in ("", "x", "-1", "9" * 30, str(passing), str(ACTIONS.base("place"))):
                    answer = await server.get(f"{path}?action={wrong}")
                    assert answer.status_code == 400, wrong
                    assert answer.json()["error"].endswith("."), wrong

    run(scene)


def test_a_flick_can_be_practised_without_a_match(stage):
    async def scene():
        async with stage() as server:
            push = {"direction": 90, "speed": 1.0, "contact": 61}
            film = (await server.post(SERVICE, **push)).json()
            (track,) = film["tracks"]
            places = numbers(track)
            # 1 m/s, friction 0.25: v^2 / (2 mu g) = 204 mm, straight north from the middle
            assert places[-1, 1] / 10 == pytest.approx(500 + 203.9, abs=2.5)
            assert abs(places[:, 0] - 5000).max() <= 1
            for wrong in (
                {"direction": 400},
                {"speed": 9},
                {"contact": 999},
                {"direction": 0},
                {"contact": "x"},
            ):
                answer = await server.post(SERVICE, **push | wrong)
                assert answer.status_code == 400, wrong
                assert answer.json()["error"]

    run(scene)


async def passed(ann, bob, turns):
    """Both pass, for that many turns in which there is a choice."""
    for _ in range(turns):
        mover = await flicker(ann, bob)
        await mover.act(mover.seen["legal"][-1]["action"])
    await meet(ann, bob)


def test_nobody_looks_further_back_than_to_the_own_last_turn_while_the_match_runs(stage):
    async def scene():
        async with stage() as server:
            table, tokens = await server.pair(
                game="rout", settings={**SMALL, "rally": 0, "turn_cap": 60, "hand": "none"}
            )
            headers = [{"Authorization": f"Bearer {token}"} for token in tokens]
            async with (
                server.sit(table, tokens[0]) as ann,
                server.sit(table, tokens[1]) as bob,
                server.sit(table) as eve,
            ):
                await begin(ann, bob)
                await meet(ann, bob, eve)
                assert [client.seen["first_ply"] for client in (ann, bob, eve)] == [0, 0, 0]
                await passed(ann, bob, 5)
                await meet(ann, bob, eve)
                last, firsts = ann.seen["ply"], [client.seen["first_ply"] for client in (ann, bob, eve)]
                assert 0 < min(firsts) < max(firsts) == firsts[2] < last
                for first, given in zip(firsts, (*headers, {}), strict=True):
                    answers = [
                        (await server.get(f"/tables/{table}/at/{ply}", **given)) for ply in range(last + 1)
                    ]
                    assert [answer.status_code for answer in answers] == [403] * first + [200] * (
                        last + 1 - first
                    )
                    assert str(first) in answers[0].json()["error"]
                for path in ("picture", "card"):
                    made = [
                        await server.get(f"/tables/{table}/{path}?ply={ply}") for ply in (firsts[2] - 1, last)
                    ]
                    assert [answer.status_code for answer in made] == [403, 200]
                path = f"/tables/{table}/exports/shot.json?action=1&ply="
                assert (await server.get(f"{path}{firsts[2] - 1}")).status_code == 403
                assert (await server.get(f"{path}{last}")).status_code in (400, 404)
                # a client that says hello again gets no more than it may read
                for first, token in zip(firsts, (*tokens, None), strict=True):
                    async with server.sit(table, token) as fresh:
                        assert min(fresh.log) == fresh.seen["first_seq"] + 1
                        assert all(line["ply"] > first for line in fresh.log.values())
                whole = dict(ann.log)
                await bob.ask("resign")
                await meet(ann, bob, eve)
                # after the end everything is open
                for client, given in zip((ann, bob, eve), (*headers, {}), strict=True):
                    assert (client.seen["first_ply"], client.seen["first_seq"]) == (0, 0)
                    assert {event["seq"] for event in client.seen["events"]} >= set(whole)
                    assert (await server.get(f"/tables/{table}/at/0", **given)).status_code == 200

    run(scene)


async def until_one_is_broken(ann, bob, random):
    """Flicks of both at anybody, until a block is broken; who broke it, as everybody saw it."""
    for _ in range(300):
        mover = await flicker(ann, bob)
        await mover.act(any_flick(mover.seen["scene"], random))
        await meet(ann, bob)
        film = ann.seen["scene"]["film"]
        if film is not None and film["broke"] is not None:
            return film
    raise AssertionError("no block was broken")


def fallen(seen):
    """Side and kind of the broken blocks of a snapshot, and of those on its film."""
    film = seen["scene"]["film"] or {"blocks": []}
    return [
        (block["side"], block["kind"])
        for block in (*seen["scene"]["blocks"], *film["blocks"])
        if block["broken"]
    ]


def test_what_was_broken_is_to_be_remembered_while_the_match_runs_and_is_open_after_the_end(stage):
    async def scene():
        async with stage() as server:
            settings = {**SMALL, "rally": 0, "turn_cap": 300, "hand": "none", "own_rout": False}
            table, tokens = await server.pair(game="rout", settings=settings)
            given = [{"Authorization": f"Bearer {token}"} for token in tokens] + [{}]

            async def at(ply, who, eyes=""):
                return (await server.get(f"/tables/{table}/at/{ply}{eyes}", **given[who])).json()

            async with (
                server.sit(table, tokens[0]) as ann,
                server.sit(table, tokens[1]) as bob,
                server.sit(table) as eve,
            ):
                people = (ann, bob, eve)
                await begin(ann, bob)
                film = await until_one_is_broken(ann, bob, Random(5))
                await meet(*people)
                struck = next(block for block in film["blocks"] if block["id"] == film["broke"])
                what, ply = (struck["side"], struck["kind"]), film["ply"]
                # it is in one line, and the block itself says nothing from then on
                assert all(
                    any("breaks" in line["text"] for line in who.log.values() if line["ply"] == ply)
                    for who in people
                )
                assert all(set(fallen(who.seen)) == {(None, None)} for who in people)
                await passed(ann, bob, 6)
                await meet(*people)
                for n, who in enumerate(people):
                    first, last = who.seen["first_ply"], who.seen["ply"]
                    assert ply < first
                    readable = [line["text"] for line in who.seen["events"]]
                    assert readable
                    assert not any("break" in text for text in readable)
                    assert who.seen["scene"]["film"] is None
                    refused = await at(ply, n)
                    assert f"position {first}" in refused["error"]
                    shown = [who.seen, *[await at(past, n) for past in range(first, last)]]
                    assert {told for one in shown for told in fallen(one)} == {(None, None)}
                    assert all(one["scene"]["film"] is None for one in shown)
                await bob.ask("resign")
                await meet(*people)
                for n, who in enumerate(people):
                    assert what in fallen(who.seen)
                    for past in range(ply, who.seen["ply"] + 1):
                        assert what in fallen(await at(past, n))
                        # with a seat's eyes it is as that seat saw it then
                        assert set(fallen(await at(past, n, "?seat=0"))) == {(None, None)}
                    assert (await at(ply, n))["scene"]["film"]["broke"] == film["broke"]

    run(scene)


def test_a_table_may_leave_the_past_open(stage):
    async def scene():
        async with stage() as server:
            settings = {**SMALL, "rally": 0, "turn_cap": 60, "hand": "none", "history": "all"}
            table, tokens = await server.pair(game="rout", settings=settings)
            async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
                await begin(ann, bob)
                await passed(ann, bob, 3)
                assert ann.seen["first_ply"] == 0
                assert (await server.get(f"/tables/{table}/at/1")).status_code == 200

    run(scene)


def test_a_fingers_flick_is_the_players_own(stage):
    async def scene():
        async with stage() as server:
            table, tokens = await server.pair(game="rout", settings={**SMALL, "hand": "novice"})
            async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
                mover = await begin(ann, bob)
                now = mover.seen["scene"]
                sent = any_flick(now, Random(2), By.FINGER)
                assert (await mover.act(sent))["type"] == "accepted"
                await meet(ann, bob)
                film = ann.seen["scene"]["film"]
                assert (film["finger"], film["meant"]) == (True, None)
                assert not any("The hand" in line["text"] for line in ann.log.values())
                assert any(" by finger: " in line["text"] for line in ann.log.values())

    run(scene)


def test_a_fingers_flick_is_not_taken_back(stage):
    async def scene():
        for by, means in ((By.AIMED, "free"), (By.FINGER, "no")):
            async with stage() as server:
                # nothing errs, and the unit may act once more: nobody learns anything
                settings = {**SMALL, "hand": "none", "archers": 8, "cavalry": 0, "pikes": 0, "rally": 0}
                table, tokens = await server.pair(game="rout", settings=settings)
                async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
                    mover = await begin(ann, bob)
                    now = mover.seen["scene"]
                    way, contact = toward(now, now["usable"][0], (300, 300))
                    await mover.act(flick(now, now["usable"][0], "move", way, contact, 0.3, by))
                    await meet(ann, bob)
                    assert mover.seen["to_move"] == mover.seen["seat"]
                    assert mover.seen["undo"] == means

    run(scene)


async def play_on(client, random, plies):
    """Plays against the computer until the end, or until that many plies were played."""
    while not client.seen["over"] and client.seen["ply"] < plies:
        await client.turn()
        if not client.seen["over"]:
            reply = await client.act(action(client, random))
            assert reply["type"] == "accepted", reply


def test_a_match_against_the_computer_survives_a_restart_and_its_dice_are_checked(stage):
    async def scene():
        random = Random(4)
        async with stage() as server:
            opened = await server.open("computer", game="rout", level=0, settings=SMALL)
            table, token = opened["table"], opened["tokens"][0]
            async with server.sit(table, token) as ann:
                # these come with the first snapshot of a page only
                greeting = {name: ann.seen[name] for name in ("actions", "words")}
                await play_on(ann, random, 24)
                await ann.turn()
                before = {**ann.seen, "events": []}
                assert (before["actions"], before["words"]) == ([], {})
                log = dict(ann.log)
        async with stage() as server:
            async with server.sit(table, token) as ann:
                # T2.5: the lines that may still be read
                first = ann.seen["first_seq"]
                assert ann.log.items() >= {n: line for n, line in log.items() if n > first}.items()
                assert {**ann.seen, "events": []} == {**before, **greeting}
                await play_on(ann, random, 10**6)
                score = ann.seen["score"]
            return (await server.get(f"/tables/{table}/export")).text, score

    text, score = run(scene)
    match = verify(text)
    assert list(match.score) == score
    errors, chain = 0, rng.chained("", match.bound)
    for n, entry in enumerate(match.entries):
        position = Game.replay(match.game, match.moves[:n])
        before, seen = chain, position.observed_action(SPECTATOR, entry.action)
        chain = rng.chained(chain, f"{entry.seat} {seen}")
        if match.game.unpack(entry.action).kind != "hand":
            continue
        errors += 1
        number = rng.outcome(match.secret, match.table, match.basis(before))
        assert entry.action == position.sample(rng.stream(int(number * 2**53)))
    assert errors > 2
    lines = text.splitlines()
    changed = next(n for n, line in enumerate(lines) if "the hand turns" in line)
    entry = json.loads(lines[changed])
    entry["action"] += 1
    lines[changed] = json.dumps(entry)
    with pytest.raises(
        MatchError, match=rf"Line {changed + 1}: the secret gives the outcome 'the hand turns"
    ):
        verify("\n".join(lines))


def test_dice_that_open_a_match_are_rolled_as_the_last_seed_comes(stage):
    async def scene():
        async with stage() as server:
            opened = await server.open(game="rout", settings=SMALL, seeds=True)
            seed = {"seed": "ab" * 16, "commitment": opened["commitment"]}
            async with server.sit(opened["table"], opened["tokens"][0]) as ann:
                assert (ann.seen["to_move"], ann.seen["last_ply"]) == (CHANCE, 0)
                assert ann.seen["prompt"].startswith("The match goes on once somebody sits opposite")
                await ann.ask("seed", **seed)
                assert ann.seen["last_ply"] == 0
                # whoever proposes another match keeps the proposal when the first dice are rolled
                guest = {"name": "Bob", "instead": {}, "seed": {**seed, "seed": "cd" * 16}}
                await server.post(f"/invites/{opened['invite']}", **guest)
                while ann.seen["last_ply"] == 0:
                    await ann.look()
                assert ann.seen["to_move"] >= 0
                assert ann.seen["offer"]["kind"] == "instead"
                assert ann.seen["seeds"] == ["ab" * 16, "cd" * 16]

    run(scene)
