"""Verifies the notifications that Timbre posts (docs/notifications.md)."""

import base64
import binascii
import hashlib
import hmac
import time
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Union

from . import exact_json

_TOLERANCE_SECONDS = 300


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

    `body` is the body as it arrived, not parsed and written again. Raises WebhookRefused.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (message_id and timestamp and signatures):
        raise WebhookRefused("A webhook- header is missing")
    present = time.time() if now is None else now
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(present - int(timestamp)) > _TOLERANCE_SECONDS:
        raise WebhookRefused("webhook-timestamp is more than five minutes off")
    raw = body.encode() if isinstance(body, str) else body
    expected = hmac.new(_key_of(secret), f"{message_id}.{timestamp}.".encode() + raw, hashlib.sha256).digest()
    right = b"v1," + base64.b64encode(expected)
    # Two while the secret is being replaced.
    if not any([hmac.compare_digest(right, signature.encode()) for signature in signatures.split(" ")]):
        raise WebhookRefused("No signature in webhook-signature is right")
    event = exact_json.parse(raw)
    return WebhookEvent(message_id, event["type"], event["timestamp"], event["data"])


def _key_of(secret: str) -> bytes:
    try:
        return base64.b64decode(secret[len("whsec_"):] if secret.startswith("whsec_") else secret, validate=True)
    except binascii.Error as error:
        raise ValueError("The secret is not Base64") from error
