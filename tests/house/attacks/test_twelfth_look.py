"""What a twelfth look at the house found: secrecy, accounts, races and faults."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.service import personal_data, tournaments
from ludoteca.house.service.accounts import Accounts
from ludoteca.house.service.identity import hashed_token
from ludoteca.house.service.tournaments import Tournament, Tournaments
from ludoteca.house.store.accounts import Passkey, Session
from ludoteca.house.store.tournaments import PLAYING, TournamentStore
from ludoteca.house.table.commands import Person
from ludoteca.house.web.app import Application
from tests.house.authenticator import Authenticator
from tests.house.houses import in_house, play_on, table_of
from tests.house.http_client import Somebody
from tests.house.running import ADA, a_house, awaited
from tests.house.test_accounts import begin, finish, make_key, sign_in
from tests.house.test_host import Host, post
from tests.house.test_tournament_abuse import DUEL

NAMES = ["Ada", "Bruno", "Clara"]


def person_of(app: Application, somebody: Somebody) -> Person:
    found = app.identities.person_in(somebody.cookie)
    assert found is not None
    return found


def test_signing_in_does_not_get_rid_of_a_ban(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        host, key = await Host(app).come_in(), Authenticator()
        await make_key(Somebody(app), key)
        for word in ("ban", "mute"):
            table, people = await table_of(app, "bologna", NAMES)
            await host.does(f"{word} {table} 1")
            assert (await people[1].do(table, "chat", text="blah")).status == 403
            assert (await sign_in(people[1], key)).status == 200
            assert (await people[1].do(table, "chat", text="blah")).json["type"] == "not-seated"
            assert (await people[1].see(table))["you"].get("seats", []) == []
        table, people = await table_of(app, "bologna", NAMES)
        assert (await sign_in(people[1], key)).status == 200
        assert (await people[1].do(table, "chat", text="hello")).status == 200, "the account itself is free"
        table, people = await table_of(app, "bologna", NAMES)
        await host.does(f"ban {table} 1")
        await host.does(f"lift {person_of(app, people[1]).id}")
        assert (await sign_in(people[1], key)).status == 200
        assert (await people[1].do(table, "chat", text="sorry")).status == 200, "let in again"

    in_house(tmp_path, story)


def test_who_is_reported_and_signs_in_is_the_one_the_host_bans(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        host, key = await Host(app).come_in(), Authenticator()
        await make_key(Somebody(app), key)
        table, people = await table_of(app, "bologna", NAMES)
        assert (await post(people[0], f"/tables/{table}/report", seat="1", reason="rude")).status == 200
        assert (await sign_in(people[1], key)).status == 200
        report = (await host.sees())["reports"][0]["id"]
        await host.does(f"ban report {report}")
        assert (await people[1].do(table, "chat", text="blah")).json["type"] == "banned"

    in_house(tmp_path, story)


async def one_blocks_another(app: Application) -> tuple[Authenticator, str, list[Somebody]]:
    """A key of somebody's account, and a table at which the first blocks the second, who talks."""
    key = Authenticator()
    await make_key(Somebody(app), key)
    table, people = await table_of(app, "bologna", NAMES)
    await people[1].do(table, "chat", text="blah")
    await post(people[0], f"/tables/{table}/do", do="block 1")
    return key, table, people


