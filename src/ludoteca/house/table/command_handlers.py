"""What a command makes happen at a table as it is now, or why it is refused. Changes nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from ludoteca.bots.flag import NO_WISH
from ludoteca.house.refusals import Refused, refusal
from ludoteca.house.store.rows import CLOSED, FINISHED, PLAYING, WAITING
from ludoteca.house.table import commands, events
from ludoteca.house.table.action_rows import ends_turn, possible_beginning, unforeseeable_action
from ludoteca.house.table.commands import CHAT_LENGTH, NAME_LENGTH, AnyCommand, Person
from ludoteca.house.table.events import Event
from ludoteca.house.table.rehearsal import rehearse
from ludoteca.house.table.seat import Seat
from ludoteca.house.table.table import Table
from ludoteca.kernel.errors import (
    ChanceDecides,
    EditionError,
    IllegalAction,
    MatchOver,
    NoAnswer,
    OutOfTurn,
    SetupError,
)
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import one_line

CHAT_AFTER_END: Final = 86_400_000
"""Milliseconds for which people can still talk after the end."""
LONG: Final = 10_000
"""Events of a table beyond which its log, which is read as a whole, should not grow without need."""
LONG_SHARE: Final = 3_000
"""Events of one person who may only play on at such a table."""
NEEDED: Final = (
    commands.Start,
    commands.Act,
    commands.Back,
    commands.Leave,
    commands.Close,
    commands.Rematch,
)
"""What a match needs to begin and to come to its end."""
DECLINING: Final = frozenset(("pass", "skip", "end", "done", "decline", "enough", "none", "stand", "no"))
"""Words in the text of an action that declines."""

_LATIN: Final = str.maketrans(
    "авекмнорстухіјѕԁһӏԛԝαβεζηικμνορτυχոօսɑɡı01l|", "abekmhopctyxijsdhiqwabezhikmnoptyxnouagioiii"
)
"""Letters of other scripts, and signs, that are taken for Latin letters, large or small."""
_MARKS: Final = ("Mn", "Me")
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


class CommandContext(msgspec.Struct, frozen=True):
    """What the handlers need to know besides the table."""

    now: int
    """The time, in milliseconds since 1970."""
    grace: int
    """Milliseconds after which somebody who lets the table wait counts as absent."""
    levels: tuple[str, ...]
    """The levels that bots can have."""
    usual: str
    """The level that plays when none is named."""
    invited: bool = False
    """Whether the command came with the table's invitation."""
    looking: frozenset[str] = frozenset()
    """The people whose pages show the table now."""
    token: str = ""
    """The hash of a new invitation, if the command asks for one."""


def handle_command(table: Table, person: Person, command: AnyCommand, context: CommandContext) -> list[Event]:
    """The events that the command brings about. Raises Refused with the reason in the person's language."""
    if table.closed and not isinstance(command, commands.Chat):
        raise refusal("closed", person.language)
    if table.seq >= LONG and not isinstance(command, NEEDED) and _has_said_much(table, person):
        raise refusal("long-log", person.language)
    coming = _HANDLERS[type(command)](table, person, command, context)
    rehearse(table, coming, person.language)
    return coming


def _has_said_much(table: Table, person: Person) -> bool:
    """Whether a good part of a long log is one person's. Before the start it may be anybody's: guests come
    and go without end.
    """
    return table.status == WAITING or table.shares[person.id] >= LONG_SHARE


def unused_name(taken: Sequence[str], name: str) -> str:
    """The name, or one made from it, that nobody at the table has yet, nor one that looks like it."""
    looks = {_look(one) for one in taken}
    free, count = name, 1
    while _look(free) in looks:
        count += 1
        free = f"{name[: NAME_LENGTH - 3]} {count}"
    return free


