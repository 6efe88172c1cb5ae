"""What a twenty-fifth look at the house found."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from ludoteca.games import load
from ludoteca.house.service import shelf
from ludoteca.house.web.app import Application
from tests.house.houses import in_house
from tests.house.http_client import Somebody
from tests.house.members import edition_text


def test_nobody_prints_a_file_of_the_machine(tmp_path: Path) -> None:
    """What was asked for as an edition could be the path of any file, which was read whatever its size."""
    file = tmp_path / "elsewhere.toml"
    file.write_text(edition_text("bosa"), encoding="utf-8")

    async def story(app: Application) -> None:
        for edition in (str(file), f"../{file.name}", "bosa-house-1", "x" * 300):
            answer = await Somebody(app).ask("GET", f"/games/bosa/print.pdf?edition={quote(edition)}")
            assert answer.status == 422 and "not at hand" in answer.text, f"{edition}: {answer.status}"
        own = quote(load("bosa").edition().label)
        assert (await Somebody(app).ask("GET", f"/games/bosa/print.pdf?edition={own}&what=aid")).status == 200

    in_house(tmp_path, story)


@pytest.mark.parametrize(
    ("game", "before", "after", "why"),
    [
        ("bello_divorum", "arm = [", "arm = [" + '"FR", ' * 600, "expected at most 8"),
        (
            "bosa",
            "{ coins = 15, points = 25 },",
            "\n".join([f"{{ coins = {n}, points = {n + 10} }}," for n in range(15, 1000)]),
            "expected 1 to 20",
        ),
    ],
)
def test_an_edition_has_no_more_of_anything_than_can_be_drawn(
    game: str, before: str, after: str, why: str
) -> None:
    """Arms of the star with 10,000 places made a page of 12 MB, for which the house made everybody wait."""
    text = edition_text(game)
    assert before in text
    with pytest.raises(shelf.Misfit, match=why):
        shelf.checked(load(game), text.replace(before, after))
