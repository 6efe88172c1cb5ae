"""Backends: every match is played once, whoever plays it and whoever dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from select import select

import pytest

from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.backends import Backend, LocalProcesses, SingleProcess, make_backend
from ludoteca.lab.batches import Work

ROOT = Path(__file__).resolve().parent.parent.parent


def squares(first: int, last: int) -> list[int]:
    return [number * number for number in range(first, last)]


def played(backend: Backend, work: Work) -> list[int]:
    found: dict[int, int] = {}
    for (first, last), rows in backend.play(squares, work):
        assert rows == squares(first, last)
        for number in range(first, last):
            assert number not in found, "played twice"
            found[number] = number
    return sorted(found)


@pytest.mark.parametrize("backend", [SingleProcess(), LocalProcesses(2)], ids=["alone", "processes"])
def test_every_match_is_played_once(backend: Backend) -> None:
    left = [(0, 10), (13, 14), (20, 300)]
    expected = [number for first, last in left for number in range(first, last)]
    assert played(backend, Work(left)) == expected
    assert played(backend, Work([])) == []


def test_batches_hold_whole_deals_and_grow_to_about_a_second() -> None:
    work = Work([(0, 3000)], grain=3, aim=1.0)
    first = work.take(2)
    assert first == (0, 3)
    work.learn(first, 0.03)
    assert work.take(2) == (3, 102)
    work.learn((3, 102), 99.0)
    second = work.take(2)
    assert second is not None and second[1] - second[0] == 3


def test_the_last_batches_are_shared_evenly() -> None:
    work = Work([(0, 100)])
    work.learn((0, 1), 1e-6)
    sizes = []
    while (span := work.take(2)) is not None:
        sizes.append(span[1] - span[0])
    assert sizes[0] == 25 and sizes[-1] == 1 and sum(sizes) == 100


def die_once(mark: Path, first: int, last: int) -> list[int]:
    """The worker that comes to match 5 first is killed."""
    if first <= 5 < last:
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            return squares(first, last)
        os.kill(os.getpid(), signal.SIGKILL)
    return squares(first, last)


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    found: list[int] = []
    for (first, last), rows in LocalProcesses(2).play(partial(die_once, tmp_path / "died"), Work([(0, 40)])):
        assert rows == squares(first, last)
        found += range(first, last)
    assert (tmp_path / "died").exists()
    assert sorted(found) == list(range(40))


def what_sigterm_does(first: int, last: int) -> list[object]:
    return [signal.getsignal(signal.SIGTERM)] * (last - first)


def test_workers_end_when_told_although_their_parent_ignores_it() -> None:
    """As a house does while it closes: a pool would wait for them for ever."""
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        found = [told for _, told in LocalProcesses(2).play(what_sigterm_does, Work([(0, 4)]))]
    finally:
        signal.signal(signal.SIGTERM, before)
    assert {does for told in found for does in told} == {signal.SIG_DFL}


def die(first: int, last: int) -> list[int]:
    os.kill(os.getpid(), signal.SIGKILL)
    return squares(first, last)


def test_workers_that_always_die_are_given_up() -> None:
    with pytest.raises(LudotecaError, match="died 3 times without finishing a batch"):
        list(LocalProcesses(2).play(die, Work([(0, 10)])))


def fail(first: int, last: int) -> list[int]:
    raise LudotecaError(f"match {first} cannot be played")


@pytest.mark.parametrize("backend", [SingleProcess(), LocalProcesses(2)], ids=["alone", "processes"])
def test_what_a_worker_refuses_is_heard(backend: Backend) -> None:
    with pytest.raises(LudotecaError, match=r"match \d cannot be played"):
        list(backend.play(fail, Work([(0, 10)])))


def test_who_works_where() -> None:
    assert isinstance(make_backend("local", 1), SingleProcess)
    assert isinstance(make_backend("local", 3), LocalProcesses)
    with pytest.raises(LudotecaError, match="nobody works on “moon”; there are local and ray"):
        make_backend("moon")
    with pytest.raises(LudotecaError, match="say --on ray as well"):
        make_backend("local", 1, "127.0.0.1:6379")


def tell_and_work_long(pipe: Path, first: int, last: int) -> list[int]:
    with open(pipe, "wb", buffering=0) as told:
        told.write(b"!")
        time.sleep(60)
    return []


ORPHANS = """
from functools import partial
from pathlib import Path
from ludoteca.lab.batches import Work
from ludoteca.lab.backends import LocalProcesses
from tests.lab.test_backends import tell_and_work_long
list(LocalProcesses(2).play(partial(tell_and_work_long, Path({pipe!r})), Work([(0, 10)])))
"""


def test_workers_do_not_outlive_a_killed_command(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    told = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    boss = subprocess.Popen([sys.executable, "-c", ORPHANS.format(pipe=str(pipe))], cwd=ROOT)
    working = b""
    try:
        while len(working) < 2:
            assert select([told], [], [], 60)[0], "the workers have not begun"
            working += os.read(told, 2)
    finally:
        boss.kill()
        boss.wait()
    assert select([told], [], [], 30)[0], "a worker is still there"
    assert os.read(told, 1) == b"", "the last writer has gone"
    os.close(told)