def _look(name: str) -> str:
    """The same for names that look the same, or nearly so: some marks are hardly seen, or not at all."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    seen = [sign for sign in folded if unicodedata.category(sign) not in _MARKS]
    return "".join(seen).translate(_LATIN)


def bot_name(taken: Sequence[str], start: int) -> str:
    """A name for a bot: different at every seat, and starting differently at every table."""
    for step in range(len(BOT_NAMES)):
        name = BOT_NAMES[(start + step) % len(BOT_NAMES)]
        if name not in taken:
            return name
    return unused_name(taken, BOT_NAMES[start % len(BOT_NAMES)])


# Sitting down and getting up


def _join(table: Table, person: Person, command: commands.Join, context: CommandContext) -> list[Event]:
    held = table.seats_of(person.id)
    if table.status == FINISHED:
        raise refusal("over", person.language)
    if table.status == PLAYING:
        return _come_back(table, person, held, context)
    kept = [number for number in held if not table.seats[number].here]
    if kept:
        seat = kept[0]
    elif held and (command.seat < 0 or not (context.invited or person.id == table.owner)):
        raise refusal("already-seated", person.language)
    elif not (table.public or context.invited or person.id == table.owner or held):
        raise refusal("invitation", person.language)
    else:
        seat = _open_seat(table, person, command.seat)
    others = [place.name for number, place in enumerate(table.seats) if number != seat]
    name = unused_name(others, person.name)
    return [events.Seated(seat, person.id, name, command.nonce), *_starting(table, seat, context)]


def _come_back(table: Table, person: Person, held: list[int], context: CommandContext) -> list[Event]:
    if not held:
        raise refusal("already-started", person.language)
    coming = _presence(table, person, held)
    for seat in held:
        if table.seats[seat].bot:
            _let_the_bot_decide(table, person, seat, context)
            coming.append(events.SeatReturned(seat))
    if not coming:
        raise refusal("already-seated", person.language)
    return coming


def _presence(table: Table, person: Person, held: list[int]) -> list[Event]:
    """Somebody who left and does something at the table has returned."""
    if all(table.seats[seat].here for seat in held):
        return []
    return [events.Returned(person.id)]


def _open_seat(table: Table, person: Person, wished: int) -> int:
    if wished >= 0:
        if not _seat(table, person, wished).open:
            raise refusal("seat-taken", person.language, seat=wished)
        return wished
    for number, seat in enumerate(table.seats):
        if seat.open:
            return number
    raise refusal("full", person.language)


def _starting(table: Table, filled: int, context: CommandContext) -> list[Event]:
    """The match starts by itself once every seat is taken and its time has come."""
    ready = all(seat.ready for number, seat in enumerate(table.seats) if number != filled)
    if ready and context.now >= table.starts_at:
        return [events.Started(tuple(range(len(table.seats))))]
    return []


def _leave(table: Table, person: Person, command: commands.Leave, context: CommandContext) -> list[Event]:
    held = table.seats_of(person.id)
    if table.status == FINISHED:
        raise refusal("over", person.language)
    if not held or (table.status == PLAYING and not any(table.seats[seat].here for seat in held)):
        raise refusal("not-seated", person.language)
    heir = person.id
    if person.id == table.owner:
        heirs = [seat.person for seat in table.seats if seat.person not in ("", person.id) and seat.here]
        if not heirs and table.status == WAITING:
            return [events.Left(person.id, person.id), events.Closed()]
        heir = heirs[0] if heirs else person.id
    else:
        heir = table.owner
    left: list[Event] = [events.Left(person.id, heir)]
    staying = table.players - {person.id}
    if table.status == PLAYING and staying and staying <= table.ending:
        left.append(events.Closed())
    return left


def _free(table: Table, person: Person, command: commands.Free, context: CommandContext) -> list[Event]:
    _manage(table, person, context)
    if table.status != WAITING:
        raise refusal("not-waiting", person.language)
    if _seat(table, person, command.seat).open:
        return []
    return [events.Freed(command.seat)]


def _rename(table: Table, person: Person, command: commands.Rename, context: CommandContext) -> list[Event]:
    held = table.seats_of(person.id)
    if not held:
        raise refusal("not-seated", person.language)
    if table.status == FINISHED:
        raise refusal("over", person.language)
    own = [number for number in held if not table.seats[number].here_too]
    others = [seat.name for number, seat in enumerate(table.seats) if number not in own]
    name = unused_name(others, person.name)
    if not own or table.seats[own[0]].name == name:
        raise refusal("same-name", person.language)
    return [events.Renamed(person.id, name)]


# Managing


def _start(table: Table, person: Person, command: commands.Start, context: CommandContext) -> list[Event]:
    _manage(table, person, context)
    if table.status != WAITING:
        raise refusal("already-started", person.language)
    ready = tuple(number for number, seat in enumerate(table.seats) if seat.ready)
    if len(ready) < table.game.least:
        raise refusal("too-few", person.language, game=table.game.title, least=table.game.least)
    if len(ready) < len(table.seats):
        check_setup(table, len(ready), person.language)
    return [events.Started(ready)]


def check_setup(table: Table, seats: int, language: str) -> None:
    """Refuse to start if the match cannot be played with so many seats."""
    try:
        table.game.setup(seats, table.options, table.game.library.played_with(table.setup.edition.label))
    except (SetupError, EditionError) as error:
        raise refusal("setup", language, problem=str(error)) from None


def _bot(table: Table, person: Person, command: commands.Bot, context: CommandContext) -> list[Event]:
    seat = _seat(table, person, command.seat)
    level = read_level(command.level, context, table.game.title, person.language)
    if table.status == FINISHED:
        raise refusal("over", person.language)
    if table.status == WAITING:
        _manage(table, person, context)
        if seat.person:
            raise refusal("seat-taken", person.language, seat=command.seat)
        name = seat.name or bot_name(table.names, table.opened_at + command.seat)
        return [events.BotSeated(command.seat, level, name), *_starting(table, command.seat, context)]
    if seat.person != person.id:
        _manage(table, person, context)
        gone = table.absent(command.seat, context.now, context.grace, context.looking)
        if seat.person and seat.bot and not seat.replaced and not gone:
            raise refusal("own-stand-in", person.language, name=seat.name)
        if seat.person and not seat.bot and not gone:
            raise refusal("not-absent", person.language, name=seat.name)
        return [events.BotSeated(command.seat, level, absent=not seat.bot or seat.replaced)]
    if table.in_tournament and level != context.usual:
        raise refusal("tournament-bot", person.language, level=context.usual)
    return [events.BotSeated(command.seat, level)]


def read_level(level: str, context: CommandContext, game: str, language: str) -> str:
    """The level of a bot; the usual one if none is named."""
    wished = level or context.usual
    if wished not in context.levels:
        raise refusal("no-level", language, level=wished, game=game, levels=", ".join(context.levels))
    return wished


def _back(table: Table, person: Person, command: commands.Back, context: CommandContext) -> list[Event]:
    seat = _seat(table, person, command.seat)
    if table.status != PLAYING:
        raise refusal("over" if table.finished else "not-started", person.language)
    if not (seat.person and seat.bot):
        raise refusal("no-stand-in", person.language, seat=command.seat)
    _let_the_bot_decide(table, person, command.seat, context)
    if seat.person != person.id:
        _manage(table, person, context)
        if not seat.replaced:
            raise refusal("own-stand-in", person.language, name=seat.name)
        return [events.SeatReturned(command.seat)]
    return [*_presence(table, person, [command.seat]), events.SeatReturned(command.seat)]


def _let_the_bot_decide(table: Table, person: Person, number: int, context: CommandContext) -> None:
    """Where there is a clock, nobody takes a seat back from a bot that is thinking: time does not run for a
    bot, so who came and went would never have to decide.
    """
    if table.clock.kind != "none" and table.bot_decides(number, context.now):
        raise refusal("bot-decides", person.language)


def _invite(table: Table, person: Person, command: commands.Invite, context: CommandContext) -> list[Event]:
    _manage(table, person, context)
    if table.status != WAITING:
        raise refusal("not-waiting", person.language)
    return [events.Invited(context.token)]


def _close(table: Table, person: Person, command: commands.Close, context: CommandContext) -> list[Event]:
    _manage(table, person, context)
    if table.finished:
        raise refusal("over", person.language)
    if table.others_play(person.id):
        raise refusal("others-play", person.language)
    return [events.Closed()]


def _offer(table: Table, person: Person, command: commands.Offer, context: CommandContext) -> list[Event]:
    _playing_seat(table, person, -1)
    if table.finished:
        raise refusal("over", person.language)
    if table.in_tournament:
        raise refusal("tournament-match", person.language)
    _takes_part(table, person)
    offered: list[Event] = [] if person.id in table.ending else [events.EndOffered(person.id)]
    agreed = table.players <= table.ending | {person.id}
    return [*offered, events.Closed()] if agreed else offered


def _decline(table: Table, person: Person, command: commands.Decline, context: CommandContext) -> list[Event]:
    _playing_seat(table, person, -1)
    if not table.ending:
        raise refusal("no-offer", person.language)
    _takes_part(table, person)
    return [events.EndDeclined(person.id)]


def _takes_part(table: Table, person: Person) -> None:
    """Who has left, or was replaced, is not asked whether the match ends."""
    if person.id not in table.players:
        raise refusal("not-asked", person.language)


def _rematch(table: Table, person: Person, command: commands.Rematch, context: CommandContext) -> list[Event]:
    if not table.involves(person.id):
        raise refusal("not-seated", person.language)
    if not table.finished:
        raise refusal("not-over", person.language)
    return []


# Playing


def _act(table: Table, person: Person, command: commands.Act, context: CommandContext) -> list[Event]:
    match, seat = _playing_seat(table, person, command.seat)
    if table.seats[seat].bot:
        raise refusal("bot-plays", person.language)
    admit_action(table, match, seat, command.text, person.language)
    _up_to_date(table, command, person.language)
    texts = [command.text, *command.then]
    unforeseen = unforeseeable_action(match, seat, texts)
    if unforeseen:
        raise refusal("row-broken", person.language, text=unforeseen)
    if command.hesitant and ends_turn(match, seat, texts):
        raise refusal("ends-turn", person.language)
    acted = [events.Acted(seat, text) for text in possible_beginning(match, seat, texts)]
    return [*_presence(table, person, [seat]), *acted]


def _up_to_date(table: Table, command: commands.Command, language: str) -> None:
    """Refuse a decision that was made before the match changed."""
    if 0 <= command.base < table.match_seq:
        raise refusal("moved-on", language)


def admit_action(table: Table, match: Match, seat: int, text: str, language: str) -> None:
    """Refuse an action that the match does not admit now, with the reason in the person's language."""
    action = table.game.catalogue.by_text.get(text)
    if action is None:
        code = "over" if table.finished else "unknown-action"
        raise refusal(code, language, text=text, game=table.game.title)
    try:
        match.admit(seat, action, language if language in table.game.languages() else "en")
    except MatchOver:
        raise refusal("over", language) from None
    except ChanceDecides:
        raise refusal("chance-decides", language, text=text) from None
    except OutOfTurn:
        raise refusal("not-awaited", language, name=table.seats[match.actor].name) from None
    except NoAnswer as error:
        raise refusal("no-answer", language, text=text, question=error.question) from None
    except IllegalAction as error:
        raise Refused("rule", str(error), error.objection.partition("/")[0], text=text) from None


