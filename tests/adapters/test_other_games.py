"""A game of another package is an environment as soon as it says how its view becomes a vector."""

from __future__ import annotations

import pytest
from pettingzoo.test import api_test

from ludoteca.adapters.gymnasium import SeatEnv
from ludoteca.adapters.observation import encoder
from ludoteca.adapters.pettingzoo import env
from ludoteca.encoding.layout import BySeat, Each, EncodingError, Layout, Number, Seat
from ludoteca.kernel.contracts import Encoding
from ludoteca.kernel.options import Setup
from tests.toys.owl import GAME, Owl


class Taught(Owl):
    @property
    def encoding(self) -> Encoding:
        return Encoding(self.layout)

    def layout(self, setup: Setup) -> Layout:
        cards = BySeat(setup.seats, Each(["hand", "first", "second", "third"], Number(6)))
        return Layout([("actor", Seat(setup.seats)), ("cards", cards)], left_out=["viewer"])


def taught() -> Taught:
    folder, catalogue, events = GAME.folder, GAME.catalogue, GAME.events
    return Taught(name="owl", title="Owl", seats=(2, 4), folder=folder, catalogue=catalogue, events=events)


@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask:UserWarning")
def test_it_obeys_the_api() -> None:
    api_test(env(taught(), 3), num_cycles=20)


def test_its_slots_have_names_and_its_seat_can_be_played() -> None:
    assert encoder(taught(), 2).describe()[:4] == [
        "actor is self",
        "actor is +1",
        "cards of self, hand / 6",
        "cards of self, first / 6",
    ]
    table = SeatEnv(taught(), opponents="random")
    seen, info = table.reset(seed=1)
    assert seen[0] == 1.0 and seen[2] > 0 and info["action_mask"].any()


def test_a_game_that_does_not_say_so_is_refused_with_the_remedy() -> None:
    with pytest.raises(EncodingError, match=r"Owl does not say .* Game\.encoding"):
        encoder(GAME, 2)
