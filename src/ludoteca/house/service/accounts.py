"""Accounts by passkey: making one, signing in, recovery codes, and the browsers that are signed in."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

import msgspec

from ludoteca.house.refusals import Forbidden, TooManyTries, refusal
from ludoteca.house.service.house import House
from ludoteca.house.service.identity import OldLink, hashed_token, nickname, signed_within, signer, used_mark
from ludoteca.house.service.rate_limits import RateLimiter
from ludoteca.house.service.short_memory import ShortMemory
from ludoteca.house.store.accounts import Account, AccountStore, Passkey, Session
from ludoteca.house.store.store import milliseconds
from ludoteca.house.table.commands import Person

CEREMONY_AGE: Final = 300
"""Seconds that somebody has to answer their device."""
CODES: Final = 8
CODE_LETTERS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Thirty-two letters of which no two look alike: twelve of them are sixty bits."""
CODES_A_SECOND: Final = 1 / 12
"""How often one network may try a recovery code."""
NOTED_AFTER: Final = 3_600_000
"""Milliseconds after which it is noted again that a session is used."""
MOST_KEPT: Final = 20_000
MOST_KEYS: Final = 30
MOST_SESSIONS: Final = 60
"""Browsers of one person that are signed in."""
READER_PATIENCE: Final = 1.0
NEW, ADD, OPEN = "new", "add", "open"
"""Why somebody is asked for a key: for a new account, for a further device, to sign in."""

