"""Tournaments: the list, announcing one, and how one stands."""

from __future__ import annotations

from typing import Any, Final

from starlette.responses import Response

from ludoteca.games import names
from ludoteca.house.input import whole_number
from ludoteca.house.refusals import NoSuchTournament
from ludoteca.house.service.pairings import FORMS
from ludoteca.house.service.tournaments import PlaceRow, Tournament, TournamentWish
from ludoteca.house.table.commands import checked
from ludoteca.house.web.pages import game_cards
from ludoteca.house.web.pages.game_cards import titles
from ludoteca.house.web.pages.page_request import PageRequest
from ludoteca.house.web.pages.table_page import level_name

CLOCKS: Final = {"minutes": 120, "hours": 3600, "day": 86_400, "days": 3 * 86_400}
"""Seconds for a decision, by the name of the choice."""
MOST_BOTS: Final = 64
MOST_NUMBER: Final = 10_000


async def tournaments_page(request: PageRequest) -> Response:
    """Every tournament, and a form to announce one."""
    found = [one for one in await request.house.tournaments.newest() if one.wish.game in names()]
    levels = [(level, level_name(request.say, level)) for level in request.house.levels()]
    return request.page(
        "tournaments.html", found=found, titles=titles(request.language), games=game_cards.games(),
        forms=FORMS, clocks=CLOCKS, levels=levels, game_cards=game_cards,
    )  # fmt: skip


async def open_tournament(request: PageRequest) -> Response:
    """Announce a tournament."""
    form = await request.form()
    wish: TournamentWish = checked(
        {
            "name": form.get("name", "").strip(),
            "game": form.get("game", ""),
            "seats": whole_number(form.get("seats", ""), 99) or 0,
            "form": form.get("form", ""),
            "rounds": whole_number(form.get("rounds", ""), 99) or 0,
            "duplicate": "duplicate" in form,
            "level": form.get("level", ""),
            "clock": {"kind": "move", "seconds": CLOCKS.get(form.get("clock", ""), CLOCKS["day"])},
        },
        TournamentWish,
    )
    id = await request.house.tournaments.open(request.person_or_newcomer(), wish, request.visitor)
    return request.redirect(f"/tournaments/{id}")


async def do(request: PageRequest) -> Response:
    """Take part, not take part after all, turn somebody away, or start."""
    form = await request.form()
    id, person = request.http.path_params["id"], request.person_or_newcomer()
    tournaments = request.house.tournaments
    word, _, number = form.get("do", "").partition(" ")
    if word == "enter":
        await tournaments.enter(person, id, request.visitor)
    elif word == "turn-away":
        await tournaments.turn_away(person, id, whole_number(number, MOST_NUMBER) or 0)
    elif word == "withdraw":
        await tournaments.withdraw(person, id)
    elif word == "start":
        await tournaments.start(person, id, whole_number(form.get("bots", ""), MOST_BOTS) or 0)
    return request.redirect(f"/tournaments/{id}")


async def tournament_page(request: PageRequest) -> Response:
    """How a tournament stands; a finished round seat by seat."""
    found = await request.house.tournaments.find(request.http.path_params["id"])
    if found.wish.game not in names():
        raise NoSuchTournament()
    person = request.person.id if request.person is not None else ""
    if person:
        request.waiting = len(await request.house.own_tables.awaiting(person))
    return request.page(
        "tournament.html", found=found, view=TournamentView(found, person),
        title=titles(request.language)[found.wish.game], deal=deal_of(request, found),
        pace=pace_of(request, found),
    )  # fmt: skip


def pace_of(request: PageRequest, found: Tournament) -> str:
    """The time for a move in words; empty if it is none that the page offers."""
    clock = found.wish.clock
    name = next((name for name, seconds in CLOCKS.items() if seconds == clock.seconds), "")
    return request.say.within(f"tournament.clock_{name}") if name and clock.kind == "move" else ""


class TournamentView:
    """What the page says about a tournament to one person."""

    def __init__(self, found: Tournament, person: str) -> None:
        self.names = {one.number: one.name for one in found.entrants}
        self.bots = {one.number for one in found.entrants if not one.person}
        self.mine = {one.number for one in found.entrants if person and one.person == person}
        self.owner = bool(person) and found.row.owner == person
        self.standings = found.standings
        mine = [one for one in found.standings if one.rounds and one.entrant in self.mine]
        self.mine_now = mine[0] if mine else None
        rounds = found.row.round if found.wish.form == "knockout" else found.wish.rounds
        self.rounds = list(range(1, max(rounds, found.row.round) + 1))
        self.cells = {(one.round, one.entrant): one for one in found.places}
        self.boards = found.boards(found.row.round)
        self.sealed = found.sealed(found.row.round)
        self.over = found.rounds_over

    def my_table(self) -> str:
        """The table at which the person plays now."""
        for board in self.boards:
            for one in board:
                if one.entrant in self.mine and not one.place:
                    return one.table
        return ""

    def here(self, board: list[PlaceRow]) -> bool:
        return any(one.entrant in self.mine for one in board)


def deal_of(request: PageRequest, found: Tournament) -> dict[str, Any]:
    """A finished round seat by seat, the best of each seat first; of a duplicate only."""
    over = found.rounds_over
    wished = whole_number(request.http.query_params.get("round", ""), 99)
    round = wished if wished in over else (over[-1] if over else 0)
    seats: list[list[PlaceRow]] = [[] for _ in range(found.wish.seats)]
    for one in found.places:
        if one.round == round:
            seats[one.seat].append(one)
    for seat in seats:
        seat.sort(key=lambda one: (-one.score, one.place, one.board))
    return {"round": round, "seats": seats, "rounds": over}
