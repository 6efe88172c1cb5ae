"""What a fourth look at the house found: each of these was possible once."""

from __future__ import annotations

import asyncio
import random
import threading
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteca.datafiles.draft import LONGEST_LINE, MOST_DOTS, Draft, check_size
from ludoteca.games import names
from ludoteca.house.input import cookie_in, without_quoting
from ludoteca.house.refusals import Malformed
from ludoteca.house.service.identity import HOST_LINK, nickname
from ludoteca.house.service.prepared_answers import Kept
from ludoteca.house.service.remote_work import fitting_analysis
from ludoteca.house.service.trials import WAITING_NEAR, TooManyTrials, Trial, Trials
from ludoteca.house.store import writer
from ludoteca.house.store.driver import Connection
from ludoteca.house.store.rows import WISHED, EventRow, Notice
from ludoteca.house.table.ahead import Prepared
from ludoteca.house.table.commands import Chat, Join, Person
from ludoteca.house.table.table import Table
from ludoteca.house.web.app import Application
from ludoteca.house.web.guard import WORK_BODY
from ludoteca.house.workers.parcel import pack
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.state import CHANCE
from tests.house.houses import in_house, play_on, table_of
from tests.house.http_client import Somebody
from tests.house.running import BRUNO, a_house, awaited, new_id, play, until, wish

FORM = {"content-type": "application/x-www-form-urlencoded"}


def test_a_cookie_is_read_without_what_takes_long_to_unquote() -> None:
    assert cookie_in('a=1; ludoteca=one; b="\\"; ludoteca=two ', "ludoteca") == "two"
    assert cookie_in("a=1", "ludoteca") == ""
    assert without_quoting(b'taste=x; a="\\\\\\"; b=2') == b"taste=x; b=2"


