"""A client of Timbre, the electronic-invoicing server for Chile."""

from .client import Detail, Listed, Payload, Receipt, TenantKeys, Timbre, User
from .errors import Problem, TimbreError
from .webhook import WebhookEvent, WebhookRefused, verify_webhook

__all__ = [
    "Detail", "Listed", "Payload", "Problem", "Receipt", "TenantKeys", "Timbre", "TimbreError", "User",
    "WebhookEvent", "WebhookRefused", "verify_webhook",
]
