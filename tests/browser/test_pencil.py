"""Pencil marks in a notebook on the board: by touch, kept for the seat, seen by nobody else."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.guests import Guests

CELL = """() => {
    const [x, y, w, h, rows, columns] = JSON.parse(document.getElementById('b-gestures').dataset.notebook);
    const at = new DOMPoint(x + w / columns.length / 2, y + h / rows.length * (rows.length - 0.4));
    const { x: left, y: top } = at.matrixTransform(document.getElementById('b-board').getScreenCTM());
    return [left, top];
}"""


def test_a_cell_is_circled_then_crossed_then_rubbed_out(guests: Guests) -> None:
    guest = guests.come()
    guest.open("bologna", {0: "me", 1: "random", 2: "random"})
    guest.my_turn()
    page, seq = guest.page, guest.seq
    page.wait_for_load_state("networkidle")
    marks = page.locator("#b-pencil")
    cell = page.evaluate(CELL)
    page.mouse.click(*cell)
    circled = marks.get_attribute("d") or ""
    assert "a" in circled
    page.reload(wait_until="networkidle")
    expect(marks).to_have_attribute("d", circled)
    page.mouse.click(*cell)
    expect(marks).not_to_have_attribute("d", circled)
    page.mouse.click(*cell)
    expect(marks).to_have_count(0)
    assert guest.seq == seq, "a mark is no move"
