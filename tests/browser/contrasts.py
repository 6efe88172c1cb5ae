"""Words of a board with what lies under them: a browser paints the board without them and looks."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from playwright.sync_api import Page

from ludoteca import draw as d

_WORDS = re.compile(r"<text\b.*?</text>", re.DOTALL)
_RIMS = re.compile(r'<[a-z]+ [^>]*class="halo"[^>]*/>')

# Paints a board with its words and without, and finds for every mark the contrast of its colour with the
# ground under the letters that can be seen: a value that half of the points reach. What something else covers
# is not asked about.
LOOK = """async ([whole, bare, width, height, marks]) => {
  const painted = async (svg) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    await image.decode();
    const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    pen.drawImage(image, 0, 0, width, height);
    return pen.getImageData(0, 0, width, height).data;
  };
  const [shown, ground] = [await painted(whole), await painted(bare)];
  const linear = Array.from({ length: 256 }, (_, v) =>
    v <= 10 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const light = (r, g, b) => 0.2126 * linear[r] + 0.7152 * linear[g] + 0.0722 * linear[b];
  const of = (hex) => light(...[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const differ = (at) => [0, 1, 2].some((k) => Math.abs(shown[at + k] - ground[at + k]) > 24);
  return marks.map(([x, y, w, h, colour]) => {
    const own = of(colour);
    const found = [];
    for (let py = Math.max(0, Math.floor(y)); py < Math.min(height, y + h); py++)
      for (let px = Math.max(0, Math.floor(x)); px < Math.min(width, x + w); px++) {
        const at = 4 * (py * width + px);
        if (differ(at)) found.push(ratio(own, light(ground[at], ground[at + 1], ground[at + 2])));
      }
    const seen = found.length > w * h * 0.04;
    return seen ? found.sort((one, other) => one - other)[Math.floor(found.length / 2)] ?? 21 : 21;
  });
}"""


class Mark(NamedTuple):
    """Something painted in one colour: where, what it says, and the colour around its letters, if any."""

    x: float
    y: float
    w: float
    h: float
    colour: d.Colour
    words: str
    halo: d.Colour | None = None


def words_on(scene: d.Scene) -> list[Mark]:
    """All words of a board, save those over which others were written later."""
    found = [mark for layer in scene._layers.values() for one in layer for mark in _words(one, 0, 0, 1, 0)]
    return [
        mark
        for number, mark in enumerate(found)
        if not any(_overlap(mark, later) for later in found[number + 1 :])
    ]


def _overlap(one: Mark, other: Mark) -> bool:
    across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    along = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return across > 1 and along > one.h / 4


def _words(node: d.Group, x: float, y: float, scale: float, turn: float) -> Iterator[Mark]:
    if node.preview or node.opacity != 1:
        return
    x, y = _placed(node.x, node.y, x, y, scale, turn)
    scale, turn = scale * node.scale, turn + node.turn
    for child in node.children:
        if isinstance(child, d.Group):
            yield from _words(child, x, y, scale, turn)
        elif isinstance(child, d.Text) and not turn:
            box = child.box()
            yield Mark(
                x + box.x * scale, y + box.y * scale, box.w * scale, box.h * scale,
                child.fill, child.words, child.halo,
            )  # fmt: skip


def _placed(px: float, py: float, x: float, y: float, scale: float, turn: float) -> tuple[float, float]:
    cos, sin = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
    return x + px * cos - py * sin, y + px * sin + py * cos


def looked_at(page: Page, scene: d.Scene, theme: d.Theme, marks: list[Mark]) -> list[float]:
    """The contrast of every mark with the ground under it."""
    whole = _RIMS.sub("", scene.svg(theme, width=scene.width))

    def of(colour: d.Colour) -> str:
        return colour.light if theme is d.LIGHT else colour.dark

    told = [[mark.x, mark.y, mark.w, mark.h, of(mark.colour)] for mark in marks]
    found: list[Any] = page.evaluate(LOOK, [whole, _WORDS.sub("", whole), scene.width, scene.height, told])
    around = [d.contrast(of(m.colour), of(m.halo)) if m.halo is not None else 0.0 for m in marks]
    return [max(one, other) for one, other in zip(found, around, strict=True)]
