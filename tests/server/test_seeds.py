"""Seeds of players in the dice: the server commits first, a page gives one seed, and no die is rolled before all are there."""

import json
from unittest.mock import ANY

import pytest

import sandtable as st
from sandtable.authoring import rng
from sandtable.engine.matchfile import coverage, read
from tests.server.guess import SPEC
from tests.server.ws_client import NUMBER, finish, meet, play, running

SEED, OTHER = "ab" * 16, "cd" * 16


def scene_on(tmp_path, scene, **how):
    async def run():
        async with running(tmp_path / "tables.db", **how) as server:
            return await scene(server)

    return play(run)


async def give(client, seed=SEED, commitment=None):
    return await client.ask("seed", seed=seed, commitment=commitment or client.seen["commitment"])


async def joined(server, opened, name="Bob", seed=None):
    """The guest's answer, whose page has seen the invitation before."""
    invite = (await server.get(f"/invites/{opened['invite']}")).json()
    own = {"seed": {"seed": seed, "commitment": invite["commitment"]}} if seed else {}
    return (await server.post(f"/invites/{opened['invite']}", name=name, **own)).json()


async def both(server, **body):
    """A table of two pages that give seeds: its id and the tokens."""
    opened = await server.open(name="Ann", seeds=True, **body)
    guest = await joined(server, opened, seed=OTHER)
    return opened["table"], [opened["tokens"][0], guest["tokens"][0]]


async def picked(*clients):
    for client in clients:
        await client.turn()
        await client.act(NUMBER)
    await meet(*clients)


def guessed(text):
    return read(text, lambda _game, **settings: st.Game(SPEC, **settings))


def test_alone_against_the_computer_one_seed_begins_the_match(tmp_path):
    async def scene(server):
        opened = await server.open("computer", seeds=True)
        async with server.sit(opened["table"], opened["tokens"][0]) as ann:
            assert ann.seen["commitment"] == opened["commitment"]
            assert ann.seen["seeds"] == [None, ""]
            assert (await give(ann))["type"] == "accepted"
            assert ann.seen["seeds"] == [SEED, ""]
            await finish(ann)
            assert rng.commitment(bytes.fromhex(ann.seen["secret"])) == opened["commitment"]
            return (await server.get(f"/tables/{opened['table']}/export")).text

    text = scene_on(tmp_path, scene)
    match = guessed(text)
    assert match.sitters[0].seed == SEED
    covered, uncovered = coverage(text, match)
    assert "every die and card: they follow from the secret and the seed of seat 0" in covered
    assert any(clause.startswith("seat 1 gave no seed") for clause in uncovered)


def test_no_die_is_rolled_before_all_seeds_are_there(tmp_path):
    async def scene(server):
        table, tokens = await both(server)
        async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
            # the guest's came with the seat, the host's is late
            assert bob.seen["seeds"] == [None, OTHER]
            await picked(ann, bob)
            assert ann.seen["to_move"] == st.CHANCE
            assert bob.seen["prompt"].startswith("The match goes on once Ann opens this table")
            assert bob.seen["undo"] == "free"
            before = ann.seen["seq"]
            reply = await give(ann)
            await meet(ann, bob)
            # the seed and the die are stored at once, and the log shows the die only
            assert (reply["seq"], ann.seen["seq"]) == (before + 1, before + 2)
            assert [event["kind"] for event in bob.log.values()][-1] != "seed"
            assert bob.seen["seeds"] == [SEED, OTHER]
            assert ann.seen["to_move"] == 0
            # what was seen before the die is stale
            stale = await ann.act(ann.choices()[0], seq=before)
            assert stale["code"] == "stale"
            await finish(ann, bob)
            return (await server.get(f"/tables/{table}/export")).text

    match = guessed(scene_on(tmp_path, scene))
    assert [sitter.seed for sitter in match.sitters] == [SEED, OTHER]
    assert match.seats == ("Ann", "Bob")


def test_dice_wait_for_a_guest_too(tmp_path):
    async def scene(server):
        opened = await server.open("friend", seeds=True, settings={"turns": 5})
        async with server.sit(opened["table"], opened["tokens"][0]) as ann:
            await give(ann)
            assert ann.seen["seeds"] == [SEED, None]
            await ann.act(NUMBER)
            guest = await joined(server, opened)
            async with server.sit(opened["table"], guest["tokens"][0]) as bob:
                # this page gives none, and that is open to see
                assert bob.seen["seeds"] == [SEED, ""]
                await bob.act(NUMBER)
                assert bob.seen["to_move"] == 0

    scene_on(tmp_path, scene)


