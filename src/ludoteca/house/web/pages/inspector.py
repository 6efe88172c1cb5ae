"""The inspector: what a piece on the board is, as its viewer may know it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from ludoteca import draw as d
from ludoteca.house.table import visibility
from ludoteca.house.web.pages import assets
from ludoteca.house.web.pages.lesson_pages import asked_page
from ludoteca.house.web.pages.match_log import speaker_for
from ludoteca.house.web.pages.page_request import PageRequest, read_number, wished_seat
from ludoteca.house.web.pages.replay_frames import ReplayMoment
from ludoteca.house.web.pages.replay_pages import replay_for
from ludoteca.house.web.pages.rulebook import rule_link
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import View

REACH: Final = 60
"""How far the picture of a piece reaches around its middle."""
LONGEST_KEY: Final = 200


class AboutPart(NamedTuple):
    """A piece, large and in words."""

    title: str
    text: str
    state: str
    rule: str
    link: str
    picture: Markup


def about_part(game: Game[Any], view: View, speaker: Speaker, key: str) -> AboutPart | None:
    """What the game says of a piece; None if it says nothing."""
    about = presentation_of(game).about
    try:
        told: d.About | None = about(view, speaker, key) if about is not None else None
    except (ValueError, LookupError, OverflowError):  # a key that no page has: somebody made it up
        return None
    if told is None:
        return None
    picture = Markup()
    if told.picture is not None:
        picture = assets.drawn(
            d.group(told.picture, x=REACH, y=REACH), 2 * REACH, 2 * REACH, css="large", prefix="about-"
        )
    link = rule_link(game.name, told.rule) if told.rule else ""
    return AboutPart(told.title, told.text, told.state, told.rule, link, picture)


def explained(match: Match, viewer: int, speaker: Speaker, text: str) -> list[str]:
    """What the game tells of an option before it is chosen, beside what is sure to follow."""
    explain = presentation_of(match.game).explained
    action = match.game.catalogue.parse(text.partition("\n")[0])
    return list(explain(match.view(viewer), speaker, action)) if explain is not None else []


async def about_at_table(request: PageRequest) -> Response:
    table = await request.house.table(request.http.path_params["table"])
    match = table.match
    if match is None:
        return nothing(request)
    viewer = visibility.viewer_of(
        table, request.person.id if request.person else "", wished_seat(request.http)
    )
    return answer(request, table.game, match.view(viewer), speaker_for(match, request.say.language))


async def about_in_replay(request: PageRequest) -> Response:
    http = request.http
    table = await request.house.table(http.path_params["table"])
    if table.match is None:
        return nothing(request)
    at = read_number(http.query_params.get("at", ""))
    replayed, viewer = await replay_for(request, table)
    moment = ReplayMoment(replayed, at, viewer, request.language, narrow=False)
    return answer(request, table.game, moment.view, moment.speaker)


async def about_in_lesson(request: PageRequest) -> Response:
    query = request.http.query_params
    page = asked_page(request, query.get("step", ""), query.get("early", ""))
    return answer(request, page.lesson.game, page.view, page.speaker)


def answer(request: PageRequest, game: Game[Any], view: View, speaker: Speaker) -> Response:
    """The piece in question as a fragment of a page."""
    found = about_part(game, view, speaker, request.http.query_params.get("key", "")[:LONGEST_KEY])
    if found is None:
        return nothing(request)
    fragment = str(assets.parts().about(found, request.say))
    return request.send(fragment.encode(), "text/html; charset=utf-8")


def nothing(request: PageRequest) -> Response:
    return Response(request.say("table.about_none"), 404, media_type="text/plain")
