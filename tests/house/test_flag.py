"""A flag on the map: table talk that everybody sees, bots weigh, and no rule knows of."""

from __future__ import annotations

from pathlib import Path

from ludoteca.bots.flag import NO_WISH
from ludoteca.games.manticore.rules.land import CELL_CALLED
from ludoteca.house.table.commands import Back, Bot, Flag, Undo
from ludoteca.house.table.events import Acted, Flagged
from ludoteca.house.table.table import PlantedFlag
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages.table_page import TablePage
from tests.house.houses import in_house, table_of
from tests.house.http_client import Somebody
from tests.house.running import ADA, BRUNO, new_id
from tests.house.story import Story, act, refused

H11 = PlantedFlag(0, "H11", CELL_CALLED["H11"])


def flag(place: str = "") -> Flag:
    return Flag(id=new_id(), place=place)


def expedition() -> Story:
    """Ada with two companions."""
    return Story("me", "bot regular", "bot novice", game="manticore")


def test_a_flag_is_put_moved_and_taken_away_without_touching_the_match() -> None:
    story = expedition()
    match = story.table.match
    assert match is not None
    before, record = story.table.match_seq, match.record().text()
    assert story.do(ADA, flag("k6")) == [Flagged(0, "K6")]
    story.do(ADA, flag(" h11 "))
    assert story.table.flag == H11
    assert story.table.match_seq == before and match.record().text() == record
    assert story.again().flag == H11, "it survives a restart"
    assert story.do(ADA, flag()) == [Flagged(0)]
    assert [table.flag for table in (story.table, story.again())] == [None, None]
    assert story.do(ADA, flag()) == [], "there is none to take away"


def test_a_flag_survives_moves_and_undo() -> None:
    story = expedition()
    while not story.table.undoable(ADA.id):
        seat = story.table.awaited
        if seat:
            story.happen([Acted(seat, story.option())])
        else:
            story.do(ADA, act(story.option()))
    story.do(ADA, flag("H11"))
    story.do(ADA, Undo(id=new_id()))
    assert story.table.awaited == 0
    story.do(ADA, act(story.option()))
    assert story.table.flag == story.again().flag == H11


def test_all_bots_but_novices_are_told_the_wish() -> None:
    story = expedition()
    assert story.table.wish_for("regular") == NO_WISH
    story.do(ADA, flag("H11"))
    told = [story.table.wish_for(level) for level in ("novice", "regular", "strong", "master")]
    assert told == [NO_WISH, H11.number, H11.number, H11.number]


def test_who_may_not_put_a_flag_and_where_there_is_none() -> None:
    story = expedition()
    refused("not-seated", story, BRUNO, flag("H11"))
    assert refused("no-such-place", story, ADA, flag("Z99")).status == 422
    refused("no-flag", Story("me", "me", game="manticore"), ADA, flag("H11"))
    refused("no-flag", Story("me", "bot regular", "bot regular", game="bologna"), ADA, flag("H11"))
    rivals = Story("me", "bot regular", game="manticore", options={"mode": "semicoop"})
    refused("no-flag", rivals, ADA, flag("H11"))
    refused("not-started", Story("me", "open", game="manticore"), ADA, flag("H11"))


def test_a_flag_stays_when_the_last_bot_goes_and_can_still_be_taken_away() -> None:
    story = Story("me", "me", game="manticore")
    story.do(ADA, Bot(id=new_id(), seat=1, level="regular"))
    story.do(ADA, flag("H11"))
    story.do(ADA, Back(id=new_id(), seat=1))
    refused("no-flag", story, ADA, flag("K6"))
    story.do(ADA, flag())
    assert story.table.flag is None


def test_everybody_sees_the_flag_in_words_and_on_the_board() -> None:
    story = expedition()
    story.do(ADA, flag("H11"))
    for person, narrow in ((ADA, False), (ADA, True), (None, False)):
        parts, picture = TablePage(story.table, person, "en", narrow).parts()
        assert "Flag of Ada: H11" in parts["t-remarks"].text
        assert ("Take it away" in parts["t-remarks"].text) == (person is not None)
        assert picture is not None and parts["b-flag"].text in picture.svg()
        assert [part.id for part in picture.parts][-2] == "b-flag", "what lies over the board hides it"
    parts, _ = TablePage(story.table, ADA, "it", False).parts()
    assert "Bandiera di Ada: H11" in parts["t-remarks"].text and "translate(" in parts["b-flag"].text
    other = TablePage(Story("me", "bot regular", "bot regular", game="bologna").table, ADA, "en", False)
    assert not other.may_flag and "b-flag" not in other.parts()[0]


def test_a_touched_place_is_found_and_the_api_tells_of_the_flag(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "regular"}]
        table, (ada,) = await table_of(app, "manticore", ["Ada"], seats=seats)
        assert (await ada.see(table))["flag"] is None
        found = await ada.ask("GET", f"/tables/{table}/place?x=374&y=415&layout=wide")
        assert found.json == {"place": "H8"}
        nowhere = await ada.ask("GET", f"/tables/{table}/place?x=970&y=20&layout=wide")
        assert nowhere.json == {"place": ""}
        assert (await ada.do(table, "flag", place="H8")).status == 200
        assert (await ada.see(table))["flag"] == {"place": "H8", "seat": 0}
        stranger = await Somebody(app).named("Bruno")
        assert (await stranger.do(table, "flag", place="K6")).status == 403
        page = await ada.ask("GET", f"/tables/{table}")
        assert 'id="t-flag"' in page.text and "Flag of Ada: H8" in page.text

    in_house(tmp_path, story)