LIES = {
    "another fingerprint": ({"commitment": "0" * 64}, "Your page has the wrong fingerprint"),
    "no hex": ({"seed": "x" * 32}, "This message is not one that the server knows."),
    "too short": ({"seed": "ab" * 15}, "This message is not one that the server knows."),
    "capitals": ({"seed": "AB" * 16}, "This message is not one that the server knows."),
    "a line feed": ({"seed": f"{SEED}\n"}, "This message is not one that the server knows."),
    "for the other seat": ({"seat": 1}, "This message is not one that the server knows."),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_page_that_lies_changes_nothing(tmp_path, lie):
    fields, sentence = LIES[lie]

    async def scene(server):
        opened = await server.open("computer", seeds=True)
        async with server.sit(opened["table"], opened["tokens"][0]) as ann:
            before = {**ann.seen, "actions": []}
            reply = await ann.ask("seed", **{"seed": SEED, "commitment": ann.seen["commitment"], **fields})
            assert (reply["type"], reply["reason"][: len(sentence)]) == ("refused", sentence)
            assert {**ann.seen, "actions": []} == before

    scene_on(tmp_path, scene)


def test_a_seat_gives_one_seed_and_the_same_again_is_no_fault(tmp_path):
    async def scene(server):
        table, tokens = await both(server)
        async with server.sit(table, tokens[0]) as ann, server.sit(table) as eve:
            first = await give(ann)
            assert await give(ann) == {**first, "id": ANY}
            assert (await give(ann, OTHER))["reason"] == "This seat has already given its seed."
            assert ann.seen["seeds"] == [SEED, OTHER]
            assert (await give(eve))["code"] == "spectator"
            # one message that is sent twice is carried out once
            message = {
                "type": "seed",
                "id": "twice",
                "seq": 0,
                "seed": SEED,
                "commitment": ann.seen["commitment"],
            }
            await ann.send(**message)
            await ann.send(**message)
            for _ in range(2):
                assert (await ann.until(lambda m: m.get("id") == "twice"))["type"] == "accepted"
            async with server.sit(table, tokens[1]) as bob:
                await picked(ann, bob)
                late = await give(bob, SEED)
                assert late["reason"] == "It is too late for a seed: the first dice have been rolled."
                await bob.ask("resign")
                assert (await give(ann, OTHER))["code"] == "over"

    scene_on(tmp_path, scene)


def test_a_guest_that_lies_does_not_sit_down(tmp_path):
    async def scene(server):
        opened = await server.open("friend", seeds=True)
        path, own = f"/invites/{opened['invite']}", {"seed": SEED, "commitment": opened["commitment"]}
        wrong = await server.post(path, seed={**own, "commitment": "0" * 64})
        assert (wrong.status_code, wrong.json()["error"][:35]) == (
            409,
            "Your page has the wrong fingerprint",
        )
        for bad in ({"seed": "x"}, {"seat": 0}, {"commitment": None}):
            answer = await server.post(path, seed={**own, **bad})
            assert answer.status_code == 422
            assert answer.json()["error"].count("\n") == 0
        assert not (await server.get(path)).json()["taken"]
        assert (await server.post(path, seed=own)).status_code == 201

    scene_on(tmp_path, scene)


def test_a_hot_seat_gives_one_seed_for_both(tmp_path):
    async def scene(server):
        opened = await server.open("hotseat", seeds=True)
        async with server.sit(opened["table"], opened["tokens"][1]) as ann:
            assert ann.seen["seeds"] == [None, None]
            await give(ann)
            assert ann.seen["seeds"] == ["", SEED]
            async with server.sit(opened["table"], opened["tokens"][0]) as same:
                assert (await give(same, OTHER))["type"] == "refused"

    scene_on(tmp_path, scene)


def test_pages_that_know_of_no_seeds_play_as_before(tmp_path):
    async def scene(server):
        table, tokens = await server.pair()
        async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
            assert ann.seen["seeds"] == ["", ""]
            await picked(ann, bob)
            assert ann.seen["to_move"] == 0
            await finish(ann, bob)
            await ann.ask("rematch")
            await meet(ann, bob)
            await bob.ask("answer", accept=True)
        async with server.sit(bob.seen["rematch"]) as eve:
            assert eve.seen["seeds"] == ["", ""]

    scene_on(tmp_path, scene)


@pytest.mark.parametrize("swap", [True, False])
def test_a_rematch_asks_those_for_a_seed_who_give_one(tmp_path, swap):
    async def scene(server):
        opened = await server.open("friend", seeds=True)
        guest = await joined(server, opened)
        table, tokens = opened["table"], [opened["tokens"][0], guest["tokens"][0]]
        async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
            await give(ann)
            await ann.ask("resign")
            await ann.ask("rematch", swap=swap)
            await meet(ann, bob)
            await bob.ask("answer", accept=True)
        async with server.sit(bob.seen["rematch"]) as eve:
            # the guest's page gave none, and has not said that it would
            assert eve.seen["seeds"] == (["", None] if swap else [None, ""])
            assert eve.seen["commitment"] != ann.seen["commitment"]

    scene_on(tmp_path, scene)


def test_a_page_says_in_its_hello_that_it_gives_seeds(tmp_path):
    async def scene(server):
        opened = await server.open("computer")
        async with server.sit(opened["table"], opened["tokens"][0]) as ann:
            await ann.send(type="hello", token=opened["tokens"][0], since=0, seeds=True)
            await ann.look()
            await ann.ask("resign")
            await ann.ask("rematch", swap=False)
        async with server.sit(ann.seen["rematch"]) as eve:
            assert eve.seen["seeds"] == [None, ""]

    scene_on(tmp_path, scene)


def test_seeds_and_names_outlive_a_restart(tmp_path):
    async def begun(server):
        table, tokens = await both(server)
        async with server.sit(table, tokens[0]) as ann:
            await ann.act(NUMBER)
        return table, tokens

    async def ended(server):
        async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
            assert ann.seen["seeds"] == [None, OTHER]
            await give(ann)
            await finish(ann, bob)
            return (await server.get(f"/tables/{table}/export")).text

    table, tokens = scene_on(tmp_path, begun)
    match = guessed(scene_on(tmp_path, ended))
    assert [(sitter.name, sitter.seed) for sitter in match.sitters] == [("Ann", SEED), ("Bob", OTHER)]


def test_a_match_given_up_before_its_seeds_is_over(tmp_path):
    async def scene(server):
        table, tokens = await both(server)
        async with server.sit(table, tokens[1]) as bob:
            await bob.ask("resign")
            assert (bob.seen["over"], bob.seen["secret"] is not None) == (True, True)
        return (await server.get(f"/tables/{table}/export")).text

    assert guessed(scene_on(tmp_path, scene)).sitters[0].seed == ""


def test_the_record_of_the_dice_is_that_of_the_file(tmp_path):
    async def scene(server):
        table, tokens = await both(server, take_back="any")
        async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
            refused = await server.get(f"/tables/{table}/dice")
            assert refused.status_code == 409
            await give(ann)
            await picked(ann, bob)
            await finish(ann, bob)
            return (
                (await server.get(f"/tables/{table}/dice")).json(),
                (await server.get(f"/tables/{table}/export")).text,
            )

    record, text = scene_on(tmp_path, scene)
    match = guessed(text)
    assert record["chain"] == json.loads(text.splitlines()[-1])["chain"] == match.basis(match.chain)
    assert json.loads(record["bound"])["settings"] == match.game.settings
    # as a page checks it, which knows no rules
    chain, rolled = rng.chained("", record["bound"]), 0
    sat = rng.chained(" ".join(record["names"]), " ".join(record["seeds"]))
    for step in record["steps"]:
        if step["kind"] == "outcome":
            number = rng.outcome(bytes.fromhex(record["secret"]), record["table"], rng.chained(sat, chain))
            assert step["low"] <= number < step["high"]
            rolled += 1
        if step["kind"] in ("action", "outcome"):
            chain = rng.chained(chain, f"{step['seat']} {step['action']}")
    assert rolled
    assert rng.chained(sat, chain) == record["chain"]
