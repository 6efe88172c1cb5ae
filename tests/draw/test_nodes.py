import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca import draw as d


def drawn(*children: d.Child, theme: d.Theme = d.LIGHT) -> ET.Element:
    """The layer that holds the children, parsed."""
    scene = d.Scene(100, 100, "test", layers=("only",))
    scene.add("only", *children)
    return ET.fromstring(scene.layers(theme)["only"])


SHAPES = [
    (d.rect(1, 2, 3, 4, 1, fill=d.INK), "rect", d.Box(1, 2, 3, 4)),
    (d.circle(5, 5, 2, fill=d.INK), "circle", d.Box(3, 3, 4, 4)),
    (d.ellipse(5, 5, 2, 1, fill=d.INK), "ellipse", d.Box(3, 4, 4, 2)),
    (d.line(0, 1, 4, 3), "line", d.Box(-0.5, 0.5, 5, 3)),
    (d.polyline([(0, 0), (2, 5)], width=2), "polyline", d.Box(-1, -1, 4, 7)),
    (d.polygon([(0, 0), (2, 5), (4, 1)], fill=d.INK), "polygon", d.Box(0, 0, 4, 5)),
    (d.path("M0 0L1 1", d.Box(0, 0, 1, 1), fill=d.INK), "path", d.Box(0, 0, 1, 1)),
    (d.path("M0 0L1 1", fill=d.INK), "path", None),
]


@pytest.mark.parametrize(("shape", "tag", "box"), SHAPES)
def test_shapes(shape: Any, tag: Any, box: Any) -> None:
    element = drawn(shape)[0]
    assert element.tag == tag
    assert shape.box() == box


def test_paint() -> None:
    element = drawn(d.rect(0, 0, 1, 1, fill=d.PAPER, stroke=d.INK, width=2.5, dash="3 2", opacity=0.5))[0]
    assert element.attrib["fill"] == d.PAPER.light
    assert element.attrib["stroke"] == d.INK.light
    assert element.attrib["stroke-width"] == "2.5"
    assert element.attrib["stroke-dasharray"] == "3 2"
    assert element.attrib["opacity"] == ".5"
    assert drawn(d.rect(0, 0, 1, 1))[0].attrib["fill"] == "none"


def test_words_are_centred_or_stand_on_a_line() -> None:
    assert drawn(d.text("x", 5, 10, 10))[0].attrib["y"] == "13.7"
    start = drawn(d.text("x", 5, 10, 10, baseline=True, anchor="start", bold=True, halo=d.PAPER))[0].attrib
    assert (start["y"], start["text-anchor"], start["font-weight"], start["paint-order"]) == (
        "10",
        "start",
        "700",
        "stroke",
    )
    assert d.text("ab", 50, 0).box().cx == pytest.approx(50)
    assert d.text("ab", 50, 0, anchor="end").box().right == pytest.approx(50)


@given(st.text(), st.text(), st.text(), st.text(), st.text())
def test_any_words_anywhere_make_good_xml(name: Any, label: Any, action: Any, why: Any, words: Any) -> None:
    children: list[d.Child] = [
        d.group(d.text(words), id=name, label=label or "x", action=action),
        d.group(d.text(words), label=label or "x", why=why, glow=words),
        d.fit_text(words, 50),
        d.path(words),
    ]
    scene = d.Scene(10, 10, words, layers=("only",))
    scene.add("only", children)
    ET.fromstring(scene.svg())
    first = drawn(children)[0]
    if d.clean(action):
        assert first.attrib["data-action"] == d.clean(action)


def test_plain_groups_leave_no_trace() -> None:
    assert [e.tag for e in drawn(d.group(d.group(d.circle(0, 0, 1)), [None, [d.line(0, 0, 1, 1)]]))] == [
        "circle",
        "line",
    ]


def test_words_must_be_drawn() -> None:
    with pytest.raises(TypeError, match="text"):
        d.group("words")


