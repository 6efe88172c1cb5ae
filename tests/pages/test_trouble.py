"""Pages for what cannot be shown or done."""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import Receive, Scope, Send

from ludoteca.house.monitoring import Metrics
from ludoteca.house.service.identity import Identities
from ludoteca.house.settings import Limits, Settings
from ludoteca.house.web.guard import FAULT, PAGE_POLICY, Guard
from ludoteca.house.web.pages.trouble import plain_trouble
from tests.house.http_client import Answer, ask

READS = {"accept": "text/html,*/*;q=0.8"}


async def breaks(scope: Scope, receive: Receive, send: Send) -> None:
    raise ValueError("a fault")


def door(limits: Limits | None = None) -> Guard:
    settings = Settings(limits=limits or Limits())
    return Guard(breaks, settings, Identities("sesame"), Metrics(), page=plain_trouble)


def knock(which: Guard, method: str = "GET", path: str = "/", **headers: str) -> Answer:
    return asyncio.run(ask(which, method, path, headers=READS | headers))


@pytest.mark.parametrize(
    ("language", "title"), [("en", "That was our fault"), ("it", "È stata colpa nostra")]
)
def test_a_fault_is_told_to_people_as_a_page(language: str, title: str) -> None:
    answer = knock(door(), **{"accept-language": language})
    assert answer.status == 500 and title in answer.text
    assert answer.headers["content-security-policy"] == PAGE_POLICY
    assert 'href="/yours"' in answer.text and 'href=""' in answer.text
    assert 'data-theme="dark"' in knock(door(), cookie="taste=theme=dark").text


def test_who_comes_too_often_reads_a_page_that_says_so() -> None:
    busy = door(Limits(address=1, burst=1))
    answer = [knock(busy) for _ in range(4)][-1]
    assert answer.status == 429 and int(answer.headers["retry-after"]) >= 1
    assert "One moment, please" in answer.text


def test_what_was_sent_from_elsewhere_cannot_be_tried_again() -> None:
    answer = knock(door(), "POST", origin="https://elsewhere.example")
    assert answer.status == 403 and "This door is closed to you" in answer.text
    assert 'href=""' not in answer.text


def test_programs_and_floods_get_the_short_answer() -> None:
    assert knock(door(), path="/api/v1/games").json["type"] == FAULT.type
    assert asyncio.run(ask(door(), "GET", "/")).json["type"] == FAULT.type