def test_who_is_blocked_stays_so_after_signing_in(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        key, table, people = await one_blocks_another(app)
        async with people[0].live(table) as live:
            await live.next()
            assert (await sign_in(people[1], key)).status == 200
            assert (await people[1].do(table, "chat", text="blah blah")).status == 200
            assert (await people[2].do(table, "chat", text="the last word")).status == 200
            while "the last word" not in live.raw[-1]:
                await live.next()
            assert not any("blah" in said for said in live.raw)
        assert [line["text"] for line in (await people[0].see(table))["chat"]] == ["the last word"]

    in_house(tmp_path, story)


def test_whom_a_guest_shuns_the_account_shuns_up_to_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(personal_data, "MOST_SHUNNED", 1)

    async def story(app: Application) -> None:
        key, table, people = await one_blocks_another(app)
        await post(people[0], f"/tables/{table}/do", do="mute 2")
        assert (await sign_in(people[0], key)).status == 200
        privacy = (await people[0].ask("GET", "/privacy")).text
        assert "Bruno" in privacy and "Clara" not in privacy
        assert (await people[0].see(table))["chat"] == []

    in_house(tmp_path, story)


@pytest.mark.parametrize("path", ["/keys/out", "/me/erase"])
def test_no_link_is_used_while_its_maker_is_signed_out(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(app: Application) -> None:
        ada, key, thief, late = Somebody(app), Authenticator(), Somebody(app), Somebody(app)
        await make_key(ada, key)
        assert (await sign_in(thief, key)).status == 200
        link = (await thief.ask("POST", "/api/v1/me/link")).json["token"]
        enter = Accounts.enter

        async def slowly(accounts: Accounts, id: str, *more: Any) -> Person:
            await post(ada, path, session="others", sure="yes")
            return await enter(accounts, id, *more)

        monkeypatch.setattr(Accounts, "enter", slowly)
        assert (await late.ask("POST", "/api/v1/me/carried", {"token": link})).status == 403
        assert (await late.ask("GET", "/api/v1/me")).status == 401

    in_house(tmp_path, story)


def test_nobody_comes_into_an_account_that_is_erased_meanwhile(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, key = Somebody(app), Authenticator()
        await make_key(ada, key)
        store = app.accounts.store
        known = [row[0] for row in await app.house._store.rows("select id from accounts")]
        assert (await post(ada, "/me/erase", sure="yes")).status == 303
        late = Session("a hash", known[0], "?", 1, 1)
        assert not await store.add_session(late, 60)
        assert not await store.add_key(Passkey("id", known[0], "key", 0, "?", 1, 1), 30)
        assert not await app.house._store.rows("select 1 from sessions union all select 1 from passkeys")

    in_house(tmp_path, story)


def test_who_is_banned_asks_nobody_to_be_friends(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        host = await Host(app).come_in()
        table, people = await table_of(app, "bologna", NAMES)
        for somebody in people[:2]:
            await make_key(somebody, Authenticator())
        await host.does(f"ban {table} 1")
        profile = await app.house.profiles.own(person_of(app, people[0]))
        path = f"people/{profile.handle}/friend"
        asked = await people[1].ask("PUT", f"/api/v1/{path}", {"do": "ask"})
        assert asked.status == 403 and asked.json["type"] == "banned"
        assert (await post(people[1], f"/{path}", do="ask")).status == 403
        assert (await people[0].ask("GET", "/api/v1/me/friends")).json == []

    in_house(tmp_path, story)


def test_a_session_that_another_server_has_ended_gets_nobody_into_the_account(tmp_path: Path) -> None:
    """A server believes what it knows of a session for a while; not where the account is at stake."""

    async def story(app: Application) -> None:
        ada, key, thief = Somebody(app), Authenticator(), Somebody(app)
        await make_key(ada, key)
        assert (await sign_in(thief, key)).status == 200
        asked = await begin(thief, "add")
        person = person_of(app, ada)
        await app.accounts.store.end_other_sessions(person.id, hashed_token(person.session))
        assert (await thief.ask("GET", "/api/v1/me")).status == 200, "it is still believed"
        added = await finish(thief, asked["state"], Authenticator().make(asked["options"]))
        assert added.status == 403
        again = await thief.ask("POST", "/keys/begin", {"purpose": "add"}, {"accept": "application/json"})
        assert again.status == 403
        for path in ("/keys/codes", "/keys/remove", "/keys/out", "/me/erase", "/notices/ways"):
            assert (await post(thief, path, sure="yes", session="others")).status == 403, path
        way = {"kind": "webhook", "address": "https://hook.example.org/x"}
        assert (await thief.ask("POST", "/api/v1/me/notices/ways", way)).status == 401
        assert not await app.accounts.store.replace_codes(person.id, ["a hash"], "ended")
        assert (await ada.ask("GET", "/api/v1/me")).status == 200
        assert len(await app.accounts.store.keys(person.id)) == 1

    in_house(tmp_path, story)


@awaited
async def test_a_round_begins_once_and_only_after_the_one_before(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the luck of a round that is still played is no longer sealed, and there are too many rounds."""
    monkeypatch.setattr(tournaments, "INTERVAL", 3600.0)
    async with a_house(database) as house:
        id, fill = await house.tournaments.open(ADA, DUEL), Tournaments._fill

        async def meanwhile(held: Tournaments, found: Tournament, bots: int) -> bool:
            filled = await fill(held, found, bots)
            monkeypatch.setattr(Tournaments, "_fill", fill)
            await house.tournaments.start(ADA, id)
            return filled

        monkeypatch.setattr(Tournaments, "_fill", meanwhile)
        with pytest.raises(Refused):
            await house.tournaments.start(ADA, id)
        assert (await house.tournaments.find(id)).row.round == 1

        async def due_before(store: TournamentStore) -> list[str]:
            return [id]

        monkeypatch.setattr(TournamentStore, "due", due_before)
        await house.tournaments.go_on()
        found = await house.tournaments.find(id)
        assert (found.row.round, found.row.status) == (1, PLAYING)


@pytest.mark.parametrize("public", [True, False])
def test_what_was_said_at_a_private_table_is_not_for_who_finds_it_in_a_profile(
    public: bool, tmp_path: Path
) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", NAMES[:2], public=public)
        await people[1].do(table, "chat", text="between us")
        await play_on(table, people, 2000, random.Random(1))
        assert (await people[0].see(table))["status"] == "finished"
        for somebody, heard in ((people[0], True), (await Somebody(app).named("Eve"), public)):
            assert (len((await somebody.see(table))["chat"]) == 1) is heard
            assert ("between us" in (await somebody.ask("GET", f"/tables/{table}")).text) is heard
            for form in ("json", "page"):
                async with somebody.live(table, f"?form={form}") as live:
                    await live.until("seq")
                    assert ("between us" in "".join(live.raw)) is heard

    in_house(tmp_path, story)
