"""Draws ten states of every game, to be looked at one by one: start, middle, a decision with many options,
special events, end; at a desk, on a large screen and on a phone, by day and by night.

python scripts/states.py FOLDER [GAME ...]
python scripts/states.py FOLDER bosa --seats 4 --language it --sheets     four pictures to a sheet

The boards are drawn without a browser, at the sizes that a table's page gives them.
"""

from __future__ import annotations

import argparse
import base64
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import resvg_py

from ludoteca import draw as d
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.playing import perspective_in
from ludoteca.games import load, names
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.view import View

SEATS: Final = {"bello_divorum": 5, "bologna": 5, "bomarzo": 4, "bosa": 3, "manticore": 4}
PEOPLE: Final = ("Ada", "Bruno", "Clara", "Dora", "Emilio", "Franca", "Guido")
EVENTS: Final = {
    "bello_divorum": ("favour", "fell", "took", "drowned", "doom", "last_turn"),
    "bologna": ("rerolled", "plague", "pork_feast", "earthquake", "feast_of_fools", "left"),
    "bomarzo": ("fell_asleep", "devoured", "played", "copied", "moss_grows", "season_begins"),
    "bosa": ("fired_row", "lost_surplus", "copied", "paid_patronage", "season_began", "leftovers"),
    "manticore": ("paved", "roads_done", "opened", "compared", "woke_by_kill", "entered_city"),
}
"""What a state is shown after, besides the start, the middle, the most options and the end."""
SIZES: Final = {"desk": (False, 980), "large": (False, 1347), "phone": (True, 780)}
"""Whether the board is narrow, and its width in pixels: on 1280 x 800, 1920 x 1080 and 390 x 844 (at two
pixels to one)."""
MATCHES: Final = 8
LATEST: Final = 600


class Pose(NamedTuple):
    """A state as the seat that is asked sees it."""

    name: str
    match: Match
    view: View
    asked: Choices


def played(game: str, seats: int, seed: int, folder: Path) -> Iterator[tuple[Match, set[str]]]:
    """A match move by move, with what has just happened; written down, so that the next time is quicker."""
    rules = load(game)
    written = folder / f"{game}-{seats}-{seed}.txt"
    known = written.read_text().splitlines() if written.exists() else []
    match = Match(rules, rules.setup(seats), Seeded(seed), PEOPLE)
    bot, luck = make_bot("greedy:1"), random.Random(seed)
    done: list[str] = []
    yield match, set()
    while match.result is None and len(done) < LATEST:
        seat, past = match.actor, len(match.story)
        if len(done) < len(known):
            action = known[len(done)]
        elif luck.random() < 0.2:
            action = luck.choice(match.options).text
        else:
            source = Stream(seed, f"bot {past}")
            action = bot.choose(perspective_in(match, seat, source), source).text
        match.play(seat, action)
        done.append(action)
        yield (
            match,
            {
                event.kind.name
                for entry in match.entries[-(len(match.story) - past) :]
                for event in entry.events
            },
        )
    written.write_text("\n".join(done))


def posed(name: str, match: Match, language: str) -> Pose:
    seat = max(match.actor, 0)
    return Pose(name, match, match.view(seat), match.choices(seat, language))


def states(game: str, seats: int, language: str, folder: Path) -> list[Pose]:
    """The ten states, from as many matches as it takes to see every event."""
    wanted = list(EVENTS[game])
    found: dict[str, Pose] = {}
    for seed in range(1, MATCHES + 1):
        poses: list[Pose] = []
        for match, happened in played(game, seats, seed, folder):
            poses.append(posed("", match, language))
            for event in [one for one in wanted if one in happened and match.result is None]:
                wanted.remove(event)
                found[event] = posed(event, match, language)
        if seed == 1:
            most = max(poses, key=lambda pose: len(pose.asked.offered))
            found |= {"start": poses[0], "middle": poses[len(poses) // 2], "options": most, "end": poses[-1]}
        if not wanted:
            break
    for event in wanted:
        print(f"{game}: no {event} in {MATCHES} matches")
    return [pose._replace(name=name) for name, pose in found.items()]


def sheet(pictures: list[bytes], width: int, height: int) -> bytes:
    """Up to four pictures on one."""
    images = [
        f'<image x="{width * (n % 2)}" y="{height * (n // 2)}" width="{width - 6}" height="{height - 6}"'
        f' href="data:image/png;base64,{base64.b64encode(data).decode()}"/>'
        for n, data in enumerate(pictures)
    ]
    size = f'width="{2 * width}" height="{2 * height}"'
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(images)}</svg>'
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--language", default="en")
    parser.add_argument("--sizes", nargs="*", default=list(SIZES))
    parser.add_argument("--sheets", action="store_true")
    wishes = parser.parse_args()
    wishes.folder.mkdir(parents=True, exist_ok=True)
    for game in wishes.games:
        poses = states(game, wishes.seats or SEATS[game], wishes.language, wishes.folder)
        board = presentation_of(load(game)).board
        for size in wishes.sizes:
            narrow, width = SIZES[size]
            for theme in (d.LIGHT, d.DARK):
                drawn = []
                for pose in poses:
                    scene = board(pose.view, pose.match.speaker(wishes.language), pose.asked, narrow)
                    drawn.append(scene.png(width, theme))
                    if not wishes.sheets:
                        (wishes.folder / f"{game}-{pose.name}-{size}-{theme.value}.png").write_bytes(
                            drawn[-1]
                        )
                if wishes.sheets:
                    high = round(width * scene.height / scene.width)
                    for n in range(0, len(drawn), 4):
                        name = f"{game}-{size}-{theme.value}-{n // 4 + 1}.png"
                        (wishes.folder / name).write_bytes(sheet(drawn[n : n + 4], width, high))
                        print(name, *[pose.name for pose in poses[n : n + 4]])


if __name__ == "__main__":
    main()
