"""The documentation site in the house."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.house.web.app import Application
from ludoteca.house.web.pages import documentation
from tests.house.houses import in_house
from tests.house.http_client import ask

FOOT = 'href="/docs/index.html"'


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small site, as `make docs` writes it, and a file beside it that is nobody's business."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Ludoteca</title>A house.", encoding="utf-8")
    (folder / "style.css").write_text("body{margin:0}", encoding="utf-8")
    (tmp_path / "secret").write_text("nobody's business", encoding="utf-8")
    monkeypatch.setattr(documentation, "PACKAGED", folder)
    return folder


def test_a_house_shows_its_documentation(site: Path, tmp_path: Path) -> None:
    async def visit(app: Application) -> None:
        assert FOOT in (await ask(app, "GET", "/")).text
        assert (await ask(app, "GET", "/docs")).headers["location"] == "/docs/index.html"
        page = await ask(app, "GET", "/docs/index.html")
        assert page.status == 200 and "A house." in page.text
        assert (await ask(app, "GET", "/docs/style.css")).status == 200
        assert (await ask(app, "GET", "/docs/nothing.html")).status == 404
        for path in ("/docs/../secret", "/docs/%2e%2e/secret", "/docs/..%2fsecret"):
            assert (await ask(app, "GET", path)).status == 404

    in_house(tmp_path / "data", visit)


def test_a_house_without_documentation_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documentation, "PACKAGED", tmp_path / "missing")
    monkeypatch.setattr(documentation, "IN_A_CHECKOUT", tmp_path / "missing")

    async def visit(app: Application) -> None:
        assert FOOT not in (await ask(app, "GET", "/")).text
        answer = await ask(app, "GET", "/docs/index.html")
        assert answer.status == 404 and "make docs" in answer.text

    in_house(tmp_path / "data", visit)
