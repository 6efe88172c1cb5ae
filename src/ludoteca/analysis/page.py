"""An analysis as one self-contained page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from html import escape
from typing import Final

from ludoteca.analysis.chart import chances_chart
from ludoteca.analysis.judge import Judgement
from ludoteca.analysis.measures import measure_of
from ludoteca.analysis.teller import Teller, percent
from ludoteca.kernel.choices import choices
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.words import fill

Link = Callable[[int], str]
"""The address at which the moment before a line of the record is shown."""

Mark = Callable[[int], str]
"""The sign of a seat, as HTML."""


def no_mark(seat: int) -> str:
    return ""


PICTURED: Final = 6
UNFOLDED: Final = 6
"""How many turns that cost something are told at once."""
STYLE: Final = """
:root{color-scheme:light dark}
body{font:17px/1.55 system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;max-width:60rem;margin:2rem auto;
padding:0 1rem}
h1{font-size:1.6rem;line-height:1.2}h2{margin-top:2.2rem;font-size:1.2rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.4rem .6rem;text-align:right;border-bottom:1px solid}
th:first-child,td:first-child{text-align:left}
figure{margin:1rem 0 2rem}img,svg{max-width:100%;height:auto}
.narrow{display:none}@media(max-width:34rem){.narrow{display:block}.broad{display:none}
.played thead{position:absolute;clip-path:inset(50%)}.played tr{display:grid;grid:auto/repeat(3,1fr);
padding:.5rem 0;border-bottom:1px solid}.played th{grid-column:1/-1}
.played :is(th,td){border:0;padding:.1rem .3rem;text-align:left;align-self:end}
.played td::before{content:attr(data-head);display:block;font-size:.75rem;line-height:1.2}}
small{opacity:.75}
"""


def analysis_page(teller: Teller) -> str:
    """The chart, how everybody played, the turning points, and what would have been better, with the board as
    the seat saw it.
    """
    title = escape(teller.title())
    errors = teller.analysis.errors()
    figures = [_figure(teller, judgement) for judgement in errors[:PICTURED]]
    return "".join(
        [
            f'<!doctype html><html lang="{teller.book.language}"><head><meta charset="utf-8">',
            f'<meta name="viewport" content="width=device-width"><title>{title}</title>',
            f"<style>{STYLE}</style></head><body><h1>{title}</h1>",
            f"<p>{escape(_ending(teller))}</p>",
            charts(teller),
            f"<h2>{escape(teller.phrase('seats'))}</h2>{seats_table(teller)}",
            f"<h2>{escape(teller.phrase('turning'))}</h2>{turning_points(teller)}",
            f"<h2>{escape(teller.phrase('errors'))}</h2>",
            "".join(figures),
            costly_turns(teller) if not errors else "",
            f"<p><small>{escape(teller.phrase('explained'))}</small></p></body></html>",
        ]
    )


def charts(teller: Teller) -> str:
    """The chart, once for broad pages and once for phones."""
    drawn = [
        f'<div class="{name}">{chances_chart(teller, narrow, prefix=f"{name}-").svg()}</div>'
        for name, narrow in (("broad", False), ("narrow", True))
    ]
    truth, known = escape(teller.phrase("truth")), escape(teller.phrase("known"))
    return "".join([*drawn, f"<p><small>━ {truth} &nbsp; ┄ {known}</small></p>"])


def turning_points(teller: Teller, link: Link | None = None, mark: Mark = no_mark) -> str:
    points = teller.analysis.turning_points
    if not points:
        return f"<p>{escape(teller.phrase('no_turning'))}</p>"
    told = [f"{mark(point.seat)}{_linked(teller.turning_point(point), point.line, link)}" for point in points]
    return f"<ol>{''.join(f'<li>{words}</li>' for words in told)}</ol>"


def costly_turns(teller: Teller, link: Link | None = None, mark: Mark = no_mark) -> str:
    """What would have been better, turn by turn; what cost less than a few others is folded away."""
    turns = teller.analysis.costly_turns()
    if not turns:
        return f"<p>{escape(teller.phrase('no_errors'))}</p>"
    told = [f"{mark(turn.worst.seat)}{_linked(teller.turn(turn), turn.worst.line, link)}" for turn in turns]
    lists = [
        f'<ul class="costly">{"".join(f"<li>{words}</li>" for words in part)}</ul>'
        for part in (told[:UNFOLDED], told[UNFOLDED:])
    ]
    count = len(told) - UNFOLDED
    if count <= 0:
        return lists[0]
    more = fill(teller.phrase("more_turns"), {"count": str(count)}, {"count": count})
    return f"{lists[0]}<details><summary>{escape(more)}</summary>{lists[1]}</details>"


def _linked(words: str, line: int, link: Link | None) -> str:
    if link is None:
        return escape(words)
    return f'<a href="{escape(link(line))}" data-line="{line}">{escape(words)}</a>'


def _ending(teller: Teller) -> str:
    result = teller.match.result
    return teller.speaker.result(result) if result is not None else ""


def seats_table(teller: Teller, mark: Mark = no_mark) -> str:
    """How everybody played; luck only where chance has a say. On a phone each cell has its head."""
    lost = "lost_points" if teller.counts_points else "lost_chance"
    luck = ["luck"] if teller.has_chance else []
    heads = ["seat", "accuracy", lost, "skill", *luck, "costly", "counted"]
    called = [escape(teller.phrase(key)) for key in heads]
    head = "".join(f'<th scope="col">{words}</th>' for words in called)
    rows = []
    for report in teller.analysis.reports:
        cells = [
            f"{report.accuracy:.0f}",
            teller.lost_a_turn(report),
            percent(report.skill, True),
            *([percent(report.luck, True)] if teller.has_chance else []),
            str(sum(report.grades.values())),
            str(report.decisions),
        ]
        name = f'<th scope="row">{mark(report.seat)}{escape(teller.name(report.seat))}</th>'
        told = (f'<td data-head="{words}">{cell}</td>' for words, cell in zip(called[1:], cells, strict=True))
        rows.append(f"<tr>{name}{''.join(told)}</tr>")
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f'<div class="played">{table}</div>{_ruler(teller)}'


def _ruler(teller: Teller) -> str:
    """What bots of each level lose a turn, to compare with."""
    lost = measure_of(teller.match.game.name).lost
    if not lost:
        return ""
    levels = ", ".join(f"{teller.phrase(level)} {teller.unit(size)}" for level, size in lost.items())
    return f'<p class="small">{escape(fill(teller.phrase("ruler"), {"levels": levels}, {}))}</p>'


def _figure(teller: Teller, judgement: Judgement) -> str:
    """An error in words, and the board as the seat saw it then."""
    moment = teller.moments[judgement.line]
    game = teller.match.game
    asked = choices(game, moment.before, moment.seat, teller.speaker)
    scene = presentation_of(game).board(game.view(moment.before, moment.seat), teller.speaker, asked)
    picture = b64encode(scene.svg().encode()).decode()
    words = escape(teller.error(judgement))
    return (
        f'<figure><figcaption>{words}</figcaption><img alt="" loading="lazy" '
        f'src="data:image/svg+xml;base64,{picture}"></figure>'
    )
