"""What a thirteenth look at the house found: workers that lie."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludoteca.analysis.moments import moments
from ludoteca.house.refusals import Refused
from ludoteca.house.workers.parcel import ANALYSES, pack
from tests.house.running import a_house, awaited
from tests.house.test_remote_workers import a_worker, finished_match, made_up

RIVAL = {"gain": 0.1, "error": 0.01, "points": 1.0, "points_error": 0.1, "even": 0.1}


@awaited
async def test_an_analysis_that_no_page_could_show_is_refused(sqlite_address: str) -> None:
    async with a_house(sqlite_address) as house:
        worker, table = await a_worker(house), await finished_match(house)
        match = table.match
        assert match is not None
        story = moments(match)
        possible = {action.text for action in story[0].before.choices}
        elsewhere = next(text for text in match.game.catalogue.by_text if text not in possible)
        rival: dict[str, Any] = {"action": story[0].action.text, **RIVAL, "reasons": []}
        lies: list[dict[str, Any]] = [
            {"known": [1e308, -1e308]},
            {"truth": [1.5, -0.5]},
            {"regret": 1e308},
            {"alternatives": [{**rival, "gain": 1e308}]},
            {"alternatives": [{**rival, "points_error": -1e308}]},
            {"alternatives": [{**rival, "reasons": [["cards", 1e308]]}]},
            {"alternatives": [{**rival, "action": elsewhere}]},
        ]
        for lie in lies:
            (parcel,) = await worker.acquire(ANALYSES)
            told = json.loads(made_up(match))
            told["decisions"][0] |= lie
            with pytest.raises(Refused, match="counted as a fault"):
                await worker.submit(parcel, packed=pack(json.dumps(told)))
            assert await worker.figures() == (0, 1, 0)
            await house.remote_work.workers.admit(worker.name)
            await house._store.change("update jobs set kept_until = 0")
        (parcel,) = await worker.acquire(ANALYSES)
        told = json.loads(made_up(match))
        told["decisions"][0] |= {"alternatives": [rival]}
        await worker.submit(parcel, packed=pack(json.dumps(told)))
        assert await house.findings.of(table.id, "analyse") is not None
