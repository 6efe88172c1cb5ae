"""The pictures of the bench, drawn with the same toolkit as the boards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ludoteca.draw import (
    BLUE,
    FAINT,
    GREY,
    LINE,
    SEATS,
    Child,
    Scene,
    circle,
    fit_text,
    group,
    line,
    polyline,
    text,
)

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
WIDTH = 960
ROW = 26
_WAITING: dict[str, Scene] = {}


class Row(NamedTuple):
    """A line of a chart: the median, and how far its figures reach."""

    label: str
    middle: float
    low: float
    high: float
    ours: bool


class Curve(NamedTuple):
    """One line through points."""

    label: str
    points: Sequence[tuple[float, float]]


class Panel(NamedTuple):
    """How chances came true: how many were said, what was said and what came, as said and corrected."""

    label: str
    said: Sequence[tuple[int, float, float]]
    corrected: Sequence[tuple[int, float, float]]


def short(number: float) -> str:
    """`1.2 M`, `450 k`, `12`, `0.25`."""
    for size, mark in ((1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{mark}"
    return f"{number:.3g}"


def decades(low: float, high: float) -> list[float]:
    """The powers of ten around two numbers."""
    return [10.0**n for n in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]


def bars(title: str, told: str, rows: Sequence[Row]) -> Scene:
    """A dot and its reach for every row, on a scale where every mark is ten times the one before."""
    head, left, right = 52, 330.0, WIDTH - 110.0
    bottom = head + ROW * len(rows)
    scene = Scene(WIDTH, bottom + 56, title)
    scene.add("table", fit_text(title, WIDTH - 24, 17, 11, x=WIDTH / 2, y=24, bold=True))
    marks = decades(min(row.low for row in rows), max(row.high for row in rows))
    span = math.log10(marks[-1] / marks[0])

    def along(number: float) -> float:
        return left + math.log10(number / marks[0]) / span * (right - left)

    for mark in marks:
        x = along(mark)
        scene.add("table", line(x, head, x, bottom, stroke=LINE, width=1))
        scene.add("table", text(short(mark), x, bottom + 14, 12, fill=FAINT))
    for place, row in enumerate(rows):
        y = head + ROW * (place + 0.5)
        paint = BLUE if row.ours else GREY
        scene.add(
            "pieces",
            group(
                fit_text(row.label, left - 24, 13, 9.5, x=left - 12, y=y, anchor="end"),
                line(along(row.low), y, along(row.high), y, stroke=paint, width=4),
                circle(along(row.middle), y, 6, fill=paint),
                text(short(row.middle), right + 20, y, 13, anchor="start"),
                label=f"{row.label}: {short(row.middle)} ({short(row.low)} to {short(row.high)})",
            ),
        )
    scene.add("table", text(told, WIDTH / 2, bottom + 38, 12, fill=FAINT))
    return scene


def curves(title: str, across: str, up: str, lines: Sequence[Curve], *, steps: bool = False) -> Scene:
    """Curves over a scale of powers of ten, or (`steps`) over whole numbers; upwards from nought."""
    height, head, left, right = 380, 64.0, 80.0, WIDTH - 220.0
    bottom = height - 60.0
    scene = Scene(WIDTH, height, title)
    scene.add("table", fit_text(title, WIDTH - 24, 17, 11, x=WIDTH / 2, y=24, bold=True))
    xs = sorted({x for curve in lines for x, _ in curve.points})
    top = ceiling(max(y for curve in lines for _, y in curve.points))

    def place(x: float) -> float:
        if len(xs) == 1:
            return left
        if steps:
            return left + (x - xs[0]) / (xs[-1] - xs[0]) * (right - left)
        return left + math.log(x / xs[0]) / math.log(xs[-1] / xs[0]) * (right - left)

    def rise(y: float) -> float:
        return bottom - y / top * (bottom - head)

    marks: list[Child] = []
    for part in range(5):
        y = rise(top * part / 4)
        marks.append(line(left, y, right, y, stroke=LINE))
        marks.append(text(short(top * part / 4) if part else "0", left - 8, y, 12, fill=FAINT, anchor="end"))
    for x in xs:
        marks.append(line(place(x), bottom, place(x), bottom + 5, stroke=LINE))
        marks.append(text(short(x), place(x), bottom + 16, 12, fill=FAINT))
    marks.append(text(across, (left + right) / 2, bottom + 40, 12, fill=FAINT))
    marks.append(text(up, left - 60, head - 20, 12, fill=FAINT, anchor="start"))
    scene.add("table", *marks)
    for number, curve in enumerate(lines):
        scene.add("pieces", _curve(curve, number, [(place(x), rise(y)) for x, y in curve.points], right))
    return scene


def _curve(curve: Curve, number: int, spots: list[tuple[float, float]], right: float) -> Child:
    """A line, its points, and its name beside the picture."""
    colour = SEATS[number % len(SEATS)].colour
    y = 74.0 + 24 * number
    told = ", ".join(f"{short(x)}: {short(value)}" for x, value in curve.points)
    return group(
        polyline(spots, stroke=colour, width=2.5),
        *[circle(x, height, 4, fill=colour) for x, height in spots],
        line(right + 24, y, right + 40, y, stroke=colour, width=3),
        fit_text(curve.label, WIDTH - right - 60, 13, 9, x=right + 48, y=y, anchor="start"),
        label=f"{curve.label}: {told}",
    )


def reliability(title: str, panels: Sequence[Panel]) -> Scene:
    """A square for every panel, two rows: what was said goes across, what came upwards. The more
    often it was said, the larger its dot; what lies on the diagonal came true.
    """
    columns = (len(panels) + 1) // 2
    cell, head = 180.0, 66.0
    width = max(480.0, 60 + columns * (cell + 24))
    scene = Scene(round(width), round(head + 2 * (cell + 40) + 16), title)
    scene.add("table", fit_text(title, width - 24, 17, 11, x=width / 2, y=22, bold=True))
    told = "grey: as the evaluation says it · blue: corrected, by what other matches showed"
    scene.add("table", fit_text(told, width - 24, 12, 9, x=width / 2, y=44, fill=FAINT))
    left = (width - columns * (cell + 24) + 24) / 2
    for number, panel in enumerate(panels):
        x, y = left + number // 2 * (cell + 24), head + number % 2 * (cell + 40)
        scene.add("pieces", _panel(panel, x, y, cell))
    return scene


def _panel(panel: Panel, x: float, y: float, size: float) -> Child:
    most = max(count for count, _, _ in (*panel.said, *panel.corrected))
    drawn: list[Child] = [line(x, y + size, x + size, y, stroke=LINE)]
    for part in range(5):
        at = size * part / 4
        drawn.append(line(x, y + at, x + size, y + at, stroke=LINE, width=0.5))
        drawn.append(text(f"{part / 4:g}", x + at, y + size + 10, 9, fill=FAINT))
    for found, paint in ((panel.said, GREY), (panel.corrected, BLUE)):
        drawn.append(
            polyline([(x + said * size, y + size - came * size) for _, said, came in found], stroke=paint)
        )
        for count, said, came in found:
            across, up = x + said * size, y + size - came * size
            drawn.append(circle(across, up, 1.5 + 5 * math.sqrt(count / most), fill=paint))
    drawn.append(text(panel.label, x + size / 2, y + size + 24, 12))
    told = ", ".join(f"{said:.2f}: {came:.2f}" for _, said, came in panel.corrected)
    return group(*drawn, label=f"{panel.label}: {told}")


def ceiling(number: float) -> float:
    """The next number that four lines divide well."""
    size = 10.0 ** math.floor(math.log10(number)) if number > 0 else 1.0
    return next(step * size for step in (1, 2, 4, 6, 8, 10) if step * size >= number)


def hang(scene: Scene, name: str) -> str:
    """Where docs will find a picture once the page is written."""
    _WAITING[name] = scene
    return f"pictures/{name}"


def save() -> None:
    """Save every picture that waits for its page."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, scene in _WAITING.items():
        (PICTURES / name).write_text(scene.svg() + "\n", encoding="utf-8")
    _WAITING.clear()
