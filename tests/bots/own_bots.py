"""Bots of one's own, good and bad, for tests."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.bots.bot import Bot, Perspective
from ludoteca.games import load
from ludoteca.kernel.actions import Action
from ludoteca.kernel.source import Source


class First(Bot):
    """Takes the first option."""

    def choose(self, perspective: Perspective, source: Source) -> Action:
        return perspective.options[0]


def last(perspective: Perspective, source: Source) -> str:
    """Takes the last option, and says so by its text."""
    return perspective.options[-1].text


def number_one(perspective: Perspective, source: Source) -> int:
    return 0


def crashes(perspective: Perspective, source: Source) -> Action:
    raise ZeroDivisionError("oh")


def leaves(perspective: Perspective, source: Source) -> Action:
    sys.exit(3)


def breaks_a_rule(perspective: Perspective, source: Source) -> Action:
    return next(one for one in perspective.game.catalogue.decisions if one not in perspective.options)


def sleeps(perspective: Perspective, source: Source) -> Action:
    time.sleep(60)
    return perspective.options[0]


PROGRAM = """
import json, sys, time
for line in sys.stdin:
    told = json.loads(line)
    how = sys.argv[1] if len(sys.argv) > 1 else "first"
    if how == "crash":
        sys.exit(4)
    if how == "sleep":
        time.sleep(60)
    if how == "nonsense":
        print("fly to the moon", flush=True)
    elif how == "second try":
        print(0 if told["refused"] else 99, flush=True)
    else:
        print(json.dumps({"action": told["choices"][0]["action"], "cost": 0.5}), flush=True)
"""


def program(folder: Path, how: str = "first") -> str:
    """The text of a bot that is a program."""
    path = folder / "player.py"
    path.write_text(PROGRAM)
    return f"program:{sys.executable} {path} '{how}'"


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a server on this machine that answers by a handler."""
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def address(how: str = "first") -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The text of a bot behind an HTTP address, and what it was sent."""
    heard: list[dict[str, Any]] = []

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            heard.append(told)
            self.send_response(500 if how == "crash" else 200)
            self.end_headers()
            self.wfile.write(told["choices"][0]["action"].encode())

        def log_message(self, *words: Any) -> None:
            pass

    with serving(Answering) as where:
        yield f"{where}/move", heard


def layered(folder: Path, seats: int = 2, **more: Any) -> Path:
    """A policy for Bosa that likes the action with the highest index best."""
    game = load("bosa")
    encoding = game.encoding
    assert encoding is not None
    slots, actions = encoding.layout(game.setup(seats)).size, len(game.catalogue.decisions)
    path = folder / "policy.npz"
    zeros, likes = np.zeros((slots, 3), np.float32), np.arange(actions, dtype=np.float32)
    np.savez(
        path, zeros, np.zeros(3, np.float32), np.zeros((3, actions), np.float32), likes, zeros[:, :1], **more
    )
    return path
