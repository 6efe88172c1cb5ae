"""Nothing leaked: what anybody is sent does not depend on what they cannot know.

A table is played; then, under the hood, everything that a viewer cannot know is dealt anew: the state, secret
values of past events, secret actions, the croupier's secret. Every byte that the viewer can get must stay.
"""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from ludoteca import games
from ludoteca.examiner.canonical import canonical
from ludoteca.house.table import visibility
from ludoteca.house.table.table import Table
from ludoteca.house.web.app import Application
from ludoteca.kernel.croupier import Committed
from ludoteca.kernel.events import Event, sees
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.source import Stream
from tests.house.houses import in_house, play_on, seats_for, table_of
from tests.house.http_client import Somebody

NAMES = ["Ada", "Bruno", "Carla", "Dario", "Elsa"]
OPEN = ("bello_divorum",)
"""Games in which nothing lies hidden: only the croupier has a secret."""
MOMENTS = 4
Spied = dict[str, tuple[int, bytes]]


# Redealing


@contextmanager
def redealt(table: Table, viewer: int, seed: int) -> Iterator[int]:
    """The table with everything dealt anew that a viewer cannot know. Says how much of it differs."""
    match = table.match
    assert match is not None
    state, croupier, secret = match.state, match.croupier, table._secret
    kept: list[tuple[Entry, Any, list[Event]]] = []
    opening = match.opening
    match.state = match.game.imagine(state, viewer, Stream(seed, "redeal"))
    differs = int(canonical(match.state) != canonical(state))
    match.croupier = Committed("another secret", croupier.nonces if isinstance(croupier, Committed) else ())
    table._secret = "another secret"
    match.opening = [retold(event, viewer, seed) for event in opening]
    for entry in match.story:
        if isinstance(entry, Entry):
            kept.append((entry, entry.action, entry.events))
            entry.events = [retold(event, viewer, seed) for event in entry.events]
            differs += sum(old is not new for old, new in zip(kept[-1][2], entry.events, strict=True))
            if not sees(entry.audience, viewer):
                entry.action = another(match, entry, seed)
                differs += 1
    try:
        yield differs
    finally:
        match.state, match.croupier, table._secret, match.opening = state, croupier, secret, opening
        for entry, action, events in kept:
            entry.action, entry.events = action, events


def retold(event: Event, viewer: int, seed: int) -> Event:
    """The event with other values in the fields that the viewer does not see."""
    if sees(event.audience, viewer):
        return event
    values = tuple(
        (value + 1 + seed) % 2 if field.secret or not event.kind.partly_secret else value
        for field, value in zip(event.kind.fields, event.values, strict=True)
    )
    return Event(event.kind, values, event.audience)


def another(match: Match, entry: Entry, seed: int) -> Any:
    """Some other action of the same kind of doer."""
    catalogue = match.game.catalogue
    all_of_them = catalogue.outcomes if entry.action.verb.by_chance else catalogue.decisions
    return all_of_them[(entry.action.index + 1 + seed) % len(all_of_them)]


# Spying


async def spy(app: Application, table: str, somebody: Somebody, seq: int, steps: list[str]) -> Spied:
    """Everything that somebody can be sent about a table without changing it."""
    found: Spied = {}
    base = f"/api/v1/tables/{table}"
    paths = [
        base,
        f"{base}?words=0",
        f"{base}?language=it",
        f"{base}?since={max(0, seq - 2)}",
        *(f"{base}?seat={seat}" for seat in range(3)),
        f"{base}/board.svg",
        f"{base}/board.svg?narrow=1&language=it",
        f"{base}/board.svg?seat=1",
        f"{base}/record",
        f"{base}/record?seat=0",
        f"{base}/moments",
        f"{base}/moments/1?seat=1",
        f"{base}/moments/1/board.svg",
        f"{base}/analysis",
        "/api/v1/lobby",
        f"/tables/{table}",
        f"/tables/{table}?seat=1",
        f"/tables/{table}/record",
        f"/tables/{table}/replay",
        f"/tables/{table}/replay?at=3&seat=1",
        f"/tables/{table}/seen",
        *(f"/tables/{table}/ahead?seat={seat}" for seat in range(3)),
        *(f"/tables/{table}/ahead?then={quote(step)}" for step in steps),
        *(f"/tables/{table}/plan?text={quote(step)}" for step in steps),
    ]
    for path in paths:
        answer = await somebody.ask("GET", path)
        found[path] = (answer.status, answer.body)
    seen = await somebody.see(table)
    for choice in seen["choices"][:3]:
        for start in ("", "/api/v1"):
            path = f"{start}/tables/{table}/would?text={choice['text'].replace(' ', '%20')}"
            answer = await somebody.ask("GET", path)
            found[path] = (answer.status, answer.body)
    for more in ("", "?words=0", "?form=page", "?form=page&narrow=1&language=it", f"?last={seq - 1}"):
        async with somebody.live(table, more) as live:
            await live.until("seq")
            found[f"live {more}"] = (0, "\n".join(live.raw).encode())
    found.update(await refusals(app, table, somebody, seen))
    return found


