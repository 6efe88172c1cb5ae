"""Who asks, and of which house."""

from __future__ import annotations

from starlette.types import Scope

from ludoteca.house.live.table_json import Teller
from ludoteca.house.monitoring import Metrics
from ludoteca.house.refusals import Refused
from ludoteca.house.service.house import House
from ludoteca.house.service.identity import People, preferred_language
from ludoteca.house.settings import Settings
from ludoteca.house.table.commands import Person


class Unknown(Refused):
    """Nobody knows who is asking."""

    status = 401

    def __init__(self) -> None:
        super().__init__("unknown", "say first how you want to be called")


class Desk:
    """What every answer may need."""

    def __init__(
        self, house: House, people: People, settings: Settings, metrics: Metrics, teller: Teller
    ) -> None:
        self.house = house
        self.people = people
        self.settings = settings
        self.metrics = metrics
        self.teller = teller


class Ask:
    """One request to the API: who asks, in which language, and the house it is asked of."""

    def __init__(self, desk: Desk, scope: Scope) -> None:
        self.house = desk.house
        self.people = desk.people
        self.settings = desk.settings
        self.metrics = desk.metrics
        self.teller = desk.teller
        self.person: Person | None = scope["person"]
        self.headers: list[tuple[bytes, bytes]] = []
        self._scope = scope

    @property
    def language(self) -> str:
        """The language of the one who asks."""
        if self.person is not None:
            return self.person.language
        return preferred_language(self._scope["told"].get(b"accept-language", ""))

    @property
    def known_id(self) -> str:
        """The id of who asks, or empty."""
        return self.person.id if self.person is not None else ""

    def known(self) -> Person:
        """Who asks; refused to somebody without a name."""
        if self.person is None:
            raise Unknown
        return self.person

    def greet(self, person: Person) -> None:
        """Let the answer carry the cookie of this person."""
        self.headers.append((b"set-cookie", self.people.cookie(person).encode("latin-1")))

    def link(self, path: str) -> str:
        """The address of a page of this house, as people can type it."""
        host = self._scope["told"].get(b"host", "")
        base = self.settings.public.rstrip("/") or f"{self._scope['scheme']}://{host}"
        return base + path
