"""Houses that start quickly: one process loads the package and forks into a house for every request.

The houses are real ones, each a process with its own workers, in a group of its own. Run as a program this
file is the process that forks: it reads one JSON value a line and answers each with a number.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import random
import signal
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any, NoReturn

from ludoteca import games
from ludoteca.cli import main as ludoteca


class HouseStarter:
    """Starts houses, and ends them. `preload` is a library that they load before all others."""

    def __init__(self, preload: Path | None = None) -> None:
        environment = dict(os.environ) if preload is None else {**os.environ, "LD_PRELOAD": str(preload)}
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )

    def start(self, words: list[str], environment: dict[str, str], log: Path) -> int:
        """Run `ludoteca WORDS`; the process id."""
        return self._ask({"words": words, "environment": environment, "log": str(log)})

    def end(self, pid: int, how: signal.Signals, everybody: bool = False) -> int:
        """Send a signal to a house, or to its workers too, and wait for its end; its exit status."""
        return self._ask({"end": pid, "signal": how.value, "everybody": everybody})

    def running(self, pid: int) -> bool:
        return bool(self._ask({"running": pid}))

    def close(self) -> None:
        """End everything."""
        self._process.communicate(timeout=30)

    def _ask(self, wish: dict[str, Any]) -> int:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(wish).encode() + b"\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


def main() -> None:
    for module in ("ludoteca.cli.house", "ludoteca.house.web.server"):
        importlib.import_module(module)
    for name in games.names():
        games.load(name)
    houses: set[int] = set()
    for line in sys.stdin.buffer:
        wish = json.loads(line)
        if "words" in wish:
            answer = os.fork()
            if answer == 0:
                become_house(wish)
            houses.add(answer)
            with contextlib.suppress(PermissionError):  # it has done so itself, and more
                os.setpgid(answer, answer)
        elif "running" in wish:
            answer = int(os.waitid(os.P_PID, wish["running"], os.WEXITED | os.WNOHANG | os.WNOWAIT) is None)
        else:
            send = os.killpg if wish["everybody"] else os.kill
            send(wish["end"], wish["signal"])
            answer = os.waitstatus_to_exitcode(os.waitpid(wish["end"], 0)[1])
            houses.discard(wish["end"])
        print(answer, flush=True)
    for house in houses:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(house, signal.SIGKILL)


def become_house(wish: dict[str, Any]) -> NoReturn:
    status = 1
    try:
        os.setpgid(0, 0)
        log = os.open(wish["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for stream, number in ((nothing, 0), (log, 1), (log, 2)):
            os.dup2(stream, number)
        os.environ.update(wish["environment"])
        os.environ["UNSYNCED_PROCESS"] = str(os.getpid())
        random.seed()
        ludoteca(wish["words"])
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
