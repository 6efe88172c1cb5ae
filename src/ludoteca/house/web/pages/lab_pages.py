"""Laboratory pages: balance reports, to read beside the games they are about.

Reports come with the package, and from the folder `lab` in the house's data folder: any file there that
`ludoteca balance GAME --out DIR` wrote as `balance.json`, under any name. Reading and rendering one takes
time: a thread does it, once for each version of a file.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup
from starlette.responses import Response

from ludoteca.games import load, names
from ludoteca.house.refusals import NoSuchTable
from ludoteca.house.web.pages import game_cards
from ludoteca.house.web.pages.page_request import PageRequest
from ludoteca.lab.balance_page import balance_body
from ludoteca.lab.shipped import REPORTS

FOLDER: Final = "lab"
SUFFIX: Final = ".json"


@dataclass(frozen=True, slots=True)
class Report:
    """One balance report, in short."""

    name: str
    title: str
    cover: Markup
    matches: int
    players: str
    bots: str


def report_files(data: Path) -> dict[str, Path]:
    """Every report by its name; a file in the data folder replaces one of the package."""
    found = [*REPORTS.glob(f"*{SUFFIX}"), *(data / FOLDER).glob(f"*{SUFFIX}")]
    return {path.stem: path for path in sorted(found, key=lambda path: path.stem)}


def list_reports(data: Path) -> list[Report]:
    """All balance reports in short. Slow the first time: call it in a thread."""
    found = [summary_of(path, path.stat().st_mtime_ns) for path in report_files(data).values()]
    return [report for report in found if report is not None]


def read_report(path: Path) -> dict[str, Any] | None:
    """What a file says, or None if it is no balance report."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.get("kind") == "balance" else None


@lru_cache(maxsize=64)
def summary_of(path: Path, version: int) -> Report | None:
    """A report in short, or None. `version` is the time of the file's last change."""
    data = read_report(path)
    if data is None:
        return None
    variants = data["variants"]
    players = sorted({variant["players"] for variant in variants})
    return Report(
        name=path.stem,
        title=data["title"],
        cover=game_cards.cover(load(data["game"]), f"lab-{path.stem}")
        if data["game"] in names()
        else Markup(),
        matches=sum(variant["matches"] for variant in variants),
        players=", ".join(map(str, players)),
        bots=", ".join(dict.fromkeys(bot for variant in variants for bot in variant["bots"])),
    )


@lru_cache(maxsize=16)
def page_of(path: Path, version: int) -> tuple[str, Markup] | None:
    """The title and the HTML of a report, or None. `version` is the time of the file's last change."""
    data = read_report(path)
    return None if data is None else (data["title"], Markup(balance_body(data)))


async def lab_page(request: PageRequest) -> Response:
    """The list of reports."""
    reports = await asyncio.to_thread(list_reports, request.http.app.state.settings.data)
    return request.page("lab.html", reports=reports)


async def report_page(request: PageRequest) -> Response:
    """One report with its charts."""
    name = request.http.path_params["report"]
    path = report_files(request.http.app.state.settings.data).get(name)
    found = await asyncio.to_thread(page_of, path, path.stat().st_mtime_ns) if path is not None else None
    if found is None:
        raise NoSuchTable(name)
    title, body = found
    return request.page("report.html", title=title, body=body)
