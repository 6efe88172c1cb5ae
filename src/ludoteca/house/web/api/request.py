"""One request to the API, and what all requests share."""

from __future__ import annotations

import asyncio

from starlette.types import Receive, Scope

from ludoteca.house.live.table_json import TableJson
from ludoteca.house.monitoring import Metrics
from ludoteca.house.refusals import Refused, refusal
from ludoteca.house.service.accounts import Accounts
from ludoteca.house.service.heavy_work import HeavyWork
from ludoteca.house.service.house import House
from ludoteca.house.service.identity import Identities, preferred_language
from ludoteca.house.service.remote_work import AdmittedWorker
from ludoteca.house.settings import Settings
from ludoteca.house.table.commands import Person


class NotIntroduced(Refused):
    """The request came without a known person."""

    status = 401

    def __init__(self) -> None:
        super().__init__("unknown", "say first how you want to be called")


class ApiContext:
    """What all requests share."""

    def __init__(
        self,
        house: House,
        identities: Identities,
        accounts: Accounts,
        settings: Settings,
        metrics: Metrics,
        table_json: TableJson,
        heavy: HeavyWork,
    ) -> None:
        self.house = house
        self.identities = identities
        self.accounts = accounts
        self.settings = settings
        self.metrics = metrics
        self.table_json = table_json
        self.heavy = heavy


class ApiRequest:
    """One request: the person who asks, their language, and the house."""

    def __init__(self, context: ApiContext, scope: Scope, receive: Receive) -> None:
        self.house = context.house
        self.identities = context.identities
        self.accounts = context.accounts
        self.settings = context.settings
        self.metrics = context.metrics
        self.table_json = context.table_json
        self.heavy = context.heavy
        self.person: Person | None = scope["person"]
        self.worker: AdmittedWorker
        self.headers: list[tuple[bytes, bytes]] = []
        self._scope = scope
        self._receive = receive

    async def admit_worker(self) -> None:
        """Refuse whoever does not show the key of a worker."""
        said: str = self._scope["header_texts"].get(b"authorization", "")
        key = said.removeprefix("Bearer ") if said.startswith("Bearer ") else ""
        self.worker = await self.house.remote_work.worker_with(key)

    async def watch(self, gone: asyncio.Event) -> None:
        """Tell when the client, whose body has been read, does not wait for the answer any more."""
        while (await self._receive())["type"] != "http.disconnect":
            pass
        gone.set()

    @property
    def language(self) -> str:
        """The language to answer in."""
        if self.person is not None:
            return self.person.language
        return preferred_language(self._scope["header_texts"].get(b"accept-language", ""))

    @property
    def visitor(self) -> str:
        """Whose budget of heavy work the request uses."""
        found: str = self._scope["visitor"]
        return found

    @property
    def person_id(self) -> str:
        """The id of the person who asks, or empty."""
        return self.person.id if self.person is not None else ""

    def known_person(self) -> Person:
        """The person who asks; refused if they have no name yet."""
        if self.person is None:
            raise NotIntroduced
        return self.person

    @property
    def agent(self) -> str:
        """What the client calls itself."""
        found: str = self._scope["header_texts"].get(b"user-agent", "")
        return found[:400]

    def check_door(self) -> None:
        """Refuse a newcomer to a house that is by invitation."""
        cookie = self._scope["header_texts"].get(b"cookie", "")
        if self.settings.door == "invited" and not self.identities.is_invited(cookie):
            raise refusal("by-invitation", self.language)

    def set_cookie(self, person: Person) -> None:
        """Let the answer carry the cookie of this person."""
        self.headers.append((b"set-cookie", self.identities.cookie(person).encode("latin-1")))

    def link(self, path: str) -> str:
        """The full address of a page of this house."""
        host = self._scope["header_texts"].get(b"host", "")
        base = self.settings.public.rstrip("/") or f"{self._scope['scheme']}://{host}"
        return base + path
