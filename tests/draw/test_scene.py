import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from types import ModuleType
from typing import Any

import pytest

from ludoteca import draw as d

from .demo import demo_scene

SVG = "{http://www.w3.org/2000/svg}"
THEMES = [d.LIGHT, d.DARK, d.AUTO]


def walk(element: ET.Element, depth: int = 1) -> list[str]:
    """The names in a picture, indented as they are nested."""
    lines = []
    for child in element:
        name = child.attrib.get("aria-label")
        if name:
            note = ""
            if "data-action" in child.attrib:
                note = f" [{child.attrib['data-action']}]"
            if "aria-description" in child.attrib:
                note = f" ({child.attrib['aria-description']})"
            lines.append("  " * depth + name + note)
        lines += walk(child, depth + bool(name))
    return lines


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_and_the_text_say_the_same(theme: Any) -> None:
    scene = demo_scene()
    root = ET.fromstring(scene.svg(theme))
    said = scene.text().split("\n")
    assert said[0] == scene.title == root.findtext(f"{SVG}title")
    assert sorted(walk(root)) == sorted(said[1:])
    assert root.findtext(f"{SVG}desc") == scene.text() == str(scene)


def test_the_order_of_the_text_is_the_order_of_the_tree() -> None:
    scene = d.Scene(10, 10, "Title\nbroken", layers=("a", "b"))
    scene.add("b", d.group(label="last"))
    inside = d.group(label="inside", action="go")
    scene.add("a", d.group(d.group(inside), label="outside"), d.group(d.circle(0, 0, 1)))
    assert scene.text() == "Title broken\n  outside\n    inside [go]\n  last"


@pytest.mark.parametrize("theme", THEMES)
def test_everything_that_can_be_reached_has_a_name(theme: Any) -> None:
    root = ET.fromstring(demo_scene().svg(theme))
    buttons = [e for e in root.iter() if e.attrib.get("role") == "button"]
    assert len(buttons) >= 8
    assert all(e.attrib["aria-label"].strip() for e in buttons)
    assert [e for e in root.iter() if "tabindex" in e.attrib] == buttons
    assert root.attrib["aria-labelledby"] == next(root.iter(f"{SVG}title")).attrib["id"]


@pytest.mark.parametrize("theme", [d.LIGHT, d.DARK])
def test_literal_themes_leave_nothing_to_the_browser(theme: Any) -> None:
    svg = demo_scene().svg(theme)
    assert "var(" not in svg and "light-dark(" not in svg
    colours = re.findall(r'(?:fill|stroke)="([^"]*)"', svg)
    assert colours and all(re.fullmatch(r"#[0-9a-f]{6}|none|url\(#[\w.-]+\)", c) for c in colours)


def test_the_automatic_theme_declares_what_it_uses() -> None:
    svg = demo_scene().svg(d.AUTO)
    used, declared = set(re.findall(r"var\((--[\w-]+)\)", svg)), set(re.findall(r"(--[\w-]+):", svg))
    assert used and used <= declared
    assert "[data-theme=dark]" in svg and "[data-theme=light]" in svg


def test_themes_differ_and_bytes_do_not() -> None:
    texts = {theme: demo_scene().svg(theme) for theme in THEMES}
    assert len(set(texts.values())) == 3
    assert all(demo_scene().svg(theme) == text for theme, text in texts.items())


def test_patterns_are_defined_once_and_only_when_used() -> None:
    stripes = d.Pattern("stripes", d.INK, d.PAPER)
    scene = d.Scene(10, 10, "patterns")
    assert "<pattern" not in scene.svg()
    scene.add("table", d.rect(0, 0, 5, 5, fill=stripes), d.rect(5, 0, 5, 5, fill=stripes))
    scene.add("pieces", d.rect(0, 5, 5, 5, fill=d.Pattern("stripes", d.INK, d.PAPER)))
    svg = scene.svg()
    (ident,) = re.findall(r'<pattern id="([^"]+)"', svg)
    assert svg.count(f"url(#{ident})") == 3
    scene.add("table", d.rect(0, 0, 5, 5, fill=d.Pattern("stripes", d.INK, None, 2)))
    assert scene.svg().count("<pattern") == 2


