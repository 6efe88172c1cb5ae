"""Notices: people who are away are told that something waits for them, as they wish and never twice."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, time, timedelta, tzinfo
from time import monotonic
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from ludoteca.house.refusals import Refused, TooManyTries, Unavailable, refusal
from ludoteca.house.service.delivery import (
    Delivery,
    Undelivered,
    encode,
    encrypted,
    new_key,
    public_point,
    read_key,
)
from ludoteca.house.service.identity import hashed_token
from ludoteca.house.service.notice_rows import KINDS, TIME, TURN, notices_of
from ludoteca.house.service.notice_texts import Message, Told, compose, say
from ludoteca.house.service.rate_limits import InTurn, RateLimiter
from ludoteca.house.store.notices import NoticeStore, Way
from ludoteca.house.store.rows import NoticeRow
from ludoteca.house.store.store import milliseconds
from ludoteca.house.table.commands import Person
from ludoteca.house.table.table import Table

__all__ = ["KINDS", "WAYS", "Notices", "Way", "Wishes"]

LOG: Final = logging.getLogger("ludoteca.house")

INTERVAL: Final = 1.0
"""Seconds between two looks at what is due."""
REFRESH: Final = 15
"""Looks after which it is read again who wants to be told."""
BATCH: Final = 200
SENDERS: Final = 8
"""Messages that are sent at once where the last one arrived; so nobody waits for an address that is slow."""
TRIERS: Final = 16
"""Messages that are sent at once where none has arrived yet, or the last one has not; one of each person."""
OF_A_NETWORK: Final = 4
"""How many of these, and how many of those, may be about tables that one network has opened."""
MAILERS: Final = 4
"""Mails that are sent at once, by the host's own server."""
A_SECOND, AT_ONCE = 1 / 300, 5.0
"""How often one network may ask for a code by mail, for a test or for a webhook, and how often a code goes to
one address: the house shall not be used to send others what they do not want.
"""
MOST_WAYS: Final = 12
WRONG_CODES: Final = 5
PUSH: Final = "push"
MAIL: Final = "mail"
WayKind = Literal["push", "mail", "webhook"]
WAYS: Final[tuple[WayKind, ...]] = (PUSH, MAIL, "webhook")
Hour = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)")]


class Wishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to hear, by which ways; when not to be disturbed; how much to tell."""

    turn: tuple[WayKind, ...] = WAYS
    time: tuple[WayKind, ...] = WAYS
    seated: tuple[WayKind, ...] = (PUSH,)
    ended: tuple[WayKind, ...] = ()
    quiet: bool = True
    quiet_from: Hour = "22:30"
    quiet_to: Hour = "07:30"
    zone: Annotated[str, Meta(max_length=60)] = "UTC"
    urgent: bool = True
    """To be told also in quiet hours if a table would be lost before they end."""
    discreet: bool = False
    """To be told without names and games."""
    language: Annotated[str, Meta(max_length=5)] = "en"

    def ways_for(self, kind: str) -> tuple[WayKind, ...]:
        return {"turn": self.turn, "time": self.time, "seated": self.seated, "ended": self.ended}[kind]

    def quiet_until(self, now: int) -> int:
        """When the quiet hours end that it is in now; 0 if it is in none."""
        if not self.quiet or self.quiet_from == self.quiet_to:
            return 0
        here = datetime.fromtimestamp(now / 1000, read_zone(self.zone))
        begins, ends = time.fromisoformat(self.quiet_from), time.fromisoformat(self.quiet_to)
        at = here.time()
        quiet = begins <= at < ends if begins < ends else at >= begins or at < ends
        if not quiet:
            return 0
        day = here.date() if at < ends else here.date() + timedelta(days=1)
        return int(datetime.combine(day, ends, here.tzinfo).timestamp() * 1000)


def read_zone(name: str) -> tzinfo:
    """A time zone by its name; UTC if there is none of that name here."""
    with contextlib.suppress(Exception):
        return ZoneInfo(name)
    return UTC


class Notices:
    """Tells people what waits. `table` finds a table, `looking` who is looking at it now; `heard_by` is told
    who wants to be told anything. Without `tells` others do the telling.
    """

    def __init__(
        self,
        store: NoticeStore,
        table: Callable[[str], Awaitable[Table]],
        looking: Callable[[str], Awaitable[frozenset[str]]],
        heard_by: Callable[[frozenset[str]], None],
        delivery: Delivery,
        tells: bool,
    ) -> None:
        self.store = store
        self.delivery = delivery
        self._tells = tells
        self._table = table
        self._looking = looking
        self._heard_by = heard_by
        self._senders = ThreadPoolExecutor(SENDERS, thread_name_prefix="ludoteca-sender")
        self._triers = ThreadPoolExecutor(TRIERS, thread_name_prefix="ludoteca-trier")
        self._mailers = ThreadPoolExecutor(MAILERS, thread_name_prefix="ludoteca-mailer")
        self._turns = InTurn()
        self._asked = RateLimiter(A_SECOND, 0.0, AT_ONCE)
        self._telling: dict[str, asyncio.Lock] = {}
        """Whoever is told something just now."""
        self._looks: set[asyncio.Task[None]] = set()
        self._key = ""

    async def start(self) -> None:
        self._key = await self.store.key("vapid", new_key())
        await self.refresh()

    def stop(self) -> None:
        for look in self._looks:
            look.cancel()
        for pool in (self._senders, self._triers, self._mailers):
            pool.shutdown(wait=False, cancel_futures=True)

    @property
    def push_key(self) -> str:
        """The public key by which browsers subscribe."""
        return encode(public_point(read_key(self._key).public_key()))

    async def refresh(self) -> None:
        """Learn who wants to be told anything."""
        self._heard_by(await self.store.subscribers())

    async def keep_telling(self) -> None:
        """Tell what is due, again and again, without waiting for whoever is slow to hear."""
        looks = 0
        while True:
            await asyncio.sleep(INTERVAL)
            looks += 1
            look = asyncio.create_task(self._look(refresh=looks % REFRESH == 0))
            self._looks.add(look)
            look.add_done_callback(self._looks.discard)
            await asyncio.wait([look], timeout=INTERVAL)

    async def _look(self, refresh: bool) -> None:
        try:
            if refresh:
                await self.refresh()
            if self._tells:
                await self.tell_due(milliseconds())
        except Unavailable:
            LOG.warning("notices wait: the database cannot be reached")
        except Exception:
            LOG.exception("notices could not be told")

    async def tell_due(self, now: int) -> None:
        """Tell everybody what is due, each in one message."""
        by_person: dict[str, list[NoticeRow]] = {}
        for notice in await self.store.take_due(now, BATCH):
            by_person.setdefault(notice.person, []).append(notice)
        telling = [self._tell_in_turn(person, notices, now) for person, notices in by_person.items()]
        for failure in await asyncio.gather(*telling, return_exceptions=True):
            if isinstance(failure, BaseException):
                LOG.error("somebody could not be told: %r", failure)

    async def _tell_in_turn(self, person: str, notices: list[NoticeRow], now: int) -> None:
        """Tell one person one thing after the other, so that nobody takes up all who send."""
        turn = self._telling.setdefault(person, asyncio.Lock())
        try:
            async with turn:
                await self._tell(person, notices, now)
        finally:
            if not turn.locked():
                self._telling.pop(person, None)

    async def _tell(self, person: str, notices: list[NoticeRow], now: int) -> None:
        ways = await self.store.open_ways(person)
        told = [
            (notice, found) for notice in notices if (found := await self._still_true(notice)) is not None
        ]
        if not ways or not told:
            return
        wishes = await self.wishes(person)
        until = wishes.quiet_until(now)
        if until:
            now_or_never = [
                (notice, one)
                for notice, one in told
                if wishes.urgent and notice.kind in (TURN, TIME) and 0 < one.table.deadline < until
            ]
            await self.store.put_off(
                [notice for notice, one in told if (notice, one) not in now_or_never], until
            )
            told = now_or_never
        opened_from = await self.store.network_of(told[0][1].table.id) if told else ""
        for way in ways:
            wished = [one for notice, one in told if way.kind in wishes.ways_for(notice.kind)]
            if wished:
                message = compose(wished, wishes.language, now, wishes.discreet)
                await self.send(way, message, wishes.language, opened_from)

    async def _still_true(self, notice: NoticeRow) -> Told | None:
        """What a notice tells, if it is still so and the person has not seen it."""
        try:
            table = await self._table(notice.table)
        except Unavailable:
            raise
        except Refused:
            return None
        now_told = notices_of(table, frozenset((notice.person,)))
        if notice.id not in {one.id for one in now_told}:
            return None
        if notice.person in await self._looking(table.id):
            return None
        return Told(notice.kind, table)

    async def send(self, way: Way, message: Message, language: str, network: str = "") -> bool:
        """Send a message one way; whether it arrived. Whatever goes wrong concerns this way alone. `network`
        is where what it tells of was begun, or where it was asked for.
        """
        try:
            answer = await self._carry(way, message, language, network)
        except Undelivered as error:
            if error.gone and way.kind == PUSH:
                await self.store.remove_way(way.person, way.id)
            else:
                await self.store.note(way.id, str(error), failed=True)
            return False
        await self.store.note(way.id, answer, failed=False)
        return True

    async def _carry(self, way: Way, message: Message, language: str, network: str) -> str:
        """Let a message be sent beside the event loop, a few of one network at a time; where none has arrived
        yet, one of a person after the other. So nobody takes up all who send, or all who try.
        """
        loop, whose = asyncio.get_running_loop(), network or way.person
        if way.kind == MAIL:
            return await loop.run_in_executor(self._mailers, self._send_safely, way, message, language)
        if way.told and not way.failures:
            async with self._turns.turn(f"send {whose}", OF_A_NETWORK):
                return await loop.run_in_executor(self._senders, self._send_safely, way, message, language)
        async with self._turns.turn(way.person), self._turns.turn(f"try {whose}", OF_A_NETWORK):
            return await loop.run_in_executor(self._triers, self._send_safely, way, message, language)

    def _send_safely(self, way: Way, message: Message, language: str) -> str:
        try:
            return self._send(way, message, language)
        except Undelivered:
            raise
        except Exception as error:  # keys, addresses and names are what people have sent
            raise Undelivered(type(error).__name__) from error

    def _send(self, way: Way, message: Message, language: str) -> str:
        if way.kind == PUSH:
            return self.delivery.push(way.address, message, read_key(self._key))
        if way.kind == MAIL:
            return self.delivery.mail(way.address, message, say(language, "why_mail"))
        return self.delivery.hook(way.address, message, way.label)

    # What people choose

    async def wishes(self, person: str) -> Wishes:
        text = await self.store.wishes(person)
        return msgspec.json.decode(text, type=Wishes) if text else Wishes()

    async def wish(self, person: Person, wishes: Wishes) -> None:
        kept = msgspec.structs.replace(wishes, language=person.language)
        await self.store.wish(person.id, msgspec.json.encode(kept).decode())

    async def add(self, person: Person, kind: str, address: str, network: str = "") -> Way:
        """Be told by a new way. Mail begins once its code was typed in; `network` is where the person is."""
        ways = await self.store.ways(person.id)
        if not person.session or len(ways) >= MOST_WAYS:
            raise refusal("sign-in" if not person.session else "too-many-ways", person.language)
        code, label, session = "", "", ""
        if kind == PUSH:
            check_subscription(address, person.language)
            session = hashed_token(person.session)
        elif kind == MAIL:
            if not self.delivery.has_mail or not is_mail_address(address):
                raise refusal("mail", person.language)
            self._check_often(f"code {network or person.id}", f"to {address.casefold()}")
            code = f"{secrets.randbelow(1_000_000):06}"
        elif not is_web_address(address):
            raise refusal("webhook", person.language)
        else:
            self._check_often(f"hook {network or person.id}")
            label = secrets.token_urlsafe(18)
        way = Way(
            secrets.token_urlsafe(9), person.id, session, kind, address, label,
            hashed_token(code) if code else "", 0, "", milliseconds(),
        )  # fmt: skip
        for old in ways:
            if (old.kind, old.session) == (kind, session) and (kind == PUSH or old.address == address):
                await self.store.remove_way(person.id, old.id)
        await self.store.add_way(way)
        await self.refresh()
        if code:
            title = say(person.language, "code", code=code)
            await self.send(way, Message(title, "", "/notices"), person.language, network)
        if not await self.store.wishes(person.id):
            await self.wish(person, Wishes())
        return way

    async def confirm(self, person: Person, id: str, code: str) -> None:
        """Confirm a mail address by the digits that were sent there."""
        for way in await self.store.ways(person.id):
            if way.id == id and way.code:
                tries = await self.store.try_code(id)
                right = hmac.compare_digest(way.code, hashed_token(code.strip()))
                if right and tries <= WRONG_CODES:
                    await self.store.confirm_way(person.id, id)
                    await self.store.note(id, "", failed=False)
                    return
                if tries >= WRONG_CODES:
                    await self.store.remove_way(person.id, id)
        raise refusal("code", person.language)

    async def remove(self, person: Person, id: str) -> None:
        await self.store.remove_way(person.id, id)
        await self.refresh()

    async def test(self, person: Person, network: str = "") -> int:
        """Send a test message by every way that works; how many arrived."""
        self._check_often(f"test {network or person.id}")
        message = Message(say(person.language, "test"), say(person.language, "test_body"), "/notices")
        ways = await self.store.open_ways(person.id)
        return sum(await asyncio.gather(*[self.send(way, message, person.language, network) for way in ways]))

    def _check_often(self, *names: str) -> None:
        """Refuse what would make the house send too many messages. Whoever may send none is not asked where
        to: they would name so many addresses that others are forgotten.
        """
        now = monotonic()
        if any(self._asked.seconds_to_wait(name, now) for name in names):
            raise TooManyTries


def check_subscription(text: str, language: str) -> None:
    """Refuse what no browser would have said: its keys must be of use."""
    try:
        said: Any = json.loads(text)
        encrypted(b"", said["keys"]["p256dh"], said["keys"]["auth"])
        good = is_web_address(said["endpoint"])
    except (ValueError, KeyError, TypeError, RecursionError):
        good = False
    if not good:
        raise refusal("subscription", language)


def is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets without an address, a port that there is not
        return False


def is_mail_address(text: str) -> bool:
    """Whether a text is one plain address. With what mail takes for an encoded word (`=?`) the same address
    could be written in many ways, each counted by itself.
    """
    name, _, host = text.partition("@")
    plain = text.isprintable() and "=?" not in text and not set(text).intersection(' ,;:<>"\\()[]')
    return plain and bool(name and "." in host)
