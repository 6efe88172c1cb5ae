import xml.etree.ElementTree as ET
from typing import Any

import pytest

from ludoteca import draw as d

SQUARE = d.rect(-10, -10, 20, 20, fill=d.CARD, stroke=d.LINE)
MAKERS = {
    "card": lambda **place: d.card(d.text("face"), **place),
    "card_back": lambda **place: d.card_back(d.mark("crown", 8), **place),
    "token": lambda **place: d.token(12, **place),
    "seat_mark": lambda **place: d.seat_mark(d.SEATS[4], **place),
    "stack": lambda **place: d.stack(5, SQUARE, d.text("x"), **place),
    "empty stack": lambda **place: d.stack(0, SQUARE, **place),
    "die": lambda **place: d.die(d.dots(6), dashed=True, dim=True, **place),
    "badge": lambda **place: d.badge("feast", **place),
    "button": lambda **place: d.button("Done", primary=True, **place),
    "counter": lambda **place: d.counter(d.mark("drop", 9), 3, **place),
    "pips": lambda **place: d.pips(3, 7, notched=(7,), **place),
    "panel": lambda **place: d.panel(120, 90, "Heading", d.text("x"), tone=d.BLUE, **place),
    "track": lambda **place: d.track(d.row(5, 20), captions=range(5), markers={2: [d.token("A")]}, **place),
    "arrow": lambda **place: d.arrow((0, 0), (50, 20), bend=12, dash="3 3", short=4, **place),
    "cell": lambda **place: d.cell(d.HexGrid(20).corners(0, 0), d.text("F"), **place),
}


def svg_of(*children: d.Child) -> str:
    scene = d.Scene(200, 200, "one")
    scene.add("table", *children)
    return scene.svg(d.LIGHT, style=False)


@pytest.mark.parametrize("name", MAKERS)
def test_every_component_can_be_placed_named_chosen_and_moved(name: Any) -> None:
    made = MAKERS[name](id="it", x=7, y=9, label="this thing", action="take it", glides=True, glow="ready")
    assert next(iter(made.lines())) == "this thing, ready [take it]"
    svg = svg_of(made)
    ET.fromstring(svg)
    assert '<g id="it" class="option' in svg and 'data-flip="" transform="translate(7 9)"' in svg
    assert 'class="halo"' in svg
    assert made.box() is not None


@pytest.mark.parametrize("name", MAKERS)
def test_every_component_is_drawn_in_ink_that_can_be_seen(name: Any) -> None:
    assert svg_of(MAKERS[name](x=100, y=100)) != svg_of()


@pytest.mark.parametrize("name", d.MARKS)
def test_marks_fill_their_reach(name: Any) -> None:
    outline = d.mark(name, 10, 50, 50)
    assert outline.box() == (40, 40, 20, 20)
    scene = d.Scene(100, 100, name)
    scene.add("table", outline)
    blank = d.Scene(100, 100, name)
    assert scene.png() != blank.png()
    for canvas in (scene, blank):
        canvas.add("table", d.circle(50, 50, 15, fill=d.PAPER))
    assert scene.png() == blank.png()


def test_marks_are_unlike() -> None:
    assert len({d.mark(name, 10).outline for name in d.MARKS}) == len(d.MARKS)


def test_a_stack_shows_its_count_and_at_most_three_pieces() -> None:
    assert svg_of(d.stack(12, SQUARE)).count("<rect") == svg_of(d.stack(3, SQUARE)).count("<rect")
    assert ">12</text>" in svg_of(d.stack(12, SQUARE))
    assert svg_of(d.stack(1, SQUARE)).count("<rect") == svg_of(d.stack(2, SQUARE)).count("<rect") - 1
    assert "stroke-dasharray" in svg_of(d.stack(0, SQUARE)) and ">0</text>" in svg_of(d.stack(0, SQUARE))
    with pytest.raises(ValueError, match="box"):
        d.stack(1, d.path("M0 0"))


@pytest.mark.parametrize("value", range(7))
def test_dots_of_a_die(value: Any) -> None:
    assert svg_of(d.die(d.dots(value))).count("<circle") == value


def test_dice_frames() -> None:
    assert "dasharray" not in svg_of(d.die()) and "dasharray" in svg_of(d.die(dashed=True))
    assert ' opacity=".45"' in svg_of(d.die(dim=True))


def test_pips_are_full_from_the_left() -> None:
    root = ET.fromstring(svg_of(d.pips(2, 5)))
    fills = [e.attrib["fill"] for e in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert fills == [d.INK.light] * 2 + ["none"] * 3
    assert svg_of(d.pips(2, 5, notched=(5,))).count("<polygon") == 1


def reach(node: d.Node) -> d.Box:
    """How far a node that draws something reaches."""
    box = node.box()
    assert box is not None
    return box


def test_badges_fit() -> None:
    wide, tight = d.badge("a rather long notice"), d.badge("a rather long notice", max_w=60)
    fixed = d.badge("x", w=80)
    assert reach(wide).w > 100 and reach(tight).w <= 62 and reach(fixed).w == pytest.approx(81.5)


def test_track_markers_stand_side_by_side() -> None:
    track = d.track(d.row(3, 40), r=10, markers={1: [d.token("A"), d.token("B")]}, spread=12)
    assert [(g.x, g.y) for g in track.children[-2:] if isinstance(g, d.Group)] == [(-6, 0), (6, 0)]
    darker = d.mix(d.CARD, d.INK, 0.3).light
    assert svg_of(d.track(d.row(4, 9), reached=1)).count(darker) == 2


def test_a_panel_is_called_by_its_heading_and_has_room() -> None:
    panel = d.panel(200, 100, "Hand", d.group(label="card"))
    assert list(panel.lines()) == ["Hand", "  card"]
    inside = d.panel_inside(200, 100, "Hand")
    full = d.panel(200, 100, "Hand", d.rect(*inside, fill=d.INK))
    assert inside.w > 150 and full.box() == d.panel(200, 100, "Hand").box()


def test_an_arrow_ends_where_it_should() -> None:
    straight = d.arrow((0, 0), (100, 0), width=2)
    tip = reach(straight.children[1])
    assert tip.right == pytest.approx(100.5) and tip.cy == pytest.approx(0)
    held = d.arrow((0, 0), (100, 0), width=2, short=10)
    assert reach(held.children[1]).right == pytest.approx(90.5)
    bent = reach(d.arrow((0, 0), (100, 0), bend=20).children[0])
    assert bent.y == pytest.approx(-20, abs=3)
    d.arrow((5, 5), (5, 5))


def test_a_refused_button_is_pale_and_silent() -> None:
    svg = svg_of(d.button("Undo", action="undo", why="nothing to take back"))
    assert "data-action" not in svg and d.FAINT.light in svg


def test_patterns_can_be_told_apart_without_colour() -> None:
    pictures = {d.Scene(40, 40, "blank").png()}
    for kind in d.KINDS:
        scene = d.Scene(40, 40, kind)
        scene.add("table", d.rect(0, 0, 40, 40, fill=d.Pattern(kind, d.INK, d.PAPER)))
        pictures.add(scene.png())
    assert len(pictures) == len(d.KINDS) + 1
