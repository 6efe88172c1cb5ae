"""People with an account, and everything that one can have in a house: for whoever attacks it from inside."""

from __future__ import annotations

import random
import re
from typing import Any, Final

import httpx

from ludoteca import games
from tests.house.authenticator import Authenticator

JSON: Final = {"accept": "application/json"}
PAGES: Final = [
    *("/yours", "/me/profile", "/me/data", "/keys", "/notices", "/calendar", "/tournaments", "/ladder"),
    *("/puzzles", "/studio", "/companion", "/lab", "/privacy", "/next", "/host", "/record"),
    *[f"/{room}/{game}" for room in ("studio", "companion", "ladder", "learn") for game in games.names()],
    *[f"/puzzles/{game}/{number}" for game in games.names() for number in (1, 2)],
]
"""Where to begin to look around."""


async def sign_in(client: httpx.AsyncClient, port: int, name: str) -> None:
    """Make a key for whoever the client is: a guest becomes somebody with an account."""
    host = f"localhost:{port}"
    headers = {**JSON, "host": host, "origin": f"http://{host}"}
    begun = await client.post("/keys/begin", json={"purpose": "new", "name": name}, headers=headers)
    asked = begun.raise_for_status().json()
    credential = Authenticator(f"http://{host}").make(asked["options"])
    said = {"state": asked["state"], "credential": credential}
    (await client.post("/keys/finish", json=said, headers=headers)).raise_for_status()


async def settle_in(client: httpx.AsyncClient, name: str, handles: list[str], luck: random.Random) -> str:
    """Have a profile, friends among those who came before, a tournament, codes, an edition; the handle."""
    await client.post("/me/profile", data={"rated": "on", "shown": "all"})
    profile = await client.get("/me/profile", follow_redirects=True)
    found = re.search(r"/people/([\w-]+)", profile.text)
    handle = found.group(1) if found else ""
    for other in handles:
        await client.post(f"/people/{other}/friend", data={"do": "ask"})
    game = luck.choice(games.names())
    seats = str(games.load(game).least)
    fields = {"name": f"Cup of {name}", "game": game, "seats": seats, "form": "swiss", "rounds": "2"}
    opened = await client.post("/tournaments", data={**fields, "level": "random", "clock": "day"})
    cup = opened.headers.get("location", "")
    if cup.startswith("/tournaments/"):
        await client.post(cup, data={"do": "enter"})
        if luck.random() < 0.5:
            await client.post(cup, data={"do": "start", "bots": "3"})
    await client.post("/keys/codes")
    text = edition_text("bosa").replace("bosa-house-1", f"bosa-{luck.randrange(10**6)}")
    await client.post("/studio/bosa/keep", json={"text": text}, headers=JSON)
    await client.post("/notices/ways", data={"kind": "webhook", "address": "https://hook.example.org/x"})
    return handle


def edition_text(game: str) -> str:
    return games.load(game).library.house_file.read_text(encoding="utf-8")


def said_to_a_page(luck: random.Random, words: list[str]) -> tuple[str, Any]:
    """The address of a page that reads JSON, and what to say to it: nearly right."""
    game, word = luck.choice(games.names()), luck.choice(words)
    text = edition_text(game)
    whim = luck.random()
    if whim < 0.5:
        at = luck.randrange(len(text))
        text = text[:at] + luck.choice([*words, "[", '"', "= ", "\n"]) + text[at + luck.randrange(9) :]
    elif whim < 0.6:
        text = word
    path = luck.choice(["edition.start_coins", "cards.season_1[1]", "cards[0].name", word])
    number = luck.choice([0, 1, 3, -1, 99, 10**9])
    device = {"id": word, "rawId": word, "type": "public-key", "response": {"clientDataJSON": word}}
    asked = {"purpose": luck.choice(["new", "add", "open", word]), "name": word}
    push = {"endpoint": f"https://push.example.org/{word}", "keys": {"p256dh": word, "auth": word}}
    room = f"/studio/{game}"
    return luck.choice(
        [
            ("/keys/begin", asked),
            ("/keys/finish", {"state": word, "credential": device}),
            ("/notices/ways", push),
            (f"{room}/change", {"text": text, "item": path, "path": path, "value": word, "gallery": True}),
            (f"{room}/change", {"text": text, "path": path, "value": str(number)}),
            (f"{room}/sheet", {"text": text, "list": luck.choice(["cards.season_1", "cards", word])}),
            (f"{room}/sheet/read", {"text": text, "list": "cards.season_1", "sheet": f"a,{word}\n1,{word}"}),
            (f"{room}/keep", {"text": text}),
            (f"{room}/forget", {"text": text, "value": word}),
            (f"{room}/trial", {"text": text, "path": path, "low": number, "high": number, "bot": word}),
        ]
    )
