"""Games as cards in the lobby."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup

from ludoteca import draw as d
from ludoteca.games import load, names
from ludoteca.house.table.commands import SeatWish, Wish
from ludoteca.house.web.pages.board_picture import ART
from ludoteca.house.web.pages.texts import Texts
from ludoteca.kernel.game import Game, presentation_of

COVER: Final = (640, 360)
QUICK_SEATS: Final = 3
_covers: dict[tuple[str, str], Markup] = {}


def games() -> list[Game[Any]]:
    """Every game that can be played and shown here."""
    return [game for game in map(load, names()) if game.presentation is not None]


def titles(language: str) -> dict[str, str]:
    """What each game is called."""
    return {game.name: game.words(language).phrase("game", "title") for game in games()}


def cover(game: Game[Any], prefix: str = "") -> Markup:
    """The game's cover, drawn from its own components; a plain one for games that have none."""
    key = (game.name, prefix)
    if key not in _covers:
        drawn = presentation_of(game).cover
        scene: d.Scene = drawn(game.edition()) if drawn is not None else _plain_cover(game)
        scene.prefix = f"{game.name}-{prefix}"
        scene.art = ART
        parts = [
            part for name, part in scene.layers(d.AUTO).items() if not name.endswith(("-title", "-desc"))
        ]
        _covers[key] = Markup(
            f'<svg viewBox="0 0 {scene.width:g} {scene.height:g}" {d.lettering()} aria-hidden="true">'
            f"{''.join(parts)}</svg>"
        )
    return _covers[key]


def cover_of(name: str, prefix: str = "") -> Markup:
    """The cover of a game by its name."""
    return cover(load(name), prefix)


def _plain_cover(game: Game[Any]) -> d.Scene:
    scene = d.Scene(*COVER, game.title, ground=d.FELT)
    scene.add(
        "table", d.fit_text(game.title, COVER[0] - 80, 56, 20, 2, x=COVER[0] / 2, y=COVER[1] / 2, bold=True)
    )
    return scene


def players(game: Game[Any], say: Texts) -> str:
    if game.least == game.most:
        return say("lobby.players_one", most=game.most)
    return say("lobby.players", least=game.least, most=game.most)


def quick_seats(game: Game[Any]) -> int:
    """The number of seats for *Play now*."""
    return max(game.least, min(QUICK_SEATS, game.most))


def quick_wish(
    game: Game[Any],
    level: str,
    seats: int = 0,
    options: Mapping[str, Any] | None = None,
    coach: bool = False,
) -> Wish:
    """A table for one person and bots."""
    count = seats or quick_seats(game)
    bots = [SeatWish("bot", level)] * (count - 1)
    return Wish(game.name, [SeatWish("me"), *bots], dict(options or {}), coach=coach)
