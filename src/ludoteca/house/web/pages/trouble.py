"""What people see when something cannot be shown or done: a picture, a sentence, and a way on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from ludoteca.house.web.pages import assets, game_cards
from ludoteca.house.web.pages.preferences import language_of, preferences_of, read
from ludoteca.house.web.pages.texts import NAMES, texts


class Kind(NamedTuple):
    """A kind of trouble: its words, which game's cover it shows, and whether to try again makes sense."""

    words: str
    cover: int
    again: bool = False


REFUSED: Final = Kind("refused", 3)
KINDS: Final = {
    403: Kind("forbidden", 1),
    404: Kind("missing", 2),
    405: Kind("missing", 2),
    410: Kind("gone", 0),
    429: Kind("busy", 0, again=True),
    500: Kind("fault", 4, again=True),
    503: Kind("away", 4, again=True),
}


def trouble_values(status: int, asked: bool, detail: str = "") -> dict[str, Any]:
    """What the template needs to know; a `detail` is said in place of the usual sentence.

    Only what was `asked` for can be asked for again; what was sent cannot.
    """
    kind = KINDS.get(status, REFUSED)
    games = game_cards.games()
    picture = game_cards.cover(games[kind.cover % len(games)]) if games else Markup()
    told = "" if kind.words == "missing" else detail
    return {"kind": kind.words, "cover": picture, "detail": told, "again": kind.again and asked}


def plain_trouble(http: Request, status: int) -> Response:
    """The page for a request that goes no further: kept ready, since many may come at once."""
    theme = str(preferences_of(http).theme)
    body = _plain(status, http.method == "GET", language_of(http), theme)
    return Response(body, status, media_type="text/html; charset=utf-8")


@lru_cache(maxsize=128)
def _plain(status: int, asked: bool, language: str, theme: str) -> bytes:
    return assets.render(
        "trouble.html",
        say=texts(language),
        preferences=read({"theme": theme}),
        person=None,
        languages=NAMES,
        here="/",
        note=None,
        waiting=0,
        after="",
        **trouble_values(status, asked),
    ).encode()
