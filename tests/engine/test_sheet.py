"""Quick sheets: all that can be said to a question, and its answers as they are kept."""

from itertools import product

import pytest

from sandtable.authoring import Ask, Fact, Question, Sheet
from sandtable.authoring.sheet import MOST_ANSWERS, SheetError, chance, mean, tabulated

ASKS = (Ask("die", "Die", ("d4", "d6", "d8")), Ask("helped", "Helped by", ("a friend", "luck"), many=True))


def answer(said):
    """Some lines that come again, with other figures."""
    lines = [mean("on average", "R1", said["die"] + 1), chance("hit", "R2", said["helped"] / 4)]
    return [*lines, Fact("Nobody can help.", "R3")] if said["die"] < 2 else lines[::-1]


QUESTION = Question("hit", "Does it hit?", answer, ASKS)


def test_everything_can_be_said_once_the_last_thing_changing_fastest():
    assert [ask.count for ask in ASKS] == [3, 4]
    assert list(QUESTION.said()) == [{"die": a, "helped": b} for a, b in product(range(3), range(4))]
    assert QUESTION.count == 12
    assert (Question("none", "", answer).count, list(Question("none", "", answer).said())) == (1, [{}])


def test_a_table_has_the_answers_and_each_part_once():
    table = tabulated(QUESTION)
    for number, said in enumerate(QUESTION.said()):
        figures = iter(table.figures[table.figures_of[number]])
        facts = [table.facts[fact] for fact in table.lines[table.lines_of[number]]]
        shown = [
            Fact(fact.text, fact.clause, next(figures) if fact.kind else 0.0, fact.kind) for fact in facts
        ]
        assert shown == answer(said)
        assert list(figures) == []
    assert [fact.figure for fact in table.facts] == [0.0, 0.0, 0.0]
    assert (len(table.lines), len(table.figures)) == (2, 12)
    assert chance("hit", "R2", 1).figure == 1.0
    assert [made("", "", 1).kind for made in (chance, mean)] == ["chance", "mean"]


@pytest.mark.parametrize(
    ("questions", "sentence"),
    [
        ([QUESTION], ""),
        (
            [QUESTION, Question("b", "", answer), Question("b", "", answer)],
            "the sheet has two questions called 'b'",
        ),
        ([Question("b", "", answer, (Ask("c", "", ("",) * MOST_ANSWERS),))], ""),
        (
            [Question("b", "", answer, (Ask("c", "", ("",) * 14, many=True),))],
            "the question 'b' of the sheet must have at most 8,192 answers, not 16,384",
        ),
        *(
            ([Question("b", "", answer, (Ask("c", "", ("", ""), usual),))], sentence)
            for usual, sentence in (
                (-1, "usual of 'c' in the question 'b' must be from 0 to 1, not -1"),
                (1, ""),
                (2, "usual of 'c' in the question 'b' must be from 0 to 1, not 2"),
            )
        ),
    ],
)
def test_what_does_not_fit_is_said(questions, sentence):
    if not sentence:
        assert Sheet(tuple(questions), "note").note == "note"
        return
    with pytest.raises(SheetError) as caught:
        Sheet(tuple(questions))
    assert str(caught.value) == sentence
