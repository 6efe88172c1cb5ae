"""Sharing a moment: a picture, and a link that tells what it leads to without telling secrets."""

from __future__ import annotations

import random
import re
from pathlib import Path

from ludoteca.house.web.app import Application
from tests.house.houses import in_house, play_on, table_of
from tests.house.http_client import Somebody


def test_a_link_to_a_moment_has_a_preview_with_a_picture_that_tells_no_secrets(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table_id, people = await table_of(app, "bologna", ["Ada", "Bruno"])
        await play_on(table_id, people, 8, random.Random(4))
        page = (await people[0].ask("GET", f"/tables/{table_id}/replay?at=5")).text
        told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
        assert told["title"] == "The Throne of Bologna: Ada · Bruno" and told["description"]
        assert told["url"].endswith(f"/tables/{table_id}/replay?at=5")
        where = told["image"].partition("/tables/")[2].replace("&amp;", "&")
        picture = await people[0].ask("GET", f"/tables/{where}")
        assert picture.status == 200 and picture.body.startswith(b"\x89PNG")
        for somebody in (people[1], Somebody(app)):
            other = (await somebody.ask("GET", f"/tables/{table_id}/replay?at=5&seat=1")).text
            assert dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', other)) == told
        assert (await people[0].ask("GET", "/tables/nowhere/replay/moment.png")).status == 404

    in_house(tmp_path, story)


def test_after_the_end_the_same_table_can_be_opened_for_others(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table_id, people = await table_of(app, "bologna", ["Ada", "Bruno"], options={"round_cap": 2})
        await play_on(table_id, people, 2000, random.Random(4))
        page = (await people[0].ask("GET", f"/tables/{table_id}")).text
        found = re.search(r'href="(/games/bologna/open[^"]+)"', page)
        assert found is not None
        form = (await people[0].ask("GET", found.group(1).replace("&amp;", "&"))).text
        assert re.search(r'name="option round_cap" value="2"', form)
        assert found.group(1) not in (await Somebody(app).ask("GET", f"/tables/{table_id}")).text

    in_house(tmp_path, story)
