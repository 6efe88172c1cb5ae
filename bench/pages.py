"""Measures the pages in a real browser on loopback: from the click on a choice to the picture that shows it.

python bench/pages.py                 every game, 40 moves each
python bench/pages.py bosa --moves 10
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

from ludoteca import build_note
from ludoteca.games import load, names

SEATS = {"bello_divorum": 4}
# The moment of the click, and the moment after the frame in which the board or the log first changed.
WATCH = """(() => {
  window.painted = []; let clicked = 0;
  addEventListener("click", () => { clicked = performance.now() }, true);
  addEventListener("DOMContentLoaded", () => {
    const seen = new MutationObserver((changes) => {
      const told = (one) => one.type === "childList" || one.attributeName === "transform";
      if (!clicked || !changes.some(told)) return;
      const from = clicked; clicked = 0;
      requestAnimationFrame(() => {
        const after = new MessageChannel();
        after.port1.onmessage = () => window.painted.push(performance.now() - from);
        after.port2.postMessage(0);
      });
    });
    for (const id of ["t-board", "t-log", "t-choices"])
      if (document.getElementById(id))
        seen.observe(document.getElementById(id), { subtree: true, childList: true, attributes: true });
  });
})()"""
SIZES = """(() => {
  window.updates = [];
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", (message) => window.updates.push(message.data.length));
    }
  };
})()"""


def opened(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A house of one's own, and its address."""
    limits = dict.fromkeys(("ADDRESS", "READS", "WRITES", "ARRIVALS", "TABLES"), "5000")
    environment = dict(os.environ) | {f"LUDOTECA_LIMIT_{name}": value for name, value in limits.items()}
    command = [sys.executable, "-m", "ludoteca", "house", "--port", "0", "--data", str(folder)]
    log = folder / "log"
    with log.open("w") as told:
        server = subprocess.Popen(command, stdout=told, stderr=told, env=environment)
    for _ in range(300):
        found = re.search(r"The house is open: (http://\S+)", log.read_text())
        if found and answers(found.group(1)):
            return server, found.group(1)
        time.sleep(0.1)
    raise SystemExit(f"bench: the house did not open: {log.read_text()}")


def answers(address: str) -> bool:
    try:
        with urlopen(f"{address}/healthz") as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def at_a_table(browser: Browser, house: str, game: str) -> Page:
    """A page at a new table against random bots."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_cookies([{"name": "taste", "value": "pace=none&confirm=never", "url": house}])
    form = {"seat 0": "me"}
    for number in range(1, SEATS.get(game, 2)):
        form |= {f"seat {number}": "bot", f"level {number}": "random"}
    for option in load(game).options:
        if option.kind != "switch":
            form[f"option {option.key}"] = str(option.default)
        elif option.default:
            form[f"option {option.key}"] = "on"
    headers = {"content-type": "application/x-www-form-urlencoded"}
    answer = context.request.post(f"{house}/games/{game}/open", data=urlencode(form), headers=headers)
    page = context.new_page()
    page.add_init_script(WATCH)
    page.add_init_script(SIZES)
    page.goto(house + urlsplit(answer.url).path)
    return page


def measured(page: Page, moves: int) -> dict[str, Any]:
    """Times of so many clicks on the board, and sizes of all updates."""
    load_bytes = page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".reduce((sum, one) => sum + one.transferSize, 0)"
    )
    for number in range(moves):
        page.wait_for_selector("#t-ask[data-mine='1'], #t-result-title", timeout=30_000)
        if page.locator("#t-result-title").count():
            break
        before = page.evaluate("window.painted.length")
        page.evaluate(
            "n => { const all = document.querySelectorAll('#t-board [data-action]');"
            " all[n % all.length].dispatchEvent(new MouseEvent('click', { bubbles: true })) }",
            number * 5 + 1,
        )
        page.wait_for_function("n => window.painted.length > n", arg=before, timeout=30_000)
        page.wait_for_timeout(60)
    times = sorted(page.evaluate("window.painted"))
    sizes = sorted(page.evaluate("window.updates"))
    return {
        "moves": len(times),
        "p50": round(statistics.median(times), 1),
        "p95": round(times[min(len(times) - 1, int(len(times) * 0.95))], 1),
        "page KB on the wire": round(load_bytes / 1000, 1),
        "update KB before compression, p50": round(statistics.median(sizes) / 1000, 1),
        "update KB before compression, max": round(sizes[-1] / 1000, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--moves", type=int, default=40)
    wishes = parser.parse_args()
    arguments = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, house = opened(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
            print(f"from click to paint in ms, {build_note()}, load {os.getloadavg()[0]:.1f}")
            for game in wishes.games:
                print(json.dumps({"game": game, **measured(at_a_table(browser, house, game), wishes.moves)}))
            browser.close()
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
