"""What the server tells of a game without a client of its own: its board as a picture or a text, and how its actions read."""

from dataclasses import replace

import pytest

from sandtable.authoring import Data
from sandtable.server.loading.library import Catalog
from tests.fixtures import hide_and_seek
from tests.server.guess.declaration import LEVELS, Guesser
from tests.server.ws_client import play, running


@pytest.fixture
def db(tmp_path):
    return tmp_path / "tables.db"


def seekers():
    """Hide and seek alone."""
    return Catalog({"hide_and_seek": hide_and_seek.SPEC}, lambda game: LEVELS, lambda game, level: Guesser())


def test_the_picture_shows_a_seat_its_own_hiding_place_only(db):
    async def scene():
        async with running(db, open_catalog=seekers) as stage:
            pictures = []
            for place in (0, 1):
                table, tokens = await stage.pair(game="hide_and_seek")
                async with stage.sit(table, tokens[0]) as ann:
                    await ann.act(place)
                    pictures.append(ann.seen["picture"])
                for token in (tokens[1], None):
                    async with stage.sit(table, token) as other:
                        assert other.seen["picture"]["words"][0] == "Seat 0 hides nobody knows where"
                        pictures.append(other.seen["picture"])
            mine, theirs, watched, mine_again, theirs_again, watched_again = pictures
            assert mine["words"][0] == "Seat 0 hides in the barn"
            assert mine_again["svg"] != mine["svg"]
            assert theirs["svg"] == theirs_again["svg"] == watched["svg"] == watched_again["svg"]
            assert mine["title"] == "Three hiding places"

    play(scene)


def test_the_start_of_a_game_is_a_picture_for_its_card(db):
    async def scene():
        async with running(db, open_catalog=seekers) as stage:
            answer = await stage.get("/games/hide_and_seek/picture")
            assert answer.headers["Content-Type"].startswith("image/svg+xml")
            assert answer.text.startswith("<svg ")
            assert "Three hiding places" in answer.text
            assert (await stage.get("/games/hide_and_seek/picture")).content == answer.content
            assert (await stage.get("/games/chess/picture")).status_code == 404
            (game,) = (await stage.get("/games")).json()
            assert (game["sides"], game["secret"]) == (["Seat 0", "Seat 1"], True)

    play(scene)


def test_ones_own_board_begins_with_the_text_of_one_that_comes_with_the_game(db):
    farm = Data("farm", ("old", "new"), "old", "H1", "The farm", str, source="the {} farm\n".format)

    shed = Data("shed", ("old", "new"), "old", "H1", "The shed", str)

    def farms():
        return replace(
            seekers(),
            games={
                "hide_and_seek": replace(
                    hide_and_seek.SPEC,
                    rules=replace(hide_and_seek.SPEC.rules, settings=(farm, shed)),
                )
            },
        )

    async def scene():
        async with running(db, open_catalog=farms) as stage:
            answer = await stage.get("/games/hide_and_seek/settings/farm/new")
            assert (answer.status_code, answer.text) == (200, "the new farm\n")
            assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
            # a build that is made again may have another text
            assert answer.headers["Cache-Control"] == "no-cache"
            for other in ("farm/lost", "barn/new", "shed/new"):
                assert (await stage.get(f"/games/hide_and_seek/settings/{other}")).status_code == 404
            # a picture is of one of them
            asked = ("farm=new", "shed=new", "farm=lost", "barn=new", "farm=new&shed=new")
            found = [
                (await stage.get(f"/games/hide_and_seek/picture?{query}")).status_code for query in asked
            ]
            assert found == [200, 200, 404, 404, 404]

    play(scene)


def test_actions_read_as_the_game_says_and_a_board_without_a_drawing_is_a_text(db):
    async def scene():
        async with running(db) as stage:
            opened = await stage.open("hotseat")
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                kinds = {kind["name"]: kind for kind in ann.seen["actions"]}
                assert kinds["roll"]["text"] == "roll a {die}"
                assert kinds["roll"]["fields"] == [{"name": "die", "size": 6, "labels": list("123456")}]
                assert (ann.seen["picture"], ann.seen["text"]) == (None, "die 0")

    play(scene)
