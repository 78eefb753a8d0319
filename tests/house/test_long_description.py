"""The package's long description can be read without the repository: no link and no picture in it leads to a file."""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.house.tree import ROOT

MARKDOWN = MarkdownIt("commonmark").enable("table")
PREPARE = "import sys, hatchling.build as build; print(build.prepare_metadata_for_build_wheel(sys.argv[1]))"


@pytest.fixture(scope="module")
def metadata(tmp_path_factory: pytest.TempPathFactory) -> Message:
    """What a wheel says of itself, as its build writes it."""
    folder = tmp_path_factory.mktemp("metadata")
    command = [sys.executable, "-c", PREPARE, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return message_from_bytes((folder / done.stdout.splitlines()[-1] / "METADATA").read_bytes())


def tokens(text: str) -> Iterator[Token]:
    for block in MARKDOWN.parse(text):
        yield block
        yield from block.children or []


def dead(text: str) -> list[str]:
    """Links of a page to files next to it, and HTML, which an index may drop."""
    found = list(tokens(text))
    links = [str(token.attrs["href"]) for token in found if token.type == "link_open"]
    pictures = [str(token.attrs["src"]) for token in found if token.type == "image"]
    html = [token.content for token in found if token.type.startswith("html")]
    return [*(link for link in links if not link.startswith(("https:", "#"))), *pictures, *html]


def test_the_long_description_leads_nowhere(metadata: Message) -> None:
    assert metadata["Description-Content-Type"] == "text/markdown"
    text = str(metadata.get_payload())
    assert dead(text) == []
    assert dead((ROOT / "README.md").read_text(encoding="utf-8"))


def test_the_rest_of_the_readme_is_in_it(metadata: Message) -> None:
    text = str(metadata.get_payload())
    for part in (
        "# Sandtable\n",
        "| docs/commands.md |",
        "make play",
        'st.load("assault", board="grand", health=14)',
    ):
        assert part in text
    assert "pictures" not in text


def test_links_lose_their_targets_and_code_stays() -> None:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    given = "A [b](c.md), [d](#e), [f](https://example.org) and `g[0](h)`.\n```\n[i](j)\n```\n"
    assert hook.long_description(given) == given.replace("[b](c.md)", "b")
    shown = "a\n\n<!-- not in the package -->\n\n![b](c.png)\n\n<!-- in the package again -->\n\nd\n"
    assert hook.long_description(shown) == "a\n\nd\n"


@pytest.mark.parametrize(
    "text", ["[a](b.md)", "![a](b.png)", "| a |\n|---|\n| ![b](c.png) |", "<img src='a'>"]
)
def test_what_leads_to_a_file_is_found(text: str) -> None:
    assert dead(text)
