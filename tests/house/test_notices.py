"""Notices: told once, by the ways and at the times people want, nothing hidden, silent when signed out."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import re
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ludoteca.house.refusals import Refused, TooManyTries
from ludoteca.house.service import delivery
from ludoteca.house.service import notices as notices_module
from ludoteca.house.service.delivery import Delivery, Undelivered, allowed_address
from ludoteca.house.service.house import House
from ludoteca.house.service.identity import hashed_token
from ludoteca.house.service.notice_rows import AFTER
from ludoteca.house.service.notice_texts import Message
from ludoteca.house.service.notices import WRONG_CODES, Way, Wishes
from ludoteca.house.store.accounts import Account, Passkey, Session
from ludoteca.house.store.store import milliseconds
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.commands import Act, Join, Person
from ludoteca.house.web.app import Application
from tests.house.authenticator import Authenticator
from tests.house.houses import in_house
from tests.house.http_client import Somebody
from tests.house.receivers import Browser, MailBox, Received, mail_receiver, web_receiver
from tests.house.running import BRUNO, KEY, awaited, new_id, until, wish
from tests.house.test_accounts import make_key
from tests.house.test_host import post

ADA = Person("ada", "Ada", session="the session of Ada's phone")
ALWAYS = Wishes(quiet=False)
LATER = AFTER + 1000


@asynccontextmanager
async def a_club(database: str, hook: Received, box: MailBox) -> AsyncIterator[House]:
    """A house in which Ada has an account and is signed in."""
    delivery = Delivery("https://play.test", box.address, "house@play.test", "any")
    house = House(database, KEY, delivery=delivery)
    await house.start()
    try:
        session = Session(hashed_token(ADA.session), ADA.id, "phone", 0, 0)
        key = Passkey("key", ADA.id, "", 0, "", 0, 0)
        await house.account_store.create(Account(ADA.id, "Ada", "en", 0), key, session)
        await house.notices.wish(ADA, ALWAYS)
        yield house
    finally:
        await house.stop()


async def waiting_table(house: House, seconds: int = 0) -> str:
    """A table at which Ada is asked something after Bruno has moved."""
    clock = ClockWish("move", seconds) if seconds else ClockWish()
    opened = await house.open(ADA, wish("me", "open", game="bosa", clock=clock), new_id())
    await house.do(opened.table, BRUNO, Join(id=new_id(), token=opened.invitation))
    table = await house.table(opened.table)
    moved = False
    while table.awaited != 0 or not moved:
        person = (ADA, BRUNO)[table.awaited]
        moved = moved or person is BRUNO
        assert table.match is not None
        await house.do(table.id, person, Act(id=new_id(), text=table.match.options[0].text))
    await house._background.flush()
    return table.id


@awaited
async def test_a_browser_a_mail_address_and_a_webhook_are_told_once_in_one_message(database: str) -> None:
    async with (
        web_receiver() as hook,
        web_receiver() as pushes,
        mail_receiver() as box,
        a_club(database, hook, box) as house,
    ):
        browser = Browser(pushes.address)
        await house.notices.add(ADA, "push", browser.subscription)
        webhook = await house.notices.add(ADA, "webhook", hook.address)
        mail = await house.notices.add(ADA, "mail", "ada@example.org")
        code = re.findall(r"Subject: (\d{6})", box.mails.pop())[0]
        with pytest.raises(Refused):
            await house.notices.confirm(ADA, mail.id, "000000" if code != "000000" else "111111")
        await house.notices.confirm(ADA, mail.id, code)
        table = await waiting_table(house, 3 * 86_400)
        await house.notices.tell_due(milliseconds())
        assert not pushes.requests, "somebody who has just been asked is given a moment"
        await house.notices.tell_due(milliseconds() + LATER)
        await house.notices.tell_due(milliseconds() + LATER)
        ((headers, body),) = pushes.requests
        told = browser.read(body)
        assert told["title"] == "Your turn in Bosa" and told["link"] == f"/tables/{table}"
        assert told["body"].startswith("Bruno has played. 2 d 23 h")
        assert headers["authorization"].startswith("vapid t=") and headers["ttl"]
        ((headers, body),) = hook.requests
        said = json.loads(body)
        assert said["text"] == said["content"] and f"https://play.test/tables/{table}" in said["text"]
        signature = hmac.digest(webhook.label.encode(), body, "sha256").hex()
        assert headers["ludoteca-signature"] == f"sha256={signature}"
        (letter,) = box.mails
        assert "Subject: Your turn in Bosa" in letter and f"https://play.test/tables/{table}" in letter
        second, third = await waiting_table(house), await waiting_table(house)
        await house.notices.tell_due(milliseconds() + LATER)
        assert second != third and len(pushes.requests) == 2, "one message for both"
        assert browser.read(pushes.requests[1][1])["title"] == "2 tables wait for you"


@awaited
async def test_signed_out_is_silent_and_a_browser_that_is_gone_is_forgotten(database: str) -> None:
    async with web_receiver() as hook, mail_receiver() as box, a_club(database, hook, box) as house:
        await house.notices.add(ADA, "push", Browser(hook.address).subscription)
        hook.status = 410
        await waiting_table(house)
        await house.notices.tell_due(milliseconds() + LATER)
        assert len(hook.requests) == 1 and await house.notices.store.ways(ADA.id) == []
        await house.notices.add(ADA, "push", Browser(hook.address).subscription)
        await house.notices.add(ADA, "webhook", hook.address)
        await house.account_store.end_session(ADA.id, hashed_token(ADA.session))
        await waiting_table(house)
        await house.notices.tell_due(milliseconds() + LATER)
        assert len(hook.requests) == 1, "nothing more after signing out"
        with pytest.raises(Refused, match="conto"):
            await house.notices.add(BRUNO, "webhook", hook.address)


@awaited
async def test_quiet_hours_put_off_what_can_wait_and_discretion_names_nobody(database: str) -> None:
    async with web_receiver() as hook, mail_receiver() as box, a_club(database, hook, box) as house:
        await house.notices.add(ADA, "webhook", hook.address)
        await house.notices.wish(ADA, Wishes(quiet_from="00:00", quiet_to="23:59", discreet=True))
        now = int(datetime.now(UTC).replace(hour=12).timestamp() * 1000)
        await waiting_table(house)
        await house._store.change("update notices set due_at = ?", now)
        await house.notices.tell_due(now)
        assert not hook.requests
        urgent = await waiting_table(house, 3600)
        await house._store.change(
            "update notices set due_at = ? where table_id = ? and kind = 'turn'", now, urgent
        )
        soon = Wishes(quiet_from="00:00", quiet_to="23:59", discreet=True).quiet_until(now)
        table = await house.table(urgent)
        await house.notices.tell_due(now)
        assert bool(hook.requests) == (table.deadline < soon), "a table that would be lost cannot wait"
        hook.requests.clear()
        await house.notices.tell_due(soon)
        ((_, body),) = hook.requests
        said = json.loads(body)["text"]
        assert "Bosa" not in said and "Bruno" not in said


def test_quiet_hours_may_span_midnight() -> None:
    night = Wishes(quiet_from="22:30", quiet_to="07:30", zone="Europe/Rome")

    def at(hour: int, minute: int) -> int:
        return int(datetime(2026, 7, 1, hour, minute, tzinfo=UTC).timestamp() * 1000)

    assert night.quiet_until(at(12, 0)) == 0
    assert night.quiet_until(at(20, 29)) == 0 and night.quiet_until(at(21, 0)) == at(5, 30) + 86_400_000
    assert night.quiet_until(at(3, 0)) == at(5, 30)
    assert Wishes(quiet=False).quiet_until(at(23, 0)) == 0


@awaited
async def test_who_looks_at_the_table_is_not_told_and_other_news_are(database: str) -> None:
    async with web_receiver() as hook, mail_receiver() as box, a_club(database, hook, box) as house:
        await house.notices.add(ADA, "webhook", hook.address)
        await house.notices.wish(ADA, Wishes(quiet=False, seated=("webhook",), ended=("webhook",)))
        table = await waiting_table(house)
        house.presence.enter(table, ADA.id)
        await house.notices.tell_due(milliseconds() + LATER)
        assert not hook.requests
        house.presence.leave(table, ADA.id)
        opened = await house.open(ADA, wish("me", "open", "open", game="bosa"), new_id())
        await house.do(opened.table, BRUNO, Join(id=new_id(), token=opened.invitation))
        await house._background.flush()
        await house.notices.tell_due(milliseconds() + 1)
        await until(lambda: hook.requests)
        assert "Somebody sits down" in json.loads(hook.requests[0][1])["title"]


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("webhook", "http://["),
        ("webhook", "http://a.example:99999/"),
        ("webhook", "http://a.example:0/"),
        ("webhook", "http://"),
        ("push", '{"endpoint": "https://a.example", "keys": {"p256dh": "x", "auth": "y"}}'),
        ("push", '{"endpoint": "https://a.example", "keys": {"p256dh": 5, "auth": [1]}}'),
        ("push", '{"endpoint": 7, "keys": {"p256dh": "x", "auth": "y"}}'),
        ("push", "[" * 2000),
    ],
)
@awaited
async def test_ways_that_lead_nowhere_are_refused(sqlite_address: str, kind: str, address: str) -> None:
    async with web_receiver() as hook, mail_receiver() as box, a_club(sqlite_address, hook, box) as house:
        with pytest.raises(Refused):
            await house.notices.add(ADA, kind, address)


@awaited
async def test_one_poisoned_way_silences_nobody(sqlite_address: str) -> None:
    """As a row from before it was checked, or of a browser that sends keys of another kind."""
    async with web_receiver() as hook, mail_receiver() as box, a_club(sqlite_address, hook, box) as house:
        for number, (kind, address) in enumerate((("push", '{"keys": 1}'), ("webhook", "http://a:99999/"))):
            way = Way(f"bad{number}", ADA.id, hashed_token(ADA.session), kind, address, "", "", 0, "", number)
            await house.notices.store.add_way(way)
        await house.notices.add(ADA, "webhook", hook.address)
        assert await house.notices.test(ADA) == 1
        await waiting_table(house)
        await house.notices.tell_due(milliseconds() + LATER)
        assert len(hook.requests) == 2, "the test, and the notice"


@awaited
async def test_an_answer_that_trickles_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "TIMEOUT", 0.3)
    ended = asyncio.Event()

    async def trickle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            for _ in range(100):
                writer.write(b"H")
                await writer.drain()
                await asyncio.sleep(0.05)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        ended.set()

    server = await asyncio.start_server(trickle, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    sender = Delivery("https://play.test", reach="any")
    began = time.monotonic()
    with pytest.raises(Undelivered):
        await asyncio.to_thread(sender.hook, f"http://127.0.0.1:{port}/", Message("a", "b", "/"), "secret")
    assert time.monotonic() - began < 3
    await ended.wait()
    server.close()


def test_private_addresses_are_refused_unless_the_host_allows_them() -> None:
    assert allowed_address("127.0.0.1", 80, anywhere=True) == "127.0.0.1"
    embedded = ("::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2002:a00:1::1")
    for host in (
        "127.0.0.1",
        "10.0.0.1",
        "169.254.169.254",
        "::1",
        "fec0::1",
        "224.0.0.1",
        "ff0e::1",
        *embedded,
    ):
        with pytest.raises(Undelivered, match="private"):
            allowed_address(host, 80, anywhere=False)


def test_the_page_of_notices_and_what_makes_it_installable(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        guest = await Somebody(app).named("Guest")
        assert "Notices are for people with an account" in (await guest.ask("GET", "/notices")).text
        ada = Somebody(app)
        await make_key(ada, Authenticator())
        page = (await ada.ask("GET", "/notices")).text
        assert "Tell this browser" in page and "This house sends no mail." in page
        await post(ada, "/notices/ways", kind="webhook", address="http://127.0.0.1:9/hook")
        page = (await ada.ask("GET", "/notices")).text
        assert "http://127.0.0.1:9/hook" in page
        told = await post(ada, "/notices/do", do="test")
        assert told.headers["location"] == "/notices?arrived=0", "a private address"
        await post(
            ada, "/notices", None, **{"turn webhook": "on", "quiet_from": "21:00", "quiet_to": "08:00"}
        )
        person = next(iter(await app.house.notices.store.subscribers()))
        wishes = await app.house.notices.wishes(person)
        assert wishes.turn == ("webhook",) and wishes.time == () and not wishes.quiet
        assert wishes.quiet_from == "21:00"
        way = re.findall(r'value="remove ([^"]+)"', page)[0]
        await post(ada, "/notices/do", do=f"remove {way}")
        assert "127.0.0.1:9" not in (await ada.ask("GET", "/notices")).text
        told = (await ada.ask("GET", "/api/v1/me/notices")).json
        assert told["wishes"]["turn"] == ["webhook"] and told["ways"] == [] and told["push_key"]
        said = {"kind": "webhook", "address": "https://chat.test/hook"}
        added = (await ada.ask("POST", "/api/v1/me/notices/ways", said)).json
        assert added["ways"][0]["works"]
        assert (await guest.ask("POST", "/api/v1/me/notices/ways", said)).status == 403
        manifest = (await guest.ask("GET", "/manifest.webmanifest")).json
        assert manifest["display"] == "standalone" and manifest["icons"]
        worker = await guest.ask("GET", "/sw.js")
        assert "showNotification" in worker.text and "javascript" in worker.headers["content-type"]

    in_house(tmp_path, story)


@awaited
async def test_nobody_guesses_a_code_by_many_guesses_at_once(database: str) -> None:
    async with web_receiver() as hook, mail_receiver() as box, a_club(database, hook, box) as house:
        mail = await house.notices.add(ADA, "mail", "somebody@example.org")
        code = re.findall(r"Subject: (\d{6})", box.mails.pop())[0]
        guesses = [f"{number:06}" for number in range(WRONG_CODES) if f"{number:06}" != code]
        tried = [house.notices.confirm(ADA, mail.id, guess) for guess in guesses * 2]
        answers = await asyncio.gather(*tried, return_exceptions=True)
        assert all(isinstance(answer, Refused) for answer in answers)
        with pytest.raises(Refused):
            await house.notices.confirm(ADA, mail.id, code)
        assert not await house.notices.store.ways(ADA.id)


@awaited
async def test_the_house_does_not_send_codes_and_tests_without_end(database: str) -> None:
    async with web_receiver() as hook, mail_receiver() as box, a_club(database, hook, box) as house:
        for number in range(5):
            await house.notices.add(ADA, "mail", f"somebody{number}@example.org", "192.0.2.1")
        with pytest.raises(TooManyTries):
            await house.notices.add(ADA, "mail", "another@example.org", "192.0.2.1")
        for network in range(4):
            await house.notices.add(ADA, "mail", "SOMEBODY0@example.org", f"192.0.3.{network}")
        with pytest.raises(TooManyTries):
            await house.notices.add(ADA, "mail", "somebody0@example.org", "192.0.4.1")
        assert len(box.mails) == 9
        await house.notices.add(ADA, "webhook", hook.address)
        assert [await house.notices.test(ADA, "192.0.2.1") for _ in range(5)] == [1] * 5
        with pytest.raises(TooManyTries):
            await house.notices.test(ADA, "192.0.2.1")


@awaited
async def test_nobody_waits_for_somebody_whose_address_is_slow(database: str) -> None:
    eve = Person("eve", "Eve", session="the session of Eve")
    held = threading.Event()
    async with web_receiver() as hook, mail_receiver() as box, a_club(database, hook, box) as house:
        session = Session(hashed_token(eve.session), eve.id, "phone", 0, 0)
        await house.account_store.create(
            Account(eve.id, "Eve", "en", 0), Passkey("eves", eve.id, "", 0, "", 0, 0), session
        )
        notices, sent = house.notices, house.notices._send

        def send(way: Way, message: Message, language: str) -> str:
            if way.person == eve.id:
                held.wait()
            return sent(way, message, language)

        notices._send = send  # type: ignore[method-assign]
        good = await notices.add(ADA, "webhook", hook.address)
        assert await notices.test(ADA) == 1
        slow = [await notices.add(eve, "webhook", f"{hook.address}/{number}") for number in range(4)]
        waiting = [asyncio.create_task(notices.send(way, Message("", "", ""), "en")) for way in slow]
        try:
            good = next(way for way in await notices.store.ways(ADA.id) if way.id == good.id)
            assert await asyncio.wait_for(notices.send(good, Message("a", "b", "/"), "en"), 20)
            assert not any(task.done() for task in waiting)
        finally:
            held.set()
            await asyncio.gather(*waiting)


@awaited
async def test_who_is_told_slowly_does_not_hold_up_the_next_look(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices_module, "INTERVAL", 0.01)
    async with web_receiver() as hook, mail_receiver() as box, a_club(database, hook, box) as house:
        looks, never = 0, asyncio.Event()

        async def tell_due(now: int) -> None:
            nonlocal looks
            looks += 1
            await never.wait()

        monkeypatch.setattr(house.notices, "tell_due", tell_due)
        await until(lambda: looks >= 3)
