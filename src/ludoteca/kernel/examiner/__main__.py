"""`python -m ludoteca.kernel.examiner bologna --matches 2000 --seed 1`"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.examiner import examine


def main(arguments: Sequence[str] | None = None) -> int:
    """Examine a game; exits with 1 when a law is broken, with 2 when there is no such game or table."""
    from ludoteca.games import load

    parser = argparse.ArgumentParser(prog="python -m ludoteca.kernel.examiner", description="Examine a game.")
    parser.add_argument("game", help="the name of a game")
    parser.add_argument("--matches", type=int, default=200, help="how many random matches to play")
    parser.add_argument("--seed", type=int, default=1, help="another seed plays other matches")
    parser.add_argument("--seats", type=int, action="append", help="only this number of players; repeatable")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="only with this option"
    )
    parser.add_argument("--most", type=int, default=3, help="stop after so many broken laws")
    asked = parser.parse_args(arguments)
    options = dict(text.partition("=")[::2] for text in asked.option) or None
    started = time.perf_counter()
    try:
        report = examine(
            load(asked.game), asked.matches, asked.seed, asked.seats, options, _show_progress, asked.most
        )
    except LudotecaError as error:
        print(error, file=sys.stderr)
        return 2
    if sys.stderr.isatty():
        print(end="\r\033[K", file=sys.stderr)
    print(f"{report}\n{time.perf_counter() - started:.1f} s")
    return 0 if report.ok else 1


def _show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        filled = 40 * done // total
        print(end=f"\r[{'█' * filled}{'·' * (40 - filled)}] {done}/{total}", file=sys.stderr, flush=True)
    elif done * 10 // total > (done - 1) * 10 // total:
        print(f"{done} of {total} matches", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
