"""Measures the pages in a real browser on loopback: from the click on a choice to the picture that shows it,
and what a page and its updates weigh as they travel.

A move's time begins when the click reaches the page and ends when the browser has made the first frame in
which the board, the choices or the log changed: the way to the house and back, its judgement, the write to
the database, the drawing, and in the browser reading, changing, layout and painting; not the few milliseconds
until the screen shows the frame. "heard" is the part until the house's message arrives. Bots choose at random
and so at once; their moves are computed and shown while ours is. As with people, a click comes when it is
one's turn and the pieces lie still. What updates weigh is listened to at a second table, for listening takes
time.

python bench/pages.py                 every game, 40 moves each
python bench/pages.py bosa --moves 10

Ends with status 1 if a page or an update is heavier than it may be, or if the socket is not compressed.
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
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

from ludoteca import build_note
from ludoteca.games import load, names

SEATS = {"bello_divorum": 4}
HEAVIEST_PAGE = 70_000
"""With the headers of every answer; without them 60,000 are allowed: see weight.py."""
HEAVIEST_UPDATE = 10_000
SLOWEST = 100.0
GLANCE = 200
"""Milliseconds for which a picture is seen before anybody can answer it."""
TEXT = 1
SYNC_MARK = b"\x00\x00\xff\xff"
"""What every flush of a deflated message ends with, and the socket leaves out."""
# The moment of the click, when the first message after it came, and the moment after the frame in which the
# board, the choices or the log first changed.
WATCH = """(() => {
  window.painted = []; window.heard = []; let clicked = 0; let asked = 0; let pressed = "";
  const base = () => document.querySelector("#t-act")?.elements.base.value;
  addEventListener("click", () => { asked = clicked = performance.now(); pressed = base() }, true);
  window.WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where);
      this.addEventListener("message", ({ data }) => {
        if (!asked || !/"(layers|lists)":/.test(data)) return;
        window.heard.push(performance.now() - asked); asked = 0;
      });
    }
  };
  addEventListener("DOMContentLoaded", () => {
    const seen = new MutationObserver((changes) => {
      const told = (one) => one.type === "childList" || one.attributeName === "transform";
      if (!clicked || base() === pressed || !changes.some(told)) return;
      const from = clicked; clicked = 0;
      requestAnimationFrame(() => {
        const after = new MessageChannel();
        after.port1.onmessage = () => { window.painted.push(performance.now() - from); window.shown?.() };
        after.port2.postMessage(0);
      });
    });
    for (const id of ["t-board", "t-log", "t-choices"])
      if (document.getElementById(id))
        seen.observe(document.getElementById(id), { subtree: true, childList: true, attributes: true });
  });
})()"""

# Makes one of the choices by touching pieces on the board, or a button beside it where none can be touched,
# and waits until it is painted. Of several touches the last one counts; as with a finger, each comes when
# what the one before changed has been seen.
CLICK = """async ([number, glance]) => {
  const base = () => document.querySelector("#t-act").elements.base.value;
  const asked = "#t-tray:not([hidden]) .primary, #notes .go .primary, .really .yes";
  const painted = new Promise((done, failed) => {
    window.shown = done;
    setTimeout(() => failed(new Error("nothing was painted")), 30000);
  });
  for (const before = base(); base() === before;) {
    const pieces = document.querySelectorAll("#t-board .touch.lit:not(.held)");
    const beside = document.querySelectorAll("#t-choices [data-choice]");
    const held = () => document.querySelectorAll(".touch.held, " + asked).length;
    const were = held();
    const sure = document.querySelector(asked);
    if (sure) sure.click();
    else if (pieces.length)
      pieces[number % pieces.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else beside[number % beside.length].click();
    for (let waited = 0; waited < 5000 && base() === before && held() <= were; waited += 5)
      await new Promise((done) => setTimeout(done, 5));
    if (base() === before) await new Promise((done) => requestAnimationFrame(() => setTimeout(done, glance)));
  }
  await painted;
}"""


class Wire:
    """The live connection as it travels: what the browser heard, packed again as the house had packed it."""

    def __init__(self, page: Page) -> None:
        self.plain: list[int] = []
        self.packed: list[int] = []
        self.compressed = True
        self._packer: Any = None
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.on("Network.webSocketHandshakeResponseReceived", self._opened)
        line.on("Network.webSocketFrameReceived", self._heard)

    def _opened(self, told: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in told["response"]["headers"].items()}
        agreed = headers.get("sec-websocket-extensions", "")
        self.compressed &= "permessage-deflate" in agreed
        window = re.search(r"server_max_window_bits=(\d+)", agreed)
        self._packer = zlib.compressobj(wbits=-int(window.group(1)) if window else -15, memLevel=5)

    def _heard(self, told: dict[str, Any]) -> None:
        if told["response"]["opcode"] != TEXT:
            return
        message = told["response"]["payloadData"].encode()
        self.plain.append(len(message))
        packed = self._packer.compress(message) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        self.packed.append(len(packed) - len(SYNC_MARK) if self.compressed else len(message))


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


def form_of(game: str, seats: int, level: str) -> dict[str, str]:
    """The form that opens a table with bots of a level at all seats but one, the rules as printed."""
    form = {"seat 0": "me"}
    for number in range(1, seats):
        form |= {f"seat {number}": "bot", f"level {number}": level}
    for option in load(game).options:
        if option.kind != "switch":
            form[f"option {option.key}"] = str(option.default)
        elif option.default:
            form[f"option {option.key}"] = "on"
    return form


@contextmanager
def house_and_browser() -> Iterator[tuple[str, Browser]]:
    """A house of one's own on loopback, and a browser before it."""
    arguments = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, house = opened(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
            yield house, browser
            browser.close()
        finally:
            server.terminate()
            server.wait(20)


def at_a_table(browser: Browser, house: str, game: str) -> tuple[Page, str]:
    """A page before a new table against random bots, and the table's address."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_cookies([{"name": "taste", "value": "pace=none&confirm=never", "url": house}])
    headers = {"content-type": "application/x-www-form-urlencoded"}
    form = urlencode(form_of(game, SEATS.get(game, 2), "random"))
    answer = context.request.post(f"{house}/games/{game}/open", data=form, headers=headers)
    page = context.new_page()
    page.add_init_script(WATCH)
    return page, house + urlsplit(answer.url).path


def played(page: Page, moves: int) -> None:
    """So many clicks on the board, each when it is this page's turn, nothing moves, and it has been seen."""
    for number in range(moves):
        page.wait_for_selector("#t-ask[data-mine='1'], #t-result-title", timeout=30_000)
        if page.locator("#t-result-title").count():
            break
        page.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")
        page.wait_for_timeout(GLANCE)
        page.evaluate(CLICK, [number * 5 + 1, GLANCE])


def timed(page: Page, address: str, moves: int) -> dict[str, Any]:
    """What the first page weighs, and how long it took from clicks to paint."""
    page.goto(address)
    load_bytes = page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".reduce((sum, one) => sum + one.transferSize, 0)"
    )
    played(page, moves)
    painted, heard = (sorted(page.evaluate(f"window.{what}")) for what in ("painted", "heard"))
    page.context.close()
    return {
        "moves": len(painted),
        "p50": round(statistics.median(painted), 1),
        "p95": late(painted),
        "heard p50": round(statistics.median(heard), 1),
        "heard p95": late(heard),
        "page": load_bytes,
    }


def weighed(page: Page, address: str, moves: int) -> dict[str, Any]:
    """What updates weigh."""
    wire = Wire(page)
    page.goto(address)
    played(page, moves)
    page.context.close()
    return {
        "compressed": wire.compressed,
        "updates": len(wire.packed),
        "update p50": round(statistics.median(wire.packed)),
        "update max": max(wire.packed),
        "update max before compression": max(wire.plain),
    }


def late(times: list[float]) -> float:
    """The 95th percentile of sorted times."""
    return round(times[min(len(times) - 1, int(len(times) * 0.95))], 1)


def troubles(found: dict[str, Any]) -> list[str]:
    """What weighs more than it may."""
    told = []
    if not found["compressed"]:
        told.append("the live connection is not compressed")
    for what, most in (("page", HEAVIEST_PAGE), ("update max", HEAVIEST_UPDATE)):
        if found[what] >= most:
            told.append(f"{what}: {found[what]} bytes, {most} are allowed")
    return told


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--moves", type=int, default=40)
    wishes = parser.parse_args()
    heavy = []
    with house_and_browser() as (house, browser):
        print(
            f"from click to paint in ms (p95 under {SLOWEST:.0f} is wanted), bytes as they travel, "
            f"{build_note()}, load {os.getloadavg()[0]:.1f}"
        )
        for game in wishes.games:
            found = timed(*at_a_table(browser, house, game), wishes.moves)
            found |= weighed(*at_a_table(browser, house, game), wishes.moves // 2)
            print(json.dumps({"game": game, **found}), flush=True)
            heavy += [f"{game}: {trouble}" for trouble in troubles(found)]
    if heavy:
        raise SystemExit("\n".join(heavy))


if __name__ == "__main__":
    main()