def _undo(table: Table, person: Person, command: commands.Undo, context: CommandContext) -> list[Event]:
    match, _ = _playing_seat(table, person, command.seat)
    held = [command.seat] if command.seat >= 0 else table.seats_of(person.id)
    if table.bot_decided_last:
        raise refusal("bot-decided", person.language)
    if table.stands_for(person.id):
        raise refusal("it-stands", person.language)
    for seat in held:
        possible = match.undoable(seat)
        if possible:
            _up_to_date(table, command, person.language)
            together = min(possible, table.rows[-1])
            return [*_presence(table, person, [seat]), *[events.Undone(seat)] * together]
    raise refusal("nothing-to-undo", person.language)


def _chat(table: Table, person: Person, command: commands.Chat, context: CommandContext) -> list[Event]:
    held = table.seats_of(person.id)
    if not table.involves(person.id):
        raise refusal("not-seated", person.language)
    if table.ended_at and context.now - table.ended_at > CHAT_AFTER_END:
        raise refusal("over", person.language)
    text = " ".join("".join(c if c.isprintable() else " " for c in command.text).split())
    if not text:
        raise refusal("nothing-said", person.language)
    if len(text) > CHAT_LENGTH:
        raise refusal("too-many-words", person.language)
    name = table.seats[held[0]].name if held else one_line(person.name)
    return [events.Said(person.id, name, text)]