def test_a_cookie_of_backslashes_is_never_seen_by_the_pages(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        seen: list[bytes] = []
        route = app.guard.app

        async def watched(scope: Any, receive: Any, send: Any) -> None:
            seen.extend(value for key, value in scope["headers"] if key == b"cookie")
            await route(scope, receive, send)

        app.guard.app = watched
        heavy = 'ludoteca="' + "\\" * 7_000 + '"; taste=theme%3Ddark'
        assert (await Somebody(app).ask("GET", "/", headers={"cookie": heavy})).status == 200
        assert seen == [b" taste=theme%3Ddark"]

    in_house(tmp_path, story)


def test_a_name_of_endless_marks_is_refused_before_it_is_composed(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("unicodedata.normalize", lambda form, text: pytest.fail("it was composed"))
        with pytest.raises(Malformed, match="at most"):
            nickname("a" + "\u0301" * 15_000)


@pytest.mark.parametrize("text", ["a." * (MOST_DOTS + 1) + "a = 1", 'a = "' + "x" * LONGEST_LINE + '"'])
def test_a_draft_with_an_endless_line_is_not_even_read(text: str) -> None:
    draft = Draft(f"# {'.' * 10}\n{text}\n", lambda path: pytest.fail("it was read"))
    assert draft.fault is not None and "line 2: is too long" in str(draft.fault)
    assert draft.fields == []


@pytest.mark.parametrize("game", names())
def test_every_edition_of_the_house_has_short_lines(game: str) -> None:
    check_size(files(f"ludoteca.games.{game}").joinpath("edition.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", ["host", "carry"])
def test_a_link_works_once_however_its_signature_is_written(kind: str, tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        if kind == "host":
            door, token = "/host/enter/", app.identities.host_token(HOST_LINK)
        else:
            ada = await Somebody(app).named("Ada")
            door, token = "/carry/", (await ada.ask("POST", "/api/v1/me/link", {})).json["token"]
        answers = [
            (await Somebody(app).ask("POST", f"{door}{token}{more}", headers=FORM)).status
            for more in ("", "", "!!!!", "~~~~")
        ]
        assert answers == [303, 403, 403, 403]

    in_house(tmp_path, story)


@awaited
async def test_a_table_that_is_forgotten_while_something_is_written_lacks_nothing(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address) as house:
        guest = Person("guest", "Guest")
        opened = await house.open(guest, wish("me", "open", game="bosa"), new_id())
        await house.do(opened.table, BRUNO, Join(id=new_id(), token=opened.invitation))
        before = (await house.table(opened.table)).seq
        on_disk, commit = threading.Event(), writer._commit

        def slowly(connection: Connection) -> None:
            assert on_disk.wait(20)
            commit(connection)

        monkeypatch.setattr(writer, "_commit", slowly)
        saying = asyncio.create_task(house.do(opened.table, BRUNO, Chat(id=new_id(), text="hello")))
        cached = house._cache.get(opened.table)
        assert cached is not None
        await until(cached.lock.locked)
        house._background.forget(opened.table)
        assert (await house.table(opened.table)).seq == before, "it is not written yet"
        on_disk.set()
        await saying
        assert (await house.table(opened.table)).seq == before + 1


@awaited
async def test_told_events_with_a_gap_or_of_another_table_are_read_instead(sqlite_address: str) -> None:
    async with a_house(sqlite_address) as house:
        opened = await house.open(BRUNO, wish("me", "open", game="bosa"), new_id())
        cached = await house._cache.fetch(opened.table)
        seq = cached.table.seq

        def said(at: int, table: str = opened.table) -> EventRow:
            body = '{"person":"bruno","name":"Bruno","text":"hm"}'
            return EventRow(table, at, cached.table.at, "said", "bruno", body, None)

        for rows in ([], [said(seq + 2)], [said(seq + 1), said(seq + 3)], [said(seq + 1, "other")]):
            assert not house._cache.take_in(cached, rows)
        assert cached.table.seq == seq
        assert house._cache.take_in(cached, [said(seq + 1), said(seq + 2)])
        assert cached.table.seq == seq + 2


@awaited
async def test_a_wish_in_another_process_is_looked_for_and_wakes_nobody(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address) as house:
        opened = await house.open(BRUNO, wish("me", "open", game="bosa"), new_id())
        await house.table(opened.table)
        woken: list[int] = []
        looked: list[str] = []
        follower = house.follow(opened.table, lambda seq, person: woken.append(seq))
        monkeypatch.setattr(house.prepared, "table_changed", lambda table: looked.append(table.id))
        house._background.other_process_wrote(Notice("other", WISHED + opened.table))
        assert looked == [opened.table] and not woken
        house._background.other_process_wrote(Notice("other", opened.table))
        assert woken == [0], "an analysis is for everybody"
        follower.close()


@awaited
async def test_a_prepared_answer_is_judged_by_the_table_as_it_is_after_the_wait(sqlite_address: str) -> None:
    async with a_house(sqlite_address) as house:
        opened = await house.open(BRUNO, wish("me", "me", game="bosa"), new_id())
        found = await house._store.load(opened.table)
        assert found is not None
        old, seat = Table.rebuild(*found), (await house.table(opened.table)).awaited
        await play(house, await house.table(opened.table), BRUNO)
        answer = Kept((Prepared(99, "another past", ("0 something",), "something"),))
        await house.prepared.keep(old, seat, msgspec.json.encode(answer).decode())
        house.prepared.wait = at_once
        await house.prepared._answer_for(old, seat, old.match_seq)
        assert await house.prepared._kept(old, seat) == answer, "it was prepared for what comes later"


async def at_once() -> None:
    """No waiting."""


def test_who_is_forgotten_leaves_replays_and_nobody_elses_wishes_behind(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada Lovelace", "Bruno", "Clara"])
        found = await app.house.table(table)
        for seat in (0, 1):
            await app.house.standing.keep(found, seat, '{"question":"x","text":"x","always":true,"since":0}')
        await app.house.prepared.keep(found, 2, '{"answers":[],"dropped_at":3}')
        await play_on(table, people, 6, random.Random(1))
        replay = f"/tables/{table}/replay?at=2"
        assert "Ada Lovelace" in (await people[1].ask("GET", replay)).text
        erased = await people[0].ask("POST", "/me/erase", headers=FORM, body=b"sure=yes")
        assert erased.status == 303
        assert "Ada Lovelace" not in (await people[1].ask("GET", replay)).text
        kept = [await app.house._store.finding(table, kind) for kind in ("standing 1", "prepared 2")]
        assert all(kept)
        assert await app.house._store.finding(table, "standing 0") is None

    in_house(tmp_path, story)


def analysis_of(match: Match, action: str = "") -> str:
    """What a worker might send: one alternative at every decision, the decision itself if not told."""
    assert match.result is not None
    even = [0.5] * match.setup.seats
    rival = {"gain": 0.9, "error": 0.0, "points": 9.0, "points_error": 0.0, "even": 0.9}
    shared = {"known": even, "truth": even, "decided": even, "options": 5, "regret": 0.1, "stake": 0.5}
    decisions = [
        {"line": line, "seat": part.seat, "action": part.action.text, "turn": 1, **shared}
        | {"alternatives": [{"action": action or part.action.text, **rival, "reasons": []}]}
        for line, part in enumerate(match.story)
        if isinstance(part, Entry) and not part.undone and part.seat != CHANCE
    ]
    return pack(
        msgspec.json.encode({"payoffs": list(match.result.payoffs()), "decisions": decisions}).decode()
    )


def test_an_analysis_with_actions_of_no_game_is_refused_and_a_whole_one_has_room(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        await play_on(table, people, 5000, random.Random(2))
        match = (await app.house.table(table)).match
        assert match is not None
        assert fitting_analysis(match, analysis_of(match))
        with pytest.raises(Malformed, match="could not be done then"):
            fitting_analysis(match, analysis_of(match, "nonsense"))
        assert app.guard.longest_body({"path": "/api/v1/work/submit"}) == WORK_BODY
        for path in ("/api/v1/work/renew", "/api/v1/tables"):
            assert app.guard.longest_body({"path": path}) == app.limits.body < WORK_BODY

    in_house(tmp_path, story)


@awaited
async def test_neighbouring_networks_do_not_fill_the_queue_of_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    trials = Trials()

    async def never(trial: Trial) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(trials, "_run", never)

    def trial(visitor: str) -> Trial:
        made = Trial.__new__(Trial)
        made.id, made.visitor, made.state, made.task = new_id(), visitor, "waiting", None
        return made

    for number in range(WAITING_NEAR):
        trials.begin(trial(f"2001:db8:0:{number}::/64"))
    with pytest.raises(TooManyTrials):
        trials.begin(trial("2001:db8:0:99::/64"))
    trials.begin(trial("2001:db8:1:1::/64"))
    trials.begin(trial("192.0.2.1"))
    await trials.stop()
