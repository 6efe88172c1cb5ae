"""The desk: the question in hand, and a button for every choice that has no place on the map."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.manticore.board.map import Map, token_picture
from ludoteca.kernel.choices import Choice

BUTTON_HEIGHT = 34
GAP = 8


def desk(chart: Map, w: float) -> tuple[d.Group, float]:
    """The desk of width `w` and its height. The map must have been drawn before, for it takes its choices
    first.
    """
    choices = chart.choices
    rest = [choice for choice in [*choices.offered, *choices.refused] if choice.text not in chart.used]
    drawn: list[d.Child] = [
        d.fit_text(choices.question, w - 8, 15, 11, 2, x=4, y=12, anchor="start", bold=True, fill=d.INK)
    ]
    top = 36.0 if choices.question else 4.0
    turns = [choice for choice in rest if choice.text.startswith("orient")]
    if turns:
        drawn += _turns(chart, turns, w, top)
        return d.group(drawn, label=choices.question), top + 70
    columns = max(2, int(w // 150))
    wide = (w - GAP * (columns - 1)) / columns
    for number, choice in enumerate(rest):
        x = (wide + GAP) * (number % columns) + wide / 2
        y = top + (BUTTON_HEIGHT + GAP) * (number // columns) + BUTTON_HEIGHT / 2
        drawn.append(_button(choice, wide, x, y))
    rows = -(-len(rest) // columns)
    return d.group(drawn, label=choices.question), top + rows * (BUTTON_HEIGHT + GAP)


def _button(choice: Choice, wide: float, x: float, y: float) -> d.Group:
    return d.button(
        choice.label,
        w=wide,
        h=BUTTON_HEIGHT,
        x=x,
        y=y,
        action=None if choice.why else choice.text,
        why=choice.why or None,
    )


def _turns(chart: Map, turns: list[Choice], w: float, top: float) -> list[d.Child]:
    """Every way to turn the token, as a picture."""
    drawn: list[d.Child] = []
    step = min(72.0, w / max(1, len(turns)))
    ordered = sorted(turns, key=lambda choice: choice.text)
    for number, choice in enumerate(ordered):
        k = int(choice.text.split()[1])
        picture = token_picture(chart.edition, chart.view.token, k, 26)
        drawn.append(
            d.group(
                picture,
                x=step / 2 + step * number,
                y=top + 32,
                label=choice.label,
                action=None if choice.why else choice.text,
                why=choice.why or None,
                opacity=0.4 if choice.why else 1,
                outline=d.rect(-29, -31, 58, 62, 8),
            )
        )
    return drawn
