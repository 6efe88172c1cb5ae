"""Takes the pictures of README and docs: opens a house on loopback, plays a little, photographs its pages.

python scripts/pictures.py [GAME ...]
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
PORT = 8290
HOUSE = f"http://127.0.0.1:{PORT}"
SEATS = {"bello_divorum": 5, "bologna": 5, "bomarzo": 4, "bosa": 3, "manticore": 4}
MOVES = 24
TASTE = "pace=none&confirm=never&theme=auto&badge=0&keys=1&sound=0"
OTHERS: dict[str, list[tuple[str, dict[str, bool]]]] = {
    "bello_divorum": [("phone", {"phone": True})],
    "bologna": [("dark", {"dark": True})],
    "bomarzo": [],
    "bosa": [],
    "manticore": [],
}
"""How else a table is photographed."""
DESK = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)


@contextmanager
def a_house() -> Iterator[None]:
    """A house from plain source, with a database of its own."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "ludoteca", "house", "--port", str(PORT), "--data", data]
        process = subprocess.Popen(
            command,
            env=dict(os.environ, PYTHONPATH=str(ROOT / "src")),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            for _ in range(200):
                try:
                    urllib.request.urlopen(HOUSE)
                    break
                except urllib.error.URLError:
                    time.sleep(0.2)
            yield
        finally:
            process.terminate()
            process.wait()


def a_page(browser: Browser, *, phone: bool = False, dark: bool = False) -> Page:
    context = browser.new_context(
        viewport=PHONE if phone else DESK,
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=1.5 if phone else 1,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    context.add_cookies([{"name": "taste", "value": TASTE, "url": HOUSE}])
    return context.new_page()


def open_table(page: Page, game: str, seats: int) -> None:
    """A table for one person and bots."""
    form = {"seat 0": "me"}
    for seat in range(1, seats):
        form |= {f"seat {seat}": "bot", f"level {seat}": "novice"}
    headers = {"content-type": "application/x-www-form-urlencoded", "origin": HOUSE}
    answer = page.context.request.post(f"{HOUSE}/games/{game}/open", data=urlencode(form), headers=headers)
    page.goto(HOUSE + urlsplit(answer.url).path)


def play(page: Page, moves: int) -> None:
    """Some moves by the list of choices, picked by chance but always alike."""
    chance = random.Random(7)
    for _ in range(moves):
        page.wait_for_selector("#t-ask[data-mine='1'], #t-result-title", state="attached", timeout=60_000)
        if page.locator("#t-result-title").count():
            return
        seq = page.locator("#t-act input[name=base]").input_value()
        buttons = page.locator("#t-choices :not(.ending) > li [data-choice]")
        if not buttons.count():
            buttons = page.locator("#t-choices [data-choice]")
        buttons.nth(chance.randrange(buttons.count())).evaluate("button => button.click()")
        for _ in range(100):
            if page.locator("#t-act input[name=base]").input_value() != seq:
                break
            sure = page.locator("#t-tray .primary, #t-choices .sure, #notes .primary")
            if sure.count() and sure.first.is_visible():
                sure.first.click()
            page.wait_for_timeout(50)


def replay(browser: Browser) -> None:
    """A replay of a whole match, at the worst error that its analysis found."""
    page = a_page(browser)
    open_table(page, "bosa", SEATS["bosa"])
    play(page, 1000)
    page.goto(f"{page.url}/replay")
    page.click("#analysis button.primary")
    page.wait_for_selector("#analysis[data-ready]", timeout=300_000)
    page.locator(".analysis-words > div").nth(1).locator("a").first.click()
    page.wait_for_selector("#r-better")
    photograph(page, "page-replay")
    page.context.close()


def photograph(page: Page, name: str) -> None:
    page.wait_for_timeout(800)
    page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=85)
    print(f"docs/pictures/{name}.jpg")


def main(games: list[str]) -> None:
    with a_house(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        if not games:
            page = a_page(browser)
            page.goto(HOUSE)
            photograph(page, "page-lobby")
            replay(browser)
        for game in games or list(SEATS):
            page = a_page(browser)
            open_table(page, game, SEATS[game])
            play(page, MOVES)
            photograph(page, f"table-{game}")
            held = page.context.storage_state()["cookies"]
            for name, shape in OTHERS[game]:
                other = a_page(browser, **shape)
                for one in held:
                    other.context.add_cookies([{"name": one["name"], "value": one["value"], "url": HOUSE}])
                other.goto(page.url)
                other.wait_for_selector("#t-board svg", state="attached")
                other.wait_for_timeout(1500)
                photograph(other, f"table-{game}-{name}")
                other.context.close()
            page.context.close()


if __name__ == "__main__":
    main(sys.argv[1:])
