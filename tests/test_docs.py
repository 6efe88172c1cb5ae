"""`make docs`: every page is on the site and in its menu, links lead somewhere, references are whole."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import docs


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> docs.Site:
    made = docs.Site(docs.pages(), tmp_path_factory.mktemp("site") / "docs")
    made.write()
    return made


EXTRAS = ("gymnasium", "mcp", "numpy", "onnxruntime", "pettingzoo", "psycopg", "pyarrow", "pyspiel", "ray")


def test_the_site_needs_no_extras(tmp_path: Path) -> None:
    """A fresh clone makes the site while it builds, before anything for learners is installed."""
    folder = tmp_path / "docs"
    program = (
        f"import sys\nfrom pathlib import Path\nfor name in {EXTRAS}: sys.modules[name] = None\n"
        f"from scripts import docs\nsys.exit(docs.main(Path({str(folder)!r})))"
    )
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, cwd=docs.ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_no_link_is_broken(site: docs.Site) -> None:
    assert site.broken == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    pages = docs.pages()
    pages["glossary"].text += "\n\n[a](missing.md) [b](hosting.md#no-such-heading) [c](hosting.md#settings)\n"
    site = docs.Site(pages, tmp_path / "docs")
    site.write()
    assert site.broken == ["glossary: missing.md", "glossary: hosting.md#no-such-heading"]


def test_every_page_is_in_the_menu_once(site: docs.Site) -> None:
    listed = re.findall(r'href="([^"]+)\.html"', site.menu())
    assert sorted(listed) == sorted(site.pages)


def test_the_references_name_what_is_public(site: docs.Site) -> None:
    python = {*site.anchors["reference-python"].values()}
    assert {f"ludoteca.{name}" for name in ("Match", "match", "arena", "replay", "simulate")} <= python
    assert "Match.play" in python
    operations = {*site.anchors["reference-json"].values()}
    assert {"GET /api/v1/lobby", "POST /api/v1/tables/{table}/commands"} <= operations


def test_the_search_leads_to_sections_that_exist(site: docs.Site) -> None:
    parts = json.loads((site.folder / "search.json").read_text(encoding="utf-8"))
    assert any(part["link"] == "hosting.html#backup-and-restore" for part in parts)
    for part in parts:
        name, _, anchor = part["link"].partition(".html#")
        assert anchor in site.anchors[name]
