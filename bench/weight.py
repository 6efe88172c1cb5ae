"""Weighs the first page of a table as it travels: the page itself, its styles and scripts, its sheet of art.

Everything is counted that a browser asks for which keeps nothing yet: the page, what it names, the modules
those import at once, and the sheet its board refers to; not what a script fetches later, when it is needed.
Weights are bodies as the house packs them.

python bench/weight.py                   every game, at the start and after 60 moves, wide and on a phone
python bench/weight.py bosa --moves 200

Ends with status 1 if a page is heavier than it may be.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import tempfile
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from ludoteca.games import load, names

HEAVIEST_PAGE: Final = 60_000
PACKED: Final = {"accept-encoding": "gzip, deflate, br, zstd"}
NAMED: Final = re.compile(r'(?:href|src)="(/static/[^"#]+)')
IMPORTED: Final = re.compile(r'^(?:import|export)\b[^"(]*"\./([^"]+)";', re.MULTILINE)
CHOICE: Final = re.compile(r'data-choice="([^"]+)"')
FIELD: Final = re.compile(r'name="(command|base|seat)" value="([^"]*)"')

Ask = Callable[[str], bytes]
"""Fetches an address and gives the body as it travels: packed."""


def weights(ask: Ask, page: str) -> dict[str, int]:
    """The bytes of everything the first page of a table needs, by address; the page itself under its own."""
    body = ask(page)
    found = {page: len(body)}
    wanted = NAMED.findall(unpacked(body))
    while wanted:
        address = wanted.pop()
        if address in found:
            continue
        body = ask(address)
        found[address] = len(body)
        if ".js?" in address:
            wanted += [f"/static/{name}" for name in IMPORTED.findall(unpacked(body))]
    return found


def unpacked(body: bytes) -> str:
    return (gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body).decode()


def by_kind(found: dict[str, int]) -> dict[str, int]:
    """The same in short: the page, styles, scripts, art, everything."""
    told = {"all": sum(found.values())}
    for address, weight in found.items():
        kind = Path(urlsplit(address).path).suffix[1:] or "page"
        told[kind] = told.get(kind, 0) + weight
    return told


class Visitor:
    """Somebody without scripts who asks for packed answers."""

    def __init__(self, house: str, narrow: bool) -> None:
        self.house = house
        self.web: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))
        self.more = "?layout=narrow" if narrow else "?layout=wide"

    def ask(self, path: str) -> bytes:
        with self.web.open(Request(self.house + path, headers=PACKED)) as answer:
            return bytes(answer.read())

    def post(self, path: str, form: dict[str, str]) -> str:
        with self.web.open(Request(self.house + path, urlencode(form).encode())) as answer:
            return urlsplit(answer.url).path

    def opened(self, game: str) -> str:
        """The address of a new table, with random bots at all other seats."""
        form = {"seat 0": "me"}
        for number in range(1, load(game).most):
            form |= {f"seat {number}": "bot", f"level {number}": "random"}
        return self.post(f"/games/{game}/open", form) + self.more

    def played(self, table: str, moves: int) -> None:
        """So many random choices."""
        luck = random.Random(7)
        for _ in range(moves):
            page = unpacked(self.ask(table))
            choices = CHOICE.findall(page)
            if choices:
                fields = dict(FIELD.findall(page))
                self.post(f"{table.partition('?')[0]}/do", fields | {"do": f"act {luck.choice(choices)}"})


def measured(house: str, game: str, narrow: bool, moves: int) -> list[dict[str, Any]]:
    """A table at its start and later."""
    visitor = Visitor(house, narrow)
    table = visitor.opened(game)
    told = []
    for when, more in (("start", 0), (f"after {moves}", moves)):
        visitor.played(table, more)
        found = by_kind(weights(visitor.ask, table))
        told.append({"game": game, "layout": "narrow" if narrow else "wide", "when": when, **found})
    return told


def main() -> None:
    from pages import opened

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--moves", type=int, default=60)
    wishes = parser.parse_args()
    heavy = []
    with tempfile.TemporaryDirectory() as folder:
        server, house = opened(Path(folder))
        try:
            for game in wishes.games:
                for narrow in (False, True):
                    for found in measured(house, game, narrow, wishes.moves):
                        print(json.dumps(found), flush=True)
                        if found["all"] > HEAVIEST_PAGE:
                            heavy.append(f"{game}, {found['layout']}, {found['when']}: {found['all']} bytes")
        finally:
            server.terminate()
            server.wait(20)
    if heavy:
        raise SystemExit("\n".join([f"heavier than {HEAVIEST_PAGE}:", *heavy]))


if __name__ == "__main__":
    main()
