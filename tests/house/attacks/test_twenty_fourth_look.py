"""What a twenty-fourth look at the house found."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from ludoteca.house.store.moderation import ALWAYS
from ludoteca.house.store.store import milliseconds
from ludoteca.house.table.commands import Join
from ludoteca.house.table.events import Said
from ludoteca.house.web.app import Application
from tests.house.attacks.test_twelfth_look import person_of
from tests.house.authenticator import Authenticator
from tests.house.houses import in_house, table_of
from tests.house.http_client import Somebody
from tests.house.members import edition_text
from tests.house.running import ADA, BRUNO, a_house, awaited, wish
from tests.house.test_accounts import make_key, sign_in
from tests.house.test_tournament_abuse import DUEL

NAMES = ["Ada", "Bruno"]
CYRILLIC_ADA = "\u0410da"


@pytest.mark.parametrize("word", ["ban", "mute"])
def test_who_was_banned_through_another_server_brings_nothing_along(tmp_path: Path, word: str) -> None:
    """Within the fifteen seconds in which this server did not know, signing in got rid of a ban for good."""

    async def story(app: Application) -> None:
        key = Authenticator()
        await make_key(Somebody(app), key)
        table, people = await table_of(app, "bologna", NAMES)
        guest = person_of(app, people[1])
        restrain = getattr(app.house.moderation.rows, word)
        await restrain(guest.id, guest.name, ALWAYS)
        assert (await sign_in(people[1], key)).status == 200
        assert (await people[1].do(table, "chat", text="blah")).json["type"] == "not-seated"

    in_house(tmp_path, story)


@awaited
async def test_what_was_under_way_is_forgotten_too(sqlite_address: str) -> None:
    """What somebody said while they were being forgotten, and their name in the lobby of others, stayed."""
    async with a_house(sqlite_address) as house:
        opened = await house.open(ADA, wish("me", "open"), "open")
        await house.do(opened.table, BRUNO, Join(id="in", token=opened.invitation))
        here = await house._cache.fetch(opened.table)
        await house.erase(BRUNO)
        async with here.held(1):
            await house._write_and_apply(here, [Said(BRUNO.id, BRUNO.name, "bye")], BRUNO.id, "bruno 1")
        await house._background.flush()
        assert BRUNO.name in str(await house._store.rows("select brief from tables"))
        await house.personal_data._end_what_began(milliseconds() + 1)
        await house._background.flush()
        for rows in (
            "select who, body, command from events where kind <> 'opened'",
            "select brief from tables",
        ):
            found = str(await house._store.rows(rows))
            assert not re.search(rf"{BRUNO.id}|{BRUNO.name}|bye", found), found


@pytest.mark.parametrize("page", ["change", "keep", "print", "sheet", "trial"])
def test_a_number_in_base_sixteen_is_as_short_as_any(tmp_path: Path, page: str) -> None:
    """Nobody could be told which number it was, and the house answered 500; a file was left behind."""
    text = re.sub(r"(?m)^start_coins = .*$", f"start_coins = 0x{'f' * 4000}", edition_text("bosa"))
    more: dict[str, dict[str, object]] = {
        "trial": {"path": "start_coins", "low": 1, "high": 2, "bot": "random"},
        "sheet": {"list": "cards"},
    }

    async def story(app: Application) -> None:
        said: dict[str, object] = {"text": text, **more.get(page, {})}
        answer = await Somebody(app).ask("POST", f"/studio/bosa/{page}", said)
        assert answer.status in (200, 422) and "too long" in answer.text, answer
        assert not list(tmp_path.rglob("*.new"))

    in_house(tmp_path, story)


def test_nobody_looks_like_somebody_else_in_a_tournament(tmp_path: Path) -> None:
    """At a table such a name gets a number; at those of tournaments it did not."""

    async def story(app: Application) -> None:
        people = [await Somebody(app).named(name) for name in ("Ada", CYRILLIC_ADA, "ADA", "Ada 2")]
        announced = await people[0].ask("POST", "/api/v1/tournaments", msgspec.to_builtins(DUEL))
        for one in people[1:]:
            entered = await one.ask("POST", f"/api/v1/tournaments/{announced.json['id']}/enter")
        names = [one["name"] for one in entered.json["entrants"]]
        assert sorted(names) == sorted(["Ada", f"{CYRILLIC_ADA} 2", "ADA 3", "Ada 2 2"])

    in_house(tmp_path, story)
