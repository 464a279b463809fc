"""A typed client of the Mailing Service API: one method an endpoint."""

from .client import Client
from .downloads import Download
from .errors import ApiError, Conflict, InvalidInputs, NoAnswer, NotFound, TooManyRequests, Unauthorized
from .generated import records
from .webhooks import WrongSignature, verify_webhook

__all__ = [
    "ApiError",
    "Client",
    "Conflict",
    "Download",
    "InvalidInputs",
    "NoAnswer",
    "NotFound",
    "TooManyRequests",
    "Unauthorized",
    "WrongSignature",
    "records",
    "verify_webhook",
]
