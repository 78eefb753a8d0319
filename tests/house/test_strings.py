"""`tools/strings.py` finds the texts that people read, and draws the same of them for the same seed."""

import random

import pytest

from tools.strings import KINDS, PYTHON, SCRIPT, Text, page, pieces, prose, sample


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_twenty_texts_of_each_kind(kind: str) -> None:
    drawn = sample(kind, 20, 7)
    assert len({text.flat for text in drawn}) == 20


def test_a_seed_settles_what_is_drawn() -> None:
    random.seed(1)
    first, other = sample("rules", 20, 7), sample("rules", 20, 8)
    random.seed(2)
    assert sample("rules", 20, 7) == first != other


def shown(found: list[Text]) -> list[tuple[int, str, str]]:
    return [(text.line, text.source, text.flat) for text in found]


def test_python_is_read_in_docstrings_comments_and_strings() -> None:
    source = (
        '"""Two\n\nparts."""\n# one comment\n# of two lines\nx = (\n    f"the {x!r} of "\n    "a string"\n)\n'
    )
    assert shown(list(pieces("a.py", source, PYTHON))) == [
        (1, "docstring", "Two parts."),
        (4, "comment", "one comment of two lines"),
        (7, "string", "the … of a string"),
    ]


def test_a_script_is_read_but_not_its_patterns() -> None:
    source = '/** a remark\n * on b */\nconst b = /"[^"]*/; // why\nconst c = `is ${b} it`;'
    assert shown(list(pieces("a.ts", source, SCRIPT))) == [
        (1, "comment", "a remark on b"),
        (3, "comment", "why"),
        (4, "string", "is … it"),
    ]


def test_a_page_is_read_in_words_attributes_and_values() -> None:
    source = (
        '<script lang="ts">\n  const a = "in code";\n</script>\n\n'
        '<p class="b c">One <em>text</em>\n{#if x}<b title="d e">{x ? "yes, one" : `no ${y}`}</b> more{/if}</p>\n'
        "<style>\n  p { color: red; }\n</style>\n"
    )
    found = shown(list(page("a.svelte", source)))
    assert found == [
        (2, "string", "in code"),
        (6, "string", "yes, one"),
        (6, "string", "no …"),
        (6, "string", "d e"),
        (5, "words", "One text"),
        (6, "words", "… more"),
    ]


def test_markdown_is_read_by_paragraphs_without_code() -> None:
    source = "# Head\n\nA paragraph\nof two.\n\n```sh\nmake it\n```\n\n- one\n- two\n"
    assert shown(list(prose("a.md", source))) == [
        (1, "words", "# Head"),
        (3, "words", "A paragraph of two."),
        (10, "words", "- one"),
        (11, "words", "- two"),
    ]
