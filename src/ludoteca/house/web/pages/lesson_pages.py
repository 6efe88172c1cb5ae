"""Lessons as pages: the address holds the step, so there is nothing to remember."""

from __future__ import annotations

from starlette.responses import Response

from ludoteca.house.refusals import NoSuchTable
from ludoteca.house.web.pages.lesson import Page, lesson_of
from ludoteca.house.web.pages.page_request import Visit, game_of, pointed_out, read_number


async def learn_page(visit: Visit) -> Response:
    """A step of a game's lesson. The address holds the step: there is nothing to remember."""
    return show_step(visit, read_number(visit.request.query_params.get("step", "")))


def show_step(visit: Visit, at: int, wrong: bool = False, shown: bool = False) -> Response:
    game = game_of(visit.request)
    lesson = lesson_of(game)
    page = Page(lesson, at, visit.language, visit.narrow) if lesson else None
    svg = page.picture().svg() if page else ""
    if page and shown and page.wanted:
        svg = pointed_out(svg, page.wanted)
    return visit.page(
        "learn.html", game=game, page=page, picture=svg, shown=shown,
        note_wrong=visit.say("learn.other", label=page.label) if page and wrong else "",
        title=game.words(visit.language).phrase("game", "title"), layout="narrow" if visit.narrow else "wide",
    )  # fmt: skip


async def learn_move(visit: Visit) -> Response:
    """The learner goes on, back, asks to be shown, or makes a move."""
    game = game_of(visit.request)
    form = await visit.form()
    at, wish = read_number(form.get("step", "")), form.get("do", "")
    lesson = lesson_of(game)
    if lesson is None:
        raise NoSuchTable(game.name)
    step = lesson.steps[min(at, lesson.last)]
    if wish == "show":
        return show_step(visit, at, shown=True)
    if wish == "back":
        at -= 1
    elif wish == "next" and not step.yours:
        at += 1
    elif wish.startswith("act ") and step.line is not None and step.yours:
        if wish[4:] != step.line.text:
            return show_step(visit, at, wrong=True, shown=True)
        at += 1
    return visit.go(f"/learn/{game.name}?step={max(0, min(at, lesson.last))}")
