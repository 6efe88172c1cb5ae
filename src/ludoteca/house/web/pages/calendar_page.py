"""The calendar: public tables with a free seat and a time at which they begin."""

from __future__ import annotations

from itertools import groupby

from starlette.responses import Response

from ludoteca.house.table.brief import Brief
from ludoteca.house.web.pages import game_cards
from ludoteca.house.web.pages.page_request import PageRequest
from ludoteca.house.web.pages.texts import Texts


def days(briefs: list[Brief], say: Texts) -> list[tuple[str, list[Brief]]]:
    """Tables by the day on which they begin, in UTC."""
    ordered = sorted(briefs, key=lambda brief: (brief.starts_at, brief.table))
    return [
        (day, list(those)) for day, those in groupby(ordered, key=lambda brief: say.date(brief.starts_at))
    ]


async def calendar_page(request: PageRequest) -> Response:
    """What begins when, at tables that anybody may join."""
    games, titles = game_cards.games(), game_cards.titles(request.language)
    found = await request.house.lobby(request.person)
    waiting = [brief for brief in [*found.waiting, *found.yours] if brief.game in titles]
    coming = [
        one for one in waiting if one.public and one.status == "waiting" and one.starts_at > request.now
    ]
    return request.page(
        "calendar.html", days=days(coming, request.say), titles=titles, game_cards=game_cards, games=games
    )
