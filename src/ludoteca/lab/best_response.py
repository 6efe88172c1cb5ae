"""How far a frozen bot can be exploited: what somebody wins who knows how it plays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ludoteca.bots.levels import LEVELS
from ludoteca.games import load
from ludoteca.lab.arena import Arena, Report
from ludoteca.lab.intervals import told_rate
from ludoteca.lab.plan import Plan
from ludoteca.lab.plurals import told_number

WORLDS: Final = 8
AHEAD: Final = 12


def frozen_name(text: str) -> str:
    """A bot by its text, or a level by its name alone."""
    return f"level:{text}" if text in LEVELS else text


def best_response(
    game: str,
    frozen: str,
    matches: int,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    edition: Path | None = None,
    worlds: int = WORLDS,
    ahead: int = AHEAD,
    imagined: str | None = None,
    out: Path | None = None,
) -> Arena:
    """An arena in which one seat knows that all others are played by the frozen bot, and how it plays.

    A quicker bot may be `imagined` in its place.
    """
    bot = frozen_name(frozen)
    seats = players or max(2, load(game).least)
    stand_in = f" as {frozen_name(imagined)}" if imagined else ""
    lineup = [f"respond:{worlds}:{ahead}:{bot}{stand_in}", *[bot] * (seats - 1)]
    plan = Plan(game, lineup, options=options, seed=seed, edition=edition, mirrored=True)
    return Arena(plan, matches, out)


def told_response(report: Report) -> str:
    """What was found, for people."""
    responder, frozen = report.plan.lineup[0], report.plan.lineup[1]
    found = report.bot(responder)
    fair = report.figures["fair_share"]
    matches = told_number(report.figures["matches"], "match", "matches")
    lines = [
        f"{report.plan.title}, {report.plan.players} players, {matches}: whoever knows how {frozen} plays",
        f"  wins           {told_rate(found['win_rate'])}",
    ]
    if fair is not None:
        lines.append(f"  of a fair      {100 * fair:.1f}%")
    lines.append("A better search may win more: this is a lower bound.")
    return "\n".join(lines)
