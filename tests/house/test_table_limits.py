"""How many tables one person may have: counted by who opened them and by who sits there now."""

from __future__ import annotations

import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.table.commands import Join, Leave
from tests.house.running import ADA, BRUNO, a_house, awaited, new_id, wish


@pytest.mark.parametrize("seats", [("bot", "bot", "bot"), ("open", "open", "open"), ("me", "open", "bot")])
@awaited
async def test_a_table_counts_for_whoever_opened_it(seats: tuple[str, ...], database: str) -> None:
    async with a_house(database, most_tables=3) as house:
        for _ in range(3):
            await house.open(ADA, wish(*seats), new_id())
        with pytest.raises(Refused) as refused:
            await house.open(ADA, wish(*seats), new_id())
        assert refused.value.code == "too-many-tables"
        await house.open(BRUNO, wish(*seats), new_id())


@awaited
async def test_a_seat_that_was_left_is_given_back(database: str) -> None:
    async with a_house(database, most_tables=3) as house:
        opened = [await house.open(ADA, wish("me", "open", "open", public=True), new_id()) for _ in range(3)]
        for table in opened:
            await house.do(table.table, BRUNO, Join(id=new_id()))
        with pytest.raises(Refused):
            await house.open(BRUNO, wish("me", "open", "open"), new_id())
        for table in opened:
            await house.do(table.table, BRUNO, Leave(id=new_id()))
        assert await house.tables_open(BRUNO) == 0
        await house.open(BRUNO, wish("me", "open", "open"), new_id())
