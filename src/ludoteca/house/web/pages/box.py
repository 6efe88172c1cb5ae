"""Everything in a game's box: every piece drawn and in words, as the inspector knows it at an empty table."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from ludoteca import draw as d
from ludoteca.games import load
from ludoteca.house.web.pages import assets
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.options import Setup, Value
from ludoteca.kernel.view import SPECTATOR

REACH: Final = 60
KEPT: Final = 32


class Piece(NamedTuple):
    """A piece of the box. `id` is its anchor on the page."""

    id: str
    title: str
    text: str
    rule: str
    picture: Markup


class Shelf(NamedTuple):
    """Pieces that belong together."""

    id: str
    title: str
    pieces: tuple[Piece, ...]


def box_of(game: Game[Any], setup: Setup, language: str) -> tuple[Shelf, ...]:
    """The box of a table with this set-up; empty for games that do not show theirs."""
    return _box(game.name, setup.edition.label, setup.seats, tuple(setup.values.items()), language)


@lru_cache(maxsize=KEPT)
def _box(
    name: str, edition: str, seats: int, values: tuple[tuple[str, Value], ...], language: str
) -> tuple[Shelf, ...]:
    game = load(name)
    presentation = presentation_of(game)
    if presentation.box is None or presentation.about is None:
        return ()
    setup = game.setup(seats, dict(values), game.library.played_with(edition))
    table = Match(game, setup, Seeded(0), dealing=False)
    view, speaker = table.view(SPECTATOR), table.speaker(language)
    shelves: list[Shelf] = []
    for shelf in presentation.box(speaker.edition):
        told = [(key, presentation.about(view, speaker, key)) for key in shelf.keys]
        pieces = tuple([_piece(key, about) for key, about in told])
        shelves.append(Shelf(f"box-{shelf.name}", speaker.book.phrase("box", shelf.name), pieces))
    return tuple(shelves)


def _piece(key: str, about: d.About) -> Piece:
    name = f"box-{key.replace(' ', '-')}"
    picture = picture_of(about.picture, name) if about.picture is not None else Markup()
    text = "\n".join([part for part in (about.text, about.facts) if part])
    return Piece(name, as_title(about.title), text, about.rule, picture)


def picture_of(group: d.Group, name: str) -> Markup:
    """A piece as large as it is drawn for the inspector."""
    return assets.drawn(d.group(group, x=REACH, y=REACH), 2 * REACH, 2 * REACH, prefix=f"{name}-")


def as_title(words: str) -> str:
    return words[:1].upper() + words[1:]


def found_in(shelves: tuple[Shelf, ...], words: list[str]) -> list[Piece]:
    """The pieces whose title or text contains every word."""
    pieces = [piece for shelf in shelves for piece in shelf.pieces]
    told = [(piece, f"{piece.title} {piece.text} {piece.rule}".lower()) for piece in pieces]
    return [piece for piece, said in told if words and all(word in said for word in words)]
