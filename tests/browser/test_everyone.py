"""Nobody is shut out: axe-core finds no serious fault on any page, light or dark, wide or narrow."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludoteca.games import names
from tests.browser.guests import Guest, Guests

GRAVE = ("serious", "critical")
STANDARD = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


@lru_cache(maxsize=1)
def axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def faults(page: Page, *rules: str) -> list[str]:
    """What axe-core has to say, gravest things only; by all rules of WCAG 2.2 AA or by those named."""
    wanted = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": list(STANDARD)}
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    found: dict[str, Any] = page.evaluate(
        "wanted => axe.run(document, { runOnly: wanted, resultTypes: ['violations'] })", wanted
    )
    return [
        f"{fault['id']}: {fault['help']}: {fault['nodes'][0]['html'][:200]} ({len(fault['nodes'])} places)"
        for fault in found["violations"]
        if fault["impact"] in GRAVE
    ]


def faults_in_both(page: Page) -> list[str]:
    """The same of a light page, and what is too faint when it turns dark; afterwards it is light again."""
    light = faults(page)
    page.emulate_media(color_scheme="dark")
    dark = [f"dark: {fault}" for fault in faults(page, "color-contrast")]
    page.emulate_media(color_scheme="light")
    return light + dark


def seated(guest: Guest, game: str) -> None:
    seats = dict.fromkeys(range(1, 4 if game == "bello_divorum" else 2), "random")
    guest.open(game, {0: "me", **seats})
    guest.my_turn()


PATHS = (
    "/",
    "/games/manticore/open",
    "/games/bologna/rules",
    "/games/bosa/rules?q=castle",
    "/learn/bosa",
    "/learn/bosa/1-houses",
    "/puzzles",
    "/puzzles/bosa/1",
    "/yours",
    "/me/profile",
    "/ladder/bosa",
    "/ladder/bosa/season",
    "/calendar",
    "/companion/bosa",
    "/tournaments",
    "/notices",
    "/record",
    "/lab",
    "/lab/bosa",
)


def test_pages_can_be_used_by_everyone(guests: Guests) -> None:
    guest = guests.come(color_scheme="light")
    for path in PATHS:
        guest.go(path)
        assert not faults_in_both(guest.page), path
    guest.open("bologna", {0: "me", 1: "open"}, name="Ada")
    assert not faults_in_both(guest.page), "a table that waits"
    guest.page.goto(f"{guest.house}/tables/nowhere")
    assert not faults_in_both(guest.page), "nothing there"


@pytest.mark.parametrize("game", names())
def test_tables_can_be_used_by_everyone(guests: Guests, game: str) -> None:
    guest = guests.come(color_scheme="light")
    seated(guest, game)
    assert not faults_in_both(guest.page)


def test_replays_can_be_used_by_everyone(guests: Guests) -> None:
    guest = guests.come()
    seated(guest, "bologna")
    guest.go(f"{guest.page.url.removeprefix(guest.house)}/replay")
    assert not faults(guest.page)


def test_results_and_their_replays_can_be_used_by_everyone(guests: Guests) -> None:
    guest = guests.come(color_scheme="light")
    path = guest.open("bologna", {0: "me", 1: "random"}, {"round_cap": "1"})
    played_out(guest)
    assert not faults_in_both(guest.page), "the result"
    expect(guest.page.locator("#t-ask")).to_be_hidden()
    expect(guest.page.locator("#t-choices")).to_be_hidden()
    guest.go(f"{path}/replay?at=3")
    assert not faults_in_both(guest.page), "the replay"
    guest.page.get_by_role("button", name="To the end").click()
    expect(guest.page.get_by_role("button", name="One on")).to_be_disabled()
    assert not faults_in_both(guest.page), "the end of the replay"


def played_out(guest: Guest) -> None:
    """Take first choices until the match is over."""
    guest.my_turn()
    while not guest.over:
        seq = guest.seq
        guest.take()
        guest.moved_on(seq)
        guest.my_turn()


def test_what_is_chosen_but_not_yet_done_can_be_read_by_everyone(guests: Guests) -> None:
    """Shown first with what it would do; and a rule beside the table."""
    guest = guests.come(confirm="always")
    seated(guest, "bosa")
    page = guest.page
    page.locator("#t-board :is([data-action], .touch.lit)").first.dispatch_event("click")
    expect(page.locator(".note.ask-first .would")).to_contain_text("takes")
    expect(page.locator("#t-choices .picked")).to_have_count(1)
    assert not faults(page), "chosen"
    page.locator("#rules-door").click()
    expect(page.locator(".aside")).to_be_visible()
    assert not faults(page), "the rules beside"


@pytest.mark.parametrize("game", ["bologna", "manticore"])
def test_phones_can_be_used_by_everyone(guests: Guests, game: str) -> None:
    guest = guests.come(phone=True)
    seated(guest, game)
    assert not faults(guest.page)


def test_a_page_can_be_enlarged_twice(guests: Guests) -> None:
    """At 200 % a window of 1280 is one of 640: nothing may need sideways scrolling."""
    guest = guests.come(viewport={"width": 640, "height": 400})
    for path in PATHS:
        page = guest.go(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 640, path
    seated(guest, "bosa")
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 640


def test_what_happens_is_read_out(guests: Guests) -> None:
    guest = guests.come()
    seated(guest, "bosa")
    seq = guest.seq
    guest.take()
    guest.moved_on(seq)
    expect(guest.page.locator("#t-heard")).to_contain_text("takes")
    assert guest.page.locator("#t-heard").get_attribute("aria-live") == "polite"
    assert "Market" in guest.page.locator("#t-text").text_content()  # type: ignore[operator]


def test_pieces_glide_unless_motion_is_unwanted(guests: Guests) -> None:
    for motion, glides in (("no-preference", True), ("reduce", False)):
        guest = guests.come(reduced_motion=motion)
        seated(guest, "bosa")
        guest.page.evaluate(
            "window.glides = 0; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (...how) {"
            "  window.glides++; return animate.apply(this, how) }; 0"
        )
        for _ in range(2):
            guest.my_turn()
            seq = guest.seq
            guest.take()
            guest.moved_on(seq)
        assert (guest.page.evaluate("window.glides") > 0) == glides


def test_a_board_that_moves_as_a_whole_carries_its_pieces_along(guests: Guests) -> None:
    """A page that is moved sets nothing gliding; what changes its place on the board glides."""
    guest = guests.come(reduced_motion="no-preference")
    seated(guest, "bologna")
    glides = guest.page.evaluate(
        """async () => {
          const { changing } = await import("/static/morph.js");
          const piece = document.querySelector("[data-flip]");
          const glides = () =>
            document.getAnimations().filter((one) => one.effect.target.closest("[data-flip]"));
          await Promise.allSettled(glides().map((one) => one.finished));
          const counts = [document.querySelectorAll("[data-flip]").length];
          const main = document.getElementById("main");
          changing(main, () => (main.style.transform = "translateY(20px)"), () => null);
          counts.push(glides().length);
          changing(main, () => piece.setAttribute("transform", "translate(9 9)"), () => null);
          counts.push(glides().length);
          return counts;
        }"""
    )
    assert glides[0] > 1
    assert glides[1:] == [0, 1]
