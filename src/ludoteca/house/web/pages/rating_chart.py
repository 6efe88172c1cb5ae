"""Ratings as charts: a line with what is not known yet around it."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from ludoteca.house.service.profiles import RatingStep
from ludoteca.house.service.ratings import Rating

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 12, 34
STEP = 200
"""Rating points between two lines of the grid."""


def _rating(step: RatingStep) -> Rating:
    return Rating(step.mu, step.sigma)


class Scale:
    """Where matches and ratings lie in a chart."""

    def __init__(self, steps: Sequence[RatingStep]) -> None:
        ratings = [_rating(step) for step in steps]
        low = min(rating.points - rating.margin // 2 for rating in ratings)
        high = max(rating.points + rating.margin // 2 for rating in ratings)
        self.low = low // STEP * STEP
        self.high = max(self.low + 2 * STEP, -(-high // STEP) * STEP)
        self.last = max(1, len(steps) - 1)

    def x(self, number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / self.last, 1)

    def y(self, points: float) -> float:
        share = (min(max(points, self.low), self.high) - self.low) / (self.high - self.low)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)


def rating_chart(steps: Sequence[RatingStep], label: str, first: str) -> Markup:
    """A rating match by match: the band is one deviation around it, rings are wins."""
    scale = Scale(steps)
    ratings = [_rating(step) for step in steps]
    grid = "".join(
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{scale.y(points)}" y2="{scale.y(points)}" class="grid"/>'
        f'<text x="{LEFT - 8}" y="{scale.y(points) + 4}" text-anchor="end">{points}</text>'
        for points in range(scale.low, scale.high + 1, STEP)
    )
    above = [f"{scale.x(n)},{scale.y(r.points + r.margin / 2)}" for n, r in enumerate(ratings)]
    below = [f"{scale.x(n)},{scale.y(r.points - r.margin / 2)}" for n, r in enumerate(ratings)]
    line = " ".join(f"{scale.x(n)},{scale.y(r.points)}" for n, r in enumerate(ratings))
    wins = "".join(
        f'<circle cx="{scale.x(n)}" cy="{scale.y(_rating(step).points)}" r="4"/>'
        for n, step in enumerate(steps)
        if step.won
    )
    end = f'<circle class="now" cx="{scale.x(len(steps) - 1)}" cy="{scale.y(ratings[-1].points)}" r="6"/>'
    every = max(1, scale.last // 5)
    axis = "".join(
        f'<text x="{scale.x(number)}" y="{HEIGHT - 10}" text-anchor="middle">{number + 1}</text>'
        for number in range(every, scale.last + 1, every)
    )
    return Markup(
        f'<svg class="rating-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{Markup.escape(label)}">'
        f'{grid}<polygon class="band" points="{" ".join([*above, *reversed(below)])}"/>'
        f'<polyline points="{line}"/>{wins}{end}'
        f'<text x="{LEFT}" y="{HEIGHT - 10}">{Markup.escape(first)}</text>{axis}</svg>'
    )
