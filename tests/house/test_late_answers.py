"""Whether somebody wishes a late answer is read once, and again when it may have changed."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludoteca.house.service.late_answers import LateAnswers
from ludoteca.house.store.rows import Batch
from ludoteca.house.store.store import Store
from ludoteca.house.table.table import Table
from tests.house.running import awaited
from tests.house.story import Story


class Wishes:
    """A store that has nothing but wishes, and counts how often it is asked."""

    def __init__(self, shared: bool) -> None:
        self.driver = SimpleNamespace(shared=shared)
        self.kept: dict[tuple[str, str], str] = {}
        self.asked = 0
        self.slow = asyncio.Event()
        self.slow.set()

    async def finding(self, table: str, kind: str) -> str | None:
        self.asked += 1
        found = self.kept.get((table, kind))
        await self.slow.wait()
        return found

    async def append(self, batch: Batch) -> None:
        for row in batch.findings:
            self.kept[row.table, row.kind] = row.body


class Answers(LateAnswers):
    """Remembers for which tables it was told to look."""

    def __init__(self, store: Wishes) -> None:
        super().__init__("late", cast(Store, store), cast(Any, None), cast(Any, None), cast(Any, None))
        self.looked: list[str] = []

    def table_changed(self, table: Table) -> None:
        self.looked.append(table.id)


@pytest.mark.parametrize("shared", [False, True])
@awaited
async def test_a_seat_that_wishes_nothing_is_not_asked_about_after_every_move(shared: bool) -> None:
    store = Wishes(shared)
    answers, table = Answers(store), Story("me", "me", game="bosa").table
    answers.wishes_missed(hearing=True)
    assert answers.may_answer(table)
    for _ in range(3):
        assert await answers.wish(table, table.awaited) == ""
    assert store.asked == 1
    assert not answers.may_answer(table)
    await answers.keep(table, table.awaited, "always")
    assert answers.may_answer(table)
    assert await answers.wish(table, table.awaited) == "always"


@awaited
async def test_a_wish_of_another_process_is_looked_for_again() -> None:
    store = Wishes(shared=True)
    answers, table = Answers(store), Story("me", "me", game="bosa").table
    answers.wishes_missed(hearing=True)
    await answers.wish(table, table.awaited)
    store.kept[table.id, f"late {table.awaited}"] = "always"
    answers.wished_elsewhere(table.id, table)
    assert answers.looked == [table.id]
    assert await answers.wish(table, table.awaited) == "always"


@awaited
async def test_nothing_is_taken_for_granted_while_other_processes_are_not_heard() -> None:
    store = Wishes(shared=True)
    answers, table = Answers(store), Story("me", "me", game="bosa").table
    for count in (1, 2):
        await answers.wish(table, table.awaited)
        assert store.asked == count, "it has not heard anything yet"
    answers.wishes_missed(hearing=True)
    await answers.wish(table, table.awaited)
    answers.wishes_missed(hearing=False)
    for count in (4, 5):
        await answers.wish(table, table.awaited)
        assert store.asked == count


@awaited
async def test_a_wish_that_comes_while_the_old_state_is_read_is_not_overlooked() -> None:
    store = Wishes(shared=True)
    answers, table = Answers(store), Story("me", "me", game="bosa").table
    answers.wishes_missed(hearing=True)
    store.slow.clear()
    reading = asyncio.create_task(answers.wish(table, table.awaited))
    await asyncio.sleep(0)
    store.kept[table.id, f"late {table.awaited}"] = "always"
    answers.wished_elsewhere(table.id, None)
    store.slow.set()
    assert await reading == ""
    assert await answers.wish(table, table.awaited) == "always"
