"""The chances of every seat along a match, as a picture."""

from __future__ import annotations

from typing import Final

from ludoteca.analysis.report import Analysis, grade_of
from ludoteca.analysis.teller import Teller
from ludoteca.draw import (
    FAINT,
    INK,
    LINE,
    Child,
    Colour,
    Scene,
    circle,
    fit_text,
    group,
    ink_on,
    line,
    polyline,
    text,
    width_of,
)

WIDTH: Final = 960
HEIGHT: Final = 380
NARROW: Final = 390
TOP: Final = 56


class Frame:
    """Where decisions and chances lie in the picture."""

    def __init__(self, decisions: int, narrow: bool, legend: int) -> None:
        self.width = NARROW if narrow else WIDTH
        self.height = HEIGHT + 24 * legend if narrow else HEIGHT
        self.left = 44.0
        self.right = self.width - (12.0 if narrow else 150.0)
        self.bottom = HEIGHT - 40.0
        self.decisions = max(1, decisions)

    def x(self, decision: float) -> float:
        return self.left + (self.right - self.left) * decision / self.decisions

    def y(self, chance: float) -> float:
        return self.bottom - (self.bottom - TOP) * chance


def axis(narrow: bool) -> tuple[float, float]:
    """Where the first decision and the end of the match lie, as shares of the width."""
    frame = Frame(1, narrow, 0)
    return frame.left / frame.width, frame.right / frame.width


def chances_chart(teller: Teller, narrow: bool = False, prefix: str = "") -> Scene:
    """A line for every seat, or one for all who win and lose together; thin where it shows what the seat
    could know. Marks at errors and turning points.
    """
    analysis = teller.analysis
    frame = Frame(len(analysis.judgements), narrow, analysis.seats)
    scene = Scene(frame.width, frame.height, teller.phrase("chances"), prefix=prefix)
    scene.add(
        "table",
        fit_text(teller.phrase("chances"), frame.width - 24, 16, 11, x=frame.width / 2, y=22, bold=True),
    )
    scene.add("table", *_axes(frame, teller))
    if analysis.seats > 1 and _together(analysis):
        scene.add("pieces", _curves(frame, teller, 0, INK))
    else:
        for seat in range(analysis.seats):
            scene.add("pieces", _curves(frame, teller, seat, teller.colours[seat]))
            scene.add("pieces", _legend(frame, teller, seat, narrow))
    scene.add("options", *_marks(frame, teller))
    return scene


def _axes(frame: Frame, teller: Teller) -> list[Child]:
    drawn: list[Child] = []
    for quarter in range(5):
        y = frame.y(quarter / 4)
        drawn.append(line(frame.left, y, frame.right, y, stroke=LINE))
        drawn.append(text(f"{25 * quarter} %", frame.left - 6, y, 11, fill=FAINT, anchor="end"))
    seen = ""
    last = -100.0
    for number, judgement in enumerate(teller.analysis.judgements):
        chapter = teller.chapter(judgement.line)
        if chapter == seen:
            continue
        seen = chapter
        x = frame.x(number)
        drawn.append(line(x, TOP, x, frame.bottom, stroke=LINE, dash="2 4"))
        words = chapter.rstrip(": ")
        if x - last >= 64 and x + width_of(words, 10) <= frame.width:
            drawn.append(text(words, x, frame.bottom + 14, 10, fill=FAINT, anchor="start"))
            last = x
    middle = (frame.left + frame.right) / 2
    drawn.append(text(teller.phrase("decisions"), middle, frame.bottom + 30, 11, fill=FAINT))
    return drawn


def _together(analysis: Analysis) -> bool:
    """Whether all win and lose together, so that their lines would lie over each other."""
    shares = [*(judgement.truth for judgement in analysis.judgements), analysis.payoffs]
    return all(max(one) == min(one) for one in shares)


def _curves(frame: Frame, teller: Teller, seat: int, colour: Colour) -> Child:
    analysis = teller.analysis
    truth = [(frame.x(n), frame.y(j.truth[seat])) for n, j in enumerate(analysis.judgements)]
    truth.append((frame.x(len(analysis.judgements)), frame.y(analysis.payoffs[seat])))
    known = [(frame.x(n), frame.y(j.known[seat])) for n, j in enumerate(analysis.judgements)]
    end = round(100 * analysis.payoffs[seat])
    middle = round(100 * analysis.judgements[len(analysis.judgements) // 2].truth[seat])
    start = round(100 * analysis.judgements[0].truth[seat])
    return group(
        polyline(known, stroke=colour, width=1, dash="1 3"),
        polyline(truth, stroke=colour, width=2.5),
        label=f"{teller.name(seat)}: {start} %, {middle} %, {end} %",
    )


def _legend(frame: Frame, teller: Teller, seat: int, narrow: bool) -> Child:
    x = 20.0 if narrow else frame.right + 14
    y = HEIGHT + 4 + 24.0 * seat if narrow else TOP + 24.0 * seat
    room = frame.width - x - 34
    return group(
        line(x, y, x + 16, y, stroke=teller.colours[seat], width=3),
        fit_text(teller.name(seat), room, 13, 9, x=x + 22, y=y, anchor="start"),
    )


def _marks(frame: Frame, teller: Teller) -> list[Child]:
    analysis = teller.analysis
    turning = {point.line for point in analysis.turning_points}
    drawn: list[Child] = []
    for number, judgement in enumerate(analysis.judgements):
        grade = grade_of(judgement)
        x, y = frame.x(number), frame.y(judgement.truth[judgement.seat])
        if judgement.line in turning:
            drawn.append(line(x, TOP, x, frame.bottom, stroke=INK, width=1, opacity=0.5))
        if grade:
            sign = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}[grade]
            colour = teller.colours[judgement.seat]
            mark, ink = circle(x, y, 9, fill=colour, stroke=INK), ink_on(colour)
            drawn.append(
                group(mark, text(sign, x, y, 10, bold=True, fill=ink), label=teller.error(judgement))
            )
    return drawn