def test_placing() -> None:
    placed = drawn(d.group(d.circle(0, 0, 1), x=1.5, y=2, turn=90, scale=2))[0]
    assert placed.attrib["transform"] == "translate(1.5 2)rotate(90)scale(2)"
    box = d.group(d.rect(0, 0, 10, 4), x=100, turn=90, scale=2).box()
    assert box == pytest.approx((92, 0, 8, 20))


def test_an_option_is_a_named_button() -> None:
    one = drawn(d.group(d.circle(0, 0, 9, fill=d.INK), id="k", label="Keep the dice", action="keep"))[0]
    assert one.attrib == {
        "id": "k",
        "class": "option",
        "role": "button",
        "tabindex": "0",
        "aria-label": "Keep the dice",
        "data-action": "keep",
    }
    halo = one[-1]
    assert halo.attrib["class"] == "halo" and halo.attrib["stroke"] == d.ACCENT.light
    assert (halo.attrib["x"], halo.attrib["width"]) == ("-12", "24")
    quiet = drawn(d.group(d.circle(0, 0, 9), action="keep", quiet=True, outline=d.circle(0, 0, 11)))[0]
    assert quiet.attrib["aria-label"] == "keep"
    assert quiet[-1].tag == "circle" and "stroke" not in quiet[-1].attrib


def test_a_refusal_says_why_and_cannot_be_sent() -> None:
    one = drawn(d.group(d.circle(0, 0, 9), label="Gigante", action="invoke", why="dormant (BOM-4.9)"))[0]
    assert one.attrib["aria-description"] == "dormant (BOM-4.9)"
    assert one.attrib["aria-disabled"] == "true" and one.attrib["class"] == "refused"
    assert "data-action" not in one.attrib and one.attrib["tabindex"] == "-1"
    with pytest.raises(ValueError, match="label"):
        d.group(why="nameless")


def test_a_gliding_piece_is_placed_outside_and_moved_inside() -> None:
    outer = drawn(d.group(d.circle(0, 0, 1), id="pawn", x=3, y=4, turn=90, glides=True, label="pawn"))[0]
    assert outer.attrib["transform"] == "translate(3 4)" and "data-flip" in outer.attrib
    (inner,) = outer
    assert inner.tag == "g" and not inner.attrib
    assert inner[0].attrib == {"transform": "rotate(90)"}
    still = drawn(d.group(d.circle(0, 0, 1), id="pawn", glides=True))[0]
    assert still.attrib["transform"] == "translate(0 0)" and still[0][0].tag == "circle"
    with pytest.raises(ValueError, match="id"):
        d.group(glides=True, label="pawn")


def test_a_glow_is_seen_and_heard() -> None:
    one = d.group(d.circle(0, 0, 9), label="Dora", glow="could be crowned")
    assert list(one.lines()) == ["Dora, could be crowned"]
    element = drawn(one)[0]
    assert element.attrib["aria-label"] == "Dora, could be crowned"
    assert [e.attrib.get("stroke") for e in element] == [d.GLOW.light, d.GLOW.light, None]


def test_a_preview_is_hidden_on_top_and_outside_the_edge() -> None:
    hint = d.group(d.circle(0, 50, 9), preview=True, label="+2")
    option = drawn(d.group(hint, d.circle(0, 0, 9), action="take"))[0]
    assert option[-1].attrib["visibility"] == "hidden" and option[-1].attrib["class"] == "preview"
    assert option[-2].attrib["height"] == "24"


def test_a_choice_inside_a_choice_is_refused() -> None:
    inner = d.group(d.group(action="a"))
    with pytest.raises(ValueError, match="inside another"):
        d.group(inner, action="b")
    d.group(inner, label="just a name")


def test_roles_of_named_groups() -> None:
    outer = drawn(d.group(d.group(d.group(label="in")), label="out"))[0]
    assert outer.attrib["role"] == "group"
    assert outer[0].attrib["role"] == "img"
