"""Makes the documentation site: the pages of docs/, and references of the Python API and the JSON API.

    python scripts/docs.py [FOLDER]      build/docs unless another is named

Every link between pages, headings and files is checked: a broken one is told, and the exit status is 1.
"""

from __future__ import annotations

import html
import inspect
import json
import re
import shutil
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parent.parent
MENU = {
    "Play": ["index", "playing", "lessons", "analysis"],
    "Host": ["hosting", "reliability", "upgrading", "load", "security"],
    "Design and study": [
        "designing",
        "editions",
        "balance",
        "laboratory",
        "bots",
        "own-bots",
        "evaluation",
        "learning",
    ],
    "Program": ["python", "reference-python", "api", "reference-json"],
    "Contribute": ["adding-a-game", "architecture", "glossary", "pages", "drawing", "performance"],
    "About": ["contributing", "code_of_conduct", "changelog"],
}
LOOKS = ROOT / "scripts" / "site"


@dataclass
class Page:
    """One page of the site: its name, its Markdown, and the folder that its links start from."""

    name: str
    text: str
    folder: Path

    @property
    def title(self) -> str:
        found = re.search(r"^# (.+)$", self.text, re.MULTILINE)
        return found[1] if found else self.name


def slug(heading: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def pages() -> dict[str, Page]:
    files = [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md"))]
    names = {path: "index" if path.name == "README.md" else path.stem.lower() for path in files}
    found = {name: Page(name, path.read_text(encoding="utf-8"), path.parent) for path, name in names.items()}
    for name, text in (("reference-python", python_reference()), ("reference-json", json_reference())):
        found[name] = Page(name, text, ROOT / "docs")
    return found


def python_reference() -> str:
    """The names in `ludoteca.__all__`, with their signatures and docstrings."""
    import ludoteca

    lines = ["# Reference: Python"]
    for name in ludoteca.__all__:
        thing = getattr(ludoteca, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            lines += described(f"ludoteca.{name}", thing, "##")
        if inspect.isclass(thing):
            public = {key: value for key, value in vars(thing).items() if not key.startswith("_")}
            for key, value in public.items():
                lines += described(f"{name}.{key}", value, "###")
    return "\n\n".join(lines)


def described(name: str, thing: Any, level: str) -> list[str]:
    shown = f"{name}{inspect.signature(thing)}" if inspect.isroutine(thing) else name
    return [f"{level} {name}", f"```\n{shown}\n```", inspect.getdoc(thing) or ""]


def json_reference() -> str:
    """The operations of the JSON API, from the same description as /api/v1/openapi.json."""
    from ludoteca.house.web.api.description import api

    import_module("ludoteca.house.web.app")  # the handlers add their operations
    document = api.describe()
    lines = ["# Reference: JSON", document["info"]["description"]]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            about = [operation.get("summary", ""), operation.get("description", "")]
            lines += [f"## {method.upper()} {path}", *about]
            lines.append("Answers: " + ", ".join(f"`{status}`" for status in operation["responses"]))
    return "\n\n".join(lines)


class Site:
    """Writes the pages to a folder, and remembers the links that lead nowhere."""

    def __init__(self, found: dict[str, Page], folder: Path) -> None:
        self.pages = found
        self.folder = folder
        self.markdown = MarkdownIt("commonmark").enable("table")
        self.anchors = {page.name: self.headings(page) for page in found.values()}
        self.broken: list[str] = []

    def headings(self, page: Page) -> dict[str, str]:
        """The anchors of a page and the headings that they stand at, in order."""
        tokens = self.markdown.parse(page.text)
        found: dict[str, str] = {}
        for token, after in zip(tokens, tokens[1:]):
            if token.type == "heading_open":
                same = sum(slug(title) == slug(after.content) for title in found.values())
                found[f"{slug(after.content)}-{same}" if same else slug(after.content)] = after.content
        return found

    def write(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for page in self.pages.values():
            (self.folder / f"{page.name}.html").write_text(self.html(page), encoding="utf-8")
        for name in ("style.css", "search.js"):
            shutil.copyfile(LOOKS / name, self.folder / name)
        index = [part for page in self.pages.values() for part in self.parts(page)]
        (self.folder / "search.json").write_text(json.dumps(index, ensure_ascii=False), encoding="utf-8")

    def html(self, page: Page) -> str:
        tokens = self.markdown.parse(page.text)
        anchors = iter(self.anchors[page.name])
        for token, after in zip(tokens, tokens[1:]):
            if token.type == "heading_open":
                token.attrSet("id", next(anchors))
            for part in after.children or []:
                for key in ("href", "src"):
                    if isinstance(target := part.attrGet(key), str):
                        part.attrSet(key, self.linked(page, target))
        body = self.markdown.renderer.render(tokens, self.markdown.options, {})
        return (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(page.title)}</title>'
            '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="style.css">'
            f'<div class="frame"><nav>{self.menu(page.name)}</nav>'
            f'<main>{body}</main></div><script src="search.js"></script></html>'
        )

    def menu(self, current: str = "") -> str:
        parts = ['<input type="search" aria-label="Search" placeholder="Search"><ul id="found"></ul>']
        listed = {name for names in MENU.values() for name in names}
        for title, names in {**MENU, "More": sorted({*self.pages} - listed)}.items():
            links = []
            for name in names:
                here = ' aria-current="page"' if name == current else ""
                links.append(f'<li><a href="{name}.html"{here}>{html.escape(self.pages[name].title)}</a>')
            parts.append(f"<b>{title}</b><ul>{''.join(links)}</ul>")
        return "".join(parts)

    def linked(self, page: Page, target: str) -> str:
        """Where a link of a page leads on the site; files that pages link to come along."""
        if "://" in target or target.startswith("mailto:"):
            return target
        where, _, anchor = target.partition("#")
        file = (page.folder / where).resolve()
        name = page.name if not where else "index" if file == ROOT / "README.md" else file.stem.lower()
        if not where or (file.suffix == ".md" and name in self.pages):
            if anchor and anchor not in self.anchors[name]:
                self.broken.append(f"{page.name}: {target}")
            return f"{name}.html{f'#{anchor}' if anchor else ''}"
        if not file.is_file() or not file.is_relative_to(ROOT):
            self.broken.append(f"{page.name}: {target}")
            return target
        copy = self.folder / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
        return file.relative_to(ROOT).as_posix()

    def parts(self, page: Page) -> list[dict[str, str]]:
        """What the search finds: the sections of a page, each with its text."""
        anchors = {title: anchor for anchor, title in self.anchors[page.name].items()}
        found = []
        for section in re.split(r"^(?=#{1,3} )", page.text, flags=re.MULTILINE):
            heading, _, text = section.partition("\n")
            title = heading.lstrip("# ").strip()
            if heading.startswith("#") and title in anchors:
                shown = title if title == page.title else f"{page.title}: {title}"
                found.append({"title": shown, "text": text, "link": f"{page.name}.html#{anchors[title]}"})
        return found


def main(folder: Path) -> int:
    site = Site(pages(), folder)
    site.write()
    print(f"{len(site.pages)} pages in {folder}")
    print("\n".join(f"broken link in {line}" for line in site.broken), file=sys.stderr, end="")
    return 1 if site.broken else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "docs"))
