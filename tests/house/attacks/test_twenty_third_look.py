"""What a twenty-third look at the house found."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import errno
import random
import socketserver
import sqlite3
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from starlette.types import Message

from ludoteca.house.service import delivery, notice_texts, trials
from ludoteca.house.service.delivery import Delivery, Undelivered
from ludoteca.house.service.notices import is_mail_address
from ludoteca.house.settings import Limits
from ludoteca.house.store.driver import StoreError
from ludoteca.house.store.sqlite import SqliteConnection, SqliteDriver
from ludoteca.house.web.app import Application
from ludoteca.house.web.guard import Guard
from ludoteca.house.web.request_turns import AT_ONCE, COMMANDS_AT_ONCE, MOST_WAITING
from tests.house.houses import in_house, play_on, table_of
from tests.house.http_client import Somebody, ask, scope_of
from tests.house.running import awaited
from tests.house.test_guard import guard

NAME = "localhost"
ANSWERS = {b"AUTH": b"235 in\r\n", b"DATA": b"354 go on\r\n", b"QUIT": b"221 bye\r\n"}


class Post(socketserver.StreamRequestHandler):
    """A mail server that notes what it hears, and whether it was encrypted."""

    server: PostOffice

    def setup(self) -> None:
        super().setup()
        self.encrypted = contextlib.ExitStack()

    def finish(self) -> None:
        self.encrypted.close()
        super().finish()

    def handle(self) -> None:
        office = self.server
        reader: Any = self.rfile
        writer: Any = self.wfile
        encrypted, letter = office.encrypted, False
        writer.write(b"220 loopback\r\n")
        while line := reader.readline():
            word = line.split()[0].upper() if line.strip() else b""
            office.heard.append((encrypted, word))
            if letter:
                letter = word != b"."
                answer = b"" if letter else b"250 kept\r\n"
            elif word == b"EHLO":
                offer = b"250-STARTTLS\r\n" if office.offers and not encrypted else b""
                answer = b"250-loopback\r\n" + offer + b"250 AUTH PLAIN\r\n"
            elif word == b"STARTTLS":
                writer.write(b"220 go on\r\n")
                connection = self.encrypted.enter_context(
                    office.context.wrap_socket(self.request, server_side=True)
                )
                reader, encrypted = self.encrypted.enter_context(connection.makefile("rb")), True
                writer = self.encrypted.enter_context(connection.makefile("wb", 0))
                continue
            else:
                letter = word == b"DATA"
                answer = ANSWERS.get(word, b"250 fine\r\n")
            writer.write(answer)


class PostOffice(socketserver.ThreadingTCPServer):
    """Offers encryption, or has it from the beginning."""

    daemon_threads = True

    def __init__(self, folder: Path, offers: bool, encrypted: bool) -> None:
        super().__init__(("127.0.0.1", 0), Post)
        self.offers, self.encrypted = offers, encrypted
        self.heard: list[tuple[bool, bytes]] = []
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate(folder))

    def get_request(self) -> tuple[object, object]:  # type: ignore[override]
        connection, address = super().get_request()
        if self.encrypted:
            connection = self.context.wrap_socket(connection, server_side=True)
        return connection, address

    def handle_error(self, request: object, client_address: object) -> None:
        """Whoever does not believe the certificate goes away."""


def certificate(folder: Path) -> Path:
    """A certificate that nobody knows, with its key."""
    path = folder / "mail.pem"
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    form, kind = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    path.write_bytes(made.public_bytes(form) + key.private_bytes(form, kind, plain))
    return path


@contextmanager
def post_office(folder: Path, offers: bool = True, encrypted: bool = False) -> Iterator[PostOffice]:
    with PostOffice(folder, offers, encrypted) as office:
        threading.Thread(target=office.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield office
        office.shutdown()


def send(office: PostOffice, scheme: str = "smtp", who: str = "house:secret@") -> None:
    smtp = f"{scheme}://{who}{NAME}:{office.server_address[1]}"
    house = Delivery("https://play.example.org", smtp, "house@example.org")
    house.mail("ada@example.org", notice_texts.Message("123456", "", "/notices"), "why")


@pytest.fixture
def far_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the mail server were another machine."""
    monkeypatch.setattr(delivery, "stays_here", lambda server: False, raising=False)


