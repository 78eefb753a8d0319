"""Rule texts as pages: clauses, diagrams, marks, details, and how long they take to read."""

from types import SimpleNamespace
from xml.etree.ElementTree import fromstring

import pytest

from sandtable.games import installed, spec
from sandtable.server.documents import rulebook


def written(text):
    """A game with this rule text below its aim."""
    title, _, rest = text.partition("\n")
    told = f"{title}\n\nWin.\n{rest}"
    return SimpleNamespace(
        rules_text=lambda _: told,
        complete=lambda _: {},
        summary="Win.",
        about="By nobody.",
        presentation=SimpleNamespace(figures=dict),
    )


def test_rules_are_anchored_clauses_of_safe_html():
    text = (
        "# Title\nBefore all.\n\n## Moving #\n**A1** Walk *on*.\n\nAnd on.\n\n- **A1.2.** One\n- two\n"
        "## Fighting\nNot of a clause.\n\n   **B12.3a** <b>No</b> ![x](y) [go](javascript:x)\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    book = rulebook.parse(written(f"{text}\n## Why\nBecause."))
    assert (book.aim, book.intro, book.about) == ("Win.", "<p>Before all.</p>", "By nobody.")
    assert book.notes == "<h2>Why</h2>\n<p>Because.</p>"
    found = book.clauses
    assert [(clause.id, clause.heading) for clause in found] == [
        ("A1", "Moving"),
        ("A1.2", "Moving"),
        ("B12.3a", "Fighting"),
    ]
    html = [clause.html for clause in found]
    assert html[0] == "<p>Walk <em>on</em>.</p>\n<p>And on.</p>"
    assert html[1] == "<p>One</p>\n<ul>\n<li>two</li>\n</ul>"
    assert "&lt;b&gt;No&lt;/b&gt;" in html[2]
    assert "<table>" in html[2]
    assert "<img" not in html[2]
    assert 'href="javascript' not in html[2]
    assert "Not of a clause" not in "".join(html)
    turn = rulebook.parse(
        written("# Go\n\n## One turn\n\nA stone.\n\n## Stones\n\n**G1** Black.\n\n**G2** White.")
    )
    assert turn.intro == "<h2>One turn</h2>\n<p>A stone.</p>"
    assert (turn.clauses[0].heading, turn.notes) == ("Stones", "")
    assert rulebook.parse(written("Nothing here.\n**no** clause")).clauses == []


def test_what_is_quoted_is_a_detail_that_is_counted_apart():
    book = rulebook.parse(
        written(
            "# Go\nRead *this*.\n\n## Stones\n\n**G1** *ruling* Black.\n\n> White *goes* next.\n>\n> > Said the master.\n\n"
            "**G2** Go.\n\n## Why & how\n\n> Because."
        )
    )
    more = '<details><summary>more<span class="hidden-text">: {}</span></summary>'
    assert book.clauses[0].html.endswith(
        f"Black.</p>\n{more.format('G1')}\n<p>White <em>goes</em> next.</p>\n"
        "<blockquote><p>Said the master.</p>\n</blockquote>\n</details>"
    )
    assert (
        book.notes == f"<h2>Why &amp; how</h2>\n{more.format('Why &amp; how')}\n<p>Because.</p>\n</details>"
    )
    # Win. Read this. Stones. Black. Go. Why & how. By nobody.
    assert (book.words, book.folded) == (11, 7)


@pytest.mark.parametrize("game", installed())
def test_rules_are_read_in_five_minutes(game):
    # 230 words a minute; a game may be longer with its details
    book = rulebook.parse(spec(game))
    assert 0 < book.words <= 1150
    assert book.folded > 0


@pytest.mark.parametrize("game", installed())
def test_a_clause_has_its_diagram_and_no_diagram_is_left_over(game):
    figures, book = spec(game).presentation.figures(spec(game).complete()), rulebook.parse(spec(game))
    assert {clause.id for clause in book.clauses if clause.diagram} == set(figures)
    for clause in book.clauses:
        if clause.diagram:
            picture = fromstring(clause.diagram.picture)
            assert picture.tag == "{http://www.w3.org/2000/svg}svg"
            assert clause.diagram.caption == figures[clause.id].caption


def test_marks_are_labels_that_are_heard_with_a_colon():
    book = rulebook.parse(
        written("# Go\nMarks: *ruling* is ours.\n\n**G1** *filled in* Nine *lines*. *ruling* No ko.")
    )
    pause = '<span class="hidden-text">: </span></span>'
    ruling, filled = (f'<span class="mark {kind}">' for kind in ("ruling", "filled-in"))
    assert book.intro == f"<p>Marks: {ruling}ruling{pause} is ours.</p>"
    assert book.clauses[0].html == (
        f"<p>{filled}filled in{pause} Nine <em>lines</em>. {ruling}ruling{pause} No ko.</p>"
    )
