"""Lesson pages. The address holds the step, so the house stores nothing."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from ludoteca.house.refusals import NoSuchTable
from ludoteca.house.web.pages import game_cards
from ludoteca.house.web.pages.lesson import NONE_EARLY, Lesson, lesson_of, lessons_of
from ludoteca.house.web.pages.lesson_page import LessonPage
from ludoteca.house.web.pages.newcomers import learnt, learnt_cookie
from ludoteca.house.web.pages.page_request import PageRequest, game_of, read_number
from ludoteca.kernel.game import presentation_of

MOST_TOLD: Final = 4
"""How many sentences tell what another move would do."""


async def lessons_page(request: PageRequest) -> Response:
    """The lessons of a game."""
    game = game_of(request.http)
    return request.page(
        "lessons.html", game=game, lessons=lessons_of(game), cover=game_cards.cover(game),
        title=game.words(request.language).phrase("game", "title"), language=request.language,
        learnt={name.partition("/")[2] for name in learnt(request.http) if name.startswith(f"{game.name}/")},
    )  # fmt: skip


async def learn_page(request: PageRequest) -> Response:
    """A step of a lesson."""
    query = request.http.query_params
    return show_step(request, asked_page(request, query.get("step", ""), query.get("early", "")))


def asked_lesson(request: PageRequest) -> Lesson:
    game = game_of(request.http)
    name = request.http.path_params["lesson"]
    lesson = lesson_of(game, name)
    if lesson is None:
        raise NoSuchTable(name)
    return lesson


def asked_page(request: PageRequest, step: str, early: str) -> LessonPage:
    done = read_number(early) if early else NONE_EARLY
    return LessonPage(asked_lesson(request), read_number(step), request.language, request.narrow, done)


def show_step(request: PageRequest, page: LessonPage, note: str = "", shown: bool = False) -> Response:
    game = page.lesson.game
    picture = page.picture()
    shown = shown or page.step.pointed
    if page.at == page.lesson.last:
        request.cookies.append(learnt_cookie(request.http, game.name, page.lesson.outline.name))
    following = [outline for outline in lessons_of(game) if outline.name > page.lesson.outline.name]
    return request.page(
        "learn.html", game=game, page=page, outline=page.lesson.outline, note_wrong=note, shown=shown,
        picture=picture.with_choice(page.wanted) if shown and page.wanted else picture.svg(),
        inspected=presentation_of(game).about is not None, following=following[:1],
        title=game.words(request.language).phrase("game", "title"), language=request.language,
        layout="narrow" if request.narrow else "wide",
    )  # fmt: skip


async def learn_move(request: PageRequest) -> Response:
    """The learner goes on or back, asks for help, or makes a move."""
    form = await request.form()
    page = asked_page(request, form.get("step", ""), form.get("early", ""))
    wish = form.get("do", "")
    if wish == "show":
        return show_step(request, page, shown=True)
    if wish == "back":
        return go_to(request, page, page.at - 1)
    if wish == "next" and not page.step.yours:
        return go_to(request, page, page.at + 1)
    if wish.startswith("act ") and page.step.yours:
        return answer_move(request, page, wish[len("act ") :])
    return go_to(request, page, page.at)


def answer_move(request: PageRequest, page: LessonPage, text: str) -> Response:
    """The wanted move goes on; so does one that the lesson wants later, if it may as well come now."""
    if text == page.wanted:
        at = page.at + 1
        return go_to(request, page, at + 1 if at == page.early else at, page.early)
    early = page.lesson.made_early(page.at, text) if page.early == NONE_EARLY else NONE_EARLY
    if early != NONE_EARLY:
        return go_to(request, page, page.at, early)
    return show_step(request, page, note=answer_other(request, page, text), shown=True)


def answer_other(request: PageRequest, page: LessonPage, text: str) -> str:
    """What another move would do, and why the lesson wants its own."""
    would = page.would(text)
    parts = [request.say("learn.would", would="; ".join(would[:MOST_TOLD]))] if would else []
    return " ".join([*parts, page.why or request.say("learn.other", label=page.label)])


def go_to(request: PageRequest, page: LessonPage, at: int, early: int = NONE_EARLY) -> Response:
    lesson = page.lesson
    at = max(0, min(at, lesson.last))
    kept = f"&early={early}" if early > at else ""
    return request.redirect(f"/learn/{lesson.game.name}/{lesson.outline.name}?step={at}{kept}")
