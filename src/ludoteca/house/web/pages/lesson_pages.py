"""Lesson pages. The address holds the step, so the house stores nothing."""

from __future__ import annotations

from starlette.responses import Response

from ludoteca.house.refusals import NoSuchTable
from ludoteca.house.web.pages.lesson import LessonPage, lesson_of
from ludoteca.house.web.pages.page_request import PageRequest, game_of, read_number
from ludoteca.kernel.game import presentation_of


async def learn_page(request: PageRequest) -> Response:
    """A step of a game's lesson."""
    return show_step(request, read_number(request.http.query_params.get("step", "")))


def show_step(request: PageRequest, at: int, wrong: bool = False, shown: bool = False) -> Response:
    game = game_of(request.http)
    lesson = lesson_of(game)
    page = LessonPage(lesson, at, request.language, request.narrow) if lesson else None
    svg = ""
    if page:
        picture = page.picture()
        svg = picture.with_choice(page.wanted) if shown and page.wanted else picture.svg()
    return request.page(
        "learn.html", game=game, page=page, picture=svg, shown=shown,
        inspected=presentation_of(game).about is not None,
        note_wrong=request.say("learn.other", label=page.label) if page and wrong else "",
        title=game.words(request.language).phrase("game", "title"),
        layout="narrow" if request.narrow else "wide",
    )  # fmt: skip


async def learn_move(request: PageRequest) -> Response:
    """The learner goes on or back, asks for help, or makes a move."""
    game = game_of(request.http)
    form = await request.form()
    at, wish = read_number(form.get("step", "")), form.get("do", "")
    lesson = lesson_of(game)
    if lesson is None:
        raise NoSuchTable(game.name)
    step = lesson.steps[min(at, lesson.last)]
    if wish == "show":
        return show_step(request, at, shown=True)
    if wish == "back":
        at -= 1
    elif wish == "next" and not step.yours:
        at += 1
    elif wish.startswith("act ") and step.line is not None and step.yours:
        if wish[4:] != step.line.text:
            return show_step(request, at, wrong=True, shown=True)
        at += 1
    return request.redirect(f"/learn/{game.name}?step={max(0, min(at, lesson.last))}")
