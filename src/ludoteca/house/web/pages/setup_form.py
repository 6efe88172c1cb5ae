"""What a visitor has filled in on the set-up page: seats, preset, options, clock."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from ludoteca.house.input import whole_number
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.commands import SeatWish, Wish
from ludoteca.house.web.pages.game_cards import quick_seats
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.game import AS_PRINTED, Game
from ludoteca.kernel.options import Option, Value

TIMES: Final = (60, 180, 300, 600, 1800, 3600, 86_400, 259_200)
INCREMENTS: Final = (0, 5, 15, 30, 60)
KINDS: Final = ("me", "here", "open", "bot")


def is_extra(option: Option) -> bool:
    """Whether the option adds something to the printed game: a promo, a variant. Presets leave it alone."""
    return option.kind == "switch" and option.default is False and option.house is None


def _number(text: str, default: int) -> int:
    number = whole_number(text, 99_999_999)
    return default if number is None else number


def read_start(text: str) -> int:
    """A time such as 2026-12-24T20:00, in UTC, as milliseconds since 1970; 0 for none."""
    try:
        return max(0, int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000))
    except ValueError:
        return 0


class SetupForm:
    """The fields of the form, read and completed.

    An option that is not among the fields has the preset's value. If another preset was chosen than the one
    the options were shown for (`was`), its values replace them; extras stay unless a preset speaks of them.
    Options that do not concern this table have their defaults.
    """

    def __init__(self, game: Game[Any], fields: Mapping[str, str], *, fresh: bool = False) -> None:
        self.game = game
        self.fields = fields
        self.kinds = self._read_seats(fresh)
        self.preset = fields.get("preset", AS_PRINTED)
        if self.preset not in game.presets:
            self.preset = AS_PRINTED
        self.unreadable: list[Option] = []
        self.values = self.settled(self._read_options())

    def _read_seats(self, fresh: bool) -> list[str]:
        """Who plays at each seat: `me`, `here`, `open`, `bot` or nobody. A fresh form proposes somebody."""
        if fresh and not any(name.startswith("seat ") for name in self.fields):
            usually = quick_seats(self.game)
            kinds = ["me", *["open"] * (usually - 1), *[""] * (self.game.most - usually)]
        else:
            kinds = [self.fields.get(f"seat {number}", "") for number in range(self.game.most)]
            kinds = [kind if kind in KINDS else "" for kind in kinds]
        empty = [number for number, kind in enumerate(kinds) if not kind]
        for number in empty[: _number(self.fields.get("add", ""), 0)]:
            kinds[number] = "bot"
        return kinds

    @property
    def seats(self) -> int:
        """How many play."""
        return sum(1 for kind in self.kinds if kind)

    def preset_values(self, preset: str) -> dict[str, Value]:
        """What every option is set to by a preset."""
        return {option.key: option.default for option in self.game.options} | dict(self.game.presets[preset])

    def _read_options(self) -> dict[str, Value]:
        values = self.preset_values(self.preset)
        was = self.fields.get("was", self.preset)
        spoken = {*self.game.presets[self.preset], *self.game.presets.get(was, {})}
        for option in self.game.options:
            text = self.fields.get(f"option {option.key}")
            if text is None or (was != self.preset and (not is_extra(option) or option.key in spoken)):
                continue
            try:
                values[option.key] = option.read(text)
            except SetupError:
                self.unreadable.append(option)
        return values

    def settled(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """The values with defaults for all options that do not concern a table with these values."""
        found = dict(values)
        for _ in self.game.options:
            idle = {
                option.key: option.default
                for option in self.game.options
                if not option.concerns(self.seats, found) and found[option.key] != option.default
            }
            if not idle:
                break
            found |= idle
        return found

    @property
    def concerning(self) -> list[Option]:
        """The options that make a difference at this table."""
        return [option for option in self.game.options if option.concerns(self.seats, self.values)]

    @property
    def chosen(self) -> dict[str, Value]:
        """The options that differ from their defaults."""
        return {o.key: self.values[o.key] for o in self.game.options if self.values[o.key] != o.default}

    @property
    def clock(self) -> ClockWish:
        form = self.fields
        kind = form.get("clock", "none")
        if kind not in ("move", "bank"):
            return ClockWish()
        seconds = _number(form.get("seconds", ""), TIMES[2])
        increment = _number(form.get("increment", ""), 0) if kind == "bank" else 0
        then = "pass" if form.get("then") == "pass" else "bot"
        return ClockWish(kind, min(seconds, TIMES[-1] * 7), min(increment, 3600), then)  # type: ignore[arg-type]  # just looked at

    @property
    def wish(self) -> Wish:
        """The table that the form asks for, with fields as they came: to be checked by `commands.checked`."""
        seats = [
            SeatWish(
                kind,  # type: ignore[arg-type]  # just looked at
                self.fields.get(f"level {number}", "") if kind == "bot" else "",
                self.fields.get(f"name {number}", "") if kind == "here" else "",
            )
            for number, kind in enumerate(self.kinds)
            if kind
        ]
        nonce, edition = self.fields.get("nonce", ""), self.fields.get("edition", "")
        public = self.fields.get("public") == "yes"
        coach = self.fields.get("coach") == "yes"
        return Wish(
            self.game.name,
            seats,
            dict(self.chosen),
            public,
            self.clock,
            nonce,
            edition,
            coach,
            read_start(self.fields.get("starts", "")),
            _number(self.fields.get("hands", ""), 0),  # type: ignore[arg-type]  # checked with the rest
        )
