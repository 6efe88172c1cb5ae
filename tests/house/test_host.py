"""The host's page: what goes on, and closing, hiding, banning, muting, limits; all of it written down."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from ludoteca.house.service.identity import HOST_BROWSER, HOST_COMMAND, HOST_LINK, Identities
from ludoteca.house.web.app import Application
from tests.house.houses import in_house, table_of
from tests.house.http_client import Answer, Somebody

FORM = {"content-type": "application/x-www-form-urlencoded"}
JSON = {"accept": "application/json"}


async def post(who: Somebody, path: str, headers: dict[str, str] | None = None, **fields: str) -> Answer:
    return await who.ask("POST", path, headers={**FORM, **(headers or {})}, body=urlencode(fields).encode())


class Host(Somebody):
    """The host, in a browser that came by the link."""

    async def come_in(self) -> Host:
        token = Identities("sesame").host_token(HOST_LINK)
        assert "/host/enter/" in (await self.ask("GET", f"/host/enter/{token}")).text
        entered = await post(self, f"/host/enter/{token}")
        assert entered.status == 303 and "SameSite=Strict" in entered.headers["set-cookie"]
        return self

    async def does(self, what: str, **fields: str) -> Answer:
        return await post(self, "/host/do", None, do=what, **fields)

    async def sees(self) -> Any:
        answer = await self.ask("GET", "/host", headers=JSON)
        assert answer.status == 200, answer
        return answer.json


def test_nobody_else_sees_the_page(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        stranger = await Somebody(app).named("Eve")
        assert (await stranger.ask("GET", "/host")).status == 403
        assert (await post(stranger, "/host/do", do="close x")).status == 403
        forged = Identities("another secret").host_token(HOST_LINK)
        assert (await post(stranger, f"/host/enter/{forged}")).status == 403
        forged = Identities("another secret").host_token(HOST_COMMAND)
        bearer = {"authorization": f"Bearer {forged}"}
        assert (await stranger.ask("GET", "/host", headers=bearer)).status == 403
        token = Identities("sesame").host_token(HOST_LINK)
        assert (await post(Somebody(app), f"/host/enter/{token}")).status == 303
        assert (await post(Somebody(app), f"/host/enter/{token}")).status == 403, "it works once"

    in_house(tmp_path, story)


def test_a_token_of_the_host_is_good_for_one_use_alone(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        uses = (HOST_LINK, HOST_COMMAND, HOST_BROWSER)
        tokens = {use: Identities("sesame").host_token(use) for use in uses}
        for use, token in tokens.items():
            browser = await Somebody(app, f"ludoteca-host={token}").ask("GET", "/host")
            assert (browser.status == 200) == (use == HOST_BROWSER), use
            command = await Somebody(app).ask("GET", "/host", headers={"authorization": f"Bearer {token}"})
            assert (command.status == 200) == (use == HOST_COMMAND), use
            entered = await post(Somebody(app), f"/host/enter/{token}")
            assert (entered.status == 303) == (use == HOST_LINK), use

    in_house(tmp_path, story)


def test_the_host_sees_closes_and_hides_tables(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Clara"], public=True)
        host = await Host(app).come_in()
        page = await host.ask("GET", "/host")
        assert page.status == 200 and f'{table}">The Throne of Bologna</a>' in page.text
        assert (await host.does(f"hide {table}")).status == 303
        assert (await people[0].ask("GET", "/api/v1/lobby")).json["yours"], "its people still find it"
        stranger = await Somebody(app).named("Dora")
        assert not (await stranger.ask("GET", "/api/v1/lobby")).json["watch"]
        await host.does(f"show {table}")
        assert (await stranger.ask("GET", "/api/v1/lobby")).json["watch"]
        await host.does(f"close {table}")
        assert (await people[0].see(table))["status"] == "closed"
        seen = await host.sees()
        assert [line["what"] for line in seen["audit"]] == ["close", "show", "hide", "enter"]
        assert seen["counts"]["closed"] == 1 and "commits" in seen["figures"]

    in_house(tmp_path, story)


def test_reports_carry_the_passage_and_lead_to_mutes_and_bans(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Clara"])
        await people[1].do(table, "chat", text="you are all fools")
        assert (await people[0].ask("GET", f"/tables/{table}/report?seat=1")).status == 200
        sent = await post(people[0], f"/tables/{table}/report", seat="1", reason="he insults us")
        assert sent.status == 200
        stranger = await Somebody(app).named("Eve")
        assert (await post(stranger, f"/tables/{table}/report", seat="1", reason="x")).status == 403
        host = await Host(app).come_in()
        (report,) = (await host.sees())["reports"]
        assert report["name"] == "Bruno" and "fools" in report["passage"]
        assert "you are all fools" in (await host.ask("GET", "/host")).text
        await host.does(f"mute report {report['id']}")
        muted = await people[1].do(table, "chat", text="what")
        assert muted.status == 403 and muted.json["type"] == "muted"
        await host.does(f"ban {table} 1")
        assert (await people[1].do(table, "leave")).json["type"] == "banned"
        await host.does(f"settle {report['id']}")
        seen = await host.sees()
        assert not seen["reports"]
        await host.does(f"lift {seen['standings'][0]['person']}")
        assert (await people[1].do(table, "chat", text="sorry")).status == 200

    in_house(tmp_path, story)


@pytest.mark.parametrize("what", ["lift nobody", "settle nothing", "admit attic", "dismiss attic"])
def test_what_is_not_there_is_not_done(tmp_path: Path, what: str) -> None:
    async def story(app: Application) -> None:
        host = await Host(app).come_in()
        assert (await post(host, "/host/do", do=what)).status == 422
        assert [line["what"] for line in (await host.sees())["audit"]] == ["enter"]

    in_house(tmp_path, story)


def test_a_person_has_few_reports_at_a_time(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Clara"])
        answers = [
            (await post(people[0], f"/tables/{table}/report", seat="1", reason="again")).status
            for _ in range(7)
        ]
        assert answers == [200] * 5 + [409] * 2

    in_house(tmp_path, story)


def test_limits_change_while_the_house_is_open_and_stay(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        host = await Host(app).come_in()
        assert (await host.does("limit", tables="1", writes="nonsense")).status == 422
        assert (await host.does("limit", tables="1")).status == 303
        ada = await Somebody(app).named("Ada")
        wish = {"game": "bologna", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
        assert (await ada.ask("POST", "/api/v1/tables", {"id": "a", **wish})).status == 201
        assert (await ada.ask("POST", "/api/v1/tables", {"id": "b", **wish})).status == 409

    in_house(tmp_path, story)

    async def again(app: Application) -> None:
        assert app.limits.tables == 1 and app.house.limits.tables == 1

    in_house(tmp_path, again)
