"""The chance of winning, fitted on matches: the value of a position for seat 0, and how far that can be trusted.

The game's quick evaluation says who is ahead, on its own scale. The chance is fitted on trails of matches
(`lab.run.trails`): a logistic regression of the result on the current evaluation, its recent and its overall average,
and the seat to move, with coefficients that vary along the match. It is cross-fitted: the chance in a match comes only
from other matches.

A correct chance is a martingale: its direction cannot be predicted. So it can be tested against what must be true of
any correct one, whatever the game:

- where it falls to p for the first time, the side goes on to score p;
- from an even start, or any other, at most t / (1 - t) of all matches are won by a side that once had t or less (Doob);
- its squared steps add up to the squared error of its first value, on average.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial, wraps
from importlib import import_module
from typing import Any, TypeVar, cast

import numpy as np
import polars as pl
from numpy.typing import NDArray

from sandtable.lab.run.extras import extra
from sandtable.lab.statistics import metrics, stats
from sandtable.lab.statistics.stats import Figure

# increase this whenever the same trails would give different chances
VERSION = 1
# the names of the figures on when the lead is settled, and on comebacks
SETTLED, WON_BEHIND = "lead settled after", "won from behind"
Values = NDArray[np.float64]
# fewer pairs than this are too few to fit on
LEAST = 50
FOLDS = 5
# maximum number of positions to fit on
MOST = 60_000
RECENT = 0.3
# evaluations beyond this are clipped
SURE = 0.995
# weight of the penalty, which matters less the more matches there are
RIDGE = 0.08
# knots along the match, as shares of all decisions, between which the coefficients change linearly
KNOTS = (0.0, 0.33, 0.67, 0.95)
# a side with this chance or less is behind
BEHIND = 0.25
# a side leads if its chance is this far above one half
LEAD = 0.05
# points on the reliability curve
GROUPS = 10
# points on the curve along a match
COURSE = 11
# the share of all moves of the chance that counts as the few largest
FEW = 0.1
# how many matches must have ended differently from most before the reasons are separated
LEAST_RARE = 30
# number of fits on pairs resampled with replacement
REFITS = 20
# rows per matrix product: larger products use one thread per core, and if workers occupy the cores, these threads wait
# for each other ten times as long as one alone would take
BLOCK = 512


@dataclass(frozen=True)
class Chances:
    """The chance of seat 0 at each decision of some matches, and the result of each match.

    `matches` has one row per match: pair, swapped, score (of seat 0), changes (of the lead), settled, lowest (chance of
    the winner; these two are null for a draw), moved (the sum of squared steps) and spread (the squared error of the
    first chance). `touches` has a row for each side that was once behind in a match: pair, said (its chance when it
    first was) and came (its score). `said` has one row per decision: match, pair, chance, score, and its phase.
    `refits` are the same for resampled pairs, with the chances fitted on them.
    """

    matches: pl.DataFrame
    touches: pl.DataFrame
    said: pl.DataFrame
    refits: tuple["Chances", ...] = ()

    def of(self, pairs: NDArray[np.int64], often: NDArray[np.int64]) -> "Chances":
        """The same with each pair repeated as often as `pairs` says, each copy counting as a separate pair."""
        draws = pl.DataFrame({"pair": np.repeat(pairs, often), "draw": np.arange(int(often.sum()))})

        def drawn(table: pl.DataFrame) -> pl.DataFrame:
            found = draws.join(table, on="pair", maintain_order="left_right")
            return found.with_columns(pair=pl.col("draw")).drop("draw")

        # each draw of a match counts as a separate match
        apart = pl.col("match").cast(pl.Int64) * draws.height + pl.col("pair")
        return Chances(drawn(self.matches), drawn(self.touches), drawn(self.said).with_columns(match=apart))

    def moves(self) -> pl.DataFrame:
        """How far the chance moves from each decision to the next, or to the result: pair, match, phase, size."""
        after = pl.col("chance").shift(-1).over("match").fill_null(pl.col("score"))
        return self.said.select("pair", "match", "phase", (after - pl.col("chance")).abs().alias("size"))


def chances(trails: pl.DataFrame) -> Chances | None:
    """The chances for these trails (`lab.run.trails`); None for fewer than LEAST pairs."""
    used = trails.filter(pl.col("values").list.len() > 0)
    if used["pair"].n_unique() < LEAST:
        return None
    spread = used.with_row_index("match").explode("values", "movers", "plies", "phases")
    score, match = spread["score"].to_numpy().astype(np.float64), spread["match"].to_numpy()
    pair = spread["pair"].to_numpy()
    own, *others = _across(_design(spread), score, match, pair)
    names = np.unique(pair)
    anew = zip(others, _drawn(len(names)), strict=True)
    refits = tuple(_told(used, spread, other).of(names, often) for other, often in anew)
    return replace(_told(used, spread, own), refits=refits)


def _told(used: pl.DataFrame, spread: pl.DataFrame, chance: Values) -> Chances:
    """The results for these chances, one per decision."""
    ends = np.flatnonzero(np.diff(spread["match"].to_numpy())) + 1
    paths = np.split(chance, ends)
    matches = [
        _match(path, row["score"]) | {"pair": row["pair"], "swapped": row["swapped"]}
        for path, row in zip(paths, used.iter_rows(named=True), strict=True)
    ]
    touches = [
        {"pair": row["pair"], **touch}
        for path, row in zip(paths, used.iter_rows(named=True), strict=True)
        for touch in _touches(path, row["score"])
    ]
    shapes = {"pair": pl.Int64, "said": pl.Float64, "came": pl.Float64}
    said = spread.select("match", "pair", "score", phase=pl.col("phases")).with_columns(
        chance=pl.Series(chance)
    )
    return Chances(pl.DataFrame(matches), pl.DataFrame(touches, schema=shapes), said)


def _design(spread: pl.DataFrame) -> Values:
    """The predictors of the chance: a column of ones, the knots along the match, and each known value times each knot."""
    # an evaluation that is already a chance, from -1 to 1, is this far along a logistic curve
    now = pl.col("values").clip(-SURE, SURE).arctanh()
    known = spread.select(
        now,
        now.ewm_mean(alpha=RECENT, adjust=False).over("match").alias("recent"),
        (now.cum_sum() / now.cum_count()).over("match").alias("whole"),
        (1 - 2 * pl.col("movers").cast(pl.Float64)).alias("mover"),
    ).to_numpy()
    known = known / np.maximum(known.std(axis=0), 1e-9)
    plies = spread["plies"].to_numpy().astype(np.float64)
    knots = np.maximum.accumulate(np.quantile(plies, KNOTS) + 1e-6 * np.arange(len(KNOTS)))
    along = np.stack([np.interp(plies, knots, one) for one in np.eye(len(KNOTS))], axis=1)
    parts = [np.ones((len(plies), 1)), along, *(along * column[:, None] for column in known.T)]
    return np.concatenate(parts, axis=1)


def _across(design: Values, score: Values, match: NDArray[Any], pair: NDArray[Any]) -> Values:
    """The chance at each decision, from a fit on the pairs of the other folds; then the same from REFITS fits on
    resampled pairs.

    Every decision has the same weight: weighting by the length of the match would use knowledge of how it went on.
    """
    every = max(1, -(-len(score) // MOST))
    thin = np.zeros(len(score), np.bool_)
    thin[::every] = True
    names, place = np.unique(pair, return_inverse=True)
    draws = [np.ones(len(names)), *_drawn(len(names))]
    found = np.empty((1 + REFITS, len(score)))
    for fold in range(FOLDS):
        own = pair % FOLDS == fold
        taken = thin & ~own
        ridge = RIDGE / len(np.unique(match[taken]))
        fitted = np.zeros(design.shape[1])
        for number, often in enumerate(draws):
            weights = often[place[taken]]
            used = weights > 0.0
            at = _fitted(design[taken][used], score[taken][used], weights[used], ridge, fitted)
            found[number, own] = 1.0 / (1.0 + np.exp(-(design[own] @ at)))
            if number == 0:
                fitted = at
    return found


def _drawn(pairs: int) -> NDArray[np.int64]:
    """How often each of `pairs` pairs is drawn: int64[REFITS, pairs]."""
    return np.random.default_rng(0).multinomial(pairs, np.full(pairs, 1.0 / pairs), size=REFITS)


def _fitted(design: Values, score: Values, weights: Values, ridge: float, start: Values) -> Values:
    """The coefficients of a logistic regression with a penalty on all but the first."""
    with extra("lab"):
        minimize: Any = import_module("scipy.optimize").minimize
        expit: Any = import_module("scipy.special").expit
    weights = weights / weights.sum()
    penalty = np.full(design.shape[1], 2.0 * ridge)
    penalty[0] = 0.0

    def loss(at: Values) -> float:
        margin = _times(design, at)
        missed = np.logaddexp(0.0, margin) - score * margin
        return float((weights * missed).sum() + penalty @ at**2 / 2.0)

    def slope(at: Values) -> Values:
        return np.einsum("ij,i->j", design, weights * (expit(_times(design, at)) - score)) + penalty * at

    def curve(at: Values) -> Values:
        chance = expit(_times(design, at))
        return _squares(design, weights * chance * (1.0 - chance)) + np.diag(penalty)

    found = minimize(loss, start, jac=slope, hess=curve, method="trust-exact")
    return np.asarray(found.x, np.float64)


def _times(design: Values, at: Values) -> Values:
    return np.einsum("ij,j->i", design, at)


def _squares(design: Values, weights: Values) -> Values:
    """The weighted products of each pair of columns (float64[columns, columns]), summed over rows."""
    total = np.zeros((design.shape[1], design.shape[1]))
    for first in range(0, len(design), BLOCK):
        part = design[first : first + BLOCK]
        total += (part * weights[first : first + BLOCK, None]).T @ part
    return total


def _match(path: Values, score: float) -> dict[str, Any]:
    """The results for a match, from seat 0's chance along it, and its score."""
    whole = np.append(path, score)
    leads = np.where(whole > 0.5 + LEAD, 1, np.where(whole < 0.5 - LEAD, -1, 0))
    leads = leads[leads != 0]
    made: dict[str, Any] = {
        "score": score,
        "changes": float(np.sum(leads[1:] != leads[:-1])),
        "settled": None,
        "lowest": None,
        "moved": float(np.sum(np.diff(whole) ** 2)),
        "spread": float((score - path[0]) ** 2),
    }
    if score != 0.5:
        own = path if score > 0.5 else 1.0 - path
        behind = np.flatnonzero(own <= 0.5)
        made["settled"] = float(behind[-1] + 1) / len(path) if len(behind) else 0.0
        made["lowest"] = float(own.min())
    return made


