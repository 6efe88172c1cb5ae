"""A trained policy sits in a seat of the house: a host lists it, a person seats it and plays against it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.adapters.train_bosa import train_bosa
from tests.browser.chromium import Chromium
from tests.browser.conftest import opened_at
from tests.browser.guests import Guests


@pytest.fixture
def house_with_a_policy(tmp_path: Path) -> Iterator[str]:
    """The address of a house whose host has listed a policy as `crow`: some seconds of PPO on Bosa."""
    policy, _ = train_bosa().train(minutes=0.05, seed=1, tables=16, lessons=5, quiet=True)
    policy.save(tmp_path / "crow.npz")
    bots = tmp_path / "bots.toml"
    bots.write_text('[crow]\nbot = "policy:crow.npz"\n')
    command = ["house", "--port", "0", "--data", str(tmp_path / "data"), "--bots", str(bots)]
    log = tmp_path / "log"
    with (
        log.open("w") as told,
        subprocess.Popen(
            [sys.executable, "-m", "ludoteca", *command], stdout=told, stderr=told, env=dict(os.environ)
        ) as server,
    ):
        try:
            yield opened_at(log, server)
        finally:
            server.terminate()
            server.wait(20)
    assert "May be seated too: crow" in log.read_text() and "own bot at" not in log.read_text()


def test_a_policy_that_the_host_listed_plays_against_a_person(
    chromium: Chromium, house_with_a_policy: str
) -> None:
    guests = Guests(chromium, house_with_a_policy)
    ada = guests.come()
    page = ada.go("/games/bosa/open")
    expect(page.locator("select[name='level 1'] option[value=crow]")).to_have_count(1)
    path = ada.open("bosa", {0: "me", 1: "crow"})
    told = ada.context.request.get(f"{house_with_a_policy}/api/v1{path}").json()
    assert told["seats"][1]["level"] == "crow"
    moved = page.get_by_text(f"{told['seats'][1]['name']} takes")
    for _ in range(8):
        ada.my_turn()
        if moved.count():
            break
        seq = ada.seq
        ada.take()
        ada.moved_on(seq)
    assert moved.count(), "the policy has made a move"
    guests.leave()