@pytest.mark.parametrize("theme", THEMES)
def test_every_pattern_that_is_used_is_defined(theme: Any) -> None:
    svg = demo_scene().svg(theme)
    used, defined = re.findall(r"url\(#([^)]+)\)", svg), re.findall(r'<pattern id="([^"]+)"', svg)
    assert set(used) == set(defined) and len(defined) == len(set(defined)) >= 7


def test_layers_are_the_parts_of_the_picture() -> None:
    scene = demo_scene()
    layers, svg = scene.layers(d.LIGHT), scene.svg(d.LIGHT)
    assert list(layers)[-3:] == ["table", "pieces", "options"]
    for name, part in layers.items():
        assert ET.fromstring(part).attrib["id"] == name
        assert part in svg


def test_only_the_layer_that_changed_changes() -> None:
    def at(x: float) -> dict[str, str]:
        scene = d.Scene(100, 100, "moving")
        scene.add("table", d.rect(0, 0, 9, 9, fill=d.FELT))
        scene.add("pieces", d.token("A", id="a", glides=True, x=x, y=5, label="A"))
        return scene.layers()

    before, after = at(5), at(6)
    assert [name for name in before if before[name] != after[name]] == ["pieces"]


def test_prefixes_keep_two_pictures_apart() -> None:
    def ids(prefix: str) -> set[str]:
        scene = d.Scene(9, 9, "t", prefix=prefix)
        scene.add("table", d.rect(0, 0, 1, 1, fill=d.Pattern("dots", d.INK)), d.group(id="x", label="x"))
        return set(re.findall(r' id="([^"]+)"', scene.svg()))

    assert len(ids("a-")) == len(ids("b-")) == 9
    assert not ids("a-") & ids("b-")


def test_an_id_is_given_once() -> None:
    scene = d.Scene(10, 10, "twice")
    scene.add("table", d.group(id="x", label="one"), d.group(id="x", label="two"))
    with pytest.raises(ValueError, match="'x'"):
        scene.svg()


def test_an_unknown_layer_is_named() -> None:
    with pytest.raises(ValueError, match=r"'peices'.*table, pieces, options"):
        d.Scene(10, 10, "t").add("peices")


def test_size_and_notebook() -> None:
    scene = d.Scene(200, 100, "t")
    assert 'viewBox="0 0 200 100"' in scene.svg() and " height=" not in scene.svg().split(">")[0]
    assert ' width="50" height="25"' in scene.svg(width=50)
    assert ' width="200"' in scene._repr_svg_() and "var(" not in scene._repr_svg_()
    assert "<style" not in scene.svg(style=False) and "<style" in scene.svg()


@pytest.mark.parametrize("theme", [d.LIGHT, d.DARK])
def test_png(theme: Any) -> None:
    scene = demo_scene(1, 366, 12)
    png = scene.png(390, theme)
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and len(png) > 20_000
    assert int.from_bytes(png[16:20], "big") == 390
    assert int.from_bytes(png[20:24], "big") == pytest.approx(scene.height * 390 / scene.width, abs=1)
    empty = d.Scene(scene.width, scene.height, "empty").png(390, theme)
    assert len(empty) < len(png) / 4


def test_png_wants_a_literal_theme_and_resvg(monkeypatch: Any) -> None:
    scene = d.Scene(10, 10, "t")
    with pytest.raises(ValueError, match="LIGHT or DARK"):
        scene.png(theme=d.AUTO)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(RuntimeError, match=r"pip install ludoteca\[png\]"):
        scene.png()


def test_a_board_is_drawn_in_no_time() -> None:
    scene = demo_scene()
    taken = []
    for _ in range(5):
        start = time.process_time()
        text = scene.svg()
        taken.append(time.process_time() - start)
    assert len(text) > 35_000 and min(taken) < 0.02


def test_the_import_is_light() -> None:
    heavy = ("resvg_py", "xml", "asyncio", "http", "json", "numpy", "PIL")
    code = f"import sys, ludoteca.draw; print([m for m in {heavy!r} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_the_list_of_names_is_complete() -> None:
    public = {name for name, value in vars(d).items() if name[0] != "_" and not isinstance(value, ModuleType)}
    assert set(d.__all__) == public and len(d.__all__) == len(public)