def _touches(path: Values, score: float) -> list[dict[str, float]]:
    made: list[dict[str, float]] = []
    for own, came in ((path, score), (1.0 - path, 1.0 - score)):
        behind = np.flatnonzero(own <= BEHIND)
        if len(behind):
            made.append({"said": float(own[behind[0]]), "came": came})
    return made


Told = TypeVar("Told", bound=Figure | None)


def _however_fitted(measure: Callable[[Chances], Told]) -> Callable[[Chances], Told]:
    """The same figure with an interval that also covers the uncertainty of the fit, since the chance is fitted on the
    same matches.
    """

    @wraps(measure)
    def told(found: Chances) -> Told:
        figure = measure(found)
        others = [other.value for one in found.refits if (other := measure(one)) is not None]
        return cast(Told, _wider(figure, others)) if figure is not None and others else figure

    return told


def _wider(figure: Figure, refitted: list[float]) -> Figure:
    """The figure with its interval widened by the spread of its `refitted` values, but not below 0, nor above 1 for a
    share.
    """
    moved = stats.student(REFITS) * float(np.sqrt(np.mean((np.array(refitted) - figure.value) ** 2)))
    low, high = min(figure.low, figure.value - moved), max(figure.high, figure.value + moved)
    return replace(figure, low=max(0.0, low), high=min(1.0, high) if figure.unit == "share" else high)


