"""The house says that it is well only if it can write, and names a full disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.house.refusals import NoRoom
from ludoteca.house.service.house import House
from ludoteca.house.store import sqlite
from tests.house.running import ADA, a_house, awaited, new_id, wish


@awaited
async def test_a_house_that_writes_is_well(database: str) -> None:
    async with a_house(database) as house:
        assert await house.healthy() == ""
        assert await house.healthy() == ""


@awaited
async def test_a_database_that_only_reads_is_not_well(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address):
        pass
    async with a_house(sqlite_address, patience=0.3) as house:
        monkeypatch.setattr(sqlite, "_PRAGMAS", (*sqlite._PRAGMAS, "query_only=on"))
        house._store._writer._disconnect()  # type: ignore[union-attr]
        assert "cannot" in await house.healthy()


async def open_many(house: House) -> None:
    for _ in range(50):
        await house.open(ADA, wish("me", "open", "open"), new_id())


@awaited
async def test_a_full_disk_is_called_a_full_disk(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address):
        pass
    size = Path(sqlite_address.removeprefix("sqlite:///")).stat().st_size // 4096
    monkeypatch.setattr(sqlite, "_PRAGMAS", (*sqlite._PRAGMAS, f"max_page_count={size + 1}"))
    async with a_house(sqlite_address, patience=0.3) as house:
        with pytest.raises(NoRoom) as refused:
            await open_many(house)
        assert refused.value.code == "disk-full"
        assert refused.value.status == 503 and "full" in str(refused.value)
