"""The studio: drafts are checked and drawn, versions kept only when shared or played with, tables opened."""

import asyncio
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from ludoteca.bots.random_playout import random_playout
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.house.service import shelf
from ludoteca.house.store import own_editions
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages.studio import Studio, field_words, house_draft
from ludoteca.house.web.pages.texts import texts
from ludoteca.house.web.pages.trial_pages import TrialWish, editions_wished
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import State
from tests.house.houses import in_house
from tests.house.http_client import Somebody


def house_text(name: str) -> str:
    return load(name).library.house_file.read_text(encoding="utf-8")


def mine(name: str = "bosa") -> str:
    return house_text(name).replace("start_coins = 3", "start_coins = 7").replace("bosa-house-1", "my-bosa")


def test_every_game_has_a_studio_and_pieces_are_drawn_in_both_languages(tmp_path: Path) -> None:
    async def look(app: Application) -> None:
        guest = Somebody(app)
        assert (await guest.ask("GET", "/studio")).text.count('href="/studio/') >= len(HOUSE_GAMES)
        for name in HOUSE_GAMES:
            page = await guest.ask("GET", f"/studio/{name}", headers={"accept-language": "it"})
            assert page.status == 200, name
            assert "Rispetto all" in page.text
            assert page.text.count('class="piece"') > 3, name
        assert (await guest.ask("GET", "/studio/chess")).status == 404
        assert (await guest.ask("GET", "/studio/bosa?edition=0123456789ab")).status == 404

    in_house(tmp_path, look)


def test_a_change_is_checked_drawn_and_compared_with_the_houses_edition(tmp_path: Path) -> None:
    async def look(app: Application) -> None:
        guest = Somebody(app)
        draft = {"text": house_text("bosa"), "item": "cards.season_1[1]"}
        told = await guest.ask(
            "POST", "/studio/bosa/change", {**draft, "path": "edition.start_coins", "value": "7"}
        )
        assert told.json["valid"]
        assert "start_coins = 7" in told.json["text"]
        assert "<s>3</s> → <b>7</b>" in told.json["differences"]
        assert "<svg" in told.json["form"]
        told = await guest.ask(
            "POST", "/studio/bosa/change", {**draft, "path": "edition.start_coins", "value": "700"}
        )
        assert not told.json["valid"]
        assert told.json["text"] == draft["text"]
        assert "found 700; expected a number from 0 to 99" in told.json["check"]
        assert (await guest.ask("POST", "/studio/bosa/change", {"text": "#" * 63_000})).status == 422
        assert (await guest.ask("POST", "/studio/bosa/change", {"text": 3})).status == 422

    in_house(tmp_path, look)


def test_a_version_is_kept_when_it_is_shared_found_by_its_link_alone_and_played_with(tmp_path: Path) -> None:
    async def look(app: Application) -> None:
        writer, reader = Somebody(app), await Somebody(app).named("Bo")
        assert (await writer.ask("POST", "/studio/bosa/keep", {"text": mine() + "x = 1"})).status == 422
        told = (await writer.ask("POST", "/studio/bosa/keep", {"text": mine()})).json
        again = (await writer.ask("POST", "/studio/bosa/keep", {"text": mine()})).json
        assert told == again
        assert not list(tmp_path.rglob("*.toml"))
        shared = await reader.ask("GET", "/studio/bosa?" + urlsplit(told["link"]).query)
        assert "start_coins = 7" in shared.text
        listed = (await reader.ask("GET", "/api/v1/games/bosa")).json["editions"]
        assert told["label"] not in listed
        label = parse_qs(urlsplit(told["table"]).query)["edition"][0]
        form = await reader.ask("GET", told["table"])
        assert "my-bosa" in form.text
        wish = {"id": "open-1", "game": "bosa", "edition": label, "seats": [{"kind": "me"}, {"kind": "open"}]}
        opened = await reader.ask("POST", "/api/v1/tables", wish)
        assert opened.status in (200, 201), opened
        assert (await reader.ask("GET", f"/tables/{opened.json['table']}")).status == 200

    in_house(tmp_path, look)


