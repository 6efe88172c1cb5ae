"""The arena on a real Ray cluster, one node of which goes dark in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.arena import MATCHES, RESULTS, arena
from ludoteca.lab.run_folder import FINISHED, PLAN
from tests.lab.cluster import Cluster, surroundings


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    for key in ("RAY_AUTH_MODE", "RAY_USAGE_STATS_ENABLED"):
        monkeypatch.setenv(key, surroundings()[key])
    found = Cluster()
    try:
        found.start()
        yield found
    finally:
        found.stop()


@pytest.mark.long
def test_a_cluster_that_loses_a_worker_loses_no_match_and_counts_none_twice(
    cluster: Cluster, tmp_path: Path
) -> None:
    heard: list[int] = []

    def progress(matches: int) -> None:
        heard.append(matches)
        if len(heard) == 3:
            cluster.kill("node")

    seats, games, seed = "greedy:1,random,random", 90, 5
    arena("bologna", seats, games, seed=seed, out=tmp_path / "here")
    arena(
        "bologna", seats, games, seed=seed, workers=2, on="ray", address=cluster.address,
        out=tmp_path / "there", progress=progress,
    )  # fmt: skip
    assert "node" not in cluster.nodes and len(heard) > 4
    assert sum(heard) == games
    for name in (RESULTS, MATCHES, FINISHED, PLAN):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes(), name


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("127.0.0.1:9", "no Ray cluster answers at 127.0.0.1:9; start one there with: ray start --head"),
        ("somewhere", "“somewhere” is no address of a Ray cluster; expected HOST:PORT"),
    ],
)
def test_a_cluster_that_is_not_there_is_said_at_once(address: str, sentence: str) -> None:
    with pytest.raises(LudotecaError) as refused:
        arena("bologna", "random", 3, on="ray", address=address)
    assert sentence in str(refused.value)
