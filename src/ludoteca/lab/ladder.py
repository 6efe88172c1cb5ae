"""A ladder across runs: benchmarks of one game on one scale, by anchors whose ratings are fixed.

Ratings of one benchmark are relative to its own entrants. Where runs share anchors (`anchors.toml`: random,
greedy, fallible bots), the likeliest ratings of all others are found with those of the anchors held fast, so
that a bot of last year and one of today stand on the same ladder without having met.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Stream
from ludoteca.lab.benchmark import Played, duels
from ludoteca.lab.elo import ASSUMED, DRAWS
from ludoteca.lab.run_folder import FINISHED, PLAN

ANCHORS: Final = Path(__file__).with_name("anchors.toml")
ROUNDS: Final = 300
SAME: Final = ("game", "rules", "edition", "players", "options")
"""What runs on one ladder have in common."""

NamedDuel = tuple[str, str, float]
"""Two bots, and what the first had of the victory."""


@dataclass(frozen=True, slots=True)
class Anchors:
    """Bots with fixed ratings for one game and number of seats, and the run that these come from."""

    ratings: Mapping[str, float]
    origin: str
    program: str


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """A benchmark's folder: its plan, and the duels of each deal."""

    folder: Path
    about: Mapping[str, Any]
    deals: Sequence[Sequence[NamedDuel]]


def read_anchors(game: str, players: int, path: Path = ANCHORS) -> Anchors:
    """The anchors of a game at tables of so many seats."""
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    for entry in read.get(game, []):
        if entry["players"] == players:
            return Anchors(entry["ratings"], entry["origin"], entry["program"])
    raise LudotecaError(f"{path.name} has no anchors for {game} with {players} seats")


def read_run(folder: Path) -> FinishedRun:
    """The benchmark that a folder holds."""
    try:
        about = json.loads((folder / PLAN).read_text(encoding="utf-8"))
        lines = (folder / FINISHED).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise LudotecaError(f"{folder} holds no run; name what --out of a benchmark named") from None
    if about.get("kind") != "benchmark":
        raise LudotecaError(f"{folder} holds no benchmark; a ladder is made of benchmarks")
    played = sorted(Played.read(row) for line in lines for row in json.loads(line)["data"])
    names: list[str] = about["seats"]
    size = math.comb(len(names), about["players"]) * about["players"]
    deals = [
        [(names[duel.one], names[duel.other], duel.ahead) for duel in duels(played[at : at + size])]
        for at in range(0, len(played) - size + 1, size)
    ]
    if not any(deals):
        raise LudotecaError(f"{folder} holds no whole deal in which bots were rivals")
    return FinishedRun(folder, about, deals)


class Ladder:
    """The ratings of every bot in some runs, the best first."""

    def __init__(self, runs: Sequence[FinishedRun], anchors: Anchors) -> None:
        for run in runs[1:]:
            for key in SAME:
                if run.about[key] != runs[0].about[key]:
                    raise LudotecaError(
                        f"{run.folder} and {runs[0].folder} differ in {key}; a ladder has one kind of table"
                    )
        self.anchors = anchors
        self.runs = runs
        deals = [deal for run in runs for deal in run.deals]
        _check_linked([duel for deal in deals for duel in deal], anchors)
        found = rated([duel for deal in deals for duel in deal], anchors.ratings)
        source = Stream(1, "ladder")
        drawn = []
        for _ in range(DRAWS):
            again = [deals[source.below(len(deals))] for _ in deals]
            drawn.append(rated([duel for deal in again for duel in deal], anchors.ratings, found))
        self.rows = [self._row(bot, found[bot], [one[bot] for one in drawn]) for bot in found]
        self.rows.sort(key=lambda row: (-row["elo"], row["bot"]))

    def _row(self, bot: str, rating: float, drawn: Sequence[float]) -> dict[str, Any]:
        spread = sorted(drawn)
        low, high = spread[int(0.025 * DRAWS)], spread[int(0.975 * DRAWS)]
        return {
            "bot": bot,
            "elo": round(rating, 1),
            "low": round(min(low, rating), 1),
            "high": round(max(high, rating), 1),
            "anchor": bot in self.anchors.ratings,
            "runs": sum(bot in run.about["seats"] for run in self.runs),
        }

    @property
    def remarks(self) -> list[str]:
        """What to keep in mind: runs of other rules or bots than the anchors were measured with."""
        return [
            f"{run.folder}: other rules or bots, or another version of them, than those of the anchors"
            for run in self.runs
            if run.about["program"] != self.anchors.program
        ]

    def told(self) -> str:
        """The ladder as a table in Markdown."""
        lines = ["| bot | rating, 95 % interval | runs |", "|---|---|---|"]
        for row in self.rows:
            sure = "fixed" if row["anchor"] else f"{row['low']:+.0f} to {row['high']:+.0f}"
            lines.append(f"| `{row['bot']}` | {row['elo']:+.0f} ({sure}) | {row['runs']} |")
        return "\n".join(lines)


def rated(
    met: Sequence[NamedDuel], fixed: Mapping[str, float], start: Mapping[str, float] | None = None
) -> dict[str, float]:
    """The likeliest ratings in Elo of all who met, those of the anchors held fast. One drawn duel is assumed
    between every two who met, so that somebody who won everything has a rating too.
    """
    won: dict[str, float] = {}
    against: dict[str, dict[str, float]] = {}
    for one, other, ahead in met:
        for bot, rival, share in ((one, other, ahead), (other, one, 1 - ahead)):
            rivals = against.setdefault(bot, {})
            if rival not in rivals:
                rivals[rival] = ASSUMED
                won[bot] = won.get(bot, 0.0) + ASSUMED / 2
            rivals[rival] += 1
            won[bot] += share
    begin = {**(start or dict.fromkeys(against, 0.0)), **fixed}
    strength = {bot: 10 ** (rating / 400) for bot, rating in begin.items()}
    for _ in range(ROUNDS):
        for bot, rivals in against.items():
            if bot not in fixed:
                faced = [count / (strength[bot] + strength[rival]) for rival, count in rivals.items()]
                strength[bot] = won[bot] / sum(faced)
    bots = start or against
    return {bot: 400 * math.log10(strength[bot]) for bot in bots}


def _check_linked(met: Sequence[NamedDuel], anchors: Anchors) -> None:
    """Refuse bots that no chain of duels links to an anchor: nothing says where they stand."""
    rivals: dict[str, set[str]] = {}
    for one, other, _ in met:
        rivals.setdefault(one, set()).add(other)
        rivals.setdefault(other, set()).add(one)
    reached = set(anchors.ratings).intersection(rivals)
    ahead = list(reached)
    while ahead:
        for rival in rivals[ahead.pop()] - reached:
            reached.add(rival)
            ahead.append(rival)
    lost = sorted(set(rivals) - reached)
    if lost:
        known = ", ".join(anchors.ratings)
        raise LudotecaError(
            f"{', '.join(lost)} met no anchor, nor anybody who did; let them meet one of {known}"
        )
