"""What a seventeenth look at the house found."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from pathlib import Path

import pytest
from starlette.types import Message

from ludoteca.house.monitoring import LOG
from ludoteca.house.refusals import Refused
from ludoteca.house.store.rows import Batch
from ludoteca.house.table.commands import Decline, Join, Leave, Offer, Person
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages.studio import house_draft
from ludoteca.house.web.pages.table_page import TablePage
from tests.house.houses import in_house
from tests.house.http_client import Somebody, ask, scope_of
from tests.house.running import ADA, BRUNO, CLARA, a_house, awaited, new_id, wish
from tests.house.test_guard import guard

RENEW = "/api/v1/work/renew"
SUBMIT = "/api/v1/work/submit"
JSON = {"content-type": "application/json"}


@pytest.mark.parametrize("path", [RENEW, SUBMIT, "/api/v1/work/acquire"])
def test_nothing_is_read_of_who_has_no_key_of_a_worker(tmp_path: Path, path: str) -> None:
    async def never() -> Message:
        raise AssertionError("a body was read")

    async def story(app: Application) -> None:
        for status in (404, 401):
            answers: list[Message] = []

            async def send(message: Message, answers: list[Message] = answers) -> None:
                answers.append(message)

            await app(scope_of("POST", path, {**JSON, "content-length": "60000"}), never, send)
            assert answers[0]["status"] == status
            await app.house.remote_work.make_key("nuc", ["bots"])

    in_house(tmp_path, story)


def test_only_what_came_of_a_job_may_be_a_megabyte(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        key = await app.house.remote_work.make_key("nuc", ["bots"])
        headers = {**JSON, "authorization": f"Bearer {key}"}
        tickets = b'{"tickets":[' + b",".join([b'"a"'] * 250_000) + b"]}"
        assert (await ask(app, "POST", RENEW, tickets, headers)).status == 413
        found = b'{"ticket":"1","packed":"' + b"a" * 1_000_000 + b'"}'
        assert (await ask(app, "POST", SUBMIT, found, headers)).status == 409

    in_house(tmp_path, story)


def test_workers_take_turns_with_their_network_unless_they_wait_for_a_job() -> None:
    asked = guard()
    queues = [
        asked.queue({**scope_of("POST", path, JSON), "visitor": "192.0.2.1"}, {}) for path in (RENEW, SUBMIT)
    ]
    assert queues == ["commands 192.0.2.1"] * 2
    acquire = {**scope_of("POST", "/api/v1/work/acquire", JSON), "visitor": "192.0.2.1"}
    assert not asked.queue(acquire, {})


@pytest.mark.parametrize(
    "name", ["Marzocco\\nseats: 9", "a\\u0000b", "\\u202Eevil", "a\\u2028b", "\\u001b[31m"]
)
def test_the_name_of_an_edition_is_one_line_of_its_record(tmp_path: Path, name: str) -> None:
    async def story(app: Application) -> None:
        text = house_draft("bosa").text
        (own,) = re.findall(r'(?m)^name = ".*"$', text)
        ada = Somebody(app)
        kept = [
            await ada.ask("POST", "/studio/bosa/keep", {"text": text.replace(own, f'name = "{called}"')})
            for called in (name, "Su\u00ad\u00e8 mia")
        ]
        assert [answer.status for answer in kept] == [422, 200]

    in_house(tmp_path, story)


@awaited
async def test_who_has_left_does_not_keep_the_others_from_ending_their_match(database: str) -> None:
    async with a_house(database) as house:
        opened = await house.open(ADA, wish("me", "open", "open"), new_id())
        for person in (BRUNO, CLARA):
            await house.do(opened.table, person, Join(id=new_id(), token=opened.invitation))
        await house.do(opened.table, CLARA, Leave(id=new_id()))
        await house.do(opened.table, ADA, Offer(id=new_id()))
        for command in (Decline(id=new_id()), Offer(id=new_id())):
            with pytest.raises(Refused) as refused:
                await house.do(opened.table, CLARA, command)
            assert refused.value.code == "not-asked"
        table = await house.table(opened.table)
        words = {word for word, _ in TablePage(table, CLARA, "en", narrow=False).buttons}
        assert not words & {"offer", "decline"}
        await house.do(opened.table, BRUNO, Offer(id=new_id()))
        assert (await house.table(opened.table)).closed


def test_asking_for_what_is_not_there_again_and_again_does_not_fill_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(app: Application) -> None:
        with caplog.at_level(logging.INFO, LOG.name):
            began = time.monotonic()
            for _ in range(600):
                assert (await ask(app, "GET", "/api/v1/nowhere")).status == 404
            await asyncio.sleep(0.1)
            await ask(app, "GET", "/api/v1/nowhere")
            lines = [vars(record)["fields"] for record in caplog.records if record.msg == "a request"]
            assert 200 <= len(lines) <= 201 + 20 * (time.monotonic() - began)
            assert sum(line.get("more_before", 0) for line in lines) == 601 - len(lines)

    in_house(tmp_path, story)


@awaited
async def test_bots_that_think_long_for_one_network_do_not_make_those_of_others_wait(database: str) -> None:
    async with a_house(database, thinking=300.0) as house:

        async def asked(person: Person, network: str) -> str:
            seats = wish("bot master", "me", "me", game="bosa")
            while True:
                table = (await house.open(person, seats, new_id(), network=network)).table
                if (await house.table(table)).awaited == 0:
                    return table

        (first, second), other = (
            [await asked(ADA, "192.0.2.1") for _ in range(2)],
            await asked(BRUNO, "192.0.2.2"),
        )
        (job,) = await house._store.claim("me", 1, 60_000)
        assert job.table == first
        await house._store.append(Batch(done=[job.id], thoughts=house._store.thought(first, 5.0)))
        claimed = [(await house._store.claim("me", 1, 60_000))[0].table for _ in range(2)]
        assert claimed == [other, second]
