"""Who is drawn for first, and how a text becomes a frame."""

from __future__ import annotations

import random
import time

import pytest
from websockets.frames import Frame, Opcode

from ludoteca.house.live import send_queue
from ludoteca.house.live.send_queue import SendQueue
from ludoteca.house.live.socket_writer import framed
from tests.house.running import awaited, until


class Reader:
    """Remembers when it had its turn."""

    def __init__(self, name: str, turns: list[str]) -> None:
        self.name = name
        self.turns = turns

    def send_news(self) -> None:
        self.turns.append(self.name)


@awaited
async def test_who_waits_comes_before_who_looks_on() -> None:
    turns: list[str] = []
    one, two, three = (Reader(name, turns) for name in ("one", "two", "three"))
    found = SendQueue()
    found.put(one, False)
    found.put(two, False)
    found.put(three, True)
    found.put(two, True)
    found.put(two, False)
    found.put(three, True)
    await until(lambda: not len(found))
    assert turns == ["three", "two", "one"]


@awaited
async def test_who_has_gone_has_no_turn() -> None:
    turns: list[str] = []
    one, two, three = (Reader(name, turns) for name in ("one", "two", "three"))
    found = SendQueue()
    found.put(one, True)
    found.put(two, False)
    found.put(three, False)
    found.forget(one)
    found.forget(two)
    await until(lambda: not len(found))
    assert turns == ["three"]


@awaited
async def test_nobody_looks_on_behind_others_for_ever() -> None:
    """While there is always somebody who waits, the one who looks on has a turn all the same."""
    turns: list[str] = []
    found = SendQueue()

    class Busy(Reader):
        def send_news(self) -> None:
            super().send_news()
            found.put(self, urgent="patient" not in turns)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(send_queue, "LONGEST_WAIT", 0.05)
        busy = Busy("busy", turns)
        found.put(Reader("patient", turns), False)
        found.put(busy, True)
        await until(lambda: "patient" in turns)
        found.forget(busy)
    assert turns.index("patient") > 3, "it waited for a while"


@awaited
async def test_who_looks_on_waits_longer_where_even_those_who_are_asked_wait_long() -> None:
    turns: list[str] = []
    found = SendQueue()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(send_queue, "LONGEST_WAIT", 0.05)
        found.put(Reader("patient", turns), False)
        found.put(Reader("asked", turns), True)
        time.sleep(0.1)  # too much to do: nobody has a turn
        found.put(Reader("asked later", turns), True)
        await until(lambda: not len(found))
    assert turns == ["asked", "patient", "asked later"]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_text_becomes_one_frame(size: int) -> None:
    text = random.Random(size).randbytes(size)
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
