"""A trial: a process that plays the same deals with several editions and tells what it finds, line by line.

It reads one line of JSON, writes one line a second while it plays, and goes last on the machine.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from ludoteca.lab.comparison import Comparison, play_pairs

NICE: Final = 15
INTERVAL: Final = 1.0
"""Seconds between two lines."""
FIRST: Final = 10
"""Deals before anything is told."""


def trial(
    game: str,
    editions: Sequence[Path | None],
    deals: int,
    seconds: float,
    tell: Callable[[dict[str, Any]], None],
    *,
    players: int | None,
    bot: str,
    language: str = "en",
) -> None:
    """Play so many deals, or for so long; `tell` gets the figures every second and at the end."""
    found = Comparison(game, editions, bot, players, language=language)
    began = told = time.monotonic()
    for number in range(deals):
        found.add(play_pairs(found.plans, found.language, number, number + 1))
        now = time.monotonic()
        if number + 1 >= FIRST and now - told > INTERVAL:
            tell(found.figures())
            told = now
        if now - began > seconds:
            break
    if len(found.rows) > 1:
        tell(found.figures())


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    wish = json.loads(sys.stdin.readline())
    editions = [Path(name) if name else None for name in wish["editions"]]

    def tell(figures: dict[str, Any]) -> None:
        print(json.dumps(figures), flush=True)

    with contextlib.suppress(BrokenPipeError):
        trial(
            wish["game"], editions, wish["deals"], wish["seconds"], tell,
            players=wish["players"], bot=wish["bot"], language=wish["language"],
        )  # fmt: skip


if __name__ == "__main__":
    main()
