"""The studio in a browser: a card is changed, drawn, refused, taken back and played with."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.guests import Guests


def test_a_card_is_changed_drawn_refused_taken_back_and_played_with(guests: Guests) -> None:
    guest = guests.come()
    page = guest.go("/studio/bosa")
    page.get_by_role("button", name="edition · patronage", exact=True).click()
    points = page.locator('[data-path$=".points"]').first
    expect(points).to_be_visible()
    before = page.locator("#form .piece").inner_html()
    assert points.input_value() == "3"
    points.fill("5")
    expect(page.locator("#differences")).to_contain_text("patronage[1].points 3 → 5")
    assert page.locator("#form .piece").inner_html() != before
    expect(page.locator(".cell.changed")).to_have_count(1)
    points.fill("100")
    expect(page.locator("#check")).to_contain_text("expected a number from 101")
    expect(page.get_by_role("button", name="Open a table with it")).to_be_disabled()
    points.fill("6")
    expect(page.locator("#check")).to_contain_text("Fits.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#differences")).to_contain_text("patronage[1].points 3 → 5")
    page.reload()
    expect(page.locator("#differences")).to_contain_text("patronage[1].points 3 → 5")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#link input")).to_have_value(re.compile("/studio/bosa"))
    link = page.locator("#link input").input_value()
    page.get_by_role("button", name="Close").click()
    other = guests.come().go(link[link.index("/studio") :])
    expect(other.locator("#differences")).to_contain_text("patronage[1].points 3 → 5")
    page.get_by_role("button", name="Open a table with it").click()
    expect(page).to_have_url(re.compile("/games/bosa/open"))


def test_a_strong_card_leaves_its_interval_is_swept_printed_and_played_with(
    guests: Guests,
) -> None:
    page = guests.come().go("/studio/bosa")
    page.get_by_role("button", name="cards · season 2", exact=True).click()
    page.locator('[data-item="cards.season_2[10]"]').click()
    points = page.locator('[data-path="cards.season_2[10].points"]')
    expect(points).to_have_value("7")
    page.locator("#players").select_option("3")
    page.locator("#bot").select_option("random")
    points.fill("99")
    expect(page.locator("#differences")).to_contain_text("7 → 99")
    page.get_by_role("button", name="Play", exact=True).click()
    card = page.locator(".trial-rows .moved", has_text="Arancio Festival Stand")
    expect(card).to_be_visible(timeout=90_000)
    expect(card.locator("small")).to_have_text(re.compile(r"^\+\d+\.\d \(\+\d+\.\d to \+\d+\.\d\)$"))
    expect(page.locator("#trial-words")).to_contain_text("deals")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Try a range: points").click()
    page.locator("#sweep [name=low]").fill("97")
    page.locator("#sweep [name=high]").fill("120")
    page.locator("#sweep .primary").click()
    expect(page.locator(".sweep .curve")).to_have_count(3, timeout=90_000)
    expect(page.locator(".left-out li")).to_have_text("Left out: 100–120 (this entry goes from 0 to 99)")
    expect(page.locator(".by-value th[scope=row]")).to_have_text(["97", "98", "99"])
    expect(page.locator(".even li").first).to_contain_text("Seats:")
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("button", name="Print", exact=True).click()
    with page.expect_download() as sheets:
        page.locator("#print .primary").click()
    assert sheets.value.path().read_bytes().startswith(b"%PDF")
    page.get_by_role("button", name="Open a table with it").click()
    expect(page).to_have_url(re.compile("/games/bosa/open"))


def test_cards_go_out_as_a_spreadsheet_come_in_again_and_are_offered_for_a_table(
    guests: Guests, tmp_path: Path
) -> None:
    page = guests.come().go("/studio/bosa")
    with page.expect_download() as sheets:
        page.get_by_role("button", name="Download CSV: cards · season 1").click()
    assert sheets.value.suggested_filename == "bosa-cards.season_1.csv"
    sheet = sheets.value.path().read_text(encoding="utf-8-sig")

    def upload(content: bytes) -> None:
        file = tmp_path / "box.csv"
        file.write_bytes(content)
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Upload CSV: cards · season 1").click()
        chooser.value.set_files(file)

    told = page.locator("#sheet-words")
    upload(sheet.replace("Corallo Clay Yard", "My Yard").replace("RES1", "RES9", 1).encode())
    expect(told).to_contain_text("Row 2 of box.csv, column “kind”: found “RES9”")
    expect(page.locator("#differences")).not_to_contain_text("My Yard")
    upload(sheet.replace("Cortile", "Città").encode("latin-1"))
    expect(told).to_contain_text("not a text in UTF-8")
    upload(sheet.replace("Corallo Clay Yard", "My Yard").encode())
    expect(told).to_have_text("Cards · season 1: all 30 pieces read; entries changed: 1.")
    expect(page.locator("#differences")).to_contain_text("Corallo Clay Yard → My Yard")
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.locator("#status")).to_contain_text("offers it to you by its name")
    expect(page.locator("#own-editions a")).to_have_count(1)
    page.goto(page.url.replace("/studio/bosa", "/games/bosa/open"))
    page.locator("select[name=edition]").select_option(index=1)
    expect(page.locator("select[name=edition] option:checked")).to_contain_text("(yours)")
