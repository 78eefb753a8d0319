"""A quick sheet: what a player asks at a real table, and the answers, every figure of them from the game's own rules.

A sheet is declared as questions. What a question depends on is asked (`Ask`), each with a short list of what can be said, so
that all its answers can be listed beforehand (`tabulated`): whoever shows them reckons nothing, and needs no network.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

# answers to one question; more would make a page heavy
MOST_ANSWERS = 2**13

FigureKind = Literal["", "chance", "mean"]


@dataclass(frozen=True)
class Ask:
    """One thing that an answer depends on; what is said is the number of an option, `usual` before anybody has said anything.

    With `many` any of the options may hold at once, and what is said is a number whose bit n stands for option n.
    """

    name: str
    label: str
    options: tuple[str, ...]
    usual: int = 0
    many: bool = False

    @property
    def count(self) -> int:
        """How many different things can be said."""
        return 2 ** len(self.options) if self.many else len(self.options)


@dataclass(frozen=True)
class Fact:
    """One line of an answer with its clause; its figure is none, a chance from 0 to 1, or a mean, whose unit the text says."""

    text: str
    clause: str
    figure: float = 0.0
    kind: FigureKind = ""


def facts(said: Mapping[str, Mapping[str, str]], *names: str) -> tuple[Fact, ...]:
    """These explanations of `Presentation.words` as lines of a sheet, without those that say nothing under the settings."""
    return tuple(Fact(said[name]["text"], said[name]["clause"]) for name in names if said[name].get("text"))


def chance(text: str, clause: str, figure: float) -> Fact:
    """A line with a chance."""
    return Fact(text, clause, float(figure), "chance")


def mean(text: str, clause: str, figure: float) -> Fact:
    """A line with what is to be expected on average."""
    return Fact(text, clause, float(figure), "mean")


@dataclass(frozen=True)
class Question:
    """One question: what is asked, and `answer`, which takes what was said by name and returns the lines."""

    id: str
    title: str
    answer: Callable[[Mapping[str, int]], Sequence[Fact]]
    asks: tuple[Ask, ...] = ()

    @property
    def count(self) -> int:
        """How many answers it has."""
        made = 1
        for ask in self.asks:
            made *= ask.count
        return made

    def said(self) -> Iterator[dict[str, int]]:
        """All that can be said to it, the last of `asks` changing fastest."""
        names = [ask.name for ask in self.asks]
        for numbers in product(*(range(ask.count) for ask in self.asks)):
            yield dict(zip(names, numbers, strict=True))


class SheetError(ValueError):
    """A sheet that cannot be shown; the message is one sentence."""


@dataclass(frozen=True)
class Sheet:
    """The questions of a game in the order in which they are shown; `note` says what their figures are of.

    `SheetError` where it has too many answers, or names a default that is not offered.
    """

    questions: tuple[Question, ...]
    note: str = ""

    def __post_init__(self) -> None:
        ids = [question.id for question in self.questions]
        twice = sorted({one for one in ids if ids.count(one) > 1})
        if twice:
            raise SheetError(f"the sheet has two questions {twice[0]!r}")
        for question in self.questions:
            if question.count > MOST_ANSWERS:
                raise SheetError(
                    f"the question {question.id!r} of the sheet must have at most {MOST_ANSWERS:,} answers, "
                    f"not {question.count:,}"
                )
            for ask in question.asks:
                if not 0 <= ask.usual < ask.count:
                    raise SheetError(
                        f"the usual {ask.name!r} of the question {question.id!r} must be from 0 to {ask.count - 1}, "
                        f"not {ask.usual}"
                    )


@dataclass(frozen=True)
class AnswerTable:
    """All answers of a question, equal parts kept once.

    Answer n, by what is said in the order of `Question.said`, has the facts numbered `lines[lines_of[n]]`, and those among them
    with a figure have the figures `figures[figures_of[n]]`, in their order; the facts themselves are without.
    """

    facts: list[Fact]
    lines: list[tuple[int, ...]]
    figures: list[tuple[float, ...]]
    lines_of: list[int]
    figures_of: list[int]


def tabulated(question: Question) -> AnswerTable:
    """All answers of a question."""
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
