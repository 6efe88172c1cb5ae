"""Charts of the laboratory, drawn with the same toolkit as the boards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from ludoteca.draw import (
    BLUE,
    FAINT,
    GREY,
    INK,
    LINE,
    VERMILION,
    Child,
    Scene,
    circle,
    fit_text,
    group,
    line,
    polyline,
    rect,
    text,
)
from ludoteca.lab.plurals import told_number

WIDTH: Final = 960
HEIGHT: Final = 420
NARROW: Final = 380
"""As wide as a phone: letters of 12 stay letters of 12 there."""

MOST_BARS: Final = 40
ROW: Final = 22


def score_chart(title: str, scores: Sequence[Counter[int]]) -> Scene:
    """How often each score was reached, over all seats."""
    whole: Counter[int] = Counter()
    for seat in scores:
        whole.update(seat)
    return histogram(title, whole, "scores", WIDTH, HEIGHT, empty="This game has no scores.")


def histogram(
    title: str,
    numbers: Counter[int],
    unit: str,
    width: float = NARROW,
    height: float = 230,
    *,
    empty: str = "Nothing was counted.",
    prefix: str = "",
) -> Scene:
    """How often each number came, with the mean as a dashed line."""
    scene = Scene(width, height, title, prefix=prefix)
    wide = width > NARROW
    top, bottom, left, right = (
        (64, height - 60, 64, width - 64) if wide else (48, height - 44, 52, width - 12)
    )
    head = fit_text(
        title, width - 16, 17 if wide else 14, 11, 2, x=width / 2, y=28 if wide else 20, bold=True
    )
    scene.add("table", head)
    if not numbers:
        scene.add("table", text(empty, width / 2, height / 2, 15 if wide else 13, fill=FAINT))
        return scene
    low, high = min(numbers), max(numbers)
    step = max(1, -(-(high - low + 1) // MOST_BARS))
    bins = [
        (start, sum(numbers[value] for value in range(start, start + step)))
        for start in range(low, high + 1, step)
    ]
    total = numbers.total()
    tallest = max(number for _, number in bins)
    middle = sum(value * number for value, number in numbers.items()) / total
    spread = (sum(number * (value - middle) ** 2 for value, number in numbers.items()) / total) ** 0.5
    across = (right - left) / len(bins)
    marks: list[Child] = []
    for part in (0.5, 1.0) if not wide else (0.25, 0.5, 0.75, 1.0):
        y = bottom - part * (bottom - top)
        marks.append(line(left, y, right, y, stroke=LINE, width=1))
        marks.append(text(percent(part * tallest / total), left - 6, y, 11, fill=FAINT, anchor="end"))
    bars: list[Child] = []
    apart = max(1, -(-len(bins) // (12 if wide else 8)))
    for place, (start, number) in enumerate(bins):
        tall = number / tallest * (bottom - top)
        x = left + place * across
        called = str(start) if step == 1 else f"{start}–{start + step - 1}"
        gap = min(1.0, across / 8)
        bar = rect(x + gap, bottom - tall, across - 2 * gap, tall, fill=BLUE)
        bars.append(group(bar, label=f"{called}: {percent(number / total)}"))
        if place % apart == 0:
            bars.append(text(str(start), x + across / 2, bottom + 12, 11, fill=FAINT))
    scene.add("table", group(*marks), group(*bars))
    where = left + (middle - low + 0.5) / step * across
    scene.add("table", line(where, top - 4, where, bottom, stroke=INK, width=2, dash="5 4"))
    told = f"mean {middle:.1f}, standard deviation {spread:.1f}, {total:,} {unit}"
    scene.add("table", group(text(told, width / 2, height - 13, 12, fill=FAINT), label=told))
    return scene


class Row(NamedTuple):
    """One line of a dot plot: a share with its interval."""

    label: str
    rate: float
    low: float
    high: float
    note: str = ""


def dot_plot(
    title: str, rows: Sequence[Row], reference: float | None = None, *, prefix: str = "", told: str = ""
) -> Scene:
    """Shares with their intervals, one a line. What lies beyond the reference by more than its interval is
    coloured.
    """
    head = 44
    height = head + ROW * len(rows) + 44
    scene = Scene(NARROW, height, title, prefix=prefix)
    scene.add("table", fit_text(title, NARROW - 16, 14, 11, 2, x=NARROW / 2, y=20, bold=True))
    left, right, bottom = 148.0, NARROW - 62.0, head + ROW * len(rows)
    low, high, ticks = scale(
        min([row.low for row in rows] + ([] if reference is None else [reference])),
        max([row.high for row in rows] + ([] if reference is None else [reference])),
    )

    def along(share: float) -> float:
        return left + (share - low) / (high - low) * (right - left)

    for tick in ticks:
        x = along(tick)
        scene.add("table", line(x, head, x, bottom, stroke=LINE, width=1))
        scene.add("table", text(f"{tick:.0%}", x, bottom + 12, 11, fill=FAINT))
    if reference is not None:
        x = along(reference)
        scene.add("table", line(x, head - 3, x, bottom, stroke=INK, width=1.5, dash="5 4"))
    for place, row in enumerate(rows):
        y = head + ROW * (place + 0.5)
        paint = GREY
        if reference is not None and row.low > reference:
            paint = BLUE
        elif reference is not None and row.high < reference:
            paint = VERMILION
        spoken = f"{row.label}: {percent(row.rate)} ({percent(row.low)} to {percent(row.high)})"
        scene.add(
            "table",
            group(
                fit_text(row.label, left - 14, 12, 9.5, x=left - 8, y=y, anchor="end"),
                line(along(row.low), y, along(row.high), y, stroke=paint, width=3),
                circle(along(row.rate), y, 4.5, fill=paint),
                text(percent(row.rate), NARROW - 8, y, 12, anchor="end"),
                label=f"{spoken}, {row.note}" if row.note else spoken,
            ),
        )
    below = told or ("" if reference is None else f"dashed: {percent(reference)}, the average")
    if below:
        scene.add("table", text(below, NARROW / 2, height - 12, 11, fill=FAINT))
    return scene


def evidence_chart(
    title: str, path: Sequence[float], bound: float, matches: int, above: str, below: str, *, prefix: str = ""
) -> Scene:
    """The evidence of a sequential test after every deal of so many `matches`, between the two bounds."""
    width, height = WIDTH, HEIGHT
    scene = Scene(width, height, title, prefix=prefix)
    scene.add("table", fit_text(title, width - 16, 17, 11, 2, x=width / 2, y=28, bold=True))
    top, bottom, left, right = 64.0, height - 60.0, 64.0, width - 64.0
    highest = max(bound, *path) * 1.15
    lowest = min(-bound, *path) * 1.15

    def place(deal: int, found: float) -> tuple[float, float]:
        along = deal / len(path)
        return left + along * (right - left), bottom - (found - lowest) / (highest - lowest) * (bottom - top)

    for mark, called in ((bound, above), (0.0, ""), (-bound, below)):
        _, y = place(0, mark)
        scene.add("table", line(left, y, right, y, stroke=INK if called else LINE, width=1.5, dash="5 4"))
        scene.add("table", text(f"{mark:+.2f}", left - 6, y, 11, fill=FAINT, anchor="end"))
        if called:
            scene.add("table", text(called, right, y - 10, 12, fill=FAINT, anchor="end"))
    walk = [place(deal, found) for deal, found in enumerate([0.0, *path])]
    paint = BLUE if path[-1] >= bound else VERMILION if path[-1] <= -bound else GREY
    played = told_number(len(path) * matches, "match", "matches")
    told = f"evidence {path[-1]:+.2f} after {played} ({told_number(len(path), 'deal', 'deals')})"
    end = circle(*walk[-1], 4.5, fill=paint)
    scene.add("table", group(polyline(walk, stroke=paint, width=2.5), end, label=told))
    scene.add("table", text(told, width / 2, height - 24, 12, fill=FAINT))
    return scene


def scale(low: float, high: float) -> tuple[float, float, list[float]]:
    """Bounds around two shares and a few round marks between them."""
    span = max(high - low, 0.02)
    step = next(size for size in (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5) if span / size <= 4)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    last = max(last, first + 1)
    return first * step, last * step, [mark * step for mark in range(first, last + 1)]


def percent(share: float) -> str:
    """`12.3 %`; more digits where less would say nothing."""
    if 0 < share < 0.001:
        return "<0.1 %"
    return f"{share:.1%}".replace("%", " %")
