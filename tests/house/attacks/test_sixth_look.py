"""What a sixth look at the house found, each as it was done."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludoteca.games import load, names
from ludoteca.house.service import passkeys
from ludoteca.house.service.plain_cbor import NotPlain, read_plain
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match

# Taking back


@pytest.mark.parametrize("name", names())
def test_taking_back_needs_no_replay_and_leads_to_the_same_place(name: str) -> None:
    game, luck = load(name), random.Random(3)
    match = Match(game, game.setup(max(2, game.least)), Seeded(7))
    taken_back = 0
    for _ in range(150):
        if match.result is not None:
            break
        seat, before = match.actor, match.view(match.actor)
        match.play(seat, luck.choice(match.options))
        assert len(match.before) >= match.undoable(seat)
        if match.undoable(seat) and luck.random() < 0.5:
            laid = [id(entry.events) for entry in match.entries[:-1]]
            match.undo(seat)
            taken_back += 1
            assert match.view(seat) == before
            assert [id(entry.events) for entry in match.entries] == laid, "nothing was played again"
    assert taken_back > 3
    again = Match(game, match.setup, Seeded(7))
    for entry in match.entries:
        if entry.seat >= 0:
            again.play(entry.seat, entry.action)
    for viewer in range(-1, match.setup.seats):
        assert again.view(viewer) == match.view(viewer)
        assert [event.text() for event in again.log(viewer)] == [event.text() for event in match.log(viewer)]


# Passkeys


@pytest.mark.parametrize("data", [b"\xa1" * 3000, b"\xa1" * 3, b"\xa1"])
def test_maps_as_names_of_maps_are_refused(data: bytes) -> None:
    with pytest.raises(NotPlain):
        read_plain(data)


@pytest.mark.parametrize("error", [IndexError, AttributeError, KeyError, TypeError, ValueError])
def test_whatever_a_library_stumbles_over_is_a_bad_key(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(**said: Any) -> None:
        raise error("strange")

    monkeypatch.setattr(passkeys, "verify_registration_response", stumble)
    said = {
        "response": {
            "attestationObject": "oWhhdXRoRGF0YVglAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        }
    }
    with pytest.raises(passkeys.BadKey):
        passkeys.check_new(said, b"x", "localhost", "http://localhost")
