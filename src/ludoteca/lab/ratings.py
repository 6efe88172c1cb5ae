"""Ratings of several bots by the places they took (Plackett-Luce, by OpenSkill)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from openskill.models import PlackettLuce

from ludoteca.lab.plan import Outcome, Plan


def ratings(plan: Plan, outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    """Every bot's rating after all matches in their order, the best first; none where all win together.

    `mu` is the estimate, `sigma` its uncertainty, `ordinal` a cautious guess, three sigmas below. Seats that
    win together are a team. A bot with several seats at a table has the mean of what they became.
    """
    bots = list(dict.fromkeys(plan.lineup))
    if len(bots) < 2:
        return []
    model = PlackettLuce()
    held = {bot: (float(model.mu), float(model.sigma)) for bot in bots}
    for outcome in outcomes:
        if len(set(outcome.teams)) > 1:
            _rate(model, held, plan.seating(outcome.number), outcome)
    if all(sigma == model.sigma for _, sigma in held.values()):
        return []
    found: list[dict[str, Any]] = [
        {"bot": bot, "mu": round(mu, 3), "sigma": round(sigma, 3), "ordinal": round(mu - 3 * sigma, 3)}
        for bot, (mu, sigma) in held.items()
    ]
    return sorted(found, key=lambda one: (-one["mu"], one["bot"]))


def _rate(model: Any, held: dict[str, tuple[float, float]], seating: Sequence[str], outcome: Outcome) -> None:
    """Let one match speak."""
    teams: dict[int, list[int]] = {}
    for seat, team in enumerate(outcome.teams):
        teams.setdefault(team, []).append(seat)
    before = [[model.rating(*held[seating[seat]]) for seat in seats] for seats in teams.values()]
    ranks = [min(outcome.places[seat] for seat in seats) for seats in teams.values()]
    became: dict[str, list[Any]] = {}
    for seats, team in zip(teams.values(), model.rate(before, ranks=ranks), strict=True):
        for seat, one in zip(seats, team, strict=True):
            became.setdefault(seating[seat], []).append(one)
    for bot, found in became.items():
        held[bot] = (sum(one.mu for one in found) / len(found), sum(one.sigma for one in found) / len(found))
