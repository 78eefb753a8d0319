"""The report of the benchmarks: a table a run, with the date and what describes the machine; as Markdown and for JSON."""

import os
import platform
import shutil
import subprocess
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Self

from benchmarks.race import Row

# what is measured, and what it runs on
PACKAGES = ("sandtable", "numba", "llvmlite", "numpy")
PEERS = (
    "open_spiel",
    "pgx",
    "jax",
    "envpool",
    "pettingzoo",
    "gymnasium",
    "box2d",
    "pymunk",
    "mujoco",
    "pybullet",
)
HEAD = """# Sandtable compared with its peers

Written by `make bench`, which measures everything. To repeat one section, run `python -m benchmarks --only SECTION --out docs`.

Within a run, the contenders for each piece of work take turns, in rounds. For start-up, each turn is a new process.
Cold starts, games opened for the first time and reports are measured once. Lowest and highest are the extremes over the rounds.
"Ratio" says how many times as fast the first contender is as this one, in the median round.
A contender uses one core unless stated otherwise. Random play picks uniformly among the legal
actions until the match ends, with states reset and nothing recorded; dice count as actions.
"""
RUN = """
## {sections}

Measured on {date} on {machine}, in {rounds} rounds with turns of {seconds:g} s. System load before and after: {load}.

{versions}.

| work | contender | median | lowest | highest | ratio | aim |
|---|---|---:|---:|---:|---:|---|
"""


@dataclass(frozen=True)
class Report:
    """Everything that a run found."""

    date: str
    machine: Mapping[str, Any]
    versions: Mapping[str, str]
    rounds: int
    seconds: float
    # of the last minute: before, after
    load: Sequence[float]
    # by name
    sections: Mapping[str, Sequence[Row]]

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Self:
        """The report that a record was made of."""
        sections = {name: [Row(**row) for row in rows] for name, rows in record["sections"].items()}
        return cls(**{**record, "sections": sections})

    def of_sections(self, names: Collection[str]) -> Self:
        """What it tells of these sections."""
        return replace(self, sections={name: self.sections[name] for name in self.sections if name in names})

    def record(self) -> dict[str, Any]:
        """The report for JSON."""
        rows = {name: [row.record() for row in rows] for name, rows in self.sections.items()}
        return {**asdict(self), "sections": rows}

    def markdown(self) -> str:
        """Its part of the page."""
        head = RUN.format(
            sections=", ".join(self.sections).replace("-", " ").capitalize(),
            date=self.date,
            machine=", ".join(str(fact) for fact in _told(self.machine)),
            versions="Versions: " + ", ".join(f"{name} {found}" for name, found in self.versions.items()),
            rounds=self.rounds,
            seconds=self.seconds,
            load=" and ".join(f"{load:.1f}" for load in self.load),
        )
        lines: list[str] = []
        rows = [row for section in self.sections.values() for row in section]
        works = ["", *(row.work for row in rows)]
        unit = ""
        for before, row in zip(works, rows, strict=False):
            if row.work != before:
                unit = row.unit
            elif row.unit != unit:
                row = replace(row, contender=f"{row.contender}, in {row.unit}")
            lines.append(f"| {'' if row.work == before else f'{row.work}, {row.unit}'} | {_cells(row)} |")
        return head + "\n".join(lines) + "\n"


def page(runs: Sequence[Report]) -> str:
    """All that was measured, in one run or in several."""
    return HEAD + "".join(run.markdown() for run in runs)


def today() -> str:
    """The date, as in 2026-11-22."""
    return datetime.now(UTC).date().isoformat()


def load() -> float:
    """How many processes wanted to run in the last minute, on average."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")


def machine() -> dict[str, Any]:
    """The processor, cores, memory and system of this machine."""
    found: dict[str, Any] = {
        "processor": _processor(),
        "architecture": platform.machine(),
        "cores": os.cpu_count() or 1,
        "system": platform.system(),
        "python": platform.python_version(),
    }
    if "SC_PHYS_PAGES" in getattr(os, "sysconf_names", {}):
        found["memory_gb"] = round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e9, 1)
    return found


def versions() -> dict[str, str]:
    """The versions of all that is measured, where it is installed."""
    found: dict[str, str] = {}
    for name in (*PACKAGES, *PEERS):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    if shutil.which("cc"):
        said = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=False).stdout
        found["C compiler"] = said.partition("\n")[0]
    return found


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.is_file() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or "unknown processor")


def _told(facts: Mapping[str, Any]) -> list[str]:
    told = [f"{facts['processor']} ({facts['architecture']}, {facts['cores']} cores)"]
    if "memory_gb" in facts:
        told.append(f"{facts['memory_gb']} GB of memory")
    return [*told, str(facts["system"]), f"Python {facts['python']}"]


def _cells(row: Row) -> str:
    aims = "; ".join(
        f"{aim}: {'not measured' if met is None else 'met' if met else '**missed**'}"
        for aim, met in row.aims.items()
    )
    if row.median is None:
        return f"{row.contender}: not measured because {row.reason} | | | | | {aims}"
    pieces = f" ({figure(row.pieces)} {row.piece}/s)" if row.pieces is not None else ""
    figures = " | ".join(figure(value) for value in (row.median, row.lowest, row.highest))
    ratio = f"{figure(row.ratio)} x" if row.ratio is not None else ""
    return f"{row.contender}{pieces} | {figures} | {ratio} | {aims}"


def figure(value: float | None) -> str:
    """A number with about three digits, large ones in full."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
