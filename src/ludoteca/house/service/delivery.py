"""Delivery: pushes to browsers (RFC 8291, RFC 8292), mail, and webhooks. Blocking: not for the event loop."""

from __future__ import annotations

import contextlib
import hmac
import http.client
import json
import os
import smtplib
import socket
import ssl
import struct
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from email.message import EmailMessage
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ludoteca.house.service.notice_texts import Message

TIMEOUT: Final = 10.0
PUSH_TTL: Final = 86_400
"""Seconds for which a push service keeps what it cannot deliver."""
VAPID_AGE: Final = 12 * 3600
RECORD_SIZE: Final = 4096
LONGEST_LINE: Final = 1000
"""Bytes of the first line of an answer."""
GONE: Final = (404, 410)
"""What a push service answers for a browser that is not subscribed any more."""
SIGNATURE: Final = "Ludoteca-Signature"
NAT64: Final = IPv6Network("64:ff9b::/96")
"""Addresses behind which some networks have older ones."""
OWN_TRANSLATION: Final = (IPv6Network("64:ff9b:1::/48"), IPv6Network("::ffff:0:0:0/96"))
"""The same, as a network arranges it for itself: nobody outside can tell where they lead."""


class Undelivered(Exception):
    """A message did not arrive; `gone` if it never will."""

    def __init__(self, why: str, gone: bool = False) -> None:
        super().__init__(why)
        self.gone = gone


class Delivery:
    """Sends messages out of the house at `address`. `reach` is `public` or `any`; see the settings."""

    def __init__(self, address: str, smtp: str = "", mail_from: str = "", reach: str = "public") -> None:
        self.address = address
        self.mail_from = mail_from
        self._smtp = urlsplit(smtp)
        self._anywhere = reach == "any"

    @property
    def has_mail(self) -> bool:
        return bool(self._smtp.scheme)

    def push(self, subscription: str, message: Message, key: ec.EllipticCurvePrivateKey) -> str:
        """Send a push to a browser. `subscription` is what the browser said, as JSON."""
        to = json.loads(subscription)
        told = {"title": message.title, "body": message.body, "link": message.link}
        body = encrypted(json.dumps(told).encode(), to["keys"]["p256dh"], to["keys"]["auth"])
        target = urlsplit(to["endpoint"])
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(PUSH_TTL),
            "Urgency": "normal",
            "Authorization": vapid(key, f"{target.scheme}://{target.netloc}", self.address),
        }
        return self._post(to["endpoint"], body, headers)

    def hook(self, url: str, message: Message, secret: str) -> str:
        """Call a webhook: Slack, Mattermost and Google Chat read `text`, Discord `content`; signed."""
        link = self.address + message.link
        text = "\n".join(part for part in (message.title, message.body, link) if part)
        told = {"text": text, "content": text, "title": message.title, "body": message.body, "link": link}
        body = json.dumps({**told, "tables": message.tables}, ensure_ascii=False).encode()
        signature = hmac.digest(secret.encode(), body, "sha256").hex()
        headers = {"Content-Type": "application/json", SIGNATURE: f"sha256={signature}"}
        return self._post(url, body, headers)

    def mail(self, to: str, message: Message, reason: str) -> str:
        """Send a mail."""
        mail = EmailMessage()
        mail["Subject"], mail["From"], mail["To"] = message.title, self.mail_from, to
        mail["Auto-Submitted"] = "auto-generated"
        parts = (message.body, self.address + message.link, f"-- \n{reason}")
        mail.set_content("\n\n".join(part for part in parts if part))
        try:
            with self._mail_server() as server:
                if self._smtp.username:
                    server.login(unquote(self._smtp.username), unquote(self._smtp.password or ""))
                server.send_message(mail)
        except (OSError, smtplib.SMTPException) as error:
            raise Undelivered(type(error).__name__) from error
        return "sent"

    def _mail_server(self) -> smtplib.SMTP:
        """A connection to who sends mail. What leaves this machine is encrypted if that server can do it, and
        no password leaves it otherwise.
        """
        secure = self._smtp.scheme == "smtps"
        host, port = self._smtp.hostname or "", self._smtp.port or (465 if secure else 587)
        context = ssl.create_default_context()
        if secure:
            return smtplib.SMTP_SSL(host, port, timeout=TIMEOUT, context=context)
        server = smtplib.SMTP(host, port, timeout=TIMEOUT)
        try:
            server.ehlo_or_helo_if_needed()
            if stays_here(server):
                return server
            if server.has_extn("starttls"):
                server.starttls(context=context)
            elif self._smtp.username:
                raise Undelivered("no encryption")
        except BaseException:
            server.close()
            raise
        return server

    def _post(self, url: str, body: bytes, headers: dict[str, str]) -> str:
        target = urlsplit(url)
        port = target.port or (443 if target.scheme == "https" else 80)
        try:
            connection = _connected(target.scheme, target.hostname or "", port, self._anywhere)
            end = threading.Timer(TIMEOUT, _cut, (connection.sock,))
            end.start()
            try:
                path = (target.path or "/") + (f"?{target.query}" if target.query else "")
                connection.request("POST", path, body, {**headers, "User-Agent": "Ludoteca"})
                status = _status(connection.sock)
            finally:
                end.cancel()
                connection.close()
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Undelivered(type(error).__name__) from error
        if not 200 <= status < 300:
            raise Undelivered(str(status), gone=status in GONE)
        return str(status)


