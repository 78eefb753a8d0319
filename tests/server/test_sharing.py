"""Links that are shared: the board of a position as a picture, and what a messenger reads in the page behind a link."""

import asyncio
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from sandtable.server.http import sharing
from tests.server.guess.rules import PASS
from tests.server.ws_client import PATIENT, meet, picked, play, running

EVIL = "<script>\"&'</script>"
CROSS = "cross-origin-resource-policy"


@pytest.fixture
def static(tmp_path):
    """A folder with a page as the client has one."""
    folder = tmp_path / "static"
    folder.mkdir()
    page = "<!doctype html><html><head><title>Sandtable</title></head><body></body></html>"
    (folder / "index.html").write_text(page, encoding="utf-8")
    return folder


class Tags(HTMLParser):
    """The elements of a page, and what its tags say, by name or property."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.said = [], {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        told = dict(attrs)
        if tag == "meta":
            self.said[told.get("property") or told["name"]] = told["content"]


def test_a_position_has_a_picture_and_a_card_for_links(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            table, tokens = await picked(stage)
            picture, card = [await stage.get(f"/tables/{table}/{path}") for path in ("picture", "card")]
            assert picture.headers["content-type"].startswith("image/svg+xml")
            assert ET.fromstring(picture.text).tag.endswith("svg")
            # both numbers are hidden, from those too who hold one of them
            own = {"Authorization": f"Bearer {tokens[0]}"}
            assert "has" not in picture.text
            assert (await stage.get(f"/tables/{table}/picture", **own)).text == picture.text
            assert card.headers["content-type"] == "image/png"
            assert card.content.startswith(b"\x89PNG\r\n")
            image = Image.open(BytesIO(card.content))
            assert (image.size, len(image.getcolors(10**6)) > 10) == ((1200, 630), True)
            # pages of others may show the card and nothing else
            assert (picture.headers[CROSS], card.headers[CROSS]) == ("same-origin", "cross-origin")
            for path, made in (("picture", picture), ("card", card)):
                again = await stage.get(f"/tables/{table}/{path}", **{"If-None-Match": made.headers["etag"]})
                assert (again.status_code, again.content) == (304, b"")
                for query, status in (("?ply=99", 404), ("?ply=x", 422), ("?ply=0&ply=1", 422)):
                    refused = await stage.get(f"/tables/{table}/{path}{query}")
                    assert (refused.status_code, list(refused.json())) == (status, ["error"])
                    assert refused.headers[CROSS] == "same-origin"
                assert (await stage.get(f"/tables/none/{path}")).status_code == 404

    play(scene)


def test_each_position_has_a_card_of_its_own(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            table, tokens = await picked(stage)
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                await meet(ann, bob)
                await (ann if ann.seen["to_move"] == 0 else bob).act(PASS)
                await meet(ann, bob)
                last = ann.seen["ply"]
                cards = [(await stage.get(f"/tables/{table}/card?ply={n}")).content for n in range(last + 1)]
                newest = await stage.get(f"/tables/{table}/card")
                assert newest.content == cards[-1] != cards[0]

    play(scene)


def test_a_card_is_made_once_and_so_many_are_made_for_a_client(tmp_path):
    limits = replace(PATIENT, files_rate=0.001, files_burst=2, pictures=1)

    async def scene():
        async with running(tmp_path / "a.db", limits) as stage:
            table, _ = await picked(stage)
            asked = [
                (await stage.get(f"/tables/{table}/card?ply={ply}")).status_code for ply in (0, 0, 0, 3, 3)
            ]
            assert asked == [200] * 5
            # the first has been forgotten meanwhile, and nothing is left for it
            refused = await stage.get(f"/tables/{table}/card?ply=0")
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
            assert (await stage.get(f"/tables/{table}/card?ply=3")).status_code == 200

    play(scene)


def test_a_link_to_a_position_says_what_it_leads_to(tmp_path, static):
    async def scene():
        async with running(tmp_path / "a.db", hosts=("play.example",), static=static) as stage:
            table, tokens = await stage.pair()

            async def told(path, host):
                page = await stage.http.get(path, headers={"Host": host})
                assert page.headers["content-type"].startswith("text/html")
                assert not [token for token in tokens if token in page.text]
                return Tags(page.text).said

            said = await told(f"/g/{table}?ply=2&seat=0", "play.example:8443")
            assert said["og:title"] == "Guess the digit: Ann (Left) against Bob (Right)"
            assert said["og:description"].startswith("Position 2. ")
            assert said["og:url"] == f"http://play.example:8443/g/{table}?ply=2"
            picture = f"http://play.example:8443/api/v1/tables/{table}/card?ply=2"
            assert said["og:image"] == said["twitter:image"] == picture
            assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630")
            assert said["twitter:card"] == "summary_large_image"
            # what is no position is left out
            for query in ("", "?ply=-1", "?ply=%22%3E", "?ply=1_0"):
                said = await told(f"/g/{table}{query}", stage.address)
                assert said["og:image"] == f"http://{stage.address}/api/v1/tables/{table}/card"
            assert (await stage.http.get(said["og:image"])).headers["content-type"] == "image/png"

    play(scene)


def test_an_invitation_says_who_invites_and_no_token_is_told(tmp_path, static):
    async def scene():
        async with running(tmp_path / "a.db", static=static) as stage:
            opened = await stage.open(name=EVIL[:24])
            page = await stage.http.get(f"/j/{opened['invite']}")
            read = Tags(page.text)
            assert "script" not in read.elements
            assert read.said["og:title"].startswith(
                f"An invitation to Guess the digit: {EVIL[:24]} (Left) against "
            )
            assert read.said["og:url"] == f"http://{stage.address}/j/{opened['invite']}"
            # a way back to a seat, and what leads nowhere, are pages like any other
            plain = (static / "index.html").read_text(encoding="utf-8")
            for path in (f"/r/{opened['tokens'][0]}", "/", "/g/none", "/j/none", f"/g/{opened['table']}/x"):
                assert (await stage.http.get(path)).text == plain

    play(scene)


@pytest.mark.parametrize("state", [None, "no catalog", "no such game"])
def test_nothing_is_told_until_the_games_are_there(state):
    async def at_table(_table):
        return "guess", ("Ann", "Bob")

    known = None if state == "no catalog" else SimpleNamespace(games={})
    context = SimpleNamespace(
        library=SimpleNamespace(known=known), store=SimpleNamespace(at_table=at_table), reports=None
    )
    app = SimpleNamespace(state=SimpleNamespace() if state is None else SimpleNamespace(context=context))
    assert asyncio.run(sharing.tags(SimpleNamespace(app=app, query_params={}), "g/table")) == ""


def test_the_tags_of_a_page_are_these():
    told = sharing._written("A & B", "It's so.", "http://here/g/t", "http://here/card")
    assert told.replace("><", ">\n<").splitlines() == [
        '<meta property="og:type" content="website" />',
        '<meta property="og:site_name" content="Sandtable" />',
        '<meta property="og:title" content="A &amp; B" />',
        '<meta property="og:description" content="It&#x27;s so." />',
        '<meta property="og:url" content="http://here/g/t" />',
        '<meta property="og:image" content="http://here/card" />',
        '<meta property="og:image:type" content="image/png" />',
        '<meta property="og:image:width" content="1200" />',
        '<meta property="og:image:height" content="630" />',
        '<meta property="og:image:alt" content="The board of A &amp; B" />',
        '<meta name="twitter:card" content="summary_large_image" />',
        '<meta name="twitter:title" content="A &amp; B" />',
        '<meta name="twitter:description" content="It&#x27;s so." />',
        '<meta name="twitter:image" content="http://here/card" />',
    ]
