"""Passkeys: what a browser asks a device for, and whether its answer is good. Slow to import."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ludoteca.house.service.plain_cbor import NotPlain, check_authenticator_data, read_plain

STRANGE: Final = (WebAuthnException, ValueError, LookupError, TypeError, AttributeError)
"""What the library raises for answers that no device gives."""
LONGEST_ID: Final = 1000
"""Characters of the id of a key: PostgreSQL finds no rows by much longer ones."""
LONGEST_ANSWER: Final = 8192
"""Characters of one part of a device's answer; the longest hold a chain of certificates."""


class BadKey(Exception):
    """The answer of the device is not what was asked for."""


def ask_for_new(place: str, person: str, name: str, challenge: bytes, known: list[str]) -> dict[str, Any]:
    """Options for `navigator.credentials.create`, with the keys that the person has already."""
    options = generate_registration_options(
        rp_id=place,
        rp_name="Ludoteca",
        user_id=person.encode(),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key)) for key in known],
    )
    found: dict[str, Any] = msgspec.json.decode(options_to_json(options))
    return found


def ask_for_known(place: str, challenge: bytes) -> dict[str, Any]:
    """Options for `navigator.credentials.get`: the device finds out which key it has for this place."""
    options = generate_authentication_options(
        rp_id=place, challenge=challenge, user_verification=UserVerificationRequirement.PREFERRED
    )
    found: dict[str, Any] = msgspec.json.decode(options_to_json(options))
    return found


def check_new(credential: dict[str, Any], challenge: bytes, place: str, origin: str) -> tuple[str, str, int]:
    """The id of a new key, its public half and its counter. Raises BadKey."""
    try:
        attested = read_plain(_part_of(credential, "attestationObject"))
        check_authenticator_data(attested["authData"])
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place,
            expected_origin=origin,
        )
    except STRANGE as error:
        raise BadKey(str(error)) from error
    key = bytes_to_base64url(verified.credential_id)
    if len(key) > LONGEST_ID:
        raise BadKey("its id is too long")
    return key, bytes_to_base64url(verified.credential_public_key), verified.sign_count


def check_known(
    credential: dict[str, Any], challenge: bytes, place: str, origin: str, public_key: str, count: int
) -> int:
    """The counter of a key that has signed the challenge. Raises BadKey."""
    try:
        check_authenticator_data(_part_of(credential, "authenticatorData"))
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place,
            expected_origin=origin,
            credential_public_key=base64url_to_bytes(public_key),
            credential_current_sign_count=count,
        )
    except STRANGE as error:
        raise BadKey(str(error)) from error
    return verified.new_sign_count


def _part_of(credential: dict[str, Any], name: str) -> bytes:
    """A part of a device's answer, before anybody else reads it."""
    text = credential["response"][name]
    if len(text) > LONGEST_ANSWER:
        raise NotPlain(f"{name} is too long")
    return base64url_to_bytes(text)
