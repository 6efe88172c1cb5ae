"""New tables: the first events of a table that somebody opens, and of a rematch."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from typing import Any, Final

from ludoteca import games
from ludoteca.house.refusals import Malformed, refusal
from ludoteca.house.service.identity import nickname
from ludoteca.house.table.command_handlers import CommandContext, bot_name, read_level, unused_name
from ludoteca.house.table.commands import Person, Wish
from ludoteca.house.table.events import Event, Opened, OpenedSeat, Started
from ludoteca.house.table.table import Table
from ludoteca.kernel.croupier import commitment_to
from ludoteca.kernel.errors import EditionError, LudotecaError, SetupError
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup

LOG: Final = logging.getLogger("ludoteca.house")


def first_events(
    wish: Wish, person: Person, context: CommandContext, secret: str, invitation: str
) -> list[Event]:
    """The first events of a table. Raises Malformed with what is wrong with the wish."""
    try:
        game = games.load(wish.game)
        edition = game.library.played_with(wish.edition) if wish.edition else None
        setup = game.setup(len(wish.seats), wish.options, edition)
    except SetupError as error:
        raise refusal("setup", person.language, problem=setup_problem(game, person.language, error)) from None
    except EditionError as error:
        raise refusal("setup", person.language, problem=str(error)) from None
    except LudotecaError as error:
        raise Malformed("no-such-game", str(error), game=wish.game) from None
    if not wish.clock.possible:
        raise refusal("clock", person.language)
    seats: list[OpenedSeat] = []
    names: list[str] = []
    start = secrets.randbelow(1000)
    for seat in wish.seats:
        if seat.kind == "me":
            name = unused_name(names, person.name)
            nonce = wish.nonce or secrets.token_hex(8)
            seats.append(OpenedSeat(person.id, name, nonce=nonce))
        elif seat.kind == "here":
            called = nickname(seat.name) if seat.name.strip() else person.name
            name = unused_name(names, called)
            seats.append(OpenedSeat(person.id, name, nonce=secrets.token_hex(8), here_too=True))
        elif seat.kind == "bot":
            level = read_level(seat.level, context, game.title, person.language)
            name = bot_name(names, start + len(names))
            seats.append(OpenedSeat(name=name, level=level))
        else:
            name = ""
            seats.append(OpenedSeat())
        names.append(name)
    opened = _opened(game, setup, wish, seats, person.id, secret, invitation)
    return [opened, *(_starting(seats) if context.now >= wish.starts_at else [])]


def _opened(
    game: Game[Any],
    setup: Setup,
    wish: Wish,
    seats: Sequence[OpenedSeat],
    owner: str,
    secret: str,
    invitation: str,
) -> Opened:
    """The event by which a table comes to be."""
    return Opened(
        game=game.name,
        version=game.version,
        edition=setup.edition.label,
        amendments=setup.amendments,
        options={key: str(value).lower() for key, value in setup.chosen(game.options).items()},
        seats=tuple(seats),
        owner=owner,
        public=wish.public,
        clock=wish.clock,
        commitment=commitment_to(secret),
        invitation=invitation,
        coach=wish.coach,
        starts_at=wish.starts_at,
        hands_after=wish.hands_after,
    )


def setup_problem(game: Game[Any], language: str, error: SetupError) -> str:
    """Why options do not go together, in the person's language where the game's phrase book says it."""
    return game.words(language).find("contradiction", error.contradiction) or str(error)


def editions_of(game: Game[Any]) -> list[str]:
    """The labels of the editions a table of the game can be opened with; the house's own is the first. If a
    file in the host's folder has become invalid since the house opened, there is only the house's own.
    """
    try:
        return list(game.library.files())
    except LudotecaError as error:
        LOG.warning("an edition is refused: %s", error)
        return [game.edition().label]


def seated_events(wish: Wish, seats: Sequence[OpenedSeat], secret: str, invitation: str) -> list[Event]:
    """The first events of a table at which everybody sits already, and which belongs to nobody."""
    game = games.load(wish.game)
    setup = game.setup(len(seats), wish.options)
    opened = _opened(game, setup, wish, seats, "", secret, invitation)
    return [opened, Started(tuple(range(len(seats))))]


def rematch_events(table: Table, person: Person, nonce: str, secret: str, invitation: str) -> list[Event]:
    """The first events of a rematch: the same game, with everybody's seat kept."""
    seats = []
    for seat in table.seats:
        if not seat.person:
            seats.append(OpenedSeat(name=seat.name, level=seat.bot))
        elif seat.person == person.id:
            seats.append(OpenedSeat(seat.person, seat.name, nonce=nonce, here_too=seat.here_too))
        else:
            seats.append(OpenedSeat(seat.person, seat.name, kept=True))
    opened = Opened(
        game=table.game.name,
        version=table.game.version,
        edition=table.setup.edition.label,
        amendments=table.game.amendments,
        options=table.options,
        seats=tuple(seats),
        owner=person.id,
        public=table.public,
        clock=table.clock,
        commitment=commitment_to(secret),
        invitation=invitation,
        after=table.id,
        coach=table.coach,
        hands_after=table.hands_after,
    )
    return [opened, *_starting(seats)]


def _starting(seats: list[OpenedSeat]) -> list[Event]:
    """A table with every seat taken starts at once."""
    if all((seat.person and not seat.kept) or seat.level for seat in seats):
        return [Started(tuple(range(len(seats))))]
    return []