@pytest.mark.usefixtures("far_away")
def test_mail_leaves_the_machine_encrypted_where_its_server_offers_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The password of the mail server, and the codes in mails, could be read by everybody in between."""
    with post_office(tmp_path) as office:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "mail.pem"))
        send(office)
    assert [word for encrypted, word in office.heard if not encrypted] == [b"EHLO", b"STARTTLS"]
    assert {b"AUTH", b"DATA"}.issubset(word for encrypted, word in office.heard if encrypted)


@pytest.mark.usefixtures("far_away")
def test_no_password_leaves_the_machine_in_the_clear(tmp_path: Path) -> None:
    """Whoever stands in between takes the offer of encryption away."""
    with post_office(tmp_path, offers=False) as office:
        with pytest.raises(Undelivered, match="no encryption"):
            send(office)
        assert b"AUTH" not in [word for _, word in office.heard]
        send(office, who="")
    assert (False, b"DATA") in office.heard


@pytest.mark.usefixtures("far_away")
@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_nobody_else_can_pose_as_the_mail_server(tmp_path: Path, scheme: str) -> None:
    """Any certificate was good for `smtps`."""
    with (
        post_office(tmp_path, encrypted=scheme == "smtps") as office,
        pytest.raises(Undelivered, match="CertVerification"),
    ):
        send(office, scheme)
    assert b"AUTH" not in [word for _, word in office.heard]


def test_a_mail_server_on_this_machine_needs_no_encryption(tmp_path: Path) -> None:
    with post_office(tmp_path) as office:
        send(office)
    assert (False, b"AUTH") in office.heard and (False, b"STARTTLS") not in office.heard


@pytest.mark.parametrize(
    ("path", "others"),
    [("/taste", AT_ONCE), ("/tables/a/do", AT_ONCE), ("/api/v1/tables/a/commands", COMMANDS_AT_ONCE)],
)
@awaited
async def test_who_sends_slowly_keeps_no_turn_from_others_of_the_network(path: str, others: int) -> None:
    """Four forms that never came kept the pages of everybody behind the same address waiting for 20 s, and
    sixteen commands the moves.
    """
    door, sending = guard(Limits(arrivals=0)), asyncio.Event()
    form = {"content-type": "application/json"}
    slow = [asyncio.create_task(never_sent(door, path, sending)) for _ in range(others)]
    await asyncio.sleep(0.01)
    async with asyncio.timeout(2):
        assert (await ask(door, "GET", "/")).status == 200
        assert (await ask(door, "POST", path, b"12345", form)).text.endswith(" 5")
        slow += [asyncio.create_task(never_sent(door, path, sending)) for _ in range(MOST_WAITING - others)]
        await asyncio.sleep(0.01)
        assert (await ask(door, "POST", path, b"12345", form)).status == 429
        assert (await ask(door, "POST", path, b"12345", form, client="192.0.2.1")).status == 200
        assert (await ask(door, "GET", "/")).status == 200
    sending.set()
    assert {await one for one in slow} == {200}
    assert (await ask(door, "POST", path, b"12345", form)).status == 200


async def never_sent(door: Guard, path: str, sending: asyncio.Event) -> int:
    """A body that is announced, and comes when everything else is over; the status of the answer."""
    found: list[int] = []

    async def receive() -> Message:
        await sending.wait()
        return {"type": "http.request", "body": b"late", "more_body": False}

    async def send(message: Message) -> None:
        found.extend([message["status"]] if message["type"] == "http.response.start" else [])

    await door(scope_of("POST", path, {"content-length": "4"}), receive, send)
    return found[0]


def test_one_mail_address_is_not_written_in_many_ways() -> None:
    """A code to one address was counted by how it was written, and mail reads what stands behind `=?`."""
    assert is_mail_address("victim@example.org")
    for same in ("=?utf-8?q?victim?=@example.org", "victim@=?utf-8?q?example?=.org"):
        assert not is_mail_address(same)


@awaited
async def test_a_trial_that_cannot_begin_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the disk was full it seemed to run, for ever."""

    def full() -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(trials, "TemporaryDirectory", full)
    kept, trial = trials.Trials(), trials.Trial("bosa", [None, "text"], None, "192.0.2.1")
    kept.begin(trial)
    assert trial.task is not None
    await asyncio.wait([trial.task])
    assert trial.state == "failed"
    trial.task.result()


def test_a_picture_that_caches_keep_is_in_the_language_of_its_address(tmp_path: Path) -> None:
    """It was in the language of whoever asked first, for everybody, for a day."""

    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno"], options={"round_cap": 2})
        await play_on(table, people, 2000, random.Random(4))
        where = f"/tables/{table}/replay/moment.png?at=5"
        for language, kept in (("", False), ("&language=xx", False), ("&language=it", True)):
            answer = await Somebody(app).ask("GET", where + language)
            assert answer.status == 200 and ("public" in answer.headers["cache-control"]) == kept, language

    in_house(tmp_path, story)


@pytest.mark.parametrize(
    "statement",
    [
        "create trigger odd after insert on events begin delete from events where seq = 1; end",
        "create view odd as with recursive c(x) as (select 1 union all select x + 1 from c) select x from c",
    ],
    ids=["trigger", "view"],
)
def test_a_file_with_statements_of_its_own_is_no_house(tmp_path: Path, statement: str) -> None:
    """They were carried out with every move."""
    path = tmp_path / "ludoteca.db"
    in_house(tmp_path, nothing)
    with sqlite3.connect(path) as file:
        file.execute(statement)
    file.close()
    with pytest.raises(StoreError, match="no house makes"):
        SqliteDriver(path).connect()


def test_a_table_whose_text_is_damaged_is_set_aside(tmp_path: Path) -> None:
    """It answered 500, and each bot that was asked there failed."""
    tables: list[str] = []

    async def before(app: Application) -> None:
        for _ in range(2):
            table, _ = await table_of(app, "bologna", ["Ada", "Bruno"])
            tables.append(table)

    async def after(app: Application) -> None:
        assert [(await Somebody(app).ask("GET", f"/tables/{one}")).status for one in tables] == [409, 200]
        assert (await Somebody(app).ask("GET", "/")).status == 200

    in_house(tmp_path, before)
    connection = SqliteConnection(tmp_path / "ludoteca.db")
    damaged = "update events set body = cast(x'7b22c322' as text) where table_id = ? and seq = 2"
    connection.run(damaged, (tables[0],))
    connection.close()
    in_house(tmp_path, after)


async def nothing(app: Application) -> None:
    """Only open the house."""


def test_a_limit_that_is_no_number_does_not_keep_the_house_closed(tmp_path: Path) -> None:
    in_house(tmp_path, nothing)
    connection = SqliteConnection(tmp_path / "ludoteca.db")
    connection.run(
        "insert into adjusted (name, value) values ('tables', 'many'), ('reads', 9e999), ('writes', 7)"
    )
    connection.close()

    async def story(app: Application) -> None:
        now, usual = app.limits, app.settings.limits
        assert (now.tables, now.reads, now.writes) == (usual.tables, usual.reads, 7)

    in_house(tmp_path, story)