@_however_fitted
def changes(found: Chances) -> Figure:
    """How often the lead changes sides in a match: a side's chance goes from LEAD below one half to LEAD above it."""
    return metrics.mean("changes of the lead", metrics.by_pair(found.matches, pl.col("changes")), "a match")


@_however_fitted
def settled(found: Chances) -> Figure | None:
    """The share of the decisions of a decided match after which its winner's chance was above one half for good."""
    return _decided(found, SETTLED, pl.col("settled"))


@_however_fitted
def comebacks(found: Chances) -> Figure | None:
    """The share of decided matches whose winner once had a chance of BEHIND or less."""
    behind = pl.when(pl.col("lowest").is_not_null()).then(pl.col("lowest") <= BEHIND)
    return _decided(found, WON_BEHIND, behind)


def _decided(found: Chances, name: str, value: pl.Expr) -> Figure | None:
    values = metrics.by_pair(found.matches, value)
    return metrics.share(name, values) if len(values) else None


def bound(found: Chances) -> float:
    """The maximum share of decided matches that can be won from behind if the chance is correct."""
    decided = float((found.matches["score"] != 0.5).cast(pl.Float64).sum()) / found.matches.height
    return min(1.0, BEHIND / (1.0 - BEHIND) / max(decided, 1e-9))


