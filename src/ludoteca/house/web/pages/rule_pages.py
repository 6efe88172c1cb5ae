"""The rulebook with everything in the box, one rule of it, and what has been seen of the decks at a table."""

from __future__ import annotations

from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from ludoteca import draw as d
from ludoteca.house.refusals import NoSuchTable
from ludoteca.house.table import visibility
from ludoteca.house.web.pages.box import Piece, box_of, found_in
from ludoteca.house.web.pages.governed import Governed
from ludoteca.house.web.pages.match_log import speaker_for
from ludoteca.house.web.pages.page_request import PageRequest, game_of, wished_seat
from ludoteca.house.web.pages.rulebook import inline, rulebook, words_in, written_rulebook
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.options import Setup
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import View
from ludoteca.printing.pdf import can_print


async def rules_page(request: PageRequest) -> Response:
    """A rulebook, or the rules and pieces that contain some words; `table` says whose options are in play."""
    game = game_of(request.http)
    query = request.http.query_params
    table = await request.house.table(query["table"]) if query.get("table") else None
    if table is not None and table.game is not game:
        raise NoSuchTable(table.id)
    setup = table.setup if table is not None else usual_setup(game)
    shelves = box_of(game, setup, request.language)
    words = query.get("q", "").strip()[:80]
    governed = Governed(game, request.say, shelves, setup if table is not None else None)
    return request.page(
        "rules.html", game=game, book=written_rulebook(game, governed.notes()), words=words, shelves=shelves,
        found=rulebook(game).search(words), pieces=found_in(shelves, words_in(words)),
        title=game.words(request.language).phrase("game", "title"), narrow=request.narrow,
        table=table, own=table is None or setup.edition.label == game.edition().label, edition=setup.edition,
        printer=can_print(),
    )  # fmt: skip


def usual_setup(game: Game[Any]) -> Setup:
    """The set-up whose box holds most: as many players as possible, as printed."""
    return game.setup(game.most)


async def one_rule(request: PageRequest) -> Response:
    """One rule, to be shown in place."""
    game = game_of(request.http)
    rule = request.http.path_params["rule"]
    text = rulebook(game).rules.get(rule)
    if text is None:
        raise NoSuchTable(rule)
    said = Markup('<br><small class="quoted" lang="en"><b>{}</b> {}</small>').format(rule, inline(text))
    return request.send(str(said).encode(), "text/html; charset=utf-8")


# What has been seen


class SeenDeck(NamedTuple):
    """What a viewer may remember of a deck, with the pieces that may still come."""

    title: str
    text: str
    out: tuple[tuple[str, int], ...]
    left: tuple[tuple[str, int], ...]
    pieces: tuple[Piece, ...]


async def seen_page(request: PageRequest) -> Response:
    """What has come out of the decks, and what may still come, as far as the viewer can know."""
    table = await request.house.table(request.http.path_params["table"])
    person = request.person.id if request.person else ""
    match = table.match
    if match is None:
        raise NoSuchTable(table.id)
    viewer = visibility.viewer_of(table, person, wished_seat(request.http))
    decks = seen_decks(table.game, table.setup, match.view(viewer), speaker_for(match, request.say.language))
    title = table.game.words(request.language).phrase("game", "title")
    return request.page("seen.html", table=table, game=table.game, decks=decks, title=title)


def seen_decks(game: Game[Any], setup: Setup, view: View, speaker: Speaker) -> list[SeenDeck]:
    """What the game says of its decks to this viewer."""
    seen = presentation_of(game).seen
    if seen is None:
        return []
    box = box_of(game, setup, speaker.book.language)
    pieces = {piece.id: piece for shelf in box for piece in shelf.pieces}
    told: list[d.Seen] = list(seen(view, speaker))
    return [
        SeenDeck(
            one.title,
            one.text,
            tuple(one.out),
            tuple(one.left),
            tuple([pieces[f"box-{key.replace(' ', '-')}"] for key in one.keys]),
        )
        for one in told
    ]
