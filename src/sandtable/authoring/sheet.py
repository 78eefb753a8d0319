"""A quick sheet: questions that come up at a real table, and their answers. Every figure is computed by the game's own
rules.

A sheet is declared as questions. Readers pick whatever an answer depends on from short lists of options (`Ask`). All
answers can therefore be tabulated in advance (`tabulated`), and showing them needs no computation and no network.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

# maximum number of answers to one question; more would make the page heavy
MOST_ANSWERS = 2**13

FigureKind = Literal["", "chance", "mean"]


@dataclass(frozen=True)
class Ask:
    """One thing that an answer depends on; its value is the number of an option, by default `usual`. With `many`,
    several options may apply at once, and bit n of the value is set if option n does.
    """

    name: str
    label: str
    options: tuple[str, ...]
    usual: int = 0
    many: bool = False

    @property
    def count(self) -> int:
        """The number of possible values."""
        return 2 ** len(self.options) if self.many else len(self.options)


@dataclass(frozen=True)
class Fact:
    """One line of an answer, with its clause; its figure, if any, is a chance from 0 to 1 or a mean whose unit is in
    the text.
    """

    text: str
    clause: str
    figure: float = 0.0
    kind: FigureKind = ""


def facts(said: Mapping[str, Mapping[str, str]], *names: str) -> tuple[Fact, ...]:
    """These explanations from `Presentation.words` as lines of a sheet, without those that are empty under the settings."""
    return tuple(Fact(said[name]["text"], said[name]["clause"]) for name in names if said[name].get("text"))


def chance(text: str, clause: str, figure: float) -> Fact:
    """A line with a chance."""
    return Fact(text, clause, float(figure), "chance")


def mean(text: str, clause: str, figure: float) -> Fact:
    """A line with an expected value."""
    return Fact(text, clause, float(figure), "mean")


@dataclass(frozen=True)
class Question:
    """One question and its `answer`, which takes the values of its asks by name and returns the lines."""

    id: str
    title: str
    answer: Callable[[Mapping[str, int]], Sequence[Fact]]
    asks: tuple[Ask, ...] = ()

    @property
    def count(self) -> int:
        """The number of answers."""
        made = 1
        for ask in self.asks:
            made *= ask.count
        return made

    def said(self) -> Iterator[dict[str, int]]:
        """All combinations of values, the last of `asks` varying fastest."""
        names = [ask.name for ask in self.asks]
        for numbers in product(*(range(ask.count) for ask in self.asks)):
            yield dict(zip(names, numbers, strict=True))


class SheetError(ValueError):
    """Raised for a sheet that cannot be shown; the message is one sentence."""


@dataclass(frozen=True)
class Sheet:
    """The questions of a game in the order shown; `note` says what the figures refer to. Raises `SheetError` for two
    questions with the same id, too many answers, or a default that is not an option.
    """

    questions: tuple[Question, ...]
    note: str = ""

    def __post_init__(self) -> None:
        ids = [question.id for question in self.questions]
        twice = sorted({one for one in ids if ids.count(one) > 1})
        if twice:
            raise SheetError(f"the sheet has two questions called {twice[0]!r}")
        for question in self.questions:
            if question.count > MOST_ANSWERS:
                raise SheetError(
                    f"the question {question.id!r} of the sheet must have at most {MOST_ANSWERS:,} answers, "
                    f"not {question.count:,}"
                )
            for ask in question.asks:
                if not 0 <= ask.usual < ask.count:
                    raise SheetError(
                        f"usual of {ask.name!r} in the question {question.id!r} must be from 0 to {ask.count - 1}, "
                        f"not {ask.usual}"
                    )


@dataclass(frozen=True)
class AnswerTable:
    """All answers to a question, with equal parts stored once.

    Answer n, in the order of `Question.said`, has the facts numbered `lines[lines_of[n]]`; those with a figure have
    `figures[figures_of[n]]`, in order. The facts themselves are stored without figures.
    """

    facts: list[Fact]
    lines: list[tuple[int, ...]]
    figures: list[tuple[float, ...]]
    lines_of: list[int]
    figures_of: list[int]


def tabulated(question: Question) -> AnswerTable:
    """All answers to a question."""
    facts: dict[Fact, int] = {}
    lines: dict[tuple[int, ...], int] = {}
    figures: dict[tuple[float, ...], int] = {}
    lines_of, figures_of = list[int](), list[int]()
    for said in question.said():
        told = question.answer(said)
        numbers = tuple(facts.setdefault(replace(fact, figure=0.0), len(facts)) for fact in told)
        shown = tuple(fact.figure for fact in told if fact.kind)
        lines_of.append(lines.setdefault(numbers, len(lines)))
        figures_of.append(figures.setdefault(shown, len(figures)))
    return AnswerTable(list(facts), list(lines), list(figures), lines_of, figures_of)
