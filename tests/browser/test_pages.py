"""The pages beside a single match: company at a table, refusals, replays, phones, languages."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Route, TimeoutError, expect

from ludoteca.analysis.puzzle_book import puzzle_of
from ludoteca.games import names
from tests.browser.guests import Guest, Guests

RECORDS = Path(__file__).parent.parent / "bologna" / "records"

DUEL = {0: "me", 1: "open"}
SHORT = {"round_cap": "3"}


def first_choice(guest: Guest) -> None:
    """Take the first choice of the list."""
    guest.my_turn()
    seq = guest.seq
    guest.take()
    guest.moved_on(seq)


# The lobby


def test_play_now_takes_one_click(guests: Guests) -> None:
    guest = guests.come()
    page = guest.go("/")
    assert page.locator(".game").count() == len(names())
    assert page.locator(".game .cover svg").count() == len(names())
    page.get_by_role("button", name="Play The Throne of Bologna now").click()
    page.wait_for_selector("#t-board svg")
    guest.my_turn()
    page.goto(f"{guest.house}/")
    expect(page.locator(".own li").first).to_contain_text("Your turn")


def test_a_table_is_opened_by_the_form_and_joined_by_its_invitation(guests: Guests) -> None:
    ada, bruno = guests.come(), guests.come()
    page = ada.go("/games/bologna/open")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2").first.select_option("open")
    page.get_by_label("Seat 3").first.select_option("")
    page.get_by_role("button", name="Change: Deus-Ex Machina").click()
    page.locator("#r-deus_ex_machina").get_by_label("no", exact=True).check()
    page.get_by_role("button", name="Open the table").click()
    link = page.locator("#w-invitation").input_value()
    expect(page.locator(".facts-list")).to_contain_text("Deus-Ex Machina")
    other = bruno.page
    other.goto(link.split("?")[0])
    expect(other.get_by_text("This table is by invitation")).to_be_visible()
    other.goto(link)
    other.get_by_label("Your name").fill("Bruno")
    other.get_by_role("button", name="Sit down here").click()
    other.wait_for_selector("#t-board svg")
    page.wait_for_selector("#t-board svg")
    expect(page.locator("#t-people")).to_contain_text("Bruno")


# Company


def test_two_people_see_each_other_move_through_reloads_and_lost_connections(guests: Guests) -> None:
    ada, bruno = guests.come(), guests.come()
    ada.open("bologna", DUEL, SHORT, name="Ada", public="yes")
    bruno.page.goto(ada.page.url)
    bruno.page.get_by_role("button", name="Sit down here").click()
    ada.page.wait_for_selector("#t-board svg")
    bruno.page.wait_for_selector("#t-board svg")
    players = {"mine": ada, "other": bruno}
    moves = 0
    cut = reloaded = False
    while moves < 12:
        ada.page.wait_for_timeout(20)
        if ada.over:
            break
        mover = ada if ada.page.locator("#t-ask[data-mine='1']").count() else bruno
        watcher = players["other"] if mover is ada else players["mine"]
        if mover.page.locator("#t-ask[data-mine='1']").count() == 0:
            continue
        if moves == 3 and not reloaded:
            reloaded = True
            watcher.page.reload()
            watcher.page.wait_for_selector("#t-board svg")
        if moves == 5 and not cut:
            cut = True
            watcher.context.set_offline(True)
            seen = watcher.seq
            seq = mover.seq
            mover.take()
            mover.moved_on(seq)
            expect(watcher.page.locator("#t-lost")).to_be_visible()
            assert watcher.seq == seen
            watcher.context.set_offline(False)
            watcher.moved_on(seen)
            expect(watcher.page.locator("#t-lost")).to_be_hidden()
            moves += 1
            continue
        seq, seen = mover.seq, watcher.seq
        mover.take()
        mover.moved_on(seq)
        watcher.moved_on(seen)
        assert (
            watcher.page.locator("#t-log li").last.inner_text()
            == mover.page.locator("#t-log li").last.inner_text()
        )
        moves += 1
    assert cut and reloaded


def test_people_can_talk(guests: Guests) -> None:
    ada, bruno = guests.come(), guests.come()
    ada.open("bologna", DUEL, SHORT, name="Ada", public="yes")
    bruno.page.goto(ada.page.url)
    bruno.page.get_by_role("button", name="Sit down here").click()
    ada.page.wait_for_selector("#t-board svg")
    bruno.page.wait_for_selector("#t-board svg")
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Say something").fill("Ciao <b>Bruno</b>")
    ada.page.get_by_role("button", name="Send").click()
    expect(bruno.page.locator("#t-talk")).to_contain_text("Ciao <b>Bruno</b>")
    expect(ada.page.locator("#t-people .dot.here")).to_have_count(2)


def test_hidden_things_are_not_in_the_page(guests: Guests) -> None:
    """The deal is the first thing in the log: of three roles a seat learns one, a stranger none."""
    guest, stranger = guests.come(), guests.come()
    path = guest.open("bologna", {0: "me", 1: "random", 2: "random"}, SHORT, public="yes")
    guest.my_turn()
    page = guest.page
    source = page.content()
    log = page.locator("#t-log").inner_text()
    assert log.count("draws a role:") == 1 and log.count("draws a role") == 3
    mine = re.search(r"draws a role: (.+)", log)
    assert mine is not None
    cards = set(re.findall(r'aria-label="[^"]*\(you\), ([^,"]+)', source))
    assert cards == {mine.group(1)}, "the board shows another role than one's own"
    stranger.go(path)
    stranger.page.wait_for_selector("#t-board svg")
    assert "draws a role:" not in stranger.page.content()
    assert stranger.page.locator("#t-board :is([data-action], .touch.lit)").count() == 0


# Refusals


REFUSED = "#t-board :is(.refused, .touch[aria-description]:not(.lit))"


def test_a_greyed_thing_says_why_and_shows_the_rule_beside_the_table(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bosa", {0: "me", 1: "random"})
    page = guest.page
    for _ in range(12):
        guest.my_turn()
        if page.locator(REFUSED).count():
            break
        first_choice(guest)
    refused = page.locator(REFUSED).first
    why = refused.get_attribute("aria-description") or ""
    assert re.search(r"\(BOS-\d", why)
    refused.dispatch_event("click")
    note = page.get_by_role("alert")
    expect(note).to_contain_text(why)
    note.get_by_role("link").click()
    rule = page.locator(".aside .sought")
    expect(rule).to_be_visible()
    assert (rule.get_attribute("id") or "") in why


def test_a_refused_move_explains_itself(guests: Guests) -> None:
    guest = guests.come()
    path = guest.open("bosa", {0: "me", 1: "random"})
    guest.my_turn()
    answer = guest.context.request.post(
        f"{guest.house}{path}/do",
        data="do=act+take+9",
        headers={"content-type": "application/x-www-form-urlencoded", "accept": "application/json"},
    )
    assert not answer.ok
    assert len(json.loads(answer.text())["detail"]) > 10


def test_a_choice_tells_what_it_would_do(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bosa", {0: "me", 1: "random"})
    guest.my_turn()
    guest.page.locator("#t-board :is([data-action], .touch.lit)").first.hover()
    expect(guest.page.locator("#t-would")).to_contain_text("takes")


ASTRAY = """async (ids) => {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const plain = (element) => {
    const twin = element.cloneNode(true);
    twin.querySelector("#b-ghosts")?.remove(); // what the option pointed at would do
    for (const one of [twin, ...twin.querySelectorAll("*")]) {
      one.classList.remove("pointed"); // under the pointer
      const told = one.getAttributeNames().sort().map((name) => [name, one.getAttribute(name)]);
      for (const [name] of told) one.removeAttribute(name);
      for (const [name, value] of told) if (value && name !== "style") one.setAttribute(name, value);
    }
    return twin.outerHTML;
  };
  const astray = [];
  for (const id of ids) {
    const [here, there] = [plain(document.getElementById(id)), plain(page.getElementById(id))];
    let at = 0;
    while (at < here.length && here[at] === there[at]) at++;
    if (here !== there) astray.push([here, there].map((text) => text.slice(Math.max(0, at - 80), at + 120)));
  }
  return astray;
}"""


@pytest.mark.parametrize("game", names())
def test_what_updates_leave_is_what_a_fresh_page_shows(guests: Guests, game: str) -> None:
    guest = guests.come()
    guest.open(game, {0: "me", **dict.fromkeys(range(1, 4 if game == "bello_divorum" else 2), "random")})
    page = guest.page
    for number in range(10):
        guest.my_turn()
        if guest.over:
            break
        seq = guest.seq
        guest.take(number % guest.choices.count())
        guest.moved_on(seq)
    guest.my_turn()
    assert page.evaluate(ASTRAY, ["t-board", "t-choices", "t-text", "t-log-list"]) == []


def test_a_question_is_asked_once(guests: Guests) -> None:
    """In the bar, which stays in sight; the board does not repeat it."""
    guest = guests.come()
    guest.open("manticore", {0: "me", 1: "random"})
    guest.my_turn()
    question: str = guest.page.evaluate("document.getElementById('t-question').firstChild.nodeValue")
    assert len(question) > 10
    assert question not in (guest.page.locator("#t-board").text_content() or "")


def test_a_press_is_seen_before_the_house_answers(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bosa", {0: "me", 1: "random"})
    guest.my_turn()
    page = guest.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/do", hold)
    seq = guest.seq
    guest.take()
    expect(page.locator("#t-choices .picked")).to_have_count(1)
    assert guest.seq == seq
    held[0].continue_()
    guest.moved_on(seq)
    expect(page.locator(".picked")).to_have_count(0)


def test_rules_lie_beside_the_table_not_on_it(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bosa", {0: "me", 1: "random"})
    guest.my_turn()
    page = guest.page
    page.locator("#rules-door").click()
    expect(page.locator(".aside")).to_be_visible()
    board, rules = page.locator("#b-board").bounding_box(), page.locator(".aside").bounding_box()
    assert board is not None and rules is not None
    assert board["x"] + board["width"] <= rules["x"]


def test_a_double_click_is_one_move(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bosa", {0: "me", 1: "random"}, {"first_player": "seat0"})
    guest.my_turn()
    seq = guest.seq
    guest.page.locator("#t-board :is([data-action], .touch.lit)").first.evaluate(
        "one => { for (const _ of [1, 2]) one.dispatchEvent(new MouseEvent('click', { bubbles: true })) }"
    )
    guest.moved_on(seq)
    guest.page.wait_for_timeout(500)
    assert guest.seq == seq + 1


def test_a_move_can_be_taken_back(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bosa", {0: "me", 1: "random"})
    guest.my_turn()
    before = guest.page.locator("#t-question").inner_text()
    first_choice(guest)
    seq = guest.seq
    guest.page.locator("#t-undo").click()
    guest.moved_on(seq)
    assert guest.page.locator("#t-question").inner_text().split("\n")[0] == before.split("\n")[0]


# Replay


def test_a_replay_goes_to_any_moment(guests: Guests) -> None:
    guest = guests.come()
    path = guest.open("bologna", {0: "me", 1: "random"}, {"round_cap": "1"})
    while True:
        guest.my_turn()
        if guest.over:
            break
        first_choice(guest)
    page = guest.go(f"{path}/replay?at=2")
    count = page.locator("#r-count")
    expect(count).to_contain_text("2 of")
    page.keyboard.press("ArrowRight")
    expect(count).to_contain_text("3 of")
    page.keyboard.press("Home")
    expect(count).to_contain_text("0 of")
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("button", name="One on")).to_be_disabled()
    page.get_by_label("Seen by").select_option("1")
    page.wait_for_url("**seat=1**")
    record = guest.context.request.get(f"{guest.house}{path}/record").text()
    assert record.startswith("ludoteca record 1") and "secret:" in record
    page = guest.go("/record")
    page.get_by_label("A record file").fill(record)
    page.get_by_role("button", name="Open it").click()
    expect(page.locator("#r-count")).to_contain_text("0 of")
    page.get_by_role("button", name="One on").click()
    expect(page.locator("#r-count")).to_contain_text("1 of")


def test_a_replay_fits_the_width_it_has_at_last(guests: Guests) -> None:
    """A window that is narrow for a moment only ends with the wide board."""
    guest = guests.come()
    path = guest.open("bologna", {0: "me", 1: "random"})
    guest.my_turn()
    page = guest.go(f"{path}/replay?at=1")
    page.set_viewport_size({"width": 500, "height": 800})
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_timeout(1500)
    expect(page.locator("main.wide")).to_have_count(1)
    view = page.locator("#b-board").get_attribute("viewBox") or ""
    assert float(view.split()[2]) > 800, view


def test_a_replays_board_is_as_large_as_its_tables(guests: Guests) -> None:
    guest = guests.come()
    path = guest.open("bosa", {0: "me", 1: "random"})
    guest.my_turn()
    played = guest.page.locator("#t-board svg").first.bounding_box()
    page = guest.go(f"{path}/replay?at=1")
    seen = page.locator("#r-board svg").first.bounding_box()
    assert played is not None and seen is not None
    assert seen["height"] >= 0.98 * played["height"], (seen, played)
    for part in ("#r-ask", "#r-about"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_what_steps_through_a_replay_is_large_enough_for_a_finger(guests: Guests) -> None:
    guest = guests.come(phone=True)
    path = guest.open("bosa", {0: "me", 1: "random"})
    guest.my_turn()
    page = guest.go(f"{path}/replay?at=1")
    for button in page.locator(".reel button, .chapter").all():
        box = button.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= 40, box


def test_many_rounds_leave_a_replays_board_in_sight_on_a_phone(guests: Guests) -> None:
    page = guests.come(phone=True).go("/record")
    page.get_by_label("A record file").fill((RECORDS / "last.record").read_text())
    page.get_by_role("button", name="Open it").click()
    page.get_by_role("button", name="To the end").click()
    now = page.locator(".chapter[aria-current]")
    expect(now).to_have_text(page.locator(".chapter").last.inner_text())
    row, box = page.locator(".chapters").bounding_box(), now.bounding_box()
    assert row is not None and box is not None
    assert row["height"] < 2 * box["height"]
    assert box["x"] + box["width"] <= 390


def test_many_rounds_leave_what_happened_in_sight_beside_a_replay(guests: Guests) -> None:
    page = guests.come().go("/record")
    page.get_by_label("A record file").fill((RECORDS / "last.record").read_text())
    page.get_by_role("button", name="Open it").click()
    page.get_by_role("button", name="To the end").click()
    now = page.locator(".chapter[aria-current]")
    expect(now).to_have_text(page.locator(".chapter").last.inner_text())
    expect(now).to_be_in_viewport()
    expect(page.get_by_role("heading", name="What happened")).to_be_in_viewport()
    rows, box = page.locator(".chapters").bounding_box(), now.bounding_box()
    assert rows is not None and box is not None
    assert rows["height"] < 5 * box["height"]
    assert rows["y"] <= box["y"] and box["y"] + box["height"] <= rows["y"] + rows["height"]


def test_the_analysis_leads_to_the_moments_that_mattered(guests: Guests) -> None:
    guest = guests.come()
    path = guest.open("bologna", {0: "me", 1: "random"}, {"round_cap": "1"})
    while True:
        guest.my_turn()
        if guest.over:
            break
        first_choice(guest)
    page = guest.go(f"{path}/replay?at=0")
    page.get_by_role("button", name="Analyse this match").click()
    page.wait_for_selector("#analysis[data-ready]", timeout=90_000)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("main.narrow")).to_have_count(1)
    assert page.locator("#analysis table").evaluate("one => one.scrollWidth <= one.clientWidth")
    page.evaluate("scrollTo(0, 0)")
    page.locator(".chapters").get_by_role("link", name="Analysis").click()  # far below what happened
    expect(page.locator("#analysis h2").first).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("main.wide")).to_have_count(1)
    box = page.locator(".chances").bounding_box()
    assert box is not None
    page.locator(".chances").click(position={"x": box["width"] * 0.45, "y": box["height"] / 2})
    expect(page.locator("#r-count")).not_to_have_text(re.compile(r"^\s*0 of"))
    links = page.locator("#analysis a[data-line]")
    expect(page.locator("#analysis")).not_to_contain_text("<a href")
    if links.count():
        wanted = re.search(r"at=(\d+)", links.first.get_attribute("href") or "")
        assert wanted is not None
        links.first.click()
        expect(page.locator("#r-count")).to_contain_text(f"{wanted.group(1)} of")


def test_the_coach_gives_one_more_step_at_each_press(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bosa", {0: "me", 1: "random"}, coach="yes")
    guest.my_turn()
    page = guest.page
    said = page.locator("#t-coach-said")
    for step in ("Where to look", "What to consider", "The move, and why"):
        page.get_by_role("button", name="Coach (H)").click()
        expect(said.locator("h3")).to_have_text(step, timeout=30_000)
        expect(said.locator("p")).not_to_be_empty()


def test_a_puzzle_is_answered_and_explained(guests: Guests) -> None:
    guest = guests.come()
    page = guest.go("/puzzles")
    page.locator("a[data-shelf^='bosa ']").first.click()
    number = page.url.rpartition("/")[2]
    placed = puzzle_of("bosa", int(number))
    assert placed is not None
    wrong, right = next(iter(placed.puzzle.lost)), placed.puzzle.right[0]
    page.locator(f"#l-choices button[value='act {wrong}']").click()
    expect(page.locator("#l-lesson .wrong")).to_contain_text(re.compile(": it loses about .* points"))
    page.locator(f"#l-choices button[value='act {right}']").click()
    expect(page.locator("#l-lesson .right")).to_be_visible()
    expect(page.locator(".puzzle-others tr")).to_have_count(len(placed.puzzle.lost))
    guest.go("/puzzles")
    expect(page.locator(f"a[data-puzzle='bosa {number}'][data-done]")).to_have_count(1)


def test_a_table_without_a_coach_gives_no_hints(guests: Guests) -> None:
    guest = guests.come()
    path = guest.open("bosa", {0: "me", 1: "random"})
    guest.my_turn()
    expect(guest.page.locator("#t-coach")).to_have_count(0)
    assert guest.context.request.get(f"{guest.house}{path}/coach?step=1").status == 404


def test_a_broken_record_says_where(guests: Guests) -> None:
    guest = guests.come()
    page = guest.go("/record")
    page.get_by_label("A record file").fill("ludoteca record 1\ngame: chess\n")
    page.get_by_role("button", name="Open it").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 2")


# Rules


def test_the_rules_can_be_searched(guests: Guests) -> None:
    page = guests.come().go("/games/bologna/rules#BOL-2.4")
    expect(page.locator("#BOL-2\\.4")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("wine bologna")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".rules mark").first).to_be_visible()


# Everyone


@pytest.mark.parametrize("language", ["en-GB", "it-IT"])
def test_what_is_not_there_has_a_page_with_a_picture_and_ways_on(guests: Guests, language: str) -> None:
    guest = guests.come(phone=True, language=language)
    page = guest.page
    answer = page.goto(f"{guest.house}/nowhere")
    assert answer is not None and answer.status == 404
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    picture = page.locator("main .mini-cover svg").bounding_box()
    assert picture is not None and picture["height"] > 100
    doors = page.locator("main .doors a")
    assert doors.evaluate_all("all => all.map((one) => one.pathname)") == ["/", "/yours"]
    doors.first.tap()
    expect(page.locator(".game").first).to_be_visible()


@pytest.mark.parametrize("game", names())
def test_a_phone_shows_board_and_choices_without_sideways_scrolling(guests: Guests, game: str) -> None:
    guest = guests.come(phone=True, confirm="touch")
    seats = dict.fromkeys(range(1, 4 if game == "bello_divorum" else 2), "random")
    guest.open(game, {0: "me", **seats})
    guest.my_turn()
    page = guest.page
    assert page.locator("main.narrow").count() == 1
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, f"{wide} pixels wide"
    seq, really = guest.seq, page.get_by_role("button", name="Do it")
    for _ in range(3):  # three dice make one choice
        page.locator("#t-board :is([data-action], .touch.lit:not(.held)) .halo").first.tap()
        with suppress(TimeoutError):
            really.wait_for(timeout=1500)
            break
    really.tap()
    guest.moved_on(seq)


def test_a_question_before_acting_outlives_a_fresh_picture(guests: Guests) -> None:
    """News that change nothing for the table (here: the phone is turned) take no choice out of the hand."""
    guest = guests.come(phone=True, confirm="always")
    guest.open("bomarzo", {0: "me", 1: "random"})
    guest.my_turn()
    page = guest.page
    seq = guest.seq
    guest.choices.first.tap()
    expect(page.get_by_role("button", name="Do it")).to_be_visible()
    drawn = page.locator("#b-frame").get_attribute("data-view") or ""
    page.set_viewport_size({"width": 1100, "height": 700})
    expect(page.locator("#b-frame")).not_to_have_attribute("data-view", drawn)
    expect(page.locator("#t-choices .picked")).to_have_count(1)
    page.get_by_role("button", name="Do it").tap()
    guest.moved_on(seq)


def test_the_house_speaks_italian(guests: Guests) -> None:
    guest = guests.come(language="it-IT")
    page = guest.go("/")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.get_by_role("button", name="Gioca subito a The Throne of Bologna").click()
    page.wait_for_selector("#t-board svg")
    expect(page.get_by_role("heading", name="Che cosa è successo")).to_be_visible()
    page.locator("#taste summary").click()
    page.get_by_label("Lingua").select_option("en")
    page.get_by_role("button", name="Salva").click()
    expect(page.get_by_role("heading", name="What happened")).to_be_visible()


def test_the_game_can_be_played_without_script(guests: Guests) -> None:
    guest = guests.come(java_script_enabled=False)
    page = guest.go("/")
    page.get_by_role("button", name="Play Bosa now").click()
    for _ in range(8):
        if guest.choices.count():
            guest.take()
            page.wait_for_load_state()
        else:
            page.wait_for_timeout(400)
            page.goto(page.url)
    assert "takes" in page.locator("#t-log").inner_text()