def test_a_list_goes_out_as_csv_and_comes_in_checked_with_row_and_column(tmp_path: Path) -> None:
    async def look(app: Application) -> None:
        guest = Somebody(app)
        page = await guest.ask("GET", "/studio/bosa", headers={"accept-language": "it"})
        assert 'data-sheet="cards.season_1"' in page.text and "30 pezzi" in page.text
        assert "data-sheet" not in (await guest.ask("GET", "/studio/bologna")).text
        wish = {"text": mine(), "list": "cards.season_1"}
        out = await guest.ask("POST", "/studio/bosa/sheet", wish)
        assert out.headers["content-type"].startswith("text/csv")
        sheet = out.body.decode("utf-8-sig")
        assert len(sheet.splitlines()) == 31
        address = "/studio/bosa/sheet/read"
        same = (await guest.ask("POST", address, {**wish, "sheet": sheet})).json
        assert same["fits"] and same["text"] == mine()
        assert "all 30 pieces read; entries changed: 0" in same["words"]
        other = (await guest.ask("POST", address, {**wish, "sheet": sheet.replace("RES1", "RES9", 1)})).json
        assert not other["fits"] and other["text"] == mine()
        assert "Row 2 of cards.csv, column “kind”: found “RES9”; expected one of RES1" in other["words"]
        short = {**wish, "sheet": sheet.rpartition("cards.season_1[30]")[0]}
        counted = (await guest.ask("POST", address, short, headers={"accept-language": "it"})).json["words"]
        assert "Riga 30 di cards.csv, cards.season_1[30]: found 29 of 30 pieces" in counted
        for wrong in ({"list": "cards"}, {"text": mine() + "x = 1"}, {"sheet": "\0"}):
            assert (await guest.ask("POST", address, {**wish, **wrong})).status == 422, wrong
        assert (await guest.ask("POST", address, {**wish, "sheet": "x" * 70_000})).status == 413

    in_house(tmp_path, look)


def test_an_own_edition_is_offered_by_name_to_its_writer_alone_until_forgotten(tmp_path: Path) -> None:
    async def look(app: Application) -> None:
        writer, other = await Somebody(app).named("Ada"), await Somebody(app).named("Bo")
        assert 'name="edition"' not in (await writer.ask("GET", "/games/bosa/open")).text
        for text in (
            mine(),
            mine() + "# second printing\n",
            mine().replace("my-bosa", "box"),
            house_text("bosa"),
        ):
            told = (await writer.ask("POST", "/studio/bosa/keep", {"text": text})).json
            assert told["differs"] == (text != house_text("bosa"))
        form = (await writer.ask("GET", "/games/bosa/open")).text
        shown = re.search(r'<select name="edition">(.*?)</select>', form, re.DOTALL)
        assert shown is not None
        names = re.findall(r"<option[^>]*>([^<]+)", shown[1])
        assert [re.sub(r" [0-9a-f]{12}", " …", name) for name in names] == [
            "The house&#39;s own", "box (yours)", "my-bosa … (yours)", "my-bosa … (yours)"
        ]  # fmt: skip
        assert 'name="edition"' not in (await other.ask("GET", "/games/bosa/open")).text
        assert (
            "box" not in (await other.ask("GET", "/studio/bosa")).text.partition('id="own-editions"')[2][:200]
        )
        label = re.findall(r'value="(box [0-9a-f]+)"', shown[1])[0]
        wish = {"id": "open-2", "game": "bosa", "edition": label, "seats": [{"kind": "me"}, {"kind": "open"}]}
        assert (await writer.ask("POST", "/api/v1/tables", wish)).status == 201
        await other.ask("POST", "/studio/bosa/forget", {"text": "", "value": label})
        assert label in (await writer.ask("GET", "/studio/bosa")).text
        told = (await writer.ask("POST", "/studio/bosa/forget", {"text": "", "value": label})).json
        assert label not in told["own"] and "my-bosa" in told["own"]
        assert "box (yours)" not in (await writer.ask("GET", "/games/bosa/open")).text

    in_house(tmp_path, look)


