"""Judging: what a command makes happen at a table as it is now, or why it does not. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from ludoteca.house.refusals import Refused, refusal
from ludoteca.house.store.rows import CLOSED, FINISHED, PLAYING, WAITING
from ludoteca.house.table import commands as wishes
from ludoteca.house.table import events as happened
from ludoteca.house.table.commands import CHAT_LENGTH, NAME_LENGTH, AnyCommand, Person
from ludoteca.house.table.events import Event
from ludoteca.house.table.table import Seat, Table
from ludoteca.kernel.actions import Action
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import one_line

DECLINING: Final = frozenset(("pass", "skip", "end", "done", "decline", "enough", "none", "stand", "no"))
"""Words of an action's text that say: nothing more, thank you."""

BOT_NAMES: Final = (
    "Fiammetta",
    "Dioneo",
    "Bradamante",
    "Ruggiero",
    "Clorinda",
    "Tancredi",
    "Angelica",
    "Orlando",
    "Armida",
    "Rinaldo",
    "Griselda",
    "Calandrino",
)


class Court(msgspec.Struct, frozen=True):
    """What a judgement needs to know beyond the table."""

    now: int
    """The time, in milliseconds since 1970."""
    grace: int
    """After how many milliseconds of letting the table wait somebody counts as absent."""
    levels: tuple[str, ...]
    """The bots' levels for the table's game."""
    usual: str
    """The level that plays when none is named."""
    invited: bool = False
    """Whether the command came with the table's invitation."""
    token: str = ""
    """The hash of a new invitation, for who asks for one."""


def judge(table: Table, person: Person, command: AnyCommand, court: Court) -> list[Event]:
    """What the command makes happen. Raises a Refused with its reason in the person's language."""
    if table.closed and not isinstance(command, wishes.Chat):
        raise refusal("closed", person.language)
    return _JUDGES[type(command)](table, person, command, court)


def seat_names(taken: Sequence[str], name: str) -> str:
    """A name that nobody at the table has yet."""
    free, count = name, 1
    while free in taken:
        count += 1
        free = f"{name[: NAME_LENGTH - 3]} {count}"
    return free


def bot_name(taken: Sequence[str], start: int) -> str:
    """How a bot is called at a table: another name at every seat, another first one at every table."""
    for step in range(len(BOT_NAMES)):
        name = BOT_NAMES[(start + step) % len(BOT_NAMES)]
        if name not in taken:
            return name
    return seat_names(taken, BOT_NAMES[start % len(BOT_NAMES)])


# Sitting down and getting up


def _join(table: Table, person: Person, command: wishes.Join, court: Court) -> list[Event]:
    held = table.seats_of(person.id)
    if table.status == FINISHED:
        raise refusal("over", person.language)
    if table.status == PLAYING:
        return _come_back(table, person, held)
    kept = [number for number in held if not table.seats[number].here]
    if kept:
        seat = kept[0]
    elif held and command.seat < 0:
        raise refusal("already-seated", person.language)
    elif not (table.public or court.invited or person.id == table.owner or held):
        raise refusal("invitation", person.language)
    else:
        seat = _open_seat(table, person, command.seat)
    others = [place.name for number, place in enumerate(table.seats) if number != seat]
    name = seat_names(others, person.name)
    return [happened.Seated(seat, person.id, name, command.nonce), *_starting(table, seat)]


def _come_back(table: Table, person: Person, held: list[int]) -> list[Event]:
    if not held:
        raise refusal("already-started", person.language)
    coming = _presence(table, person, held)
    coming += [happened.SeatReturned(seat) for seat in held if table.seats[seat].bot]
    if not coming:
        raise refusal("already-seated", person.language)
    return coming


def _presence(table: Table, person: Person, held: list[int]) -> list[Event]:
    """Who does something at the table is back at it."""
    if all(table.seats[seat].here for seat in held):
        return []
    return [happened.Returned(person.id)]


def _open_seat(table: Table, person: Person, wished: int) -> int:
    if wished >= 0:
        if not _seat(table, person, wished).open:
            raise refusal("seat-taken", person.language, seat=wished)
        return wished
    for number, seat in enumerate(table.seats):
        if seat.open:
            return number
    raise refusal("full", person.language)


def _starting(table: Table, filled: int) -> list[Event]:
    """The match starts by itself once every seat is taken."""
    if all(seat.ready for number, seat in enumerate(table.seats) if number != filled):
        return [happened.Started(tuple(range(len(table.seats))))]
    return []


