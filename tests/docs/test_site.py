"""The navigation names every page, all links between pages resolve, and what pages import and call is there."""

import ast
import importlib
import importlib.util
import json
import re
from collections.abc import Iterator
from types import ModuleType

import pytest
from markdown_it import MarkdownIt
from typer.main import get_command

from sandtable.cli import app
from sandtable.games import installed, spec
from tests.house.test_architecture import exists
from tests.house.tree import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
MARKDOWN = MarkdownIt("commonmark").enable("table")


def _builder() -> ModuleType:
    found = importlib.util.spec_from_file_location("docs_build", DOCS / "build.py")
    assert found
    assert found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


BUILD = _builder()


def text(page: str) -> str:
    return BUILD.WRITTEN[page]() if page in BUILD.WRITTEN else (DOCS / page).read_text(encoding="utf-8")


def targets(page: str) -> Iterator[str]:
    """Where the links and pictures of a page lead."""
    for block in MARKDOWN.parse(text(page)):
        for token in block.children or []:
            yield from (str(token.attrs[name]) for name in ("href", "src") if name in token.attrs)


def anchors(page: str) -> set[str]:
    """The names of a page's headings, as a link gives them."""
    heads = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text(page), flags=re.S), re.M)
    return {re.sub(r"[^\w\s-]", "", head).strip().lower().replace(" ", "-") for head in heads}


def dead(page: str) -> list[str]:
    """The links of a page that lead to no file, or to no heading of a page."""
    found: list[str] = []
    for target in targets(page):
        path, _, anchor = target.partition("#")
        if re.match(r"\w+:", target):
            continue
        file = ((DOCS / page).parent / path).resolve() if path else DOCS / page
        name = file.relative_to(ROOT).as_posix().removeprefix("docs/")
        written = name in BUILD.WRITTEN
        wrong_anchor = anchor and (written or name in PAGES) and anchor not in anchors(name)
        if wrong_anchor or not (written or file.is_file()):
            found.append(target)
    return found


def test_the_navigation_lists_every_page_once() -> None:
    decisions = [
        f"decisions/{name}"
        for name in re.findall(r"^\| \[\d{4}\]\((\S+)\)", text("decisions/index.md"), re.M)
    ]
    assert sorted(BUILD.listed() + decisions) == sorted([*PAGES, *BUILD.WRITTEN])


@pytest.mark.parametrize("page", [*PAGES, *BUILD.WRITTEN])
def test_links_between_pages_resolve(page: str) -> None:
    assert dead(page) == []


def test_a_dead_link_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    page = "a [b](maps.md) [c](nothing.md) [d](maps.md#write-a-map) [e](maps.md#nothing) [f](https://example.org) `[g](h)`"
    monkeypatch.setitem(BUILD.WRITTEN, "index.md", lambda: page)
    assert dead("index.md") == ["nothing.md", "maps.md#nothing"]


@pytest.mark.parametrize("page", PAGES)
def test_what_the_python_of_a_page_imports_is_there(page: str) -> None:
    for block in re.findall(r"```python(?: run)?\n(.*?)```", text(page), re.DOTALL):
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("sandtable"):
                place = importlib.import_module(str(node.module))
                for part in node.names:
                    assert hasattr(place, part.name) or importlib.import_module(
                        f"{place.__name__}.{part.name}"
                    )


@pytest.mark.parametrize("page", PAGES)
def test_every_command_and_option_of_a_page_exists(page: str) -> None:
    lines = re.findall(
        r"^(?:\w+=\S+ )?sandtable ([^#\n]*)",
        "\n".join(re.findall(r"```sh\n(.*?)```", text(page), re.DOTALL)),
        re.M,
    )
    for line in lines:
        command = get_command(app)
        for word in line.split():
            command = getattr(command, "commands", {}).get(word, command)
        # a group of commands is no command
        assert not hasattr(command, "commands"), line
        options = {option for parameter in command.params for option in parameter.opts}
        assert set(re.findall(r"(?<!\S)--[a-z-]+", line)) <= options, line


def test_every_page_with_python_is_run_by_a_test() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "docs").glob("*.py"))
    with_python = [page for page in PAGES if "```python" in text(page)]
    assert [
        page for page in with_python if not page.startswith("tutorials/") and f'"{page}"' not in tests
    ] == []
    assert 'glob("*.md")' in tests


def test_every_name_of_the_reference_is_a_module() -> None:
    named = [name for page in PAGES for name in re.findall(r"^::: (\S+)$", text(page), re.M)]
    assert len(named) == len(set(named)) > 50
    assert [name for name in named if importlib.util.find_spec(name) is None] == []


def test_every_feature_is_on_the_page_that_is_written() -> None:
    page = text("reference/features.md")
    for game in installed():
        blocks = spec(game).learning.features
        assert [one.name for block in blocks for one in block.features if f"| {one.name}" not in page] == []
        # the number after the last of the features outside repeated blocks
        assert f"From {blocks[0].count} on, {blocks[1].size} for each of {len(blocks[1].of)}: " in page


def test_every_setting_and_command_stands_on_the_pages_that_are_written() -> None:
    settings, commands = text("reference/settings.md"), text("reference/commands.md")
    for game in installed():
        assert [one.name for one in spec(game).rules.settings if f"| `{one.name}` |" not in settings] == []
    names = [
        command.name or command.callback.__name__ for command in app.registered_commands if command.callback
    ]
    assert len(names) > 5
    assert [name for name in names if f"## sandtable {name}\n" not in commands] == []


def test_the_glossary_has_each_word_once_and_names_what_is_there() -> None:
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| `([^`]+)` \|$", text("glossary.md"), re.M)
    words = [word for word, _ in rows]
    assert len(words) == len(set(words)) > 80
    assert [place for _, place in rows if not exists(place)] == []


def test_links_out_of_the_folder_lose_their_targets() -> None:
    given = (
        "A [b](../README.md#c), [d](maps.md), ![e](pictures/f.png) and `[g](../h)`.\n```\n[i](../j)\n```\n"
    )
    assert BUILD.inside(given, "index.md") == given.replace("[b](../README.md#c)", "b")
    assert BUILD.inside("[a](../maps.md) [b](../../README.md)", "tutorials/play.md") == "[a](../maps.md) b"


def test_guides_and_the_readme_are_short() -> None:
    # readers look things up in these, or they are generated
    looked_up = ("reference/", "decisions/index.md", "studies/", "glossary.md", "benchmarks.md")
    words = {page: len(text(page).split()) for page in PAGES if not page.startswith(looked_up)}
    assert {page: count for page, count in words.items() if count > 2000} == {}
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 90


def test_the_search_leaves_out_decisions_studies_and_sources() -> None:
    front = "---\nsearch:\n  exclude: true\n---\n\n"
    assert BUILD.prepared("a", "decisions/index.md") == BUILD.prepared("a", "studies/kills.md") == f"{front}a"
    assert BUILD.prepared("a", "maps.md") == "a"
    item = {"text": "A <code>b</code> Source code in <code>b.py</code> <pre><code>c &lt; d\n</code></pre> e"}
    assert json.loads(BUILD.without_sources(json.dumps({"items": [item]}))) == {
        "items": [{"text": "A <code>b</code> e"}]
    }
