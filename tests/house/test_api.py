"""The JSON API: everything the pages do."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from ludoteca import games
from ludoteca.house.live.table_shapes import TableShape
from ludoteca.house.store.rows import Batch, FindingRow
from ludoteca.house.web.api.shapes import GameShape, LobbyShape
from ludoteca.house.web.app import Application
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay, verify
from tests.house.houses import GENEROUS, in_house, play_on, table_of
from tests.house.http_client import Somebody

QUICK = {"round_cap": 1}


def test_who_you_are(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada = Somebody(app)
        assert (await ada.ask("GET", "/api/v1/me")).status == 401
        answer = await ada.ask("PUT", "/api/v1/me", {"name": " Ada  L. ", "language": "it"})
        assert answer.json == {"name": "Ada L.", "language": "it"}
        assert "HttpOnly" in answer.headers["set-cookie"]
        cookie = ada.cookie
        assert (await ada.ask("GET", "/api/v1/me")).json["name"] == "Ada L."
        await ada.ask("PUT", "/api/v1/me", {"name": "Ada"})
        assert ada.cookie != cookie
        known = [app.identities.person_in(value) for value in (cookie, ada.cookie)]
        assert known[0] and known[1] and known[0].id == known[1].id, "a new name, the same person"

    in_house(tmp_path, story)


def test_another_device_becomes_the_same_person_once(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada = await Somebody(app).named("Ada")
        link = (await ada.ask("POST", "/api/v1/me/link")).json
        assert link["address"] == f"http://house.test/carry/{link['token']}"
        phone, thief = Somebody(app), Somebody(app)
        answer = await phone.ask("POST", "/api/v1/me/carried", {"token": link["token"]})
        assert answer.json["name"] == "Ada"
        here, there = app.identities.person_in(ada.cookie), app.identities.person_in(phone.cookie)
        assert here and there and here.id == there.id
        again = await thief.ask("POST", "/api/v1/me/carried", {"token": link["token"]})
        assert (again.status, again.json["type"]) == (403, "link-used")
        wrong = await thief.ask("POST", "/api/v1/me/carried", {"token": "x" * 40})
        assert (wrong.status, wrong.json["type"]) == (403, "link")
        assert not thief.cookie
        rows = await app.house._store.read(lambda database: database.run("select token from spent"))
        assert len(rows) == 1 and link["token"] not in str(rows), "only its hash is kept"

    in_house(tmp_path, story)


def test_the_games_and_their_rules(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        anybody = Somebody(app)
        told = (await anybody.ask("GET", "/api/v1/games")).json["games"]
        assert [game["name"] for game in told] == games.names()
        italian = (await anybody.ask("GET", "/api/v1/games/bosa?language=it")).json
        english = (await anybody.ask("GET", "/api/v1/games/bosa")).json
        assert italian["tagline"] != english["tagline"]
        by_header = await anybody.ask("GET", "/api/v1/games/bosa", headers={"accept-language": "it-IT"})
        assert by_header.json == italian
        assert msgspec.convert(english, GameShape).least == games.load("bosa").least
        rules = (await anybody.ask("GET", "/api/v1/games/bosa/rules")).json
        assert {rule["id"] for rule in rules["rules"]} == set(games.load("bosa").rules())
        missing = await anybody.ask("GET", "/api/v1/games/chess/rules")
        assert (missing.status, missing.json["type"]) == (404, "no-such-game")

    in_house(tmp_path, story)


def test_from_opening_to_rematch(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, bruno = await Somebody(app).named("Ada"), await Somebody(app).named("Bruno")
        wish: dict[str, Any] = {
            "id": "one",
            "game": "bologna",
            "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}],
            "options": QUICK,
        }
        opened = (await ada.ask("POST", "/api/v1/tables", wish)).json
        again = (await ada.ask("POST", "/api/v1/tables", wish)).json
        assert opened == again, "the same command opens one table"
        table = opened["table"]
        assert opened["address"].endswith(f"/tables/{table}?invitation={opened['invitation']}")
        refused = await bruno.do(table, "join")
        assert (refused.status, refused.json["type"]) == (403, "invitation")
        assert (await bruno.do(table, "join", token=opened["invitation"])).status == 200
        seen = await bruno.see(table)
        assert seen["status"] == "waiting" and seen["you"]["seats"] == [1] and seen["view"] is None
        assert seen["you"]["invitation"] == opened["invitation"]
        assert (await Somebody(app).see(table))["you"].get("invitation") is None
        assert (await bruno.ask("GET", f"/api/v1/tables/{table}/record")).json["type"] == "not-started"
        assert (await bruno.do(table, "start")).status == 403
        assert (await ada.do(table, "bot", seat=2, level="random")).status == 200
        seen = await ada.see(table)
        assert seen["status"] == "playing" and seen["seats"][2]["kind"] == "bot"
        assert (await bruno.do(table, "chat", text="hello")).status == 200
        assert (await ada.see(table))["chat"][0]["text"] == "hello"
        lobby = msgspec.convert((await ada.ask("GET", "/api/v1/lobby")).json, LobbyShape)
        assert [brief.table for brief in lobby.yours] == [table] and lobby.yours[0].yours == (0,)

    in_house(tmp_path, story)


def test_a_match_is_played_watched_finished_and_looked_back_at(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        luck = random.Random(1)
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Carla"], public=True, options=QUICK)
        moments = f"/api/v1/tables/{table}/moments"
        analysis = f"/api/v1/tables/{table}/analysis"
        assert (await people[0].ask("GET", moments)).json["type"] == "not-finished"
        assert (await people[0].ask("POST", analysis)).json["type"] == "not-finished"
        await play_on(table, people, 100_000, luck)
        stranger = Somebody(app)
        seen = await stranger.see(table)
        assert msgspec.convert(seen, TableShape).status == "finished"
        assert seen["result"]["sentence"] and seen["result"]["places"]
        text = (await stranger.ask("GET", f"/api/v1/tables/{table}/record")).text
        record = read_record(text)
        verdict = verify(games.load("bologna"), record)
        assert verdict.derived, "all the luck follows from the secret that was promised"
        assert record.croupier == f"committed {seen['commitment']}"
        told = (await stranger.ask("GET", moments)).json["moments"]
        assert len(told) == len(record.lines) + 1
        assert [(part["who"], part["action"]) for part in told[1:]] == [(x.who, x.text) for x in record.lines]
        for number in (0, 1, len(record.lines) // 2, len(record.lines)):
            moment = (await stranger.ask("GET", f"{moments}/{number}?seat=1")).json
            match = replay(games.load("bologna"), record, number)
            assert moment["view"] == msgspec.json.decode(msgspec.json.encode(match.view(1)))
            assert moment["last"] == len(record.lines)
        assert (await stranger.ask("GET", f"{moments}/{len(record.lines) + 1}")).status == 404
        picture = await stranger.ask("GET", f"{moments}/3/board.svg?seat=2")
        assert picture.text.startswith("<svg") and picture.headers["content-type"] == "image/svg+xml"
        assert (await stranger.ask("POST", analysis)).status == 401
        assert (await people[0].ask("POST", analysis)).status == 202
        assert (await stranger.ask("GET", analysis)).json == {"table": table, "analysis": None, "failed": ""}
        await app.house._store.append(Batch(findings=[FindingRow(table, "analyse", 1, '{"turning": [1]}')]))
        assert (await stranger.ask("GET", analysis)).json["analysis"] == {"turning": [1]}
        first = (await people[1].do(table, "rematch")).json["rematch"]
        second = (await people[2].do(table, "rematch")).json["rematch"]
        assert first == second and (await stranger.see(table))["rematch"] == first

    in_house(tmp_path, story)


def test_a_refusal_names_the_rule_and_says_why(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        luck = random.Random(2)
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Carla"])
        for _ in range(50):
            seen = await people[0].see(table)
            asked = await people[seen["awaited"]].see(table)
            refused = next((choice for choice in asked["refused"] if choice["rule"]), None)
            if refused is not None:
                break
            await play_on(table, people, 1, luck)
        assert refused is not None
        person = people[seen["awaited"]]
        answer = await person.do(table, "act", text=refused["text"], base=0)
        assert answer.status == 409
        assert answer.json["rule"].partition("/")[0] == refused["rule"]
        assert answer.json["detail"] == refused["why"]
        assert refused["rule"] in games.load("bologna").rules()
        await person.named("Ada", "it")
        italian = await person.do(table, "act", text=refused["text"])
        assert italian.json["detail"] != answer.json["detail"]
        other = people[(seen["awaited"] + 1) % 3]
        late = await other.do(table, "act", text=asked["choices"][0]["text"])
        assert (late.status, late.json["type"]) == (409, "not-awaited")
        nonsense = await person.do(table, "act", text="fly to the moon")
        assert (nonsense.status, nonsense.json["type"]) == (422, "unknown-action")

    in_house(tmp_path, story)


def test_what_an_option_would_do(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        told = []
        for _ in range(6):
            awaited = (await people[0].see(table))["awaited"]
            asked = await people[awaited].see(table)
            text = quote(asked["choices"][0]["text"])
            path = f"/api/v1/tables/{table}/would?text={text}"
            told += (await people[awaited].ask("GET", path)).json["sentences"]
            for other in (people[1 - awaited], Somebody(app)):
                assert (await other.ask("GET", path)).json == {"sentences": [], "chance": False}
            await play_on(table, people, 2, random.Random(4))
        assert told
        unknown = await people[awaited].ask("GET", f"/api/v1/tables/{table}/would?text=fly")
        assert unknown.status in (200, 422)

    in_house(tmp_path, story)


def test_a_command_sent_twice_is_carried_out_once(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        seen = await people[0].see(table)
        person = people[seen["awaited"]]
        asked = await person.see(table)
        says = {"kind": "act", "id": "same", "text": asked["choices"][0]["text"], "base": asked["seq"]}
        first = await person.ask("POST", f"/api/v1/tables/{table}/commands", says)
        second = await person.ask("POST", f"/api/v1/tables/{table}/commands", says)
        assert first.json["seq"] == second.json["seq"] == asked["seq"] + 1
        assert second.json["repeated"] and "repeated" not in first.json
        assert (await person.see(table))["seq"] == asked["seq"] + 1

    in_house(tmp_path, story)


def test_log_and_chat_since_an_event_complete_what_was_known(tmp_path: Path) -> None:
    """Whoever keeps up by `since` knows the same log as who reads it whole, undo included."""

    async def story(app: Application) -> None:
        luck = random.Random(5)
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        known: list[Any] = []
        chat: list[Any] = []
        since, undone = -1, 0
        for number in range(60):
            seen = await people[0].see(table, f"?since={since}")
            known[seen["log"]["from"] :] = seen["log"]["entries"]
            chat += seen["chat"]
            since = seen["seq"]
            whole = await people[0].see(table)
            assert known == whole["log"]["entries"], number
            match = (await app.house.table(table)).match
            assert match is not None
            assert [entry["kind"] for entry in known] == [event.kind.name for event in match.log(0)]
            assert chat == whole["chat"]
            await play_on(table, people, luck.randrange(0, 3), luck)
            if number % 7 == 3:
                await people[1].do(table, "chat", text=f"move {number}")
            for person in people:
                if (await person.see(table, "?words=0"))["you"].get("undo"):
                    assert (await person.do(table, "undo")).status == 200
                    undone += 1
        assert undone > 3 and len(chat) > 3, "the story had what it should test"

    in_house(tmp_path, story)


def test_without_words_there_are_the_same_choices(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bomarzo", ["Ada", "Bruno"])
        await play_on(table, people, 5, random.Random(3))
        for person in people:
            full, plain = await person.see(table), await person.see(table, "?words=0")
            assert [c["text"] for c in full["choices"]] == [c["text"] for c in plain["choices"]]
            assert full["view"] == plain["view"]
            said, silent = full["log"]["entries"], plain["log"]["entries"]
            assert [entry["values"] for entry in said] == [entry["values"] for entry in silent]
            assert any("text" in entry for entry in said) and not any("text" in entry for entry in silent)

    in_house(tmp_path, story)


def test_one_person_may_hold_several_seats_and_look_from_each(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada = await Somebody(app).named("Ada")
        wish = {"id": "1", "game": "bologna", "seats": [{"kind": "me"}] * 3}
        table = (await ada.ask("POST", "/api/v1/tables", wish)).json["table"]
        for seat in range(3):
            assert (await ada.see(table, f"?seat={seat}"))["view"]["viewer"] == seat
        seen = await ada.see(table)
        assert seen["you"]["viewer"] == seen["awaited"]
        assert (await Somebody(app).see(table, "?seat=1"))["view"]["viewer"] == -1

    in_house(tmp_path, story)


def test_nobody_may_open_endless_tables(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, tables=2)

    async def story(app: Application) -> None:
        ada = await Somebody(app).named("Ada")
        wish: dict[str, Any] = {"game": "bosa", "seats": [{"kind": "me"}, {"kind": "open"}]}
        opened = [await ada.ask("POST", "/api/v1/tables", {**wish, "id": f"t{n}"}) for n in range(3)]
        assert [answer.status for answer in opened] == [201, 201, 409]
        assert opened[2].json["type"] == "too-many-tables"
        again = await ada.ask("POST", "/api/v1/tables", {**wish, "id": "t1"})
        assert again.json == opened[1].json, "what was opened before is answered as before"
        await ada.do(opened[0].json["table"], "close")
        assert (await ada.ask("POST", "/api/v1/tables", {**wish, "id": "t2"})).status == 201

    in_house(tmp_path, story, limits=limits)


def test_nobody_learns_anybody_elses_id(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"], public=True)
        await people[0].do(table, "chat", text="hello")
        persons = [app.identities.person_in(person.cookie) for person in people]
        for somebody in (*people, Somebody(app)):
            for path in (f"/api/v1/tables/{table}", "/api/v1/lobby", f"/api/v1/tables/{table}/record"):
                told = (await somebody.ask("GET", path)).text
                for person in persons:
                    assert person is not None and person.id not in told, path

    in_house(tmp_path, story)


@pytest.mark.parametrize("path", ["/healthz", "/metrics", "/api/v1/openapi.json"])
def test_what_operators_ask_for(path: str, tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        anybody = Somebody(app)
        assert (await anybody.ask("GET", path)).status == 200
        assert (await anybody.ask("POST", path)).status == 405

    in_house(tmp_path, story)