@pytest.mark.parametrize("bomb", ["a = " + "[" * 9000, "a = " + "{b=" * 5000, "a = " + "9" * 5000])
def test_a_draft_that_cannot_even_be_parsed_is_refused(bomb: str, tmp_path: Path) -> None:
    async def attack(app: Application) -> None:
        guest = await Somebody(app).named("Zoe")
        says = {"text": bomb, "path": "", "value": "", "item": "", "gallery": False}
        changed = await guest.ask("POST", "/studio/bosa/change", says)
        assert changed.status == 200 and not changed.json["valid"], changed
        assert (await guest.ask("POST", "/studio/bosa/keep", says)).status == 422

    in_house(tmp_path, attack)


def test_an_edition_with_an_endless_digest_is_not_found(tmp_path: Path) -> None:
    async def look(app: Application) -> None:
        guest, digest = await Somebody(app).named("Zoe"), "a" * 300
        assert (await guest.ask("POST", "/studio/bosa/keep", {"text": mine()})).status == 200
        assert (await guest.ask("GET", f"/studio/bosa?edition={digest}")).status == 404
        assert (await guest.ask("GET", f"/games/bosa/open?edition=my+{digest}")).status == 200
        seats = [{"kind": "me"}, {"kind": "bot"}]
        wish = {"id": "strange", "game": "bosa", "seats": seats, "edition": f"my {'é' * 190}"}
        assert (await guest.ask("POST", "/api/v1/tables", wish)).status == 422

    in_house(tmp_path, look)


def test_nobody_fills_the_shelf_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "FROM_ONE_NETWORK", 2)

    async def look(app: Application) -> None:
        for number in range(2):
            says = {"text": f"{mine()}# version {number}\n"}
            assert (await Somebody(app).ask("POST", "/studio/bosa/keep", says)).status == 200
        more = {"text": mine() + "# one more\n"}
        assert (await Somebody(app).ask("POST", "/studio/bosa/keep", more)).status == 409
        assert (await Somebody(app).ask("POST", "/studio/bosa/keep", says)).status == 200, (
            "it is kept already"
        )

    in_house(tmp_path, look)


def test_the_shelf_has_room_for_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_editions, "ROOM", 1)

    async def look(app: Application) -> None:
        guest = Somebody(app)
        assert (await guest.ask("POST", "/studio/bosa/keep", {"text": mine()})).status == 200
        full = await guest.ask("POST", "/studio/bosa/keep", {"text": mine() + "# another\n"})
        assert full.status == 409

    in_house(tmp_path, look)


def test_an_edition_and_a_draft_are_printed_whole_or_piece_by_piece(tmp_path: Path) -> None:
    async def look(app: Application) -> None:
        guest = Somebody(app)
        sheets = await guest.ask("GET", "/games/bologna/print.pdf?what=aid&paper=letter&language=it")
        assert (sheets.status, sheets.headers["content-type"]) == (200, "application/pdf")
        assert sheets.body.startswith(b"%PDF")
        for wrong in ("what=pockets", "paper=a0", "language=tlh", "edition=none"):
            assert (await guest.ask("GET", f"/games/bologna/print.pdf?{wrong}")).status in (404, 422), wrong
        draft = {"text": mine(), "language": "it"}
        one = await guest.ask("POST", "/studio/bosa/print", {**draft, "item": "cards.season_1[1]"})
        assert one.body.startswith(b"%PDF")
        told = await guest.ask("POST", "/studio/bosa/print", {**draft, "what": "changed"})
        assert told.status == 422
        told = await guest.ask("POST", "/studio/bosa/print", {"text": mine() + "x = 1"})
        assert told.status == 422
        assert "Print and play" in (await guest.ask("GET", "/games/bosa/rules")).text

    in_house(tmp_path, look)