BROWSERS: Final = (
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrom", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
SYSTEMS: Final = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


class Ceremony(msgspec.Struct, frozen=True):
    """What a device was asked, signed, so that nothing has to be kept meanwhile."""

    purpose: str
    challenge: str
    account: str
    name: str
    language: str


class Place(msgspec.Struct, frozen=True):
    """Where the house is, as browsers and keys know it."""

    name: str
    """The host name, to which keys are bound."""
    origin: str


class Asked(msgspec.Struct, frozen=True):
    """What to ask a device for: options for the browser, and the signed ceremony to send back."""

    options: dict[str, Any]
    state: str


def device(agent: str) -> str:
    """A browser in words: `Firefox, Android`."""
    browser = next((called for mark, called in BROWSERS if mark in agent), "")
    system = next((called for mark, called in SYSTEMS if mark in agent), "")
    return ", ".join(word for word in (browser, system) if word) or "?"


def plain(code: str) -> str:
    """A recovery code as it is hashed: letters alone, however it was typed."""
    return "".join(letter for letter in code.lower() if letter in CODE_LETTERS)


class Accounts:
    """Everything that can be done with accounts. `secret` signs ceremonies."""

    def __init__(self, house: House, secret: str) -> None:
        self.store = house.account_store
        self.sessions = Sessions(self.store)
        self._house = house
        self._ceremonies = signer(secret, "key")
        self._tries = RateLimiter(CODES_A_SECOND, 60.0)

    # Keys

    async def ask_for_key(self, purpose: str, person: Person | None, name: str, place: Place) -> Asked:
        """What the browser has to ask a device for."""
        from ludoteca.house.service import passkeys

        challenge = secrets.token_bytes(32)
        if purpose == OPEN or person is None:
            options = passkeys.ask_for_known(place.name, challenge)
            ceremony = Ceremony(OPEN, challenge.hex(), "", "", "")
        else:
            known = [key.id for key in await self.store.keys(person.id)]
            called = nickname(name) if purpose == NEW else person.name
            options = passkeys.ask_for_new(place.name, person.id, called, challenge, known)
            ceremony = Ceremony(purpose, challenge.hex(), person.id, called, person.language)
        state = self._ceremonies.dumps(msgspec.to_builtins(ceremony))
        assert isinstance(state, str)
        return Asked(options, state)

    async def answer(
        self, state: str, credential: dict[str, Any], person: Person | None, place: Place, agent: str
    ) -> Person:
        """Who somebody is, once their device has answered. A guest's matches come along."""
        from ludoteca.house.service.passkeys import BadKey

        ceremony = await self._ceremony(state)
        try:
            if ceremony.purpose == OPEN:
                return await self._sign_in(ceremony, credential, person, place, agent)
            return await self._register(ceremony, credential, person, place, agent)
        except BadKey:
            raise Forbidden("key", "this key does not fit; try again") from None

    async def _ceremony(self, state: str) -> Ceremony:
        found = signed_within(self._ceremonies, state, CEREMONY_AGE)
        try:
            ceremony = msgspec.convert(found and found[0], Ceremony)
        except msgspec.ValidationError:
            raise Forbidden("key", "this took too long; try again") from None
        if not await self._house.use_once(used_mark(state), CEREMONY_AGE):
            raise Forbidden("key", "this key was used already; try again")
        return ceremony

    async def _register(
        self, ceremony: Ceremony, credential: dict[str, Any], person: Person | None, place: Place, agent: str
    ) -> Person:
        if person is None or person.id != ceremony.account:
            raise Forbidden("key", "somebody else began this; try again")
        from ludoteca.house.service import passkeys

        found = passkeys.check_new(credential, bytes.fromhex(ceremony.challenge), place.name, place.origin)
        id, public_key, count = found
        now = milliseconds()
        key = Passkey(id, ceremony.account, public_key, count, device(agent), now, now)
        if ceremony.purpose == ADD:
            if not await self.store.add_key(key, MOST_KEYS, hashed_token(person.session)):
                raise Forbidden("key", "this key is known already, or you have many; sign in with it")
            return person
        account = Account(ceremony.account, ceremony.name, ceremony.language, now)
        made = Person(account.id, account.name, account.language, secrets.token_urlsafe(18))
        if not await self.store.create(account, key, session_of(made, agent)):
            raise Forbidden("key", "this key or this account is known already; sign in with it")
        self.sessions.forget(account.id)
        return made

    async def _sign_in(
        self, ceremony: Ceremony, credential: dict[str, Any], person: Person | None, place: Place, agent: str
    ) -> Person:
        from ludoteca.house.service import passkeys

        key = await self.store.key(str(credential.get("id", ""))[: passkeys.LONGEST_ID])
        if key is None:
            raise Forbidden("key", "the house does not know this key; it may have been removed")
        challenge = bytes.fromhex(ceremony.challenge)
        count = passkeys.check_known(
            credential, challenge, place.name, place.origin, key.public_key, key.sign_count
        )
        await self.store.used_key(key.id, count)
        return await self.enter(key.account, person, agent, key=key.id)

    async def enter(
        self,
        account_id: str,
        person: Person | None,
        agent: str,
        maker: str = "",
        key: str = "",
        code: str = "",
    ) -> Person:
        """Sign somebody in: a session of this browser. The matches of the guest they were come along, unless
        the host has banned or muted that guest. What lets them in has to hold until then: `maker`, the hash
        of a session, their `key`, or the hash of a recovery `code`.
        """
        account = await self.store.account(account_id)
        if account is None:
            raise Forbidden("key", "this account is not there any more")
        entered = Person(account.id, account.name, account.language, secrets.token_urlsafe(18))
        if not await self.store.add_session(session_of(entered, agent), MOST_SESSIONS, maker, key, code):
            raise OldLink if maker else Forbidden("key", "this lets nobody in any more")
        self.sessions.forget(account.id)
        guest = person if person is not None and not person.session and person.id != entered.id else None
        if guest is not None:
            await self._house.moderation.refresh()  # perhaps decided through another server just now
            if not self._house.moderation.is_restrained(guest.id):
                await self._house.merge(guest, entered)
        return entered

    async def remove_key(self, person: Person, id: str) -> None:
        """Remove a key, but not the last one while no recovery code is left."""
        if not await self.store.remove_key(person.id, id):
            raise refusal("last-key", person.language)

    # Codes

    async def new_codes(self, person: Person) -> list[str]:
        """New recovery codes, shown once; the old ones no longer work."""
        codes = ["".join(secrets.choice(CODE_LETTERS) for _ in range(12)) for _ in range(CODES)]
        hashes = [hashed_token(code) for code in codes]
        if not await self.store.replace_codes(person.id, hashes, hashed_token(person.session)):
            raise refusal("sign-in", person.language)
        return [f"{code[:4]}-{code[4:8]}-{code[8:]}" for code in codes]

    async def recover(self, code: str, person: Person | None, agent: str, visitor: str) -> Person:
        """Sign in with a recovery code, which is used up by this."""
        if self._tries.seconds_to_wait(visitor, time.monotonic()):
            raise TooManyTries
        hashed = hashed_token(plain(code))
        account = await self.store.use_code(hashed)
        if not account:
            raise Forbidden("code", "this code is not valid, or was used already")
        return await self.enter(account, person, agent, code=hashed)

    # Sessions

    async def still_in(self, person: Person) -> bool:
        """Whether a session goes on, as the database knows: this server may believe one that was ended
        through another server.
        """
        return await self.store.last_used(person.id, hashed_token(person.session)) is not None

    async def sign_out(self, person: Person, session: str = "") -> None:
        """End a session of a person by its hash; without one, that of this browser."""
        await self.store.end_session(person.id, session or hashed_token(person.session))
        self.sessions.forget(person.id)

    async def sign_out_elsewhere(self, person: Person) -> None:
        await self.store.end_other_sessions(person.id, hashed_token(person.session))
        self.sessions.forget(person.id)

    async def carried(self, person: Person, agent: str) -> Person:
        """Somebody who came by a link from another device, where they are still who they were: with a session
        of their own if they have an account. In place of their session they have a hash of it.
        """
        if await self.store.last_used(person.id, person.session) is None:
            raise OldLink
        return await self.enter(person.id, None, agent, person.session) if person.session else person

    async def rename(self, person: Person) -> None:
        """Keep the name that somebody has now."""
        if person.session:
            await self.store.rename(person.id, person.name, person.language)

    async def erase(self, person: Person) -> None:
        """Forget an account."""
        await self.store.erase(person.id)
        self.sessions.forget(person.id)


def session_of(person: Person, agent: str) -> Session:
    """The session in a person's cookie, as it is stored."""
    now = milliseconds()
    return Session(hashed_token(person.session), person.id, device(agent), now, now)


class Sessions:
    """Whether the cookies of people are still good, looked up now and then."""

    def __init__(self, store: AccountStore) -> None:
        self._store = store
        self._known: ShortMemory[tuple[str, str], bool] = ShortMemory(MOST_KEPT)

    async def valid(self, person: Person) -> bool:
        """Whether the session has not ended; whether a guest has no account. Raises Unavailable if that was
        never known and the database is away: a house that has no time to look lets in nobody who was signed
        out.
        """
        return await self._known.get((person.id, person.session), lambda: self._look(person))

    async def _look(self, person: Person) -> bool:
        session = hashed_token(person.session) if person.session else ""
        used_at = await self._store.last_used(person.id, session, READER_PATIENCE)
        if used_at and milliseconds() - used_at > NOTED_AFTER:
            await self._store.touch(session)
        return used_at is not None

    def forget(self, person: str) -> None:
        """Look a person up again."""
        self._known.forget(lambda key: key[0] == person)