async def refusals(app: Application, table: str, somebody: Somebody, seen: Any) -> Spied:
    """What somebody is told when they ask for what they may not do."""
    texts = ["nonsense", *(choice["text"] for choice in seen["refused"][:5])]
    if seen["awaited"] not in seen["you"].get("seats", []):
        catalogue = games.load(seen["game"]).catalogue
        texts += [catalogue.decisions[number].text for number in (0, len(catalogue.decisions) // 2)]
        texts.append(catalogue.outcomes[0].text)
    tried: list[tuple[str, dict[str, Any]]] = [("act", {"text": text}) for text in texts]
    tried += [("act", {"text": texts[0], "seat": seat}) for seat in range(3)]
    if not seen["you"].get("undo"):
        tried.append(("undo", {}))
    tried += [("start", {}), ("join", {"token": "wrong"}), ("free", {"seat": 0}), ("invite", {})]
    found: Spied = {}
    for kind, fields in tried:
        answer = await somebody.do(table, kind, **fields)
        assert 400 <= answer.status < 500, (kind, fields, answer)
        found[f"{kind} {json.dumps(fields)}"] = (answer.status, answer.body)
    return found


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Command ids in forms are random; here they are always the same."""
    monkeypatch.setattr("ludoteca.house.web.pages.routes.token_hex", lambda _: "0123456789abcdef")


def story_of(game: str, seed: int) -> Callable[[Application], Awaitable[tuple[int, int]]]:
    async def story(app: Application) -> tuple[int, int]:
        luck = random.Random(seed)
        number = seats_for(game)
        options = dict(games.load(game).presets.get("hidden", {}))
        table_id, people = await table_of(app, game, NAMES[:number], public=True, options=options)
        viewers = [*enumerate(people), (-1, Somebody(app)), (-1, await Somebody(app).named("Zoe"))]
        compared = different = 0
        for _ in range(MOMENTS):
            await play_on(table_id, people, luck.randrange(3, 25), luck)
            table = await app.house.table(table_id)
            if table.finished:
                break
            for viewer, somebody in luck.sample(viewers, 2):
                different += await compare(app, table, viewer, somebody, luck.randrange(1000))
                compared += 1
        return compared, different

    return story


async def compare(app: Application, table: Table, viewer: int, somebody: Somebody, seed: int) -> int:
    """How much was dealt anew without the viewer noticing."""
    before = table.seq
    app.hub.table_json.forget_table(table)
    assert table.match is not None
    steps = [option.text for option in table.match.options[:3]]
    truth = await spy(app, table.id, somebody, before, steps)
    with redealt(table, viewer, seed) as differs:
        app.hub.table_json.forget_table(table)
        made_up = await spy(app, table.id, somebody, before, steps)
        assert (await app.house.table(table.id)) is table, "the redealt table itself was looked at"
    app.hub.table_json.forget_table(table)
    assert table.seq == before, "spying changes nothing"
    assert truth.keys() == made_up.keys()
    for path, told in truth.items():
        assert told[0] < 500, f"{path}: {told}"
        other = made_up[path]
        assert told == other, f"viewer {viewer} can tell by {path}: {unlike(told[1], other[1])}"
    return differs


def unlike(one: bytes, other: bytes) -> str:
    shorter = min(len(one), len(other))
    at = next((place for place in range(shorter) if one[place] != other[place]), shorter)
    start = max(0, at - 120)
    return f"{one[start : at + 120]!r} became {other[start : at + 120]!r}"


@pytest.mark.parametrize("game", games.HOUSE_GAMES)
@pytest.mark.usefixtures("steady")
def test_nothing_that_is_sent_depends_on_what_the_viewer_cannot_know(game: str, tmp_path: Path) -> None:
    compared, different = in_house(tmp_path, story_of(game, seed=20))
    assert compared >= 4
    assert different > 0 or game in OPEN, "there was something to hide"


@pytest.mark.usefixtures("steady")
def test_the_test_would_notice_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view of somebody else's seat, a whole record, or an unveiled event would each be found."""

    async def leaks(app: Application) -> None:
        luck = random.Random(3)
        table_id, people = await table_of(app, "bologna", NAMES[:3], public=True)
        await play_on(table_id, people, 12, luck)
        table = await app.house.table(table_id)

        async def noticed() -> str:
            """What the test says when everything is dealt anew, once or several times."""
            for seed in range(8):
                try:
                    await compare(app, table, 1, people[1], seed)
                except AssertionError as found:
                    return str(found)
            return ""

        with monkeypatch.context() as patch:
            patch.setattr(Match, "view", lambda match, seat: match.game.view(match.state, 0))
            assert "can tell by" in await noticed()
        with monkeypatch.context() as patch:
            patch.setattr(visibility, "record_for", lambda table, viewer: table.match.record(None))
            assert "/record" in await noticed()
        with monkeypatch.context() as patch:
            patch.setattr(Event, "seen_by", lambda event, seat: event)
            assert "can tell by" in await noticed()
        assert await noticed() == ""

    in_house(tmp_path, leaks)
