"""Answers that stand, and names that point at the board."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.guests import Guests

MOST_MOVES = 40
SPILT = """ones => ones.filter((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getBoundingClientRect().height > one.clientHeight;
}).map((one) => one.innerText)"""
"""Buttons whose words do not fit in them."""


def test_an_answer_stands_by_one_touch_and_is_switched_off_by_one(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bologna", {0: "random", 1: "me"}, {"first_player": "seat0"})
    offered = guest.page.locator("#t-standing button")
    for moves in range(MOST_MOVES):
        guest.my_turn()
        if offered.count():
            break
        guest.choose(moves)
    seq = guest.seq
    expect(offered).to_have_count(2)
    assert offered.evaluate_all(SPILT) == []
    offered.first.click()
    guest.moved_on(seq)
    expect(offered).to_have_text(["Ask me again"])
    offered.click()
    expect(guest.page.get_by_role("button", name="Ask me again")).to_have_count(0)


def test_names_in_the_log_and_pieces_on_the_board_point_at_each_other(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bosa", {0: "me", 1: "random"}, {"gain_prompts": "never"})
    guest.my_turn()
    guest.choose(0)
    guest.my_turn()
    page = guest.page
    name = page.locator("#t-log [data-named^='player ']").last
    key = name.get_attribute("data-named")
    name.hover()
    expect(page.locator(f"#t-board [data-about='{key}'].pointed").first).to_be_attached()
    page.locator(f"#t-board [data-about='{key}']").first.hover()
    expect(page.locator(f"#t-log [data-named='{key}'].pointed").first).to_be_attached()


def test_a_place_that_a_bot_speaks_of_is_ringed_on_the_map(guests: Guests) -> None:
    guest = guests.come()
    guest.open("manticore", {0: "me", **dict.fromkeys(range(1, 4), "random")}, {"mode": "semicoop"})
    guest.my_turn()
    page = guest.page
    page.evaluate(
        "document.getElementById('t-remarks').innerHTML = '<ul class=remarks><li>"
        '<span class=name data-named="cell 70" data-at="300 400">F10</span></li></ul>\''
    )
    page.locator("#t-remarks .name").hover()
    expect(page.locator("#b-board > circle[cx='300'][cy='400']")).to_be_attached()
    page.locator("#t-question").hover()
    expect(page.locator("#b-board > circle[cx='300']")).to_have_count(0)
