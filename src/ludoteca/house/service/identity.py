"""Who somebody is: a nickname in a signed cookie, and a link that takes it to another device."""

from __future__ import annotations

import os
import secrets
import time
import unicodedata
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from itsdangerous import BadData, TimestampSigner, URLSafeTimedSerializer

from ludoteca.house.input import cookie_in
from ludoteca.house.refusals import Forbidden, Malformed
from ludoteca.house.store.store import WATCH
from ludoteca.house.table.commands import NAME_LENGTH, Person
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.record import one_line

COOKIE: Final = "ludoteca"
COOKIE_AGE: Final = 400 * 86_400
"""As long as browsers keep a cookie."""
INVITED_COOKIE: Final = "ludoteca-invited"
INVITATION_AGE: Final = 14 * 86_400
HOST_COOKIE: Final = "ludoteca-host"
HOST_AGE: Final = 12 * 3600
HOST_LINK, HOST_COMMAND, HOST_BROWSER = "link", "command", "browser"
"""What a token of the host is for; it is good for nothing else."""
RENEWED_AFTER: Final = 30 * 86_400
LINK_AGE: Final = 600
LANGUAGES: Final = ("en", "it")
SECRET_FILE: Final = "secret"
MOST_REMEMBERED: Final = 4096
LONGEST_REMEMBERED: Final = 2000
"""A longer header is read every time: it would take memory."""
_GUEST: Final = {"en": "Guest", "it": "Ospite"}
_UNSEEN: Final = ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp")
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U0001d159"
)
"""Letters and signs by category that look like nothing."""
_VARIANTS: Final = dict.fromkeys([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
"""What asks for another form of the sign before, as emoji do. By itself it looks like nothing, so it is left
out: whoever adds it to a name would have that name.
"""


def nickname(text: str) -> str:
    """A valid nickname: one line, visible characters, not too long."""
    return visible_name(text, NAME_LENGTH, "nickname")


def visible_name(text: str, longest: int, what: str) -> str:
    """A name that people can see: one line, visible characters, not too long."""
    if len(text) > 4 * longest:  # it takes very long to compose many marks
        raise Malformed(what, f"a {what} has at most {longest} characters")
    kept = one_line(unicodedata.normalize("NFC", text.translate(_VARIANTS)))
    if not kept:
        raise Malformed(what, f"a {what} needs at least one visible character")
    if len(kept) > longest:
        raise Malformed(what, f"a {what} has at most {longest} characters")
    kinds = [unicodedata.category(character) for character in kept]
    if _BLANK.intersection(kept) or any(kind in _UNSEEN for kind in kinds):
        raise Malformed(what, f"a {what} is made of visible characters only")
    if not any(kind[0] in "LNPS" for kind in kinds):
        raise Malformed(what, f"a {what} needs at least one visible character")
    return kept


def newcomer(name: str = "", language: str = "en") -> Person:
    """A new person; a guest with a number if they gave no name."""
    spoken = language if language in LANGUAGES else "en"
    return Person(
        secrets.token_urlsafe(12),
        nickname(name) if name else f"{_GUEST[spoken]} {secrets.randbelow(9000) + 1000}",
        spoken,
    )


def preferred_language(accepted: str, spoken: tuple[str, ...] = LANGUAGES) -> str:
    """The best of the languages we speak for an `Accept-Language` header."""
    wishes: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted[:400].split(",")):
        tag, _, quality = part.partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        wishes.append((-weight, place, tag.strip().lower().partition("-")[0]))
    for weight, _, language in sorted(wishes):
        if weight < 0 and language in spoken:
            return language
    return spoken[0]


def hashed_token(token: str) -> str:
    """What is stored of a token: enough to recognise it, not enough to use it."""
    return sha256(token.encode()).hexdigest()


def used_mark(token: str) -> str:
    """What is remembered of a signed token that was used: without its signature, which can be written in more
    than one way.
    """
    return hashed_token(token.rpartition(".")[0])


def load_or_make_secret(folder: Path) -> str:
    """The secret of the house, from a file that only its owner can read; made the first time."""
    try:
        return _load_or_make_secret(folder)
    except OSError as error:
        raise LudotecaError(
            f"the house cannot write to {folder} ({error.strerror}); make it writable for this user, "
            "or choose another folder with --data or LUDOTECA_DATA"
        ) from None


def _load_or_make_secret(folder: Path) -> str:
    path = folder / SECRET_FILE
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        pass
    draft = folder / f".{SECRET_FILE}.{secrets.token_hex(4)}"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(32) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii").strip()


def forget_cookie() -> str:
    """The value of a `Set-Cookie` header by which a browser forgets who it was."""
    return f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"


def newest_secret(secrets: str) -> str:
    """The secret in use, if several are given."""
    return secrets.partition(",")[0].strip()


def _shared_time() -> float:
    return time.time() + WATCH.behind / 1000


class SharedClock(TimestampSigner):
    """Signs with the time that all servers of a house go by, whatever their own clocks say."""

    def get_timestamp(self) -> int:
        return int(_shared_time())


def signer(secret: str, use: str) -> URLSafeTimedSerializer:
    """Signs what servers of this house hand out for one use."""
    return URLSafeTimedSerializer(keys_in(secret), salt=f"ludoteca {use}", signer=SharedClock)


def keys_in(secret: str) -> list[str]:
    """The keys that a secret holds, the newest last."""
    keys = [key.strip() for key in reversed(secret.split(",")) if key.strip()]
    if not keys:
        raise LudotecaError("the secret that signs cookies is empty")
    return keys


class OldLink(Forbidden):
    """A link to another device that is too old, or whose maker was signed out since."""

    def __init__(self) -> None:
        super().__init__("link", "this link is not valid any more; make a new one on the other device")


class Identities:
    """Signs and reads identities. `secret` may be several secrets, the newest first, separated by commas."""

    def __init__(self, secret: str, secure: bool = False) -> None:
        self.secure = secure
        self._cookies = signer(secret, "person")
        self._links = signer(secret, "another device")
        self._invitations = signer(secret, "invitation")
        self._invited = signer(secret, "invited browser")
        self._hosts = URLSafeTimedSerializer(keys_in(secret), salt="ludoteca host")
        self._read_before: dict[str, tuple[Person, float]] = {}

    # The cookie

    def cookie(self, person: Person) -> str:
        """The value of a `Set-Cookie` header."""
        words = [person.id, person.name, person.language]
        value = self._cookies.dumps([*words, person.session] if person.session else words)
        assert isinstance(value, str)
        secure = "; Secure" if self.secure else ""
        return f"{COOKIE}={value}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax{secure}"

    def person_in(self, header: str) -> Person | None:
        """The person that a `Cookie` header names, if we signed it."""
        found = self._found(header) if COOKIE in header else None
        return None if found is None else found[0]

    def needs_renewal(self, header: str) -> bool:
        """Whether the cookie is old enough to be written again."""
        found = self._found(header)
        return found is not None and time.time() - found[1] > RENEWED_AFTER

    def _found(self, header: str) -> tuple[Person, float] | None:
        found = self._read_before.get(header)
        if found is None:
            found = self._read(header)
            if found is not None and len(header) <= LONGEST_REMEMBERED:
                if len(self._read_before) >= MOST_REMEMBERED:
                    self._read_before.clear()
                self._read_before[header] = found
        return found

    def _read(self, header: str) -> tuple[Person, float] | None:
        token = cookie_in(header, COOKIE)
        return _opened(self._cookies, token, COOKIE_AGE, 4) if token else None

    # Invitations to the house

    def house_invitation(self) -> str:
        """A token that lets newcomers into a house that is by invitation."""
        token = self._invitations.dumps(secrets.token_urlsafe(9))
        assert isinstance(token, str)
        return token

    def invites(self, token: str) -> bool:
        """Whether the token invites to the house."""
        return signed_within(self._invitations, token, INVITATION_AGE) is not None

    def invited_cookie(self) -> str:
        """The value of a `Set-Cookie` header by which an invited browser is known. It is no invitation: it
        would be one that its holder makes anew for ever.
        """
        secure = "; Secure" if self.secure else ""
        token = self._invited.dumps(secrets.token_urlsafe(9))
        return f"{INVITED_COOKIE}={token}; Path=/; Max-Age={INVITATION_AGE}; HttpOnly; SameSite=Lax{secure}"

    def is_invited(self, header: str) -> bool:
        """Whether a `Cookie` header is that of an invited browser."""
        token = cookie_in(header, INVITED_COOKIE)
        return signed_within(self._invited, token, INVITATION_AGE) is not None

    # The host

    def host_token(self, use: str) -> str:
        """A token that proves that somebody has the secret of the house: its host."""
        token = self._hosts.dumps([use, secrets.token_urlsafe(12)])
        assert isinstance(token, str)
        return token

    def is_host(self, token: str, use: str, age: int) -> bool:
        """Whether a token was made by the host, for this use, so many seconds ago at most."""
        words: Any
        try:
            words, signed = self._hosts.loads(token, return_timestamp=True)
        except BadData:
            return False
        return words[:1] == [use] and bool(abs(time.time() - signed.timestamp()) <= age)

    def host_cookie(self) -> str:
        """The value of a `Set-Cookie` header that makes a browser the host's."""
        secure = "; Secure" if self.secure else ""
        return (
            f"{HOST_COOKIE}={self.host_token(HOST_BROWSER)}; Path=/host; Max-Age={HOST_AGE}; HttpOnly; "
            f"SameSite=Strict{secure}"
        )

    # The link to another device

    def link(self, person: Person) -> str:
        """A token that makes whoever opens it this person: once, within a few minutes."""
        maker = hashed_token(person.session) if person.session else ""
        words = [person.id, person.name, person.language, maker, secrets.token_urlsafe(12)]
        token = self._links.dumps(words)
        assert isinstance(token, str)
        return token

    def person_of_link(self, token: str) -> Person:
        """The person who made a link, with a hash of their session in place of it. The store makes sure that
        it is used only once.
        """
        found = _opened(self._links, token, LINK_AGE, 4)
        if found is None:
            raise OldLink
        return found[0]


def signed_within(serializer: URLSafeTimedSerializer, token: str, age: int) -> tuple[Any, float] | None:
    """What was signed so many seconds ago at most, and when; also what seems to come from the future: clocks
    jump back.
    """
    values: Any
    try:
        values, signed = serializer.loads(token, return_timestamp=True)
    except BadData:
        return None
    moment: float = signed.timestamp()
    return (values, moment) if _shared_time() - moment <= age else None


def _opened(
    serializer: URLSafeTimedSerializer, value: str, age: int, words: int
) -> tuple[Person, float] | None:
    """The person in the first words of a signed text, and when it was signed."""
    found = signed_within(serializer, value, age)
    if found is None:
        return None
    values, signed = found
    if not isinstance(values, list) or len(values) < 3 or not all(isinstance(word, str) for word in values):
        return None
    return Person(*values[:words]), signed