def _leave(table: Table, person: Person, command: wishes.Leave, court: Court) -> list[Event]:
    held = table.seats_of(person.id)
    if table.status == FINISHED:
        raise refusal("over", person.language)
    if not any(table.seats[seat].here for seat in held):
        raise refusal("not-seated", person.language)
    heir = person.id
    if person.id == table.owner:
        heirs = [seat.person for seat in table.seats if seat.person not in ("", person.id) and seat.here]
        if not heirs and table.status == WAITING:
            return [happened.Left(person.id, person.id), happened.Closed()]
        heir = heirs[0] if heirs else person.id
    else:
        heir = table.owner
    return [happened.Left(person.id, heir)]


def _free(table: Table, person: Person, command: wishes.Free, court: Court) -> list[Event]:
    _manage(table, person, court)
    if table.status != WAITING:
        raise refusal("not-waiting", person.language)
    if _seat(table, person, command.seat).open:
        return []
    return [happened.Freed(command.seat)]


def _rename(table: Table, person: Person, command: wishes.Rename, court: Court) -> list[Event]:
    held = table.seats_of(person.id)
    if not held:
        raise refusal("not-seated", person.language)
    if table.status == FINISHED:
        raise refusal("over", person.language)
    others = [seat.name for seat in table.seats if seat.person != person.id]
    name = seat_names(others, person.name)
    if table.seats[held[0]].name == name:
        raise refusal("same-name", person.language)
    return [happened.Renamed(person.id, name)]


# Managing


def _start(table: Table, person: Person, command: wishes.Start, court: Court) -> list[Event]:
    _manage(table, person, court)
    if table.status != WAITING:
        raise refusal("already-started", person.language)
    ready = tuple(number for number, seat in enumerate(table.seats) if seat.ready)
    if len(ready) < table.game.least:
        raise refusal("too-few", person.language, game=table.game.title, least=table.game.least)
    if len(ready) < len(table.seats):
        check_setup(table, len(ready), person.language)
    return [happened.Started(ready)]


def check_setup(table: Table, seats: int, language: str) -> None:
    """Whether the match can be played with so many seats."""
    from ludoteca.kernel.errors import EditionError, SetupError

    try:
        table.game.setup(seats, table.options, table.game.library.played_with(table.setup.edition.label))
    except (SetupError, EditionError) as error:
        raise refusal("setup", language, problem=str(error)) from None


def _bot(table: Table, person: Person, command: wishes.Bot, court: Court) -> list[Event]:
    seat = _seat(table, person, command.seat)
    level = read_level(command.level, court, table.game.title, person.language)
    if table.status == FINISHED:
        raise refusal("over", person.language)
    if table.status == WAITING:
        _manage(table, person, court)
        if seat.person:
            raise refusal("seat-taken", person.language, seat=command.seat)
        name = seat.name or bot_name(table.names, table.opened_at + command.seat)
        return [happened.BotSeated(command.seat, level, name), *_starting(table, command.seat)]
    if seat.person != person.id:
        _manage(table, person, court)
        if seat.person and not seat.bot and not table.absent(command.seat, court.now, court.grace):
            raise refusal("not-absent", person.language, name=seat.name)
    return [happened.BotSeated(command.seat, level)]


def read_level(level: str, court: Court, game: str, language: str) -> str:
    """A level that bots have; the usual one if none is named."""
    wished = level or court.usual
    if wished not in court.levels:
        raise refusal("no-level", language, level=wished, game=game, levels=", ".join(court.levels))
    return wished


def _back(table: Table, person: Person, command: wishes.Back, court: Court) -> list[Event]:
    seat = _seat(table, person, command.seat)
    if table.status != PLAYING:
        raise refusal("over" if table.finished else "not-started", person.language)
    if not (seat.person and seat.bot):
        raise refusal("no-stand-in", person.language, seat=command.seat)
    if seat.person != person.id:
        _manage(table, person, court)
        return [happened.SeatReturned(command.seat)]
    return [*_presence(table, person, [command.seat]), happened.SeatReturned(command.seat)]


def _invite(table: Table, person: Person, command: wishes.Invite, court: Court) -> list[Event]:
    _manage(table, person, court)
    if table.status != WAITING:
        raise refusal("not-waiting", person.language)
    return [happened.Invited(court.token)]


def _close(table: Table, person: Person, command: wishes.Close, court: Court) -> list[Event]:
    _manage(table, person, court)
    if table.finished:
        raise refusal("over", person.language)
    return [happened.Closed()]


def _rematch(table: Table, person: Person, command: wishes.Rematch, court: Court) -> list[Event]:
    if not table.seats_of(person.id) and person.id != table.owner:
        raise refusal("not-seated", person.language)
    if not table.finished:
        raise refusal("not-over", person.language)
    return []


# Playing


