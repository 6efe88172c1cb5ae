"""What a twenty-second look at the house found."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import pytest

from ludoteca.house.refusals import Malformed
from ludoteca.house.service.identity import RENEWED_AFTER, nickname
from ludoteca.house.settings import Limits
from ludoteca.house.table.command_handlers import unused_name
from ludoteca.house.table.commands import Person
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages import documentation
from tests.house.attacks.test_fourteenth_look import UPGRADE
from tests.house.houses import in_house
from tests.house.http_client import Somebody
from tests.house.running import awaited
from tests.house.test_connections import WHOLE, both_parsers, served
from tests.house.test_guard import guard


@both_parsers
@pytest.mark.parametrize("framing", ["content-length: 44", "transfer-encoding: chunked"])
@awaited
async def test_who_waits_to_be_asked_for_a_body_sends_no_other_request(quick: bool, framing: str) -> None:
    """A proxy that was not asked for the body sent the request of somebody else, which was taken for it."""
    async with served(quick, Limits(), guard()) as house:
        head = "POST / HTTP/1.1\r\nhost: house.test\r\norigin: http://other.test\r\nexpect: 100-continue"
        reader, writer = await house.connect()
        writer.write(f"{head}\r\n{framing}\r\n\r\n".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 403") and b"connection: close" in answer.lower()
        writer.write(WHOLE * 2)
        with contextlib.suppress(ConnectionError):
            assert b"HTTP/1.1" not in await reader.read()
        writer.close()


@both_parsers
@pytest.mark.parametrize(
    ("head", "status"),
    [
        (UPGRADE + b"content-length: 3\r\n\r\nabc", b"400"),
        (UPGRADE + b"x-odd: \x01\r\n\r\n", b"400"),
        (WHOLE[:-2] + b"a:b\r\n" * 3000 + b"\r\n", b"431"),
    ],
    ids=["a live connection with a body", "a live connection with an odd header", "thousands of headers"],
)
@awaited
async def test_no_request_that_a_proxy_hands_on_stays_without_an_answer(
    quick: bool, head: bytes, status: bytes
) -> None:
    """A proxy before several servers took each of them for broken, and sent nobody there for ten seconds."""
    async with served(quick, Limits()) as house:
        answer = await house.say(head)
    assert answer.startswith((b"HTTP/1.1 " + status, b"HTTP/1.1 400", b"HTTP/1.1 200")), answer


def test_no_answer_that_others_may_keep_brings_somebodys_cookie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cache in front gave the cookie to whoever read the same page of the documentation."""
    (tmp_path / "index.html").write_text("<h1>Ludoteca</h1>")
    monkeypatch.setattr(documentation, "site_folder", lambda: tmp_path)

    async def story(app: Application) -> None:
        cookie = app.identities.cookie(Person("ada", "Ada")).partition(";")[0]
        now = time.time
        monkeypatch.setattr(time, "time", lambda: now() + RENEWED_AFTER + 60)
        kept = await Somebody(app, cookie).ask("GET", "/docs/index.html")
        assert kept.status == 200 and "max-age" in kept.headers["cache-control"]
        assert "set-cookie" not in kept.headers
        own = await Somebody(app, cookie).ask("GET", "/", headers={"accept": "text/html"})
        assert own.headers["cache-control"] == "no-store" and "set-cookie" in own.headers

    in_house(tmp_path, story)


@pytest.mark.parametrize("said", ["x-forwarded-for", "forwarded", "via"])
def test_figures_are_not_for_who_comes_through_a_proxy_that_is_not_trusted(tmp_path: Path, said: str) -> None:
    """Everybody seemed to be of the house's own network."""

    async def story(app: Application) -> None:
        somebody = Somebody(app)
        assert (await somebody.ask("GET", "/metrics")).status == 200
        assert (await somebody.ask("GET", "/metrics", headers={said: "203.0.113.1"})).status == 403

    in_house(tmp_path, story)


@pytest.mark.parametrize("mark", ["\U00016fe4", "\u0335", "\u0e3a", "\u20e0"])
def test_marks_make_no_other_name_at_a_table(mark: str) -> None:
    """Some of them look like nothing."""
    assert unused_name(["Ada Rossi", "Bruno"], nickname(f"Ada Rossi{mark}")).endswith(" 2")


@pytest.mark.parametrize("sign", ["\ufffc", "\U0001d159"])
def test_signs_that_look_like_nothing_are_in_no_name(sign: str) -> None:
    with pytest.raises(Malformed):
        nickname(f"Ada{sign}")


@pytest.mark.parametrize("host", ["[", "[::1", "house]", "[house]"])
def test_half_an_address_is_no_fault_of_ours(tmp_path: Path, host: str) -> None:
    """Such an origin was answered with a fault before anybody was counted, and such a host at `/keys`."""

    async def story(app: Application) -> None:
        somebody = Somebody(app)
        told = {"origin": f"http://{host}"}
        assert (await somebody.ask("POST", "/api/v1/tables", {}, told)).status == 403
        async with somebody.live("nothing", headers=told) as live:
            assert live.closed == 1008
        assert (await somebody.ask("GET", "/keys", headers={"host": host})).status == 200

    in_house(tmp_path, story)
