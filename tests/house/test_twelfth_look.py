"""What a twelfth look at the house found: secrecy, accounts, races and faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.house.service import personal_data
from ludoteca.house.web.app import Application
from tests.house.authenticator import Authenticator
from tests.house.houses import in_house, table_of
from tests.house.http_client import Somebody
from tests.house.test_accounts import make_key, sign_in
from tests.house.test_host import Host, post

NAMES = ["Ada", "Bruno", "Clara"]


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


def test_who_is_blocked_stays_so_after_signing_in(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        key = Authenticator()
        await make_key(Somebody(app), key)
        table, people = await table_of(app, "bologna", NAMES)
        await people[1].do(table, "chat", text="blah")
        await post(people[0], f"/tables/{table}/do", do="block 1")
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
        key = Authenticator()
        await make_key(Somebody(app), key)
        table, people = await table_of(app, "bologna", NAMES)
        await people[1].do(table, "chat", text="blah")
        await post(people[0], f"/tables/{table}/do", do="block 1")
        await post(people[0], f"/tables/{table}/do", do="mute 2")
        assert (await sign_in(people[0], key)).status == 200
        privacy = (await people[0].ask("GET", "/privacy")).text
        assert "Bruno" in privacy and "Clara" not in privacy
        assert (await people[0].see(table))["chat"] == []

    in_house(tmp_path, story)