def _act(table: Table, person: Person, command: wishes.Act, court: Court) -> list[Event]:
    match, seat = _playing_seat(table, person, command.seat)
    if table.seats[seat].bot:
        raise refusal("bot-plays", person.language)
    check_action(table, match, seat, command.text, person.language)
    return [*_presence(table, person, [seat]), happened.Acted(seat, command.text)]


def check_action(table: Table, match: Match, seat: int, text: str, language: str) -> None:
    """Whether the seat may do this now; a Refused with the rule otherwise."""
    if match.result is not None:
        raise refusal("over", language)
    action = table.game.catalogue.by_text.get(text)
    if action is None:
        raise refusal("unknown-action", language, text=text, game=table.game.title)
    if action.verb.by_chance:
        raise refusal("chance-decides", language, text=text)
    if seat != match.actor:
        raise refusal("not-awaited", language, name=table.seats[match.actor].name)
    objection = match.objection(seat, action)
    if objection is None:
        rehearse(match, action, language)
        return
    speaker = match.speaker(spoken(table, language))
    if not objection:
        question = speaker.question(match.state.step, match.state)
        raise refusal("no-answer", language, text=text, question=question)
    sentence = speaker.objection(objection, action, seat)
    raise Refused("rule", sentence, objection.partition("/")[0], text=text)


def rehearse(match: Match, action: Action, language: str) -> None:
    """Try the action on a copy: what the rules cannot carry out must not get into the log."""
    try:
        match.state.copy().play(action)
    except Exception as error:
        raise refusal("fault", language, text=action.text) from error


def spoken(table: Table, language: str) -> str:
    """The language if the game speaks it, else English."""
    return language if language in table.game.languages() else "en"


def _undo(table: Table, person: Person, command: wishes.Undo, court: Court) -> list[Event]:
    match, _ = _playing_seat(table, person, command.seat)
    held = [command.seat] if command.seat >= 0 else table.seats_of(person.id)
    for seat in held:
        if match.undoable(seat):
            return [*_presence(table, person, [seat]), happened.Undone(seat)]
    raise refusal("nothing-to-undo", person.language)


def _chat(table: Table, person: Person, command: wishes.Chat, court: Court) -> list[Event]:
    held = table.seats_of(person.id)
    if not held and person.id != table.owner:
        raise refusal("not-seated", person.language)
    text = " ".join("".join(c if c.isprintable() else " " for c in command.text).split())
    if not text:
        raise refusal("nothing-said", person.language)
    if len(text) > CHAT_LENGTH:
        raise refusal("too-many-words", person.language)
    name = table.seats[held[0]].name if held else one_line(person.name)
    return [happened.Said(person.id, name, text)]


# Without anybody asking


def expire(table: Table, court: Court) -> list[Event]:
    """What happens when the awaited seat's time is up; nothing if it is not."""
    seat = table.awaited
    if seat < 0 or not 0 < table.deadline <= court.now:
        return []
    if table.clock.then == "bot":
        return [happened.TimedOut(seat), happened.BotSeated(seat, court.usual)]
    assert table.match is not None
    for action in table.match.options:
        if DECLINING.intersection(action.text.replace("-", " ").split()):
            return [happened.TimedOut(seat), happened.Acted(seat, action.text)]
    return [happened.TimedOut(seat, court.usual)]


def bots_turn(table: Table) -> str:
    """The level of the bot that has to decide now, or empty."""
    seat = table.awaited
    return table.seats[seat].player if seat >= 0 else ""


# Shared


def _seat(table: Table, person: Person, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise refusal("no-such-seat", person.language, seat=number)
    return table.seats[number]


def _manage(table: Table, person: Person, court: Court) -> None:
    if not table.manages(person.id, court.now, court.grace):
        raise refusal("owner-only", person.language)


def _playing_seat(table: Table, person: Person, wished: int) -> tuple[Match, int]:
    own = table.seat_of(person.id)
    if own is None:
        raise refusal("not-seated", person.language)
    if wished >= 0:
        _seat(table, person, wished)
        if wished not in table.seats_of(person.id):
            raise refusal("not-your-seat", person.language, seat=wished)
        own = wished
    if table.status == CLOSED:
        raise refusal("closed", person.language)
    if table.match is None:
        raise refusal("not-started", person.language)
    return table.match, own


_JUDGES: Final[dict[type[wishes.Command], Callable[[Table, Person, Any, Court], list[Event]]]] = {
    wishes.Join: _join,
    wishes.Leave: _leave,
    wishes.Free: _free,
    wishes.Rename: _rename,
    wishes.Start: _start,
    wishes.Bot: _bot,
    wishes.Back: _back,
    wishes.Invite: _invite,
    wishes.Close: _close,
    wishes.Rematch: _rematch,
    wishes.Act: _act,
    wishes.Undo: _undo,
    wishes.Chat: _chat,
}
