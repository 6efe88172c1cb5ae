"""What a twenty-sixth look at the house found."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from secrets import token_bytes, token_urlsafe
from typing import Any

import pytest
from click.testing import CliRunner

from ludoteca.cli import main
from ludoteca.games import load, names
from ludoteca.house.service import shelf
from ludoteca.house.store.driver import Unfit
from ludoteca.house.table.commands import Person
from ludoteca.house.web.app import Application
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from tests.house.authenticator import Authenticator, text
from tests.house.houses import house, in_house, table_of
from tests.house.http_client import Somebody
from tests.house.members import edition_text
from tests.house.running import a_house, awaited
from tests.house.test_accounts import codes_of, make_key, sign_in
from tests.house.test_host import post


@pytest.mark.parametrize("colour", ["#zzzzzz", '#\\"><b>', "#1_2_3_", "#+1+1+1", "#      ", "#١٢٣٤٥٦"])
def test_a_colour_of_an_edition_is_a_colour(colour: str) -> None:
    """Only its length was looked at: every page of a table of Bello Divorum with it answered 500."""
    changed = re.sub(
        r'colour = "#[0-9a-fA-F]{6}"', lambda _: f'colour = "{colour}"', edition_text("bello_divorum")
    )
    with pytest.raises(shelf.Misfit, match="expected a colour written #rrggbb"):
        shelf.checked(load("bello_divorum"), changed)


@pytest.mark.parametrize("game", names())
def test_no_number_of_a_piece_is_too_long_to_be_asked_about(game: str, tmp_path: Path) -> None:
    """Compiled, a number beyond 63 bits was no number of a list at all: 500 for whoever asked."""

    async def story(app: Application) -> None:
        table, (ada, *_) = await table_of(app, game, ["Ada", "Bruno", "Clara", "Dora"])
        page = (await ada.ask("GET", f"/tables/{table}")).text
        kinds = {key.split()[0] for key in re.findall(r'data-about="([^"]+)"', page)}
        assert len(kinds) > 2
        for kind in sorted(kinds):
            for number in (2**63 - 1, 2**63, -(2**63), 10**60):
                for key in (f"{kind}+{number}", f"{kind}+0+{number}"):
                    answer = await Somebody(app).ask("GET", f"/tables/{table}/about?key={key}")
                    assert answer.status in (200, 404), f"{key}: {answer}"

    in_house(tmp_path, story)


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_record_of_a_stranger_gives_a_terminal_no_commands(command: str, tmp_path: Path) -> None:
    """Names in it could hold sequences by which a terminal is given another title, or is cleared."""
    bosa = load("bosa")
    match = Match(bosa, bosa.setup(2), Seeded(1), ["A\x1b]0;owned\x07da", "Bob\x9b2J"])
    while match.result is None:
        match.play(match.actor, match.options[0])
    file = tmp_path / "of-a-stranger.record"
    file.write_text(match.record().text(), encoding="utf-8")
    found = CliRunner().invoke(main, [command, str(file)], color=True)
    assert found.exit_code == 1 and "commands to a terminal" in found.output
    file.write_text("ludoteca record 1\n---\n---\nend: 0 lines, seal \x1b[2J", encoding="utf-8")
    assert "\x1b" not in CliRunner().invoke(main, [command, str(file)], color=True).output


def test_an_edition_of_a_stranger_gives_a_terminal_no_commands(tmp_path: Path) -> None:
    file = tmp_path / "edition.toml"
    file.write_text(f'"\\u001b[2J" = 1\n{edition_text("bosa")}', encoding="utf-8")
    found = CliRunner().invoke(main, ["edition", "bosa", str(file)], color=True)
    assert found.exit_code == 1 and "\x1b" not in found.output


@pytest.mark.parametrize("way", ["key", "code"])
def test_a_key_or_code_that_goes_while_somebody_signs_in_with_it_lets_nobody_in(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever had it was signed in although its owner had removed it, and had signed out everybody else."""

    async def story(app: Application) -> None:
        ada, key, thief = Somebody(app), Authenticator(), Somebody(app)
        assert (await make_key(ada, key)).status == 200
        codes = await codes_of(ada)
        store, enter = app.accounts.store, app.accounts.enter

        async def enter_late(account: str, *said: Any, **proof: Any) -> Person:
            if way == "key":
                assert await store.remove_key(account, text(key.id))
            else:
                await codes_of(ada)
            assert (await post(ada, "/keys/out", session="others")).status == 303
            return await enter(account, *said, **proof)

        monkeypatch.setattr(app.accounts, "enter", enter_late)
        answer = (
            await sign_in(thief, key) if way == "key" else await post(thief, "/keys/recover", code=codes[0])
        )
        assert answer.status == 403, answer
        assert len((await ada.ask("GET", "/me/data")).json["sessions"]) == 1

    in_house(tmp_path, story)


@awaited
async def test_a_key_with_a_longer_id_than_can_be_found_again_is_refused(
    database: str, tmp_path: Path
) -> None:
    """PostgreSQL could not keep it; elsewhere it was kept, and its owner could not sign in with it."""
    async with house(tmp_path, database=database) as app:
        for length, status in ((3000, 403), (751, 403), (750, 200)):
            ada, key = Somebody(app), Authenticator()
            key.id = token_bytes(length)
            assert (await make_key(ada, key)).status == status, length
        assert (await sign_in(Somebody(app), key)).status == 200


@awaited
async def test_what_postgresql_cannot_take_keeps_nobody_else_waiting(postgres_address: str) -> None:
    """A key of 3,000 bytes was tried again for ten seconds, as if the database were away. Nobody else could
    write meanwhile, and whoever was written together with it was refused.
    """
    async with a_house(postgres_address) as there:
        insert = "insert into house_keys (name, value) values (?, '')"
        long = token_urlsafe(6000)
        bad, good = await asyncio.gather(
            there._store.change(insert, long), there._store.change(insert, "short"), return_exceptions=True
        )
        assert isinstance(bad, Unfit) and good is None, (bad, good)


@pytest.mark.parametrize("hour", ["22:30\n", "0\u0662:30", "22:3\u0660"])
def test_an_hour_that_is_none_is_refused(hour: str, tmp_path: Path) -> None:
    """Whoever wished to be left alone from then on was told nothing at all any more."""

    async def story(app: Application) -> None:
        ada, key = Somebody(app), Authenticator()
        assert (await make_key(ada, key)).status == 200
        assert (await post(ada, "/notices", quiet="on", quiet_from="22:30", quiet_to="07:30")).status == 303
        assert (await post(ada, "/notices", quiet="on", quiet_from=hour, quiet_to="07:30")).status == 422

    in_house(tmp_path, story)
