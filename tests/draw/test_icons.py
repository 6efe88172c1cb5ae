"""Goods of one game can be told apart without colours, as small as they ever stand on a board."""

from __future__ import annotations

import struct
import zlib
from itertools import combinations

import pytest

from ludoteca import draw as d
from ludoteca.games.bologna.board.art import SHEET as BOLOGNA
from ludoteca.games.bomarzo.board.art import SHEET as BOMARZO
from ludoteca.games.bosa.board.art import SHEET as BOSA
from ludoteca.games.manticore.board.art import SHEET as MANTICORE

SMALL = 16
"""Pixels across."""
LEAST = 0.08
"""The share of pixels in which two icons must differ clearly."""
GOODS = {
    "bologna": (BOLOGNA, ["s-people", "s-tower", "s-book", "s-bologna", "s-wine", "s-rat"]),
    "bomarzo": (BOMARZO, ["cube-food", "cube-coin", "cube-wine"]),
    "bosa": (BOSA, ["fish", "textile", "pottery", "coin"]),
    "manticore": (MANTICORE, [*[f"t-{kind}" for kind in range(8)], "t-initiative", "t-magic"]),
}


def greys(png: bytes) -> list[int]:
    """The brightness of every pixel of an RGBA picture, laid on a middle grey."""
    width, height = struct.unpack(">II", png[16:24])
    data, at = b"", 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        data += png[at + 8 : at + 8 + size] if png[at + 4 : at + 8] == b"IDAT" else b""
        at += size + 12
    raw = zlib.decompress(data)
    row, found = bytearray(4 * width), []
    for y in range(height):
        kind, line = raw[y * (4 * width + 1)], bytearray(raw[y * (4 * width + 1) + 1 :][: 4 * width])
        for x in range(4 * width):
            left, corner = (line[x - 4], row[x - 4]) if x >= 4 else (0, 0)
            line[x] = (line[x] + guessed(kind, left, row[x], corner)) & 255
        row = line
        for r, g, b, a in struct.iter_unpack("4B", bytes(line)):
            found.append(round((0.3 * r + 0.6 * g + 0.1 * b) * a / 255 + 128 * (255 - a) / 255))
    return found


def guessed(kind: int, left: int, up: int, corner: int) -> int:
    """What a PNG filter takes a byte for, by its neighbours."""
    nearest = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
    return (0, left, up, (left + up) // 2, nearest)[kind]


def drawn(sheet: d.Sheet, symbol: str) -> list[int]:
    """An icon in the middle of a small square."""
    box = d.use(sheet, symbol).box()
    assert box is not None
    scale = SMALL / max(box.w, box.h)
    scene = d.Scene(SMALL, SMALL, symbol, ground=None)
    scene.add("pieces", d.use(sheet, symbol, SMALL / 2 - box.cx * scale, SMALL / 2 - box.cy * scale, scale))
    return greys(scene.png(SMALL))


@pytest.mark.parametrize("name", GOODS)
def test_goods_differ_in_shape_and_not_in_colour_alone(name: str) -> None:
    sheet, symbols = GOODS[name]
    pictures = {symbol: drawn(sheet, symbol) for symbol in symbols}
    for one, other in combinations(symbols, 2):
        pairs = zip(pictures[one], pictures[other], strict=True)
        differ = sum(abs(a - b) > 32 for a, b in pairs) / SMALL**2
        assert differ > LEAST, (one, other, differ)