def stays_here(server: smtplib.SMTP) -> bool:
    """Whether a connection leads to this machine itself, where nobody listens in between."""
    assert server.sock is not None
    return ip_address(str(server.sock.getpeername()[0]).partition("%")[0]).is_loopback


def _status(connection: socket.socket) -> int:
    """What was answered. Of an answer nothing but the first line is read: it may go on for ever."""
    with connection.makefile("rb") as answer:
        words = answer.readline(LONGEST_LINE).split()
    if len(words) < 2 or not words[0].startswith(b"HTTP/"):
        raise Undelivered("no answer")
    return int(words[1])


def _cut(connection: socket.socket) -> None:
    """End a connection to somebody who answers so slowly that it would never end."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def allowed_address(host: str, port: int, anywhere: bool) -> str:
    """An address of a host that may be reached. Raises Undelivered for one in a private network."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    for *_, place in found:
        if anywhere or is_public(ip_address(str(place[0]).partition("%")[0])):
            return str(place[0])
    raise Undelivered("a private address")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the open internet; one that stands for an older one, as that is."""
    if address.version == 4:
        return address.is_global and not address.is_multicast
    bits = int(address)
    if any(address in network for network in OWN_TRANSLATION):
        return False
    if address in NAT64 or bits < 1 << 32:
        return is_public(IPv4Address(bits & 0xFFFFFFFF))
    older = address.ipv4_mapped or address.sixtofour
    if older is not None:
        return is_public(older)
    return address.is_global and not address.is_multicast and not address.is_site_local


def _connected(scheme: str, host: str, port: int, anywhere: bool) -> http.client.HTTPConnection:
    """A connection to the address that was checked, so that no second look-up leads elsewhere."""
    place = socket.create_connection((allowed_address(host, port, anywhere), port), TIMEOUT)
    if scheme == "https":
        connection: http.client.HTTPConnection = http.client.HTTPSConnection(host, port, timeout=TIMEOUT)
        connection.sock = ssl.create_default_context().wrap_socket(place, server_hostname=host)
    elif scheme == "http":
        connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
        connection.sock = place
    else:
        place.close()
        raise Undelivered("no web address")
    return connection


# Pushes


def encode(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def new_key() -> str:
    """The private key by which push services know a house, as text."""
    return format(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value, "x")


def read_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int(text, 16), ec.SECP256R1())


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypted(plain: bytes, browser_key: str, browser_secret: str) -> bytes:
    """A message that only one browser can read (RFC 8291, `aes128gcm`)."""
    theirs = decode(browser_key)
    own = ec.generate_private_key(ec.SECP256R1())
    ours = public_point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    secret = _derived(shared, decode(browser_secret), b"WebPush: info\0" + theirs + ours, 32)
    salt = os.urandom(16)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!LB", RECORD_SIZE, len(ours)) + ours
    return head + AESGCM(key).encrypt(nonce, plain + b"\x02", None)


def vapid(key: ec.EllipticCurvePrivateKey, audience: str, subject: str) -> str:
    """The header by which a push service knows the house (RFC 8292)."""
    claims: dict[str, Any] = {"aud": audience, "exp": int(time.time()) + VAPID_AGE, "sub": subject}
    parts = [encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(parts)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={encode(public_point(key.public_key()))}"
