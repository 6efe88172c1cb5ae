"""Who is asking: cookies, nicknames, links."""

from __future__ import annotations

import stat
import threading
import time
from pathlib import Path

import msgspec
import pytest

from ludoteca.house.refusals import Forbidden, Malformed
from ludoteca.house.service import identity
from ludoteca.house.service.identity import (
    COOKIE,
    Identities,
    hashed_token,
    load_or_make_secret,
    newcomer,
    nickname,
    preferred_language,
)
from ludoteca.house.table.commands import NAME_LENGTH, Person

ADA = Person("a1b2c3", "Ada", "it")


def header(cookie: str) -> str:
    return cookie.partition(";")[0]


def test_a_cookie_brings_the_same_person_back() -> None:
    people = Identities("sesame")
    cookie = people.cookie(ADA)
    assert people.person_in(header(cookie)) == ADA
    assert people.person_in(f"theme=dark; {header(cookie)}; other=1") == ADA
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie
    assert "Secure" not in cookie and "Secure" in Identities("sesame", secure=True).cookie(ADA)


def test_nothing_but_our_own_signature_is_believed() -> None:
    cookie = header(Identities("sesame").cookie(ADA))
    stranger = Identities("another secret")
    assert stranger.person_in(cookie) is None
    mine = Identities("sesame")
    value = cookie.partition("=")[2]
    forged = [
        "",
        "ludoteca",
        "ludoteca=",
        f"{COOKIE}={value[:-1]}",
        f"{COOKIE}={value[1:]}",
        f"{COOKIE}={value.partition('.')[0]}",
        f"{COOKIE}={'A' * 5000}",
        f'{COOKIE}="{{}}"',
        f"{COOKIE}={mine.link(ADA)}",
    ]
    for attempt in forged:
        assert mine.person_in(attempt) is None, attempt


def test_a_secret_can_be_replaced_while_old_cookies_still_count() -> None:
    old = header(Identities("old").cookie(ADA))
    both = Identities("new, old")
    assert both.person_in(old) == ADA
    assert Identities("new").person_in(header(both.cookie(ADA))) == ADA
    assert Identities("old").person_in(header(both.cookie(ADA))) is None


def test_a_cookie_is_written_again_after_a_month(monkeypatch: pytest.MonkeyPatch) -> None:
    people = Identities("sesame")
    cookie = header(people.cookie(ADA))
    assert not people.needs_renewal(cookie)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 31 * 86_400)
    assert people.needs_renewal(cookie)


def test_a_cookie_does_not_live_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    cookie = header(Identities("sesame").cookie(ADA))
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 401 * 86_400)
    assert Identities("sesame").person_in(cookie) is None


def test_a_link_is_for_a_few_minutes_and_is_no_cookie(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = Identities("sesame")
    token = mine.link(ADA)
    assert mine.person_of_link(token) == ADA
    browser = msgspec.structs.replace(ADA, session="of her phone")
    told = mine.person_of_link(mine.link(browser)).session
    assert told == hashed_token("of her phone"), "nobody reads a session in a link"
    assert token != mine.link(ADA), "every link is another one"
    for wrong in ("", token[:-2], header(mine.cookie(ADA)).partition("=")[2]):
        with pytest.raises(Forbidden):
            mine.person_of_link(wrong)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + identity.LINK_AGE + 1)
    with pytest.raises(Forbidden):
        mine.person_of_link(token)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("Ada", "Ada"), ("  Ada   L. ", "Ada L."), ("Žofie 3", "Žofie 3"), ("a#b", "a b"), ("骰子", "骰子")],
)
def test_nicknames_as_they_are_kept(given: str, kept: str) -> None:
    assert nickname(given) == kept


@pytest.mark.parametrize(
    "given", ["", "   ", "#", "x" * (NAME_LENGTH + 1), "a\u202eb", "a\u200bb", "a\x00b", "\ud800", "a\u2028"]
)
def test_nicknames_that_nobody_can_have(given: str) -> None:
    if given == "a\u2028":
        assert nickname(given) == "a"
        return
    with pytest.raises(Malformed):
        nickname(given)


@pytest.mark.parametrize(
    "given",
    ["\u3164", "\u115f\u1160", "\u2800", "\uffa0", "\u0301", "\ufe0f", "\u00a0", "a\u3164"],
)
def test_nicknames_that_nobody_can_see(given: str) -> None:
    with pytest.raises(Malformed):
        nickname(given)


@pytest.mark.parametrize("given", ["🎲", "❤\ufe0f", "नमस्ते", "한글", "e\u0301ric", "?!"])
def test_nicknames_in_any_script(given: str) -> None:
    assert nickname(given)


def test_newcomers_are_all_different() -> None:
    ids = {newcomer(language="it").id for _ in range(1000)}
    assert len(ids) == 1000
    assert newcomer(language="it").name.startswith("Ospite ")
    assert newcomer(language="xx").language == "en"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("it", "it"),
        ("de-DE,de;q=0.9,it;q=0.5,en;q=0.4", "it"),
        ("it;q=0.1, en;q=0.9", "en"),
        ("it;q=0", "en"),
        ("it;q=nonsense, fr", "en"),
        ("*", "en"),
    ],
)
def test_the_language_somebody_prefers(accepted: str, language: str) -> None:
    assert preferred_language(accepted) == language


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    found: list[str] = []
    start = threading.Barrier(8)

    def ask() -> None:
        start.wait()
        found.append(load_or_make_secret(folder))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1 and len(found[0]) > 30
    assert stat.S_IMODE((folder / "secret").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["secret"]
