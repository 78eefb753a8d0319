"""The report section on the players themselves: whether they waste what the game gives them, or do better without an action.

A report is about a game as these players play it. So if they play badly, that comes first.
"""

from collections.abc import Mapping

import polars as pl

from sandtable.lab.report.ablations import judged, overrated
from sandtable.lab.report.document import Bar, Chart, Finding, Section
from sandtable.lab.report.experiments import Fresh, Measured, tried
from sandtable.lab.report.sections import JudgedSection
from sandtable.lab.statistics import metrics
from sandtable.lab.statistics.stats import Figure
from sandtable.lab.statistics.wording import listed, said, size

# the id of the section, whose finding comes before all others
PLAYERS = "players"
TITLE_PLAYERS = "How well these players play"
ABOUT_PLAYERS = (
    "A report is about a game as these players play it. This section looks for signs that they play badly: anything that "
    "the game gives them and they waste, as far as the game counts that, and actions that they do better without, confirmed"
    " on fresh dice. The absence of such signs does not show that they play well."
)
# a share of something that is worrying if it is wasted
MUCH_WASTED = 0.25
# above the weight of any other finding
FIRST = 1000.0


def checked(measured: Measured, fresh: Mapping[str, Fresh]) -> JudgedSection | None:
    """What the players waste or overrate; None if the game counts no waste and nothing is overrated."""
    wasted = _wasted(measured)
    worse = {
        one.group: played.figure
        for one in judged(list(tried(measured.forgone)))
        if overrated(one) and (played := fresh.get(one.group)) and played.confirmed and played.figure
    }
    if not wasted and not worse:
        return None
    signs = [f"{said(share)} {text}" for text, share in wasted.items() if share.low > MUCH_WASTED]
    if worse:
        signs.append(
            f"they do better if they may not {listed([f'{g} (by {size(f)})' for g, f in worse.items()], 'or')}"
        )
    shares = list(wasted.values())
    bars = [Bar(share.name, share.value, share.low, share.high) for share in shares]
    charts = [Chart("intervals", "What is wasted", "share", bars, MUCH_WASTED, True)] if bars else []
    section = Section(PLAYERS, TITLE_PLAYERS, ABOUT_PLAYERS, shares, charts)
    if not signs:
        return JudgedSection(section, [])
    text = (
        f"Check the players first: {listed(signs)}. Where they play badly, the findings below are about them rather than the "
        "game; a higher level may tell the two apart."
    )
    pairs = min(figure.n for figure in (*shares, *worse.values()))
    return JudgedSection(section, [Finding(text, PLAYERS, True, FIRST, pairs)])


def _wasted(measured: Measured) -> dict[str, Figure]:
    """The share of each kind of waste that the game counts, by the words for it, if there was anything to waste."""
    made: dict[str, Figure] = {}
    for name, waste in measured.wasted.items():
        top = metrics.by_pair(measured.rows, _both(name))
        whole = top + sum(metrics.by_pair(measured.rows, _both(part)) for part in waste.of)
        if whole.sum() > 0.0:
            made[waste.text] = metrics.ratio(f"share {waste.text}", top, whole)
    return made


def _both(name: str) -> pl.Expr:
    return pl.col(f"{name}_0") + pl.col(f"{name}_1")