def test_a_trial_plays_both_editions_and_is_bounded_and_ones_own(tmp_path: Path) -> None:
    async def look(app: Application) -> None:
        guest = Somebody(app)
        wish = {"text": mine(), "players": 2, "bot": "random"}
        begun = (await guest.ask("POST", "/studio/bosa/trial", wish)).json
        assert begun["going"]
        second = (await guest.ask("POST", "/studio/bosa/trial", wish)).json
        assert not (await guest.ask("GET", f"/studio/bosa/trial/{begun['trial']}")).json["going"]
        address = f"/studio/bosa/trial/{second['trial']}"
        while not (told := (await guest.ask("GET", address, headers={"accept-language": "it"})).json)["part"]:
            assert told["going"], told
            await asyncio.sleep(0.05)
        assert "Il posto 2 vince" in told["part"]
        assert re.search(r"\d,\d → <b>\d+,\d %", told["part"])
        ended = (await guest.ask("POST", address, {})).json
        assert not ended["going"]
        assert "Stopped after" in ended["words"]
        for wrong in ({"players": 9}, {"bot": "ismcts"}, {"text": mine() + "x = 1"}, {"path": "cards"},
                      {"path": "edition.start_coins", "low": 5, "high": 5}):  # fmt: skip
            assert (await guest.ask("POST", "/studio/bosa/trial", {**wish, **wrong})).status == 422, wrong
        assert (await guest.ask("GET", "/studio/bosa/trial/none")).status == 404

    in_house(tmp_path, look)


def test_a_range_has_at_most_nine_values_that_fit_and_says_what_is_left_out() -> None:
    game, say = load("bosa"), texts("en")
    swept = editions_wished(game, TrialWish(mine(), "edition.start_coins", 0, 8), say)
    assert swept.labels == [str(coins) for coins in range(9)]
    assert swept.texts[7] == mine()
    assert not swept.left_out
    swept = editions_wished(game, TrialWish(mine(), "edition.patronage[1].points", 0, 8), say)
    assert swept.labels[-1] == "6"
    assert [values for values, _ in swept.left_out] == ["0", "7", "8"]
    assert "patronage[2].points: " in swept.left_out[1][1]
    swept = editions_wished(game, TrialWish(mine(), "edition.start_coins", 0, 500), texts("it"))
    assert swept.labels == ["0", "13"]
    assert swept.left_out[0] == ("26", "edition.coin_tokens: found 70; expected a number from 130 to 1000")
    assert swept.left_out[-2:] == [
        ("100–500", "questa voce va da 0 a 99"),
        ("i valori intermedi", "si provano 9 valori al massimo, qui a passi di 13"),
    ]


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_everything_that_victories_are_sorted_by_has_a_name_in_both_languages(name: str) -> None:
    game = load(name)
    state: State = game.start(game.setup(game.most))
    state.settle()
    random_playout(state, Seeded(3), Stream(3))
    english, italian = game.breakdowns(state), game.breakdowns(state, "it")
    assert [(seat, kind) for seat, kind, _ in english] == [(seat, kind) for seat, kind, _ in italian]
    rare = {"card played", "card upgraded", "worship"}
    kinds = {f"trial.by_{kind.replace(' ', '_')}" for kind in rare | {kind for _, kind, _ in english}}
    assert all(texts(language).has(kind) for kind in kinds for language in ("en", "it")), kinds
    alike = {kind for _, kind, _ in set(english) & set(italian)}
    assert alike <= {"corner", "pantheon", "card played", "card upgraded"}, alike


def test_a_card_without_an_italian_name_keeps_its_english_one(tmp_path: Path) -> None:
    game, file = load("bosa"), tmp_path / "english.toml"
    file.write_text(re.sub(r', it = "[^"]*"', "", house_text("bosa")), encoding="utf-8")
    state: State = game.start(game.setup(2, None, file))
    state.settle()
    random_playout(state, Seeded(3), Stream(3))
    assert game.breakdowns(state, "it") == game.breakdowns(state)


def test_every_entry_of_the_five_games_has_an_italian_name() -> None:
    known = field_words("it")
    for name in HOUSE_GAMES:
        paths = [field.path for field in house_draft(name).fields]
        words = {word for path in paths for word in re.findall(r"[^.\[\]]+", path) if word.islower()}
        assert {word for word in words if word not in known} == set(), name
    both = [Studio(load("bosa"), house_text("bosa"), language) for language in ("it", "en")]
    assert both[0].named("cards.season_1") == "carte · stagione 1"
    assert both[1].named("edition.start_coins") == "edition · start coins"
