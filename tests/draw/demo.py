"""A scene with every component in it, for the tests and for the eye: `python tests/draw/demo.py FOLDER`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from ludoteca import draw as d

BOLOGNA: dict[str, tuple[d.Mark, d.Colour]] = {
    "P": ("circle", d.BLUE),
    "T": ("house", d.VERMILION),
    "K": ("hexagon", d.GREEN),
    "B": ("star", d.PINK),
}
HOUSES: tuple[tuple[str, d.Colour, d.Kind | None], ...] = (
    ("R", d.Colour("#c8443e", "#e0706a"), "stripes"),
    ("O", d.Colour("#e8873a", "#ee9a58"), "dots"),
    ("Y", d.Colour("#f0c93b", "#f2d266"), None),
    ("G", d.Colour("#4e9a5b", "#6fb57b"), "crosshatch"),
    ("B", d.Colour("#3c7fb1", "#629fcc"), "waves"),
    ("V", d.Colour("#8a5fa8", "#a985c3"), "diamonds"),
)


def round_table(w: float) -> tuple[str, float, list[d.Child]]:
    """Seats on an ellipse around a dice tray."""
    cx, cy, rx, ry = w / 2, 158, w / 2 - 47, 132
    parts: list[d.Child] = [d.ellipse(cx, cy, rx, ry, fill=d.FELT, stroke=d.LINE, width=2)]
    names = ("You", "Bianca", "Corrado the Long-Winded", "Dora", "Elio", "Fiammetta", "Gino")
    for seat, (x, y), name in zip(d.SEATS, d.around(7, rx, ry, cx, cy), names, strict=True):
        out = name == "Elio"
        glow = "could be crowned" if name == "Dora" else None
        parts.append(
            d.group(
                d.rect(-46, -23, 92, 46, 10, fill=d.CARD, stroke=seat.colour, width=2),
                d.seat_mark(seat, r=11, x=-30),
                d.fit_text(name, 56, 12, 8, 2, x=-14, y=-6, anchor="start", height=24),
                d.pips(seat.index % 5 + 1, 5, r=2.5, gap=2.5, x=5, y=14),
                d.struck(84, 38) if out else None,
                id=f"seat-{seat.index}",
                x=x,
                y=y,
                label=f"{name}, {seat.shape} {seat.letter}, {seat.index % 5 + 1} of 5"
                + (", left the game" * out),
                glow=glow,
                opacity=0.6 if out else 1,
            )
        )
    faces: list[Callable[[float], d.Child]] = [
        lambda r: d.token("P", r=r, fill=d.BLUE),
        lambda r: d.token("T", r=r, fill=d.VERMILION, shape="house"),
        lambda r: d.token("K", r=r, fill=d.GREEN, shape="hexagon"),
        d.dots(5),
        lambda r: d.token("B", r=r, fill=d.PINK, shape="star"),
    ]
    tray: list[d.Child] = []
    for i, (face, (x, y)) in enumerate(zip(faces, d.row(5, min(34, rx * 0.235), cx, cy - 8), strict=True)):
        tray.append(
            d.die(
                face,
                size=24,
                x=x,
                y=y,
                dashed=i >= 2,
                dim=i == 4,
                label=f"die {i + 1}" + (", used" if i == 4 else ""),
                action=f"keep {i}" if i in (1, 2) else None,
            )
        )
    parts.append(d.group(tray, label="Dice tray"))
    parts.append(d.text("to Bianca", cx + 30, cy + 30, 12, fill=d.FAINT))
    parts.append(
        d.arrow(
            (cx - 6, cy + 30), (cx - 72, cy + 52), colour=d.ACCENT, width=2.5, bend=10, label="play goes on"
        )
    )
    return "Round table", 316, parts


def pool(w: float) -> tuple[str, float, list[d.Child]]:
    """Stacks, counters, badges."""
    parts: list[d.Child] = []
    for (letter, (shape, colour)), (x, _), count in zip(
        BOLOGNA.items(), d.row(4, w / 4, w / 2), (12, 2, 1, 0), strict=True
    ):
        base = d.mark(shape, 20, fill=colour, stroke=d.INK)
        sign = d.text(letter, 0, 0, 18, bold=True, fill=d.ink_on(colour))
        parts.append(d.stack(count, base, sign, x=x, y=30, label=f"{letter}: {count} left"))
    for (x, _), (value, goal) in zip(
        d.row(3, w / 3, w / 2 - 30), ((3, "3 / 5+"), (1, "1 / =0"), (0, "any")), strict=True
    ):
        parts.append(
            d.counter(
                d.token("F", r=11, fill=d.ORANGE, shape="hexagon"),
                goal,
                x=x,
                y=84,
                label=f"food {value}, goal {goal}",
            )
        )
    parts += [
        d.badge("FEAST", fill=d.GOLD, x=36, y=124),
        d.badge("moss", fill=d.GOOD, x=112, y=124),
        d.badge("danger", fill=d.WARN, x=184, y=124),
        d.badge("a rather long notice that is cut", fill=d.ACCENT, max_w=w - 236, x=(w + 230) / 2, y=124),
    ]
    parts.append(d.pips(5, 7, r=5, gap=6, notched=(7,), x=60, y=158, label="5 of 7, the seventh is deadly"))
    parts.append(d.pips(2, 4, r=5, gap=6, fill=d.ACCENT, x=w - 50, y=158, label="2 of 4 actions left"))
    return "Pool and counters", 172, parts


def cards(w: float) -> tuple[str, float, list[d.Child]]:
    """Faces, backs, a refused one, options, a turned one."""
    xs = [x for x, _ in d.row(5, w / 5, w / 2)]
    cw = min(64, w / 5 - 10)
    gable = d.mark("house", 12, 0, 0, fill=d.Pattern("stripes", d.VERMILION, d.CARD), stroke=d.VERMILION)

    def face(name: str, *more: d.Child) -> list[d.Child]:
        return [
            d.fit_text(name, cw - 8, 10, 7, 2, y=-30, bold=True, height=24),
            gable,
            d.fit_text("1 coin → 2 fish", cw - 8, 9, 7, 2, y=26, fill=d.FAINT),
            *more,
        ]

    hint = d.group(d.badge("+2 fish", size=10, fill=d.ACCENT, y=52), preview=True, label="would give 2 fish")
    parts: list[d.Child] = [
        d.card(
            face("Corallo Boat Hire", hint),
            w=cw,
            id="card-1",
            glides=True,
            x=xs[0],
            y=52,
            label="Corallo Boat Hire",
            action="take 1",
        ),
        d.card(
            face("Temo Tailor"),
            w=cw,
            x=xs[1],
            y=52,
            label="Temo Tailor",
            why="two wines lie on it (BOM-4.9)",
            opacity=0.6,
        ),
        d.card_back(w=cw, x=xs[2], y=52, label="a goal, face down"),
        d.card_back(
            d.mark("crown", 9, fill=d.VERMILION),
            w=cw,
            colour=d.VERMILION,
            pattern="diamonds",
            x=xs[3],
            y=52,
            label="a role, face down",
        ),
        d.card(
            face("Altar"),
            w=cw,
            edge=d.GOLD,
            edge_width=3,
            x=xs[4],
            y=52,
            turn=12,
            scale=0.9,
            label="Altar, turned",
            glow="scored",
        ),
    ]
    return "Cards", 108, parts


def tracks(w: float) -> tuple[str, float, list[d.Child]]:
    """A row, a ring and a lattice of spaces."""
    step = (w - 24) / 10
    lane = d.track(
        d.row(11, step, w / 2, 16),
        r=min(13, step / 2 - 3),
        captions=range(11),
        tones={4: d.YELLOW, 8: d.YELLOW},
        markers={
            3: [
                d.seat_mark(s, r=8, id=f"pawn-{s.index}", glides=True, label=f"pawn {s.letter} on 3")
                for s in d.SEATS[:2]
            ],
            6: [d.seat_mark(d.SEATS[2], r=8)],
        },
        label="Culture, 0 to 10",
    )
    ring = d.track(
        [*d.around(18, 82, 66, 90, 124)],
        r=9,
        captions=range(1, 19),
        reached=10,
        joined=False,
        markers={10: [d.mark("hourglass", 8, fill=d.GOLD, stroke=d.PAPER)]},
        label="Doomsday 11 of 18",
    )
    lattice = d.track(
        d.grid(30, 6, 24, 24, w - 140, 66),
        r=10,
        shape="square",
        captions=range(1, 31),
        joined=False,
        markers={7: [d.seat_mark(d.SEATS[5], r=8)], 20: [d.seat_mark(d.SEATS[6], r=8)]},
        label="Points 1 to 30",
    )
    words = d.fit_text("Doomsday 11 / 18", 100, 13, 9, 2, x=90, y=124, bold=True, fill=d.WARN)
    return "Tracks", 204, [lane, ring, words, lattice]


def hexes(w: float) -> tuple[str, float, list[d.Child]]:
    """A pointy board with roads, and a flat one."""
    board = d.HexGrid(22, x=w * 0.33, y=104)
    sand, wood = d.Colour("#dcc89a", "#8a764a"), d.Colour("#d7e6d3", "#24362a")
    parts: list[d.Child] = []
    for q, r in d.hex_disc(2):
        reachable = (q, r) in ((1, 0), (0, 1))
        far = d.distance((q, r), (0, 0)) == 2
        fill = d.Pattern("crosshatch", d.PINK, wood) if (q, r) == (-1, 2) else wood
        x, y = board.centre(q, r)
        cost = d.text(1, x, y, 13, bold=True, fill=d.ACCENT) if reachable else None
        parts.append(
            d.cell(
                board.corners(q, r, 20.5),
                cost,
                fill=fill,
                edge=d.LINE if far else d.FAINT,
                label=f"cell {q},{r}" if reachable else "",
                action=f"step {q} {r}" if reachable else None,
            )
        )
    for here, side in (((-1, 0), 0), ((-1, 0), 2), ((0, 0), 3), ((-2, 1), 5), ((-2, 1), 3)):
        parts.append(d.line(*board.centre(*here), *board.edges(*here)[side], stroke=sand, width=7))
    x, y = board.centre(0, 0)
    parts.append(
        d.token(
            "W", r=13, fill=d.BLUE, id="hero", glides=True, x=x, y=y, label="Warrior at 0,0", glow="acting"
        )
    )
    x, y = board.centre(1, -2)
    parts.append(
        d.token("3!", r=11, fill=d.WARN, shape="triangle", x=x, y=y, label="aggressive monster, level 3")
    )
    parts.append(
        d.arrow(board.centre(1, -2), board.centre(0, 0), short=15, dash="4 5", width=2, colour=d.WARN)
    )
    flat = d.HexGrid(19, pointy=False, x=w * 0.82, y=104)
    for (q, r), kind in zip([*d.hex_ring(1), *d.hex_ring(0)], d.KINDS, strict=True):
        parts.append(d.cell(flat.corners(q, r, 18), fill=d.Pattern(kind, d.FAINT, d.CARD, 0.9)))
    return "Hexes", 208, parts


def marks(w: float) -> tuple[str, float, list[d.Child]]:
    """Seats, marks and patterns."""
    parts: list[d.Child] = [
        d.group(
            [
                d.seat_mark(s, r=15, x=x, y=18)
                for s, (x, _) in zip(d.SEATS, d.row(7, w / 7, w / 2), strict=True)
            ]
        )
    ]
    for name, (x, y) in zip(d.MARKS, d.grid(len(d.MARKS), 10, w / 10, 30, w / 20, 58), strict=True):
        parts.append(d.mark(name, 10, x, y, fill=d.FAINT))
    for (letter, colour, kind), box in zip(HOUSES, d.Box(0, 112, w, 44).columns(6, 8), strict=True):
        paint = d.Pattern(kind, d.mix(colour, d.ink_on(colour), 0.35), colour) if kind else colour
        parts.append(d.rect(*box, 6, fill=paint, stroke=d.LINE))
        parts.append(d.token(letter, r=10, fill=colour, x=box.cx, y=box.cy))
    return "Seats, marks, patterns", 160, parts


def words(w: float) -> tuple[str, float, list[d.Child]]:
    """Text that fits, in boxes, and words in every ink."""
    boxes = d.Box(0, 0, w, 56).columns(3, 10)
    long = "The Worshipful Company of Ropemakers & Netmenders of Bosa"
    parts: list[d.Child] = [
        [
            d.rect(*box, 4, stroke=d.LINE, dash="3 4"),
            d.fit_text(long, box.w - 8, 13, 8, n, x=box.cx, y=box.cy, height=52),
        ]
        for n, box in zip((1, 2, 4), boxes, strict=True)
    ]
    for ink, (x, y) in zip(d.WORDS, d.row(6, w / 6, w / 2, 78), strict=True):
        parts.append(d.text(ink.name, x, y, 13, fill=ink, bold=True))
    buttons = zip(("Take all", "Done", "Undo"), d.Box(0, 100, w, 34).columns(3, 12), strict=True)
    for name, box in buttons:
        refused = "nothing to take back" if name == "Undo" else None
        parts.append(
            d.button(
                name, w=box.w, primary=name == "Done", x=box.cx, y=box.cy, action=name.lower(), why=refused
            )
        )
    return "Words and buttons", 140, parts


def demo_scene(columns: int = 3, w: float = 400, gap: float = 20) -> d.Scene:
    """All the panels, in one or more columns."""
    inner = d.panel_inside(w, 0).w
    tones = (None, None, d.BLUE, d.GREEN, None, d.PINK, None)
    made = [make(inner) for make in (round_table, pool, cards, tracks, hexes, marks, words)]
    bottoms = [gap] * columns
    placed: list[d.Child] = []
    for (heading, h, children), tone in zip(made, tones, strict=True):
        i = bottoms.index(min(bottoms))
        high = h + 2 * d.PAD + 30
        placed.append(d.panel(w, high, heading, *children, tone=tone, x=gap + i * (w + gap), y=bottoms[i]))
        bottoms[i] += high + gap
    scene = d.Scene(columns * (w + gap) + gap, max(bottoms), "A table with everything on it")
    scene.add("table", placed)
    return scene


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for theme in (d.LIGHT, d.DARK):
        (folder / f"wide-{theme.value}.png").write_bytes(demo_scene().png(1280, theme))
        (folder / f"phone-{theme.value}.png").write_bytes(demo_scene(1, 366, 12).png(390, theme))
    (folder / "auto.svg").write_text(demo_scene().svg())
    (folder / "table.txt").write_text(demo_scene().text())


if __name__ == "__main__":
    main()
