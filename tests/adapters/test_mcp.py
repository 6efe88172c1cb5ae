"""A language model at the table: it looks, asks for rules, acts, is refused with the rule, and talks."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from ludoteca.adapters.mcp import server
from ludoteca.adapters.sitting import Sitting
from ludoteca.bots.bot import Perspective
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Source


def with_client(sitting: Any, story: Callable[[Client], Awaitable[None]], **more: Any) -> None:
    async def run() -> None:
        async with Client(server(sitting, **more)) as client:
            await story(client)

    asyncio.run(run())


async def call(client: Client, tool: str, **words: Any) -> tuple[bool, str]:
    answer = await client.call_tool(tool, words)
    return bool(answer.is_error), "\n".join(part.text for part in answer.content if part.type == "text")


def test_a_model_plays_a_match_to_its_end_through_the_tools() -> None:
    sitting = Sitting("bologna", 2, bots="random", seed=3)

    async def story(client: Client) -> None:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert names == {"look", "log", "rule", "act", "say", "choices"}
        wrong, seen = await call(client, "look")
        assert not wrong and "?" in seen
        while not sitting.over:
            _, offered = await call(client, "choices")
            wrong, said = await call(client, "act", action=offered.splitlines()[0].partition(" — ")[0])
            assert not wrong and said
        assert (await call(client, "act", action="pass"))[0]
        assert sitting.match.result is not None and said.endswith(
            sitting.speaker.result(sitting.match.result)
        )

    with_client(sitting, story)


def test_what_is_not_legal_is_refused_with_the_rule_and_changes_nothing() -> None:
    sitting = Sitting("bosa", 2, bots="random", seed=1)
    refused = sitting.match.choices(0).refused

    async def story(client: Client) -> None:
        before = sitting.match.record().text()
        for action in ("fly to the moon", "place d4", *[choice.text for choice in refused[:2]]):
            wrong, said = await call(client, "act", action=action)
            assert wrong and said
        assert sitting.match.record().text() == before and sitting.refusals >= 2
        wrong, said = await call(client, "rule", which="BOS-3")
        assert not wrong and said.startswith("BOS-3.")
        wrong, said = await call(client, "rule", which="no such thing")
        assert wrong and "no rule" in said

    with_client(sitting, story)


def test_what_is_asked_while_the_bots_think_waits_for_them() -> None:
    """Models call several tools at once, each of which gets a thread."""
    thinking, go_on = threading.Event(), threading.Event()

    def slow(perspective: Perspective, source: Source) -> int:
        thinking.set()
        go_on.wait(10)
        return 0

    sitting = Sitting("bosa", 2, bots=slow, seed=1)

    async def story(client: Client) -> None:
        noticed = asyncio.create_task(asyncio.to_thread(thinking.wait, 10))
        while not thinking.is_set():
            acted = asyncio.create_task(call(client, "act", action=sitting.choices()[0].text))
            await asyncio.wait({acted, noticed}, return_when=asyncio.FIRST_COMPLETED)
        looked = asyncio.create_task(call(client, "choices"))
        await asyncio.sleep(0.1)
        assert not looked.done(), "it was told a table in the middle of a turn"
        go_on.set()
        assert not (await acted)[0]
        assert (await looked)[1], "it is asked again"

    with_client(sitting, story)


def test_a_model_may_have_to_find_out_what_is_legal() -> None:
    async def story(client: Client) -> None:
        assert "choices" not in {tool.name for tool in (await client.list_tools()).tools}

    with_client(Sitting("bosa", 2, bots="random"), story, lists=False)


def test_a_sitting_tells_what_its_seat_may_know_and_nothing_else() -> None:
    sitting = Sitting("bosa", 3, seat=1, bots=["random", "greedy:1"], seed=2, name="Ada")
    for _ in range(8):
        sitting.act(sitting.choices()[0].text)
    known = [sitting.speaker.event(event) for event in sitting.match.log(1)]
    assert sitting.log().splitlines() == [sentence for sentence in known if sentence]
    own_goals = [line for line in sitting.log().splitlines() if "is dealt a goal: " in line]
    assert own_goals and all(line.startswith("Ada") for line in own_goals), "others' goals stay hidden"
    assert sitting.look().endswith(sitting.match.choices(1).question)


def test_bots_that_talk_answer() -> None:
    sitting = Sitting("manticore", 2, bots="random", seed=1)
    heard = sitting.say("Where shall we go?")
    assert sitting.talk[0] == "Model: Where shall we go?"
    while not heard.startswith("random 1: "):
        sitting.act(sitting.choices()[0].text)
        heard = sitting.say("And now?")
    assert sitting.talk[-1] == heard
    assert Sitting("bologna", 2, bots="random").say("Hello") == "Nobody answers."


def test_wrong_tables_are_refused() -> None:
    with pytest.raises(LudotecaError, match="no seat 5"):
        Sitting("bosa", 2, seat=5)
    with pytest.raises(LudotecaError, match="3 bots for 1 seats"):
        Sitting("bosa", 2, bots=["random"] * 3)


def test_the_command_speaks_over_standard_input_and_output() -> None:
    command = ["-m", "ludoteca", "mcp", "bologna", "--bot", "random", "--seed", "1"]

    parameters = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))

    async def run() -> None:
        async with Client(parameters) as client:
            wrong, seen = await call(client, "look")
            assert not wrong and seen

    asyncio.run(run())
    refused = subprocess.run(
        [sys.executable, *command, "--seat", "9"], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 1 and "no seat 9" in refused.stderr and not refused.stdout