def _flag(table: Table, person: Person, command: commands.Flag, context: CommandContext) -> list[Event]:
    _, seat = _playing_seat(table, person, -1)
    if table.finished:
        raise refusal("over", person.language)
    if not command.place.strip():
        return [events.Flagged(seat)] if table.flag is not None else []
    flag = table.offered_flag
    if flag is None:
        raise refusal("no-flag", person.language)
    number = flag.number(command.place)
    if number == NO_WISH:
        raise refusal("no-such-place", person.language, place=one_line(command.place))
    return [events.Flagged(seat, flag.places[number])]


# Without a command


def time_out(table: Table, context: CommandContext) -> list[Event]:
    """What happens because the awaited seat's time is up, or that of a table at which all sit has come;
    nothing if it is not.
    """
    seat = table.awaited
    if not 0 < table.deadline <= context.now:
        return []
    if table.status == WAITING:
        started: list[Event] = [events.Started(tuple(range(len(table.seats))))]
        rehearse(table, started, "en")
        return started
    if table.clock.then == "bot":
        return [events.TimedOut(seat), events.BotSeated(seat, context.usual, absent=True)]
    assert table.match is not None
    for action in table.match.options:
        if DECLINING.intersection(action.text.replace("-", " ").split()):
            declined: list[Event] = [events.TimedOut(seat), events.Acted(seat, action.text)]
            rehearse(table, declined, "en")
            return declined
    return [events.TimedOut(seat, context.usual)]


def awaited_bot(table: Table) -> str:
    """The level of the bot that the table waits for, or empty."""
    seat = table.awaited
    return table.seats[seat].deciding_bot if seat >= 0 else ""


# Shared


def _seat(table: Table, person: Person, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise refusal("no-such-seat", person.language, seat=number)
    return table.seats[number]


def _manage(table: Table, person: Person, context: CommandContext) -> None:
    if not table.manages(person.id, context.now, context.grace, context.looking):
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


_HANDLERS: Final[
    dict[type[commands.Command], Callable[[Table, Person, Any, CommandContext], list[Event]]]
] = {
    commands.Join: _join,
    commands.Leave: _leave,
    commands.Free: _free,
    commands.Rename: _rename,
    commands.Start: _start,
    commands.Bot: _bot,
    commands.Back: _back,
    commands.Invite: _invite,
    commands.Close: _close,
    commands.Offer: _offer,
    commands.Decline: _decline,
    commands.Rematch: _rematch,
    commands.Act: _act,
    commands.Undo: _undo,
    commands.Chat: _chat,
    commands.Flag: _flag,
}
