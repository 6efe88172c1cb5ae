"""The laboratory's door in the house: balance reports to be read beside the games they are about.

Reports come with the package, and from the folder `lab` in the house's data folder: whatever
`ludoteca balance GAME --out DIR` wrote as `balance.json`, under any name.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup
from starlette.responses import Response

from ludoteca.games import load, names
from ludoteca.house.refusals import NoSuchTable
from ludoteca.house.web.pages import game_cards
from ludoteca.house.web.pages.page_request import Visit
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
    """Every report by its name; one in the data folder replaces one of the package."""
    found = [*REPORTS.glob(f"*{SUFFIX}"), *(data / FOLDER).glob(f"*{SUFFIX}")]
    return {path.stem: path for path in sorted(found, key=lambda path: path.stem)}


def read_report(path: Path) -> dict[str, Any] | None:
    """What a file says, or None if it is no balance report."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) and data.get("kind") == "balance" else None


def in_short(name: str, data: dict[str, Any]) -> Report:
    ways = data["variants"]
    players = sorted({way["players"] for way in ways})
    return Report(
        name=name,
        title=data["title"],
        cover=game_cards.cover(load(data["game"]), f"lab-{name}") if data["game"] in names() else Markup(),
        matches=sum(way["matches"] for way in ways),
        players=", ".join(map(str, players)),
        bots=", ".join(dict.fromkeys(bot for way in ways for bot in way["bots"])),
    )


def all_reports(data: Path) -> list[Report]:
    found = [(name, read_report(path)) for name, path in report_files(data).items()]
    return [in_short(name, report) for name, report in found if report is not None]


def drawn_report(data: Path, name: str) -> tuple[str, str] | None:
    """The title and the body of a report; None if there is no such report."""
    path = report_files(data).get(name)
    report = read_report(path) if path is not None else None
    return None if report is None else (report["title"], balance_body(report))


async def lab_page(visit: Visit) -> Response:
    """Which reports there are. A thread of its own reads them: other visitors do not wait."""
    reports = await asyncio.to_thread(all_reports, visit.request.app.state.settings.data)
    return visit.page("lab.html", reports=reports)


async def report_page(visit: Visit) -> Response:
    """One report with its charts, read and drawn in a thread of its own."""
    name = visit.request.path_params["report"]
    found = await asyncio.to_thread(drawn_report, visit.request.app.state.settings.data, name)
    if found is None:
        raise NoSuchTable(name)
    title, body = found
    return visit.page("report.html", title=title, body=Markup(body))
