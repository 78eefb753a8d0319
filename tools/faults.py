"""Small faults that can be put into a Python file: see `tools/mutants`."""

import ast
import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FLIPS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
    ast.And: "or", ast.Or: "and",
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*", ast.Pow: "*",
    ast.LShift: ">>", ast.RShift: "<<", ast.BitAnd: "|", ast.BitOr: "&",
}  # fmt: skip
# decorators of what only the compiler reads, what its classes begin with, and the function that tells it of a kernel
UNPLAYED = ("overload", "intrinsic")
TEMPLATE = "_templates."
BIND = "bind"
# what only a type checker reads
TYPES = "TYPE_CHECKING"
# arguments that assert what the sources ensure anyway: two lists are equally long; nobody writes to a record, as pyright sees
SURE = ("strict", "frozen")


@dataclass(frozen=True)
class Mutant:
    """A fault: the text of `path` with `new` for what stands from `start` to `end`; `line` counts from 1."""

    path: Path
    line: int
    start: int
    end: int
    new: str

    def text(self) -> str:
        """The source with the fault in it."""
        old = (ROOT / self.path).read_bytes()
        return (old[: self.start] + self.new.encode() + old[self.end :]).decode()

    def diff(self) -> list[str]:
        """The changed lines, each with its sign."""
        old = (ROOT / self.path).read_text().splitlines()
        changed = list(difflib.unified_diff(old, self.text().splitlines(), lineterm="", n=0))[3:]
        return [f"{line[0]} {line[1:].strip()}" for line in changed if line[0] in "+-"]


class Source:
    """A file as bytes, and where its lines begin."""

    def __init__(self, path: Path) -> None:
        self.path, self.text = path, (ROOT / path).read_bytes()
        self.starts = [0, *accumulate(len(line) for line in self.text.splitlines(keepends=True))]

    def place(self, node: Any) -> tuple[int, int]:
        """Where a node begins and ends."""
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def mutant(self, start: int, end: int, new: str) -> Mutant:
        """The mutant with `new` from `start` to `end`."""
        return Mutant(self.path, self.text[:start].count(b"\n") + 1, start, end, new)

    def flipped(self, operands: list[ast.expr], operators: list[Any]) -> Iterator[Mutant]:
        """Each sign between two operands exchanged; brackets around them stay."""
        for left, right, operator in zip(operands, operands[1:], operators, strict=False):
            start, end = self.place(left)[1], self.place(right)[0]
            gap = self.text[start:end].decode()
            sign = gap.strip(" ()\n")
            if type(operator) in FLIPS and "#" not in sign:
                yield self.mutant(start, end, gap.replace(sign, FLIPS[type(operator)], 1))

    def of(self, node: Any) -> Iterator[Mutant]:
        """The mutants of a node itself."""
        start, end = self.place(node)
        match node:
            case ast.Compare():
                yield from self.flipped([node.left, *node.comparators], node.ops)
            case ast.BoolOp():
                yield from self.flipped(node.values[:2], [node.op])
            case ast.BinOp():
                yield from self.flipped([node.left, node.right], [node.op])
            case ast.Constant(value=bool()):
                yield self.mutant(start, end, str(not node.value))
            case ast.Constant(value=int() | float()):
                yield self.mutant(start, end, repr(node.value + 1))
            case ast.UnaryOp(op=ast.Not()):
                yield self.mutant(start, self.place(node.operand)[0], "")
            case ast.If() | ast.While() | ast.IfExp():
                start, end = self.place(node.test)
                yield self.mutant(start, end, f"not ({self.text[start:end].decode()})")
            case ast.Return(value=ast.Constant(value=bool())):
                # the other truth is drawn with the constant; without any it reads as no
                return
            case ast.Return(value=ast.expr()):
                yield self.mutant(start, end, "return None")
            case ast.Assign(targets=[ast.Name() | ast.Tuple(), *_]) | ast.Expr(value=ast.Constant()):
                # a name without its value would fail at once; docstrings stay
                return
            case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Raise():
                yield self.mutant(start, end, "pass")

    def within(self, node: Any) -> Iterator[Mutant]:
        """The mutants of a node and all below it; texts, annotations, decorators, what is SURE or only compiled stay."""
        told = isinstance(node, ast.Expr) and ast.unparse(node).startswith(f"{BIND}(")
        told |= isinstance(node, ast.ClassDef) and any(
            ast.unparse(base).startswith(TEMPLATE) for base in node.bases
        )
        told |= isinstance(node, ast.If) and ast.unparse(node.test) == TYPES
        if told or isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg in SURE):
            return
        parts: list[Any] = [
            part for name, part in _fields(node) if name not in ("annotation", "decorator_list")
        ]
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            unplayed = any(name in ast.unparse(each) for each in node.decorator_list for name in UNPLAYED)
            if unplayed or node.name == BIND:
                return
            parts = [*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body]
        elif hasattr(node, "lineno"):
            yield from self.of(node)
        for part in parts:
            yield from self.within(part)


def faults(path: Path) -> Iterator[Mutant]:
    """All mutants of a file."""
    source = Source(path)
    for mutant in source.within(ast.parse(source.text)):
        # a function may do already what a fault would make it do
        if source.text[mutant.start : mutant.end] != mutant.new.encode():
            yield mutant


def _fields(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for name, value in ast.iter_fields(node):
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST):
                yield name, each
