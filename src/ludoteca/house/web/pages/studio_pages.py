"""The pages of the studio. A draft stays in its writer's browser; the house keeps a version once it is shared
or played with.
"""

from __future__ import annotations

import time
from typing import Any, Protocol, TypeVar
from urllib.parse import quote

import msgspec
from starlette.responses import JSONResponse, Response

from ludoteca.datafiles.draft import LONGEST
from ludoteca.house.refusals import Malformed, NoSuchTable, refusal
from ludoteca.house.service import shelf
from ludoteca.house.service.rate_limits import RateLimiter
from ludoteca.house.web.pages import assets, game_cards
from ludoteca.house.web.pages.page_request import PageRequest, game_of, house_address
from ludoteca.house.web.pages.studio import Studio, house_draft, is_writable
from ludoteca.kernel.game import Game
from ludoteca.printing.pdf import can_print


class Change(msgspec.Struct, frozen=True):
    """What a browser sends: the draft, perhaps one change of it, and what is to be shown."""

    text: str
    item: str = ""
    path: str = ""
    value: str = ""
    gallery: bool = False


async def studios(request: PageRequest) -> Response:
    """The games that one can write editions of."""
    games = [game for game in game_cards.games() if is_writable(game)]
    return request.page("studios.html", games=games, game_cards=game_cards, language=request.language)


async def studio_page(request: PageRequest) -> Response:
    """The house's edition, or one that was shared, to look at and to change."""
    game = studio_game(request)
    digest = request.http.query_params.get("edition", "")
    text = await request.house.shelf.text_of(game, digest) if digest else house_draft(game.name).text
    if text is None:
        raise NoSuchTable(digest)
    shown = await request.heavy_work(lambda: Studio(game, text, request.language))
    first = shown.main_item()
    parts = await request.heavy_work(lambda: drawn(request, shown, first, with_gallery=True))
    return request.page(
        "studio.html", game=game, title=game.words(request.language).phrase("game", "title"),
        studio=shown, parts=parts, first=first, shared=digest, own=house_draft(game.name).text,
        printer=can_print(), own_editions=await own_part(request, game),
    )  # fmt: skip


async def change(request: PageRequest) -> Response:
    """A draft with one value changed, checked and drawn again."""
    game = studio_game(request)
    asked = await read_draft(request, Change)

    def work() -> dict[str, Any]:
        found = Studio(game, asked.text, request.language, asked.path, asked.value)
        item = asked.item if asked.item in found.items() else ""
        return {
            "text": found.text,
            "valid": found.valid,
            "name": found.name,
            **drawn(request, found, item, asked.gallery),
        }

    return JSONResponse(await request.heavy_work(work))


async def keep(request: PageRequest) -> Response:
    """Keep a version, to share it or to open a table with it."""
    game = studio_game(request)
    asked = await read_draft(request, Change)
    person = request.person_or_newcomer()
    shares: RateLimiter = request.http.app.state.shelf_shares
    new = await request.house.shelf.is_new(game, asked.text)
    if new and shares.seconds_to_wait(request.visitor, time.monotonic()):
        raise refusal("shelf-share", request.language)
    edition = await request.heavy_work(lambda: shelf.checked(game, asked.text))
    differs = edition.label != game.edition().label
    label = await request.house.shelf.keep(edition, person.id if differs else "")
    digest = label.rpartition(" ")[2]
    answer = {
        "label": label,
        "link": f"{house_address(request)}/studio/{game.name}?edition={digest}",
        "table": f"/games/{game.name}/open?edition={quote(label)}",
    }
    return request.with_cookies(
        JSONResponse({**answer, "differs": differs, "own": await own_part(request, game)})
    )


async def forget(request: PageRequest) -> Response:
    """Offer an own edition no longer. Whoever has its link can still use it."""
    game = studio_game(request)
    asked = await read_draft(request, Change)
    if request.person is not None:
        await request.house.shelf.rows.forget(request.person.id, game.name, asked.value)
    return JSONResponse({"own": await own_part(request, game)})


async def own_editions(request: PageRequest, game: Game[Any]) -> list[str]:
    """The labels of the visitor's own editions of a game that the house still keeps."""
    return [] if request.person is None else await request.house.shelf.rows.of(request.person.id, game.name)


async def own_part(request: PageRequest, game: Game[Any]) -> str:
    """The part of the page that lists the visitor's own editions."""
    macros: Any = assets.environment().get_template("studio_parts.html").module
    return str(macros.own(await own_editions(request, game), game.name, request.say))


def drawn(request: PageRequest, studio: Studio, item: str, with_gallery: bool) -> dict[str, str]:
    """The parts of the page that show a draft."""
    macros: Any = assets.environment().get_template("studio_parts.html").module
    say = request.say
    parts: dict[str, Any] = {
        "check": macros.check(studio, say),
        "differences": macros.differences(studio, say),
    }
    if item:
        parts["form"] = macros.form(studio, item, say)
        parts["cell"] = macros.cell(studio.shown(item), item, say)
    if with_gallery and item:
        parts["gallery"] = macros.gallery(studio, item, say)
    return {name: str(part) for name, part in parts.items()}


def studio_game(request: PageRequest) -> Game[Any]:
    game = game_of(request.http)
    if not is_writable(game):
        raise NoSuchTable(game.name)
    return game


class Written(Protocol):
    """What a browser sends about a draft."""

    @property
    def text(self) -> str: ...


D = TypeVar("D", bound=Written)


async def read_draft(request: PageRequest, shape: type[D]) -> D:
    """What a browser sends about a draft, checked."""
    found = await request.json(shape)
    if len(found.text.encode()) > LONGEST or "\0" in found.text:
        raise Malformed("malformed", f"an edition has at most {LONGEST} bytes")
    return found
