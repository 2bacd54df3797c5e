"""Verifies the notifications that Timbre posts (docs/notifications.md)."""

import base64
import hashlib
import hmac
import re
import time
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Union

from . import exact_json

_TOLERANCE_SECONDS = 300
# Timbre's have 32 (Standard Webhooks 1.0.0: 24 to 64).
_MIN_KEY_BYTES = 16


@dataclass(frozen=True)
class WebhookEvent:
    """A notification."""

    id: str
    """The same each time that the notification is sent: ignore one that you have handled."""
    type: str
    timestamp: str
    data: Dict[str, Any]


class WebhookRefused(Exception):
    """The message is not one of Timbre's, or is too old: answer 400."""


def verify_webhook(
    body: Union[bytes, str], headers: Mapping[str, str], secret: str, *, now: Optional[float] = None
) -> WebhookEvent:
    """The notification in a message, if its signature is right and its time within five minutes of ours.

    `body` is the body as it arrived, not parsed and written again. Raises WebhookRefused; ValueError for a secret of
    fewer than 16 bytes.
    """
    key = _key_of(secret)
    given = {name.lower(): value for name, value in headers.items() if isinstance(value, str)}
    message_id, timestamp, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (message_id and timestamp and signatures):
        raise WebhookRefused("A webhook- header is missing")
    present = time.time() if now is None else now
    is_number = re.fullmatch(r"[0-9]{1,12}", timestamp)
    if not is_number or not abs(present - int(timestamp)) <= _TOLERANCE_SECONDS:
        raise WebhookRefused("webhook-timestamp is more than five minutes off")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode(errors="surrogateescape") + raw
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    right = b"v1," + base64.b64encode(expected)
    # Two while the secret is being replaced.
    if not any([hmac.compare_digest(right, signature.encode(errors="replace")) for signature in signatures.split(" ")]):
        raise WebhookRefused("No signature in webhook-signature is right")
    return _event_of(message_id, raw)


def _key_of(secret: str) -> bytes:
    """A key that is short, or empty because a setting is missing, would let anybody sign."""
    text = secret.strip()
    try:
        key = base64.b64decode(text[len("whsec_"):] if text.startswith("whsec_") else text, validate=True)
    except ValueError:
        key = b""
    if len(key) < _MIN_KEY_BYTES:
        raise ValueError(
            f"The secret must be whsec_ and at least {_MIN_KEY_BYTES} bytes in Base64: RotateSecret issues one"
        )
    return key


def _event_of(message_id: str, body: bytes) -> WebhookEvent:
    try:
        event = exact_json.parse(body)
    except ValueError:
        event = None
    members = [event.get(name) for name in ("type", "timestamp", "data")] if isinstance(event, dict) else [None] * 3
    if not all(map(isinstance, members, (str, str, dict))):
        raise WebhookRefused("The body is not a notification")
    return WebhookEvent(message_id, *members)
