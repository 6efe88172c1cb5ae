"""A run's folder holds what made it: it is repeated, and a difference is found and named."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ludoteca.cli import main
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab import cluster
from ludoteca.lab.arena import arena
from ludoteca.lab.batches import Work
from ludoteca.lab.cluster import RayCluster
from ludoteca.lab.recipe import Recipe, differences
from tests.bots.own_bots import First


def command(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, words)
    return done.exit_code, done.output


@pytest.mark.parametrize(
    "words",
    [
        ("arena", "bologna", "--seats", "greedy:1,random", "--games", "4", "-o", "round_cap=10"),
        ("arena", "bologna", "--seats", "greedy:1,random", "--sprt=-200,0", "--games", "20"),
        ("balance", "bologna", "--bot", "random", "--players", "2,3", "--games", "3"),
        ("benchmark", "bologna", "--bots", "random,greedy:1", "--deals", "1"),
    ],
    ids=["arena", "sequential", "balance", "benchmark"],
)
def test_a_run_is_repeated_from_its_folder_and_agrees(words: tuple[str, ...], tmp_path: Path) -> None:
    status, said = command(*words, "--seed", "3", "--out", str(tmp_path / "run"))
    assert status == 0, said
    status, said = command("rerun", str(tmp_path / "run"))
    assert status == 0 and "agrees" in said, said


def test_a_difference_is_named_and_so_is_what_changed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    arena("bologna", "greedy:1,random", 2, seed=3, out=folder)
    for name, change in (("results.json", {"matches": 3}), ("plan.json", {"program": "before"})):
        path = folder / name
        path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    status, said = command("rerun", str(folder), "--out", str(tmp_path / "again"))
    assert status == 1 and "results.json, matches: 3 then, 2 now" in said
    assert "the rules or the bots have changed since" in said
    assert (tmp_path / "again" / "results.json").is_file()


def test_the_folder_keeps_the_edition_it_was_played_with(tmp_path: Path) -> None:
    from ludoteca.games import load

    edition = tmp_path / "mine.toml"
    edition.write_text((load("bologna").folder / "edition.toml").read_text() + "\n# mine\n")
    folder = tmp_path / "run"
    arena("bologna", "random,random", 2, seed=3, edition=edition, out=folder)
    edition.unlink()
    status, said = command("rerun", str(folder))
    assert status == 0 and "agrees" in said, said


def test_what_cannot_be_repeated_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LudotecaError, match="no finished run"):
        Recipe(tmp_path)
    arena("bologna", [First(), "random"], 2, seed=3, out=tmp_path / "run")
    with pytest.raises(LudotecaError, match="to be able to repeat"):
        Recipe(tmp_path / "run")


def test_times_to_think_are_no_difference() -> None:
    before = {"bots": [{"won": 1, "seconds_a_move": 0.1}]}
    after = {"bots": [{"won": 2, "seconds_a_move": 0.2}]}
    assert list(differences(before, after, "results")) == ["results, bots 1, won: 1 then, 2 now"]


class GoneRay:
    """Ray as it is when its cluster has gone away: no batch is ever ready, and nobody listens."""

    class exceptions:  # noqa: N801 - as Ray spells it
        RaySystemError = RuntimeError
        RayTaskError = RuntimeError

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.gcs_address = f"127.0.0.1:{server.getsockname()[1]}"

    def is_initialized(self) -> bool:
        return True

    def put(self, thing: Any) -> Any:
        return thing

    def remote(self, *words: Any, **more: Any) -> Any:
        return lambda task: self if more else object()

    def wait(self, waiting: list[Any], **more: Any) -> tuple[list[Any], list[Any]]:
        return [], waiting

    def get_runtime_context(self) -> Any:
        return self


def test_a_cluster_that_goes_away_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "import_module", lambda name: GoneRay())
    with pytest.raises(LudotecaError, match="has gone away; what was finished is kept"):
        list(RayCluster(1, None).play(lambda first, last: 0, Work([(0, 1)])))
