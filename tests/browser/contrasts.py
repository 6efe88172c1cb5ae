"""Words and rims of a board with what lies under them: a browser paints the board without them and looks."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from playwright.sync_api import Page

from ludoteca import draw as d

_WORDS = re.compile(r"<text\b.*?</text>", re.DOTALL)
_RIMS = re.compile(r'<[a-z]+ [^>]*class="halo"[^>]*/>')

# Paints a picture, and finds for every box the contrast of a colour with the ground in it: the value that all
# but a tenth of the points reach, in a box or along its edge.
LOOK = """async ([svg, width, height, marks]) => {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  const linear = Array.from({ length: 256 }, (_, v) =>
    v <= 10 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const light = (r, g, b) => 0.2126 * linear[r] + 0.7152 * linear[g] + 0.0722 * linear[b];
  const of = (hex) => light(...[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  return marks.map(([x, y, w, h, colour, edge]) => {
    const own = of(colour);
    const found = [];
    for (let py = Math.max(0, Math.floor(y)); py < Math.min(height, y + h); py++)
      for (let px = Math.max(0, Math.floor(x)); px < Math.min(width, x + w); px++) {
        if (edge && px > x + 2 && px < x + w - 3 && py > y + 2 && py < y + h - 3) continue;
        const at = 4 * (py * width + px);
        const ground = light(data[at], data[at + 1], data[at + 2]);
        found.push((Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05));
      }
    return found.sort((one, other) => one - other)[Math.floor(found.length / 4)] ?? 21;
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
    """All words of a board."""
    return [mark for layer in scene._layers.values() for one in layer for mark in _words(one, 0, 0, 1, 0)]


def _words(node: d.Group, x: float, y: float, scale: float, turn: float) -> Iterator[Mark]:
    for child in node.children:
        if isinstance(child, d.Group) and not child.preview and child.opacity == 1:
            px, py = _placed(child.x, child.y, x, y, scale, turn)
            yield from _words(child, px, py, scale * child.scale, turn + child.turn)
        elif isinstance(child, d.Text) and not turn:
            box = child.box()
            yield Mark(
                x + box.x * scale, y + box.y * scale, box.w * scale, box.h * scale,
                child.fill, child.words, child.halo,
            )  # fmt: skip


def _placed(px: float, py: float, x: float, y: float, scale: float, turn: float) -> tuple[float, float]:
    cos, sin = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
    return x + px * cos - py * sin, y + px * sin + py * cos


def rims_on(scene: d.Scene, colour: d.Colour) -> list[Mark]:
    """The rims of all that is lit."""
    return [mark for layer in scene._layers.values() for one in layer for mark in _rims(one, 0, 0, 1, colour)]


def _rims(node: d.Group, x: float, y: float, scale: float, colour: d.Colour) -> Iterator[Mark]:
    x, y, scale = x + node.x * scale, y + node.y * scale, scale * node.scale
    if node.touch and node.lit:
        box = node.outline.extent if node.outline is not None else node.box()
        if box is not None:
            yield Mark(x + box.x * scale, y + box.y * scale, box.w * scale, box.h * scale, colour, node.touch)
    for child in node.children:
        if isinstance(child, d.Group):
            yield from _rims(child, x, y, scale, colour)


def looked_at(page: Page, scene: d.Scene, theme: d.Theme, marks: list[Mark], edge: bool) -> list[float]:
    """The contrast of every mark with the ground under it."""
    svg = _RIMS.sub("", _WORDS.sub("", scene.svg(theme, width=scene.width)))

    def of(colour: d.Colour) -> str:
        return colour.light if theme is d.LIGHT else colour.dark

    told = [[mark.x, mark.y, mark.w, mark.h, of(mark.colour), edge] for mark in marks]
    found: list[Any] = page.evaluate(LOOK, [svg, scene.width, scene.height, told])
    around = [d.contrast(of(m.colour), of(m.halo)) if m.halo is not None else 0.0 for m in marks]
    return [max(one, other) for one, other in zip(found, around, strict=True)]