def gap(found: Chances) -> Figure | None:
    """The score of sides that had just fallen behind, minus the predicted chance; near 0 if the chance is correct."""
    if found.touches["pair"].n_unique() < 2:
        return None
    # a match in which the lead changes can have two such sides, so pairs differ in weight
    above = (pl.col("came") - pl.col("said")).sum().alias("above")
    pairs = found.touches.group_by("pair", maintain_order=True).agg(above, pl.len().alias("sides"))
    top, bottom = (pairs[name].to_numpy().astype(np.float64) for name in ("above", "sides"))
    return metrics.ratio("score above the chance, once behind", top, bottom, "points")


def movement(found: Chances) -> Figure | None:
    """How much the chance moves relative to how results vary: 1 if it is correct."""
    moved, spread = (metrics.by_pair(found.matches, pl.col(name)) for name in ("moved", "spread"))
    if len(spread) < 2 or spread.sum() <= 0.0:
        return None
    return metrics.ratio("movement of the chance", moved, spread, "")


def reliability(found: Chances) -> list[tuple[float, Figure]]:
    """The score of seat 0 where it had about the same chance, in GROUPS equal parts of all decisions."""
    ordered = found.said.sort("chance").with_row_index("rank")
    part = (pl.col("rank") * GROUPS // ordered.height).alias("part")
    made: list[tuple[float, Figure]] = []
    for _, members in ordered.with_columns(part).group_by("part", maintain_order=True):
        came = metrics.by_pair(members, pl.col("score"))
        weights = members.group_by("pair", maintain_order=True).len()["len"].to_numpy().astype(np.float64)
        made.append((float(members["chance"].to_numpy().mean()), _weighted(came, weights)))
    return made


def course(found: Chances) -> list[tuple[float, float, float, float]]:
    """The winner's chance along decided matches: the share played, then the median and the quartiles of the chance.

    It is known only in hindsight: nobody knew who would win.
    """
    paths = [part["own"].to_numpy() for _, part in _of_winners(found).group_by("match", maintain_order=True)]
    if not paths:
        return []
    made: list[tuple[float, float, float, float]] = []
    for at in np.linspace(0.0, 1.0, COURSE):
        there = np.array([path[int(at * (len(path) - 1))] for path in paths])
        low, middle, high = np.quantile(there, (0.25, 0.5, 0.75))
        made.append((float(at), float(middle), float(low), float(high)))
    return made


@_however_fitted
def halfway(found: Chances) -> Figure | None:
    """The mean chance of the winner after half of the decisions of a decided match."""
    own = _of_winners(found).group_by("match", maintain_order=True)
    middle = own.agg(pl.col("pair").first(), pl.col("own").get((pl.len() - 1) // 2))
    return (
        metrics.share("winner's chance halfway", metrics.by_pair(middle, pl.col("own")))
        if len(middle)
        else None
    )


def _of_winners(found: Chances) -> pl.DataFrame:
    won = pl.when(pl.col("score") > 0.5).then(pl.col("chance")).otherwise(1.0 - pl.col("chance"))
    return found.said.filter(pl.col("score") != 0.5).with_columns(own=won)


@_however_fitted
def largest(found: Chances) -> Figure:
    """The largest move of the chance in a match, from one decision to the next."""
    moves = found.moves().group_by("match", "pair", maintain_order=True).agg(pl.col("size").max())
    return metrics.mean("largest move of the chance", metrics.by_pair(moves, pl.col("size")), "moves")


@_however_fitted
def usual(found: Chances) -> Figure:
    """The mean move of the chance from one decision to the next, over a match and then over matches."""
    moves = found.moves().group_by("match", "pair", maintain_order=True).agg(pl.col("size").mean())
    return metrics.mean("mean move of the chance", metrics.by_pair(moves, pl.col("size")), "moves")


@_however_fitted
def gathered(found: Chances) -> Figure | None:
    """The share of all squared movement that the FEW largest moves make up: near 1 if matches depend on a few
    moments.
    """
    moves = found.moves()
    sizes = moves["size"].to_numpy()
    floor = float(moves["size"].quantile(1.0 - FEW) or 0.0)
    # of those as large as the smallest of them, as many as are still needed
    above, level = np.count_nonzero(sizes > floor), np.count_nonzero(sizes == floor)
    wanted = max(0.0, FEW * len(sizes) - above) / max(1, level)
    size, square = pl.col("size"), pl.col("size") ** 2
    few = pl.when(size > floor).then(square).when(size == floor).then(wanted * square)
    return _part(moves, "movement in the largest tenth of moves", few)


def by_phase(found: Chances) -> list[tuple[str, float, float, Figure]]:
    """For each phase: decisions per match, the mean move, and the phase's share of all squared movement, largest share
    first.
    """
    moves, made = found.moves(), list[tuple[str, float, float, Figure]]()
    for (phase,), own in moves.group_by("phase", maintain_order=True):
        part = _however_fitted(partial(_of_phase, str(phase)))(found)
        if part is not None:
            size = float(own["size"].to_numpy().mean())
            made.append((str(phase), own.height / moves["match"].n_unique(), size, part))
    return sorted(made, key=lambda one: -one[3].value)


def _of_phase(phase: str, found: Chances) -> Figure | None:
    return _part(found.moves(), phase, pl.when(pl.col("phase") == phase).then(pl.col("size") ** 2))


def _part(moves: pl.DataFrame, name: str, of: pl.Expr) -> Figure | None:
    pairs = moves.group_by("pair", maintain_order=True).agg(
        of.sum().alias("of"), (pl.col("size") ** 2).sum().alias("all")
    )
    if pairs.height < 2 or float(pairs["all"].sum()) <= 0.0:
        return None
    return _clipped(metrics.ratio(name, pairs["of"].to_numpy(), pairs["all"].to_numpy()))


def _weighted(values: Values, weights: Values) -> Figure:
    """The weighted mean over pairs, with Wilson's interval for the effective number of pairs."""
    value = float(np.average(values, weights=weights))
    worth = float(weights.sum() ** 2 / np.sum(weights**2))
    low, high = stats.wilson(value, worth)
    return Figure("score", value, low, high, len(values), "share")


def crossed(
    rows: pl.DataFrame, same_dice: pl.DataFrame, same_choices: pl.DataFrame
) -> tuple[Figure, Figure, Figure] | None:
    """The shares of the variance of results that are due to chance alone, to the players' choices alone, and to both
    together.

    The three frames have the same pairs: as they were played; with the same dice and different random choices by the players;
    and with the same choices and different dice. What two matches with the same dice have in common is the effect of the dice
    alone. None if fewer than LEAST_RARE of these matches ended differently from most: the intervals would be too narrow.
    Source: Sobol' (1993); Saltelli and others, "Variance based sensitivity analysis" (2010).
    """
    own, dice, choices = (_points(frame) for frame in (rows, same_dice, same_choices))
    middle = float(np.mean([own.mean(), dice.mean(), choices.mean()]))
    own, dice, choices = own - middle, dice - middle, choices - middle
    spread = np.mean((own**2 + dice**2 + choices**2) / 3.0, axis=1)
    if _rare(rows, same_dice, same_choices) < LEAST_RARE:
        return None
    by_dice, by_choices = np.mean(own * dice, axis=1), np.mean(own * choices, axis=1)
    chance = _all_of_it("chance alone", own, dice) or _part_of_one("chance alone", by_dice, spread)
    name = "players' choices alone"
    choice = _all_of_it(name, own, choices, chance) or _part_of_one(name, by_choices, spread, chance)
    rest = _part_of_one("both together", spread - by_dice - by_choices, spread, chance, choice)
    return chance, choice, rest


def _rare(*frames: pl.DataFrame) -> int:
    """How many matches ended differently from most."""
    ends = np.concatenate([frame["score_0"].sign().to_numpy() for frame in frames])
    return len(ends) - int(np.unique(ends, return_counts=True)[1].max())


def _all_of_it(name: str, own: Values, again: Values, *others: Figure) -> Figure | None:
    """The full share if all matches had the same result again, as between players who never choose at random; otherwise
    None.

    Wilson's interval says how certain that is.
    """
    if (others and others[0].value > 0.0) or not np.array_equal(own, again):
        return None
    return Figure(name, 1.0, stats.wilson(1.0, len(own))[0], 1.0, len(own), "share")


def is_whole(share: Figure) -> bool:
    """Whether a share of `crossed` is the full share because all matches had the same result again."""
    return share.value == 1.0 and share.low == stats.wilson(1.0, share.n)[0]


def _part_of_one(name: str, top: Values, bottom: Values, *others: Figure) -> Figure:
    """A share of a whole, given other shares: it cannot include what those certainly cover."""
    found = _clipped(metrics.ratio(name, top, bottom))
    most = max(0.0, 1.0 - sum(other.low for other in others))
    left = max(0.0, 1.0 - sum(other.value for other in others))
    if left == 0.0:
        return replace(found, value=0.0, low=0.0, high=most)
    value = min(found.value, left)
    return replace(found, value=value, low=min(found.low, value), high=max(value, min(found.high, most)))


def _points(rows: pl.DataFrame) -> Values:
    """The points of seat 0, one row per pair, with a column for each match."""
    won = (rows.sort("pair", "swapped")["score_0"].sign().to_numpy().astype(np.float64) + 1.0) / 2.0
    return won.reshape(-1, 2)


def _clipped(figure: Figure) -> Figure:
    """A share clipped to [0, 1]; its interval is clipped with it."""
    moved = min(1.0, max(0.0, figure.value)) - figure.value
    value, low, high = (min(1.0, max(0.0, end + moved)) for end in (figure.value, figure.low, figure.high))
    return Figure(figure.name, value, low, high, figure.n, "share")
