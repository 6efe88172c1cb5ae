"""Moments on the board: they are played, cut short by a touch, and never stand in the way."""

from __future__ import annotations

import pytest

from tests.browser.guests import Guest, Guests

COUNT = """
window.played = 0;
new MutationObserver((changes) => {
    for (const change of changes)
        for (const added of change.addedNodes)
            if (added.className?.startsWith?.('moment')) window.played += 1;
}).observe(document, { childList: true, subtree: true });
"""
STAGE = """async (then) => {
    const mark = document.querySelector('script[src*="table.js"]').src.split('?')[1];
    const { Stage } = await import(`/static/moments.js?${mark}`);
    const stage = new Stage(document.getElementById('t-board'), () => {});
    stage.play([{ kind: 'speak', words: 'Ada speaks' }, { kind: 'drop', on: ['b-turn'] }]);
    const before = document.querySelectorAll('.moment').length;
    const seen = document.elementFromPoint(300, 300).closest('#t-board') !== null;
    if (then === 'touch') document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    if (then === 'key') document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));
    return { before, seen, after: document.querySelectorAll('.moment').length, left: stage.left };
}"""


def at_bello(guests: Guests, motion: str) -> Guest:
    guest = guests.come(pace="calm", reduced_motion=motion)
    guest.page.add_init_script(COUNT)
    guest.open("bello_divorum", {0: "me", 1: "random", 2: "random", 3: "random"})
    return guest


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_moments_are_played_unless_motion_is_unwanted_and_delay_no_decision(
    guests: Guests, motion: str
) -> None:
    guest = at_bello(guests, motion)
    for number in range(4):
        guest.my_turn()
        seq = guest.seq
        guest.choose(number)
        assert guest.seq > seq
    if motion == "reduce":
        assert guest.page.evaluate("window.played") == 0
    else:
        guest.page.wait_for_function("window.played > 0")


@pytest.mark.parametrize("then", ["touch", "key"])
def test_a_moment_is_cut_short_by_a_touch_or_a_key_and_lets_the_board_be_touched(
    guests: Guests, then: str
) -> None:
    guest = at_bello(guests, "no-preference")
    seen = guest.page.evaluate(STAGE, "")
    assert (seen["before"], seen["seen"], seen["after"]) == (1, True, 1)
    assert 0 < seen["left"] <= 1300
    assert guest.page.evaluate(STAGE, then)["after"] == 0
