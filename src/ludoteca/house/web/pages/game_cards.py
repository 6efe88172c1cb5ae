"""Games as cards in the lobby, and as the form that opens a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from ludoteca import draw as d
from ludoteca.games import load, names
from ludoteca.house.service.new_tables import editions_of
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.commands import SeatWish, Wish
from ludoteca.house.web.pages.texts import Texts
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.options import Option

COVER: Final = (640, 360)
QUICK_SEATS: Final = 3
TIMES: Final = (60, 180, 300, 600, 1800, 3600, 86_400, 259_200)
INCREMENTS: Final = (0, 5, 15, 30, 60)
_covers: dict[tuple[str, str], Markup] = {}


def games() -> list[Game[Any]]:
    """Every game that can be played here."""
    return [load(name) for name in names()]


def cover(game: Game[Any], prefix: str = "") -> Markup:
    """The game's cover, drawn from its own components; a plain one for games that have none."""
    key = (game.name, prefix)
    if key not in _covers:
        drawn = presentation_of(game).cover
        scene: d.Scene = drawn(game.edition()) if drawn is not None else _plain_cover(game)
        scene.prefix = f"{game.name}-{prefix}"
        parts = [
            part for name, part in scene.layers(d.AUTO).items() if not name.endswith(("-title", "-desc"))
        ]
        _covers[key] = Markup(
            f'<svg viewBox="0 0 {scene.width:g} {scene.height:g}" font-family="{d.FONTS}"'
            f' text-anchor="middle" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">'
            f"{''.join(parts)}</svg>"
        )
    return _covers[key]


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


def quick_wish(game: Game[Any], level: str, seats: int = 0, options: Mapping[str, Any] | None = None) -> Wish:
    """A table for one person and bots."""
    count = seats or quick_seats(game)
    bots = [SeatWish("bot", level)] * (count - 1)
    return Wish(game.name, [SeatWish("me"), *bots], dict(options or {}))


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option of a game as a field of the form."""

    option: Option
    title: str
    help: str
    value: Any
    words: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        return f"option {self.option.key}"


def option_fields(game: Game[Any], language: str, values: Mapping[str, Any]) -> list[OptionField]:
    """The form's fields, from the options of the game and its phrase book."""
    book = game.words(language)
    fields = []
    for option in game.options:
        words = tuple((word, book.phrase("option", f"{option.key}.{word}")) for word in option.words)
        value = values.get(option.key, option.default)
        title, text = book.phrase("option", option.key), book.phrase("option", f"{option.key}.help")
        fields.append(OptionField(option, title, text, value, words))
    return fields


def editions(game: Game[Any], say: Texts) -> list[tuple[str, str]]:
    """The editions to choose from, with their names; empty if there is only the house's own."""
    own, *others = editions_of(game)
    called = [label.rpartition(" ")[0] for label in others]
    shown = [name if called.count(name) == 1 else label for name, label in zip(called, others, strict=True)]
    return [(own, say("open.edition_house")), *zip(others, shown, strict=True)] if others else []


def presets(game: Game[Any], language: str) -> list[tuple[str, str]]:
    """The named sets of options, each with its title."""
    book = game.words(language)
    return [(key, book.find("preset", key) or key.replace("_", " ")) for key in game.presets]


def length(say: Texts, seconds: int) -> str:
    """A time to think, in words."""
    for unit, size in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds >= size and seconds % size == 0:
            return say(f"open.{unit}", number=seconds // size)
    return say("open.second", number=seconds)


def read_wish(game: Game[Any], form: Mapping[str, str]) -> Wish:
    """The table that a form asks for."""
    seats: list[SeatWish] = []
    for number in range(game.most):
        kind = form.get(f"seat {number}", "")
        if kind in ("me", "open", "bot"):
            level = form.get(f"level {number}", "") if kind == "bot" else ""
            seats.append(SeatWish(kind, level))  # type: ignore[arg-type]  # just looked at
    options: dict[str, str | int | bool] = {}
    for option in game.options:
        field = f"option {option.key}"
        if option.kind == "switch":
            value: str | int | bool = field in form
        else:
            value = form.get(field, str(option.default))
        if option.read(value) != option.default:
            options[option.key] = value
    nonce, edition = form.get("nonce", "")[:64], form.get("edition", "")[:200]
    return Wish(game.name, seats, options, form.get("public") == "yes", read_clock(form), nonce, edition)


def read_clock(form: Mapping[str, str]) -> ClockWish:
    kind = form.get("clock", "none")
    if kind not in ("move", "bank"):
        return ClockWish()
    seconds = int(form["seconds"]) if form.get("seconds", "").isdigit() else TIMES[2]
    increment = int(form["increment"]) if kind == "bank" and form.get("increment", "").isdigit() else 0
    then = "pass" if form.get("then") == "pass" else "bot"
    return ClockWish(kind, min(seconds, TIMES[-1] * 7), min(increment, 3600), then)  # type: ignore[arg-type]  # just looked at
