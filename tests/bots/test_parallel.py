"""Search on several cores."""

from __future__ import annotations

import marshal
from typing import Any

import pytest

from ludoteca.bots.bot import Perspective
from ludoteca.bots.ismcts import Ismcts
from ludoteca.bots.parallel import Parallel
from ludoteca.kernel.source import Stream
from tests.bots.tables import under_way


def thought(bot: Ismcts, seed: int = 3) -> dict[str, Any]:
    game, state = under_way("bosa", 2, seed=1, decisions=20)
    bot.choose(Perspective(game, state, state.actor, Stream(seed)), Stream(seed, "bot"))
    assert bot.last is not None
    table = bot.last.as_dict()
    table["seconds"] = 0
    return table


def test_one_core_thinks_as_the_plain_search() -> None:
    assert thought(Parallel(1, 80)) == thought(Ismcts(80))


def test_several_cores_share_the_iterations_and_are_reproducible() -> None:
    first = thought(Parallel(3, 80))
    assert first == thought(Parallel(3, 80))
    assert first["iterations"] == 80
    assert sum(option["visits"] for option in first["options"]) in range(77, 81)
    assert first != thought(Ismcts(80))
    assert first != thought(Parallel(3, 80), seed=4)


def test_more_cores_than_iterations() -> None:
    assert thought(Parallel(4, 2))["iterations"] == 2


def test_a_helper_that_breaks_down_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise SystemExit

    monkeypatch.setattr(marshal, "dumps", broken)
    assert thought(Parallel(2, 80))["iterations"] == 40
