"""Accounts by passkey: coming in, coming back, codes, sessions; and a house that is by invitation."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from ludoteca.house.refusals import Unavailable
from ludoteca.house.service import accounts
from ludoteca.house.service.accounts import device, plain
from ludoteca.house.web.app import Application
from tests.house.authenticator import Authenticator
from tests.house.houses import in_house, table_of
from tests.house.http_client import Answer, Live, Somebody
from tests.house.test_host import Host, post

JSON = {"accept": "application/json"}


async def begin(who: Somebody, purpose: str, name: str = "") -> Any:
    answer = await who.ask("POST", "/keys/begin", {"purpose": purpose, "name": name}, JSON)
    assert answer.status == 200, answer
    return answer.json


async def finish(who: Somebody, state: str, credential: dict[str, Any]) -> Answer:
    return await who.ask("POST", "/keys/finish", {"state": state, "credential": credential}, JSON)


async def make_key(who: Somebody, key: Authenticator, name: str = "Ada", purpose: str = "new") -> Answer:
    asked = await begin(who, purpose, name)
    return await finish(who, asked["state"], key.make(asked["options"]))


async def sign_in(who: Somebody, key: Authenticator) -> Answer:
    asked = await begin(who, "open")
    return await finish(who, asked["state"], key.sign(asked["options"]))


async def codes_of(who: Somebody) -> list[str]:
    page = await post(who, "/keys/codes")
    assert page.status == 200, page
    return re.findall(r"<code>([0-9a-z-]{14})</code>", page.text)


def test_a_guest_who_makes_a_key_keeps_everything_and_comes_back_elsewhere(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Clara"])
        ada, key = people[0], Authenticator()
        before = ada.cookie
        assert (await make_key(ada, key)).status == 200
        assert (await ada.see(table))["you"]["seats"] == [0]
        assert "Your keys" in (await ada.ask("GET", "/keys")).text
        stolen = Somebody(app, before)
        assert (await stolen.ask("GET", "/api/v1/me")).status == 401, "the guest's cookie no longer works"
        elsewhere = Somebody(app)
        assert (await sign_in(elsewhere, key)).status == 200
        assert (await elsewhere.see(table))["you"]["seats"] == [0]
        assert (await elsewhere.ask("GET", "/api/v1/me")).json["name"] == "Ada"

    in_house(tmp_path, story)


def test_the_matches_of_a_guest_come_along_when_somebody_signs_in(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, key = Somebody(app), Authenticator()
        await make_key(ada, key)
        table, people = await table_of(app, "bologna", ["Guest", "Bruno", "Clara"])
        assert (await sign_in(people[0], key)).status == 200
        assert (await ada.see(table))["you"]["seats"] == [0]

    in_house(tmp_path, story)


def test_answers_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, key = Somebody(app), Authenticator()
        asked = await begin(ada, "new", "Ada")
        elsewhere = Authenticator("https://evil.test")
        assert (await finish(ada, asked["state"], elsewhere.make(asked["options"]))).status == 403
        assert (await finish(ada, asked["state"], key.make(asked["options"]))).status == 403, "used up"
        assert (await make_key(ada, key)).status == 200
        thief = Somebody(app)
        asked = await begin(thief, "open")
        other = await begin(thief, "open")
        assert (await finish(thief, asked["state"], key.sign(other["options"]))).status == 403
        asked = await begin(thief, "open")
        wrong = Authenticator()
        wrong.id = key.id
        assert (await finish(thief, asked["state"], wrong.sign(asked["options"]))).status == 403
        for nonsense in ({}, {"id": 3}, {"id": "x", "response": []}, {"id": key.make.__name__}):
            asked = await begin(thief, "open")
            assert (await finish(thief, asked["state"], nonsense)).status == 403
        assert (await finish(thief, "forged", key.sign(asked["options"]))).status == 403
        assert (await thief.ask("POST", "/keys/begin", {"purpose": "add"}, JSON)).status == 403
        assert (await thief.ask("POST", "/keys/begin", {"purpose": "steal"}, JSON)).status == 422

    in_house(tmp_path, story)


def test_a_key_of_somebody_else_is_not_taken_over_nor_added_for_nobody(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, key = Somebody(app), Authenticator()
        await make_key(ada, key)
        thief, twin = Somebody(app), Authenticator()
        twin.id = key.id
        assert (await make_key(thief, twin, "Thief")).status == 403
        assert (await sign_in(Somebody(app), twin)).status == 403
        assert (await sign_in(Somebody(app), key)).status == 200
        assert (await make_key(ada, twin, purpose="add")).status == 403
        asked = await begin(ada, "add")
        assert (
            await finish(Somebody(app), asked["state"], Authenticator().make(asked["options"]))
        ).status == 403

    in_house(tmp_path, story)


def test_a_recovery_code_works_once_and_cannot_be_guessed_often(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, key = Somebody(app), Authenticator()
        await make_key(ada, key)
        codes = await codes_of(ada)
        assert len(set(codes)) == 8
        lost = Somebody(app)
        assert (await post(lost, "/keys/recover", code=codes[0].upper().replace("-", " "))).status == 303
        assert (await lost.ask("GET", "/api/v1/me")).json["name"] == "Ada"
        tries = [(await post(Somebody(app), "/keys/recover", code=codes[0])).status for _ in range(8)]
        assert tries[0] == 403 and tries[-1] == 429
        await codes_of(ada)
        far = Somebody(app, client="192.0.2.9")
        assert (await post(far, "/keys/recover", code=codes[1])).status == 403, "new codes replace old ones"

    in_house(tmp_path, story)


def test_a_link_to_another_device_ends_with_the_browser_that_made_it(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, thief, key = Somebody(app), Somebody(app), Authenticator()
        guest = await Somebody(app).named("Guest")
        early = (await guest.ask("POST", "/api/v1/me/link")).json["token"]
        await make_key(guest, Authenticator())
        assert (await post(Somebody(app), f"/carry/{early}")).status == 403, "made before there was a key"
        await make_key(ada, key)
        await sign_in(thief, key)
        link = (await thief.ask("POST", "/api/v1/me/link")).json["token"]
        other = (await thief.ask("POST", "/api/v1/me/link")).json["token"]
        assert (await post(Somebody(app), f"/carry/{link}")).status == 303
        assert (await post(ada, "/keys/out", session="others")).status == 303
        assert (await post(Somebody(app), f"/carry/{other}")).status == 403
        answer = await Somebody(app).ask("POST", "/api/v1/me/carried", {"token": other})
        assert answer.status == 403

    in_house(tmp_path, story)


def test_keys_are_added_and_removed_but_not_the_last(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, first, second = Somebody(app), Authenticator(), Authenticator()
        await make_key(ada, first)
        page = (await ada.ask("GET", "/keys")).text
        (only,) = re.findall(r'name="key" value="([^"]+)"', page)
        assert "The last key cannot be removed" in page
        assert (await post(ada, "/keys/remove", key=only)).status == 409
        assert (await make_key(ada, second, purpose="add")).status == 200
        assert "The last key cannot be removed" not in (await ada.ask("GET", "/keys")).text
        assert (await post(ada, "/keys/remove", key=only)).status == 303
        assert (await sign_in(Somebody(app), first)).status == 403
        assert (await sign_in(Somebody(app), second)).status == 200

    in_house(tmp_path, story)


def test_signing_out_ends_a_session_at_once(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, key = Somebody(app), Authenticator()
        await make_key(ada, key)
        others = [Somebody(app), Somebody(app)]
        for other in others:
            await sign_in(other, key)
        page = (await ada.ask("GET", "/keys")).text
        assert page.count('action="/keys/out"') == 4
        cookies = [other.cookie for other in others]
        assert (await post(others[0], "/keys/out")).status == 303
        assert (await Somebody(app, cookies[0]).ask("GET", "/api/v1/me")).status == 401
        assert (await Somebody(app, cookies[1]).ask("GET", "/api/v1/me")).status == 200
        await post(ada, "/keys/out", session="others")
        assert (await Somebody(app, cookies[1]).ask("GET", "/api/v1/me")).status == 401
        assert (await ada.ask("GET", "/api/v1/me")).status == 200

    in_house(tmp_path, story)


def test_a_live_connection_ends_when_its_session_does(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, key, phone = Somebody(app), Authenticator(), Somebody(app)
        await make_key(ada, key)
        await sign_in(phone, key)
        wish = {"id": "one", "game": "bosa", "seats": [{"kind": "me"}, {"kind": "me"}]}
        table = (await ada.ask("POST", "/api/v1/tables", wish)).json["table"]
        async with ada.live(table) as here, phone.live(table) as there:
            assert (await there.next())["table"]["you"]["seats"] == [0, 1]
            await here.next()
            await app.hub.let_signed_out_go()
            assert len(app.hub.everybody()) == 2
            await post(ada, "/keys/out", session="others")
            await app.hub.let_signed_out_go()
            while len(app.hub.everybody()) > 1:
                await asyncio.sleep(0)
            (left,) = app.hub.everybody()
            assert left.person is not None and await app.accounts.sessions.valid(left.person)

    in_house(tmp_path, story)


def test_a_link_to_another_device_is_a_session_of_its_own(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, key = Somebody(app), Authenticator()
        await make_key(ada, key)
        link = (await ada.ask("POST", "/api/v1/me/link")).json
        phone = Somebody(app)
        assert (await phone.ask("POST", "/api/v1/me/carried", {"token": link["token"]})).status == 200
        assert (await phone.ask("GET", "/api/v1/me")).json["name"] == "Ada"
        await post(ada, "/keys/out", session="others")
        assert (await phone.ask("GET", "/api/v1/me")).status == 401

    in_house(tmp_path, story)


def test_a_new_name_is_kept_and_erasure_takes_the_account(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, key = Somebody(app), Authenticator()
        await make_key(ada, key)
        await ada.named("Ada Augusta")
        elsewhere = Somebody(app)
        await sign_in(elsewhere, key)
        assert (await elsewhere.ask("GET", "/api/v1/me")).json["name"] == "Ada Augusta"
        told = (await ada.ask("GET", "/me/data")).json
        assert len(told["keys"]) == 1 and len(told["sessions"]) == 2
        assert (await post(ada, "/me/erase", sure="yes")).status == 303
        assert (await sign_in(Somebody(app), key)).status == 403
        assert (await elsewhere.ask("GET", "/api/v1/me")).status == 401

    in_house(tmp_path, story)


def test_a_house_by_invitation_lets_in_who_was_invited(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        stranger = Somebody(app)
        refused = await stranger.ask("PUT", "/api/v1/me", {"name": "Eve", "language": "en"})
        assert refused.status == 403 and refused.json["type"] == "by-invitation"
        assert (await post(stranger, "/play", game="bosa")).status == 403
        assert (await stranger.ask("GET", "/")).status == 200, "anybody may look"
        host = await Host(app).come_in()
        link = (await post(host, "/host/invite", JSON)).json["link"]
        guest = Somebody(app)
        path = "/come/" + link.rpartition("/")[2]
        assert (await guest.ask("GET", path)).status == 200
        assert (await post(guest, "/come/forged")).status == 403
        assert (await post(guest, path)).status == 303
        invited = guest.cookie
        ada = await guest.named("Ada")
        wish = {"id": "t", "game": "bologna", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]}
        opened = (await ada.ask("POST", "/api/v1/tables", wish)).json
        friend = Somebody(app)
        await friend.ask("GET", f"/tables/{opened['table']}?invitation={opened['invitation']}")
        assert "ludoteca-invited" in friend.cookie and invited
        assert (await friend.ask("PUT", "/api/v1/me", {"name": "Bruno", "language": "it"})).status == 200

    in_house(tmp_path, story, door="invited")


def test_devices_and_codes_in_words() -> None:
    assert device("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit Chrome/130 Safari/537") == "Chrome, Linux"
    assert device("Mozilla/5.0 (iPhone; CPU iPhone OS 18) Version/18 Safari/604") == "Safari, iPhone"
    assert device("curl/8") == "?"
    assert plain(" 7K2M-x9qd 4vbt ") == "7k2mx9qd4vbt"


def test_nobody_who_was_signed_out_comes_back_while_the_database_has_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludoteca.house.service.short_memory.REMEMBERED", 0.0)

    async def story(app: Application) -> None:
        ada, phone, key = Somebody(app), Somebody(app), Authenticator()
        await make_key(ada, key)
        await sign_in(phone, key)
        await post(ada, "/keys/out", session="others")
        assert (await ada.ask("GET", "/api/v1/me")).status == 200

        async def no_time(*words: object) -> None:
            raise Unavailable

        monkeypatch.setattr(app.accounts.store, "last_used", no_time)
        assert (await ada.ask("GET", "/api/v1/me")).status == 200, "who was here a moment ago stays"
        assert (await phone.ask("GET", "/api/v1/me")).status == 503
        async with Live(app, "/live/x", {"cookie": phone.cookie}) as live:
            assert live.closed == 1008

    in_house(tmp_path, story)


def test_two_tabs_at_once_make_one_account_and_leave_one_key(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, key = await Somebody(app).named("Ada"), Authenticator()
        tabs = [ada, Somebody(app, ada.cookie)]
        asked = [await begin(tab, "new", "Ada") for tab in tabs]
        answers = await asyncio.gather(
            *[
                finish(tab, one["state"], Authenticator().make(one["options"]))
                for tab, one in zip(tabs, asked, strict=True)
            ]
        )
        assert sorted(answer.status for answer in answers) == [200, 403]
        bruno = Somebody(app)
        await make_key(bruno, key)
        assert (await make_key(bruno, Authenticator(), purpose="add")).status == 200
        keys = re.findall(r'name="key" value="([^"]+)"', (await bruno.ask("GET", "/keys")).text)
        removed = await asyncio.gather(*[post(bruno, "/keys/remove", key=one) for one in keys])
        assert sorted(answer.status for answer in removed) == [303, 409]

    in_house(tmp_path, story)


def test_keys_and_sessions_do_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "MOST_KEYS", 3)
    monkeypatch.setattr(accounts, "MOST_SESSIONS", 4)

    async def story(app: Application) -> None:
        ada, key = Somebody(app), Authenticator()
        await make_key(ada, key)
        added = [(await make_key(ada, Authenticator(), purpose="add")).status for _ in range(3)]
        assert added == [200, 200, 403]
        browsers = [Somebody(app) for _ in range(5)]
        for browser in browsers:
            await sign_in(browser, key)
        statuses = [(await browser.ask("GET", "/api/v1/me")).status for browser in [ada, *browsers]]
        assert statuses == [401, 401, 200, 200, 200, 200]

    in_house(tmp_path, story)
