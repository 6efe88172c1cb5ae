"""Measures what a move costs if the house does nothing: the same server, parser and event loop, and the
same clients, but no rules, no log, no views, no guard. What it costs here no change of the house can save.

python bench/floor.py                        200 tables of four seats, as bench/house.py
python bench/floor.py --tables 50 --seconds 5

Every move is answered, and the two who wait for it, whoever moved and whoever is asked next, get a message
of as many bytes as the house sends (docs/load.md). Everything happens on loopback; the server has one core,
its clients the other.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import uvicorn
from house import free_port, install_peers, load, pinned, server

SEATS = 4
BYTES = {"JSON": 1_380, "pages": 18_200}
"""Bytes of a message: what a move sends, over the two who get it."""
Scope = dict[str, Any]


class Empty:
    """An application that passes the turn around every table and sends the same bytes again and again."""

    def __init__(self, size: int, page: bool) -> None:
        self.filling = "x" * size
        self.page = page
        self.people = 0
        self.seq: list[int] = []
        self.live: list[dict[int, Any]] = []
        self.seats: dict[tuple[int, str], int] = {}

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        parts = scope["path"].split("/")
        who = next((value for name, value in scope["headers"] if name == b"cookie"), b"").decode()
        if scope["type"] == "websocket":
            await self.follow(int(parts[2]), who, receive, send)
            return
        asked = b""
        more = True
        while more:
            message = await receive()
            asked += message.get("body", b"")
            more = message.get("more_body", False)
        answer, cookie = await self.answer(parts, json.loads(asked), who)
        headers = [(b"content-type", b"application/json")]
        if cookie:
            headers.append((b"set-cookie", cookie))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(answer).encode()})

    async def answer(self, parts: list[str], wish: dict[str, Any], who: str) -> tuple[dict[str, Any], bytes]:
        if parts[-1] == "me":
            self.people += 1
            return {}, b"who=%d" % self.people
        if parts[-1] == "tables":
            self.seq.append(0)
            self.live.append({})
            self.seats[len(self.seq) - 1, who] = 0
            return {"table": str(len(self.seq) - 1), "invitation": ""}, b""
        table = int(parts[-2])
        if wish["kind"] == "join":
            self.seats[table, who] = wish["seat"]
        else:
            mover = self.seq[table] % SEATS
            self.seq[table] += 1
            for seat in (mover, (mover + 1) % SEATS):
                await self.tell(table, seat)
        return {"seq": self.seq[table]}, b""

    async def follow(self, table: int, who: str, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        seat = self.seats[table, who]
        self.live[table][seat] = send
        await self.tell(table, seat)
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async def tell(self, table: int, seat: int) -> None:
        if seat not in self.live[table]:
            return
        asked = self.seq[table] % SEATS
        news: dict[str, Any] = {"seq": self.seq[table], "filling": self.filling}
        if self.page:
            choice = '<button value="act x">' if asked == seat else ""
            news["layers"] = {"t-choices": choice, "t-phase": ""}
        else:
            choices = [{"text": "x"}] if asked == seat else []
            news["table"] = {"awaited": asked, "choices": choices, "status": "playing"}
        await self.live[table][seat]({"type": "websocket.send", "text": json.dumps(news)})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200, help="tables of four seats")
    parser.add_argument("--seconds", type=float, default=15, help="how long it is measured")
    parser.add_argument("--serve", nargs=2, metavar=("KIND", "PORT"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        kind, port = asked.serve[0], int(asked.serve[1])
        empty: Any = Empty(BYTES[kind], kind == "pages")
        uvicorn.run(
            empty,
            port=port,
            loop="uvloop",
            http="httptools",
            ws="websockets-sansio",
            access_log=False,
            lifespan="off",
        )
        return
    install_peers()
    print(
        "| a move without a house | moves a second | moves a CPU second | p50 | p99 |\n|---|---|---|---|---|"
    )
    for kind, client in (("JSON", "ours-json"), ("pages", "ours-page")):
        port = free_port()
        command = [sys.executable, str(Path(__file__).resolve()), "--serve", kind, str(port)]
        with server(pinned(command, 0), port) as pid:
            run = load(client, port, pid, asked.tables, asked.seconds)
        rates = f"{run['moves']:,.0f} | {run['per_cpu']:,.0f}"
        print(f"| {kind} | {rates} | {run['p50']:.0f} ms | {run['p99']:.0f} ms |")


if __name__ == "__main__":
    main()
