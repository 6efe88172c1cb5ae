"""Folders that remember: interruptions, other plans, other processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.run_folder import FINISHED, PLAN, RunFolder, missing

ABOUT = {"game": "bosa", "seats": ["greedy", "random"], "options": {}, "program": "1234"}


def test_finished_batches_are_there_again(tmp_path: Path) -> None:
    first = RunFolder(tmp_path / "run", ABOUT)
    first.add((0, 2), ["a", "b"])
    first.add((4, 6), ["e", "f"])
    first.close()
    second = RunFolder(tmp_path / "run", ABOUT)
    assert second.batches == {(0, 2): ["a", "b"], (4, 6): ["e", "f"]}
    second.close()


def test_half_a_line_is_dropped_and_the_rest_goes_on(tmp_path: Path) -> None:
    first = RunFolder(tmp_path, ABOUT)
    first.add((0, 2), ["a", "b"])
    first.close()
    with (tmp_path / FINISHED).open("ab") as file:
        file.write(b'{"first":2,"last":4,"da')
    second = RunFolder(tmp_path, ABOUT)
    assert second.batches == {(0, 2): ["a", "b"]}
    second.add((2, 4), ["c", "d"])
    second.close()
    third = RunFolder(tmp_path, ABOUT)
    assert sorted(third.batches) == [(0, 2), (2, 4)]
    third.close()


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    RunFolder(tmp_path, ABOUT).close()
    (tmp_path / FINISHED).write_bytes(b'{"first":0,"last":1,"data":[]}\nnonsense\n')
    with pytest.raises(LudotecaError, match=r"finished\.jsonl, line 2: expected a finished batch"):
        RunFolder(tmp_path, ABOUT)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "bologna"}, "its game is bosa, not bologna"),
        ({"seats": ["random"]}, "its seats is greedy,random, not random"),
        ({"options": {"goals": False}}, "its options is none, not goals=False"),
        ({"program": "5678"}, "the rules or the bots have changed since it was begun"),
    ],
)
def test_a_changed_plan_is_refused(tmp_path: Path, change: dict[str, object], sentence: str) -> None:
    RunFolder(tmp_path, ABOUT).close()
    with pytest.raises(LudotecaError) as refused:
        RunFolder(tmp_path, {**ABOUT, **change})
    assert sentence in str(refused.value)
    assert "choose another one for --out" in str(refused.value)


def test_two_processes_cannot_work_in_one_folder(tmp_path: Path) -> None:
    first = RunFolder(tmp_path, ABOUT)
    with pytest.raises(LudotecaError, match="another process is working in"):
        RunFolder(tmp_path, ABOUT)
    first.close()
    RunFolder(tmp_path, ABOUT).close()


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LudotecaError, match="file is not a folder; choose another one for --out"):
        RunFolder(tmp_path / "file", ABOUT)
    RunFolder(tmp_path / "run", ABOUT).close()
    (tmp_path / "run" / PLAN).write_text("nonsense")
    with pytest.raises(LudotecaError, match=r"plan\.json cannot be read"):
        RunFolder(tmp_path / "run", ABOUT)


@pytest.mark.parametrize(
    ("done", "left"),
    [
        ([], [(0, 10)]),
        ([(0, 10)], []),
        ([(4, 6), (0, 2)], [(2, 4), (6, 10)]),
        ([(0, 5), (5, 12)], []),
        ([(2, 3), (20, 30)], [(0, 2), (3, 10)]),
        ([(0, 6), (1, 2)], [(6, 10)]),
    ],
)
def test_what_is_left(done: list[tuple[int, int]], left: list[tuple[int, int]]) -> None:
    assert missing(done, 10) == left
