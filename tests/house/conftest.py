"""Databases for the house's tests: every test that asks for `database` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.house.postgres import Postgres, a_postgres


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal follows from the name of the test: who begins does not change from run to run."""
    luck = random.Random(request.node.nodeid)
    monkeypatch.setattr("secrets.token_hex", lambda size=32: luck.randbytes(size).hex())


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of this process; without one they fail and say what to install."""
    with a_postgres() as server:
        yield server


@pytest.fixture
def postgres_address(postgres: Postgres) -> str:
    """An empty place of one's own in the PostgreSQL."""
    return fresh_address(postgres)


def fresh_address(server: Postgres) -> str:
    import psycopg

    schema = f"t{uuid4().hex[:12]}"
    with psycopg.connect(server.address, autocommit=True) as db:
        db.execute(f"create schema {schema}")
    return f"{server.address}?options=-csearch_path%3D{schema}"


@pytest.fixture
def sqlite_address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'ludoteca.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, of each kind."""
    address: str = request.getfixturevalue(f"{request.param}_address")
    return address
