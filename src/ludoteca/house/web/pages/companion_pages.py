"""The companion of a boxed game: enter what lies on the table at the end, get the score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from ludoteca import draw as d
from ludoteca.games import load, names
from ludoteca.house.input import whole_number
from ludoteca.house.refusals import Malformed
from ludoteca.house.service.identity import nickname
from ludoteca.house.service.new_tables import setup_problem
from ludoteca.house.table.commands import NAME_LENGTH
from ludoteca.house.web.pages import game_cards
from ludoteca.house.web.pages.finale import has_points, is_ranked, piece_picture, sheet_from, standings, ties
from ludoteca.house.web.pages.page_request import Note, PageRequest, game_of
from ludoteca.house.web.pages.part_values import ResultPart
from ludoteca.house.web.pages.texts import as_sentence
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.options import Setup
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import State
from ludoteca.kernel.view import SPECTATOR


@dataclass(frozen=True, slots=True)
class Asked:
    """Something to enter, as the form shows it."""

    counted: d.Counted
    fields: list[tuple[str, str, int]]
    """The name of each field, what it is called, and what stands there."""
    picture: Markup


@dataclass(frozen=True, slots=True)
class Switch:
    """An option that a visitor may set."""

    key: str
    label: str
    on: bool


class CompanionForm:
    """What a visitor has entered, completed by what usually stands there."""

    def __init__(
        self, game: Game[Any], companion: d.Companion, language: str, form: Mapping[str, str]
    ) -> None:
        self.game = game
        self.companion = companion
        self.form = form
        wished = whole_number(form.get("seats", ""), game.most) or 0
        self.seats = wished if wished >= game.least else max(game.least, min(3, game.most))
        self.setup: Setup = game.setup(self.seats, {**companion.options, **self._chosen()}, None)
        self.names = [self._name(seat) for seat in range(self.seats)]
        self.speaker = Speaker(game, self.setup.edition, self.seats, self.names, language)

    def _chosen(self) -> dict[str, bool]:
        if "sent" not in self.form:
            return {}
        return {key: f"option {key}" in self.form for key in self.companion.choosable}

    def _name(self, seat: int) -> str:
        """The name that was entered; else a letter, as on the marks of the seats."""
        text = self.form.get(f"name {seat}", "").strip()[:NAME_LENGTH]
        try:
            return nickname(text) if text else chr(ord("A") + seat)
        except Malformed:
            return chr(ord("A") + seat)

    @property
    def switches(self) -> list[Switch]:
        book = self.speaker.book
        return [
            Switch(key, book.phrase("option", key), self.setup.on(key)) for key in self.companion.choosable
        ]

    def asked(self, seat: int) -> list[Asked]:
        """What is asked of a seat, or of the whole table if it is -1."""
        view = self.game.view(self.game.start(self.setup), SPECTATOR)
        found = []
        for number, one in enumerate(self.companion.counted(self.setup, self.speaker, seat)):
            picture = piece_picture(self.game, view, self.speaker, one.about, f"c{seat}-{number}-")
            fields = [
                (field_name(seat, one.key, time), _called(one, time), self._number(seat, one, time))
                for time in range(one.times)
            ]
            found.append(Asked(one, fields, picture))
        return found

    def counts(self, seat: int) -> d.Counts:
        """What was entered for a seat, or for the whole table."""
        asked = self.companion.counted(self.setup, self.speaker, seat)
        return {one.key: [self._number(seat, one, time) for time in range(one.times)] for one in asked}

    def _number(self, seat: int, one: d.Counted, time: int) -> int:
        most = len(one.values) - 1 if one.values else one.most
        read = whole_number(self.form.get(field_name(seat, one.key, time), ""), most)
        usual = one.usual[time] if one.usual else 0
        return usual if read is None else read

    def finished(self) -> State:
        """The table after the end, scored by the rules of the game. Raises SetupError."""
        seats = [self.counts(seat) for seat in range(self.seats)]
        state: State = self.companion.finish(self.setup, self.counts(-1), seats)
        return state


def field_name(seat: int, key: str, time: int) -> str:
    return f"{'table' if seat < 0 else seat} {key} {time}"


def _called(one: d.Counted, time: int) -> str:
    if one.names:
        return one.names[time]
    return str(time + 1) if one.times > 1 else ""


async def companions(request: PageRequest) -> Response:
    """The games, each with a door to its companion."""
    games = [load(name) for name in names()]
    return request.page("companions.html", games=games, game_cards=game_cards, language=request.language)


async def companion_page(request: PageRequest) -> Response:
    """The form, as its address says; without entries yet."""
    return shown(request, dict(request.http.query_params), None, None)


async def count(request: PageRequest) -> Response:
    """The score sheet of what was entered, above the form."""
    form = await request.form()
    game = game_of(request.http)
    companion: d.Companion | None = presentation_of(game).companion
    if companion is None or "seats" not in form or "again" in form:
        return shown(request, form, None, None)
    entered = CompanionForm(game, companion, request.language, form)
    try:
        state = entered.finished()
    except SetupError as error:
        note = Note(as_sentence(setup_problem(game, request.language, error)))
        return shown(request, form, None, note)
    return shown(request, form, result_part(request, entered, state), None)


def result_part(request: PageRequest, entered: CompanionForm, state: State) -> ResultPart:
    """The sheet as it stands at the end of a match, for the table that was entered."""
    result, speaker = state.result, entered.speaker
    assert result is not None and state.journal is not None, "the table is scored"
    ranked = is_ranked(result)
    return ResultPart(
        over=True,
        result=speaker.result(result),
        ranked=ranked,
        scored=has_points(result),
        standings=tuple(standings(result, entered.names)),
        ties=tuple(ties(result, entered.names, request.say)) if ranked else (),
        sheet=sheet_from(entered.game, entered.game.view(state, SPECTATOR), speaker, state.journal),
        game=entered.game.name,
    )


def shown(
    request: PageRequest, form: Mapping[str, str], result: ResultPart | None, note: Note | None
) -> Response:
    game = game_of(request.http)
    book = game.words(request.language)
    companion: d.Companion | None = presentation_of(game).companion
    common = {"game": game, "title": book.phrase("game", "title"), "cover": game_cards.cover(game)}
    if companion is None:
        why = book.find("companion", "none") or ""
        return request.page("companion.html", **common, why=why, entered=None, result=None)
    entered = CompanionForm(game, companion, request.language, form)
    seats = [entered.asked(seat) for seat in range(entered.seats)]
    numbers = range(game.least, game.most + 1)
    return request.page(
        "companion.html", 422 if note else 200, **common, why="", entered=entered, result=result, note=note,
        table=entered.asked(-1), seats=seats, numbers=numbers,
    )  # fmt: skip
