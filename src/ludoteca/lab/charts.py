"""Charts of the laboratory, drawn with the same toolkit as the boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludoteca.draw import BLUE, FAINT, INK, LINE, Child, Scene, group, line, rect, text

WIDTH = 960
HEIGHT = 420
LEFT = 64
TOP = 64
BOTTOM = 360
BARS = 40


def score_chart(title: str, scores: Sequence[Counter[int]]) -> Scene:
    """How often each score was reached, over all seats, as a histogram."""
    whole: Counter[int] = Counter()
    for seat in scores:
        whole.update(seat)
    scene = Scene(WIDTH, HEIGHT, title)
    scene.add("table", text(title, WIDTH / 2, 28, 17, bold=True))
    if not whole:
        scene.add("table", text("This game has no scores.", WIDTH / 2, HEIGHT / 2, 15, fill=FAINT))
        return scene
    low, high = min(whole), max(whole)
    step = max(1, -(-(high - low + 1) // BARS))
    bins = [
        (start, sum(whole[score] for score in range(start, start + step)))
        for start in range(low, high + 1, step)
    ]
    total = whole.total()
    tallest = max(number for _, number in bins)
    middle = sum(score * number for score, number in whole.items()) / total
    spread = (sum(number * (score - middle) ** 2 for score, number in whole.items()) / total) ** 0.5
    across = (WIDTH - 2 * LEFT) / len(bins)
    scene.add("table", _axis(tallest, total), _bars(bins, step, across, tallest, total))
    where = LEFT + (middle - low + 0.5) / step * across
    scene.add("table", line(where, TOP - 6, where, BOTTOM, stroke=INK, width=2, dash="5 4"))
    told = f"mean {middle:.1f}, standard deviation {spread:.1f}, {total} scores"
    scene.add("table", group(text(told, WIDTH / 2, HEIGHT - 14, 13, fill=FAINT), label=told))
    return scene


def _axis(tallest: int, total: int) -> Child:
    marks: list[Child] = []
    for part in (0.25, 0.5, 0.75, 1.0):
        y = BOTTOM - part * (BOTTOM - TOP)
        marks.append(line(LEFT, y, WIDTH - LEFT, y, stroke=LINE, width=1))
        marks.append(text(f"{part * tallest / total:.1%}", LEFT - 8, y, 12, fill=FAINT, anchor="end"))
    return group(*marks)


def _bars(bins: Sequence[tuple[int, int]], step: int, across: float, tallest: int, total: int) -> Child:
    drawn: list[Child] = []
    for place, (start, number) in enumerate(bins):
        height = number / tallest * (BOTTOM - TOP)
        x = LEFT + place * across
        called = str(start) if step == 1 else f"{start}–{start + step - 1}"
        bar = rect(x + 1, BOTTOM - height, across - 2, height, fill=BLUE)
        drawn.append(group(bar, label=f"{called}: {number / total:.1%}"))
        if place % max(1, len(bins) // 12) == 0:
            drawn.append(text(str(start), x + across / 2, BOTTOM + 16, 12, fill=FAINT))
    return group(*drawn)
