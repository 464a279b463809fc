"""The check of a webhook's calls (Standard Webhooks)."""

from __future__ import annotations

import base64
import hmac
import json
import time
from typing import Any, List, Mapping, Optional, Sequence, Union

_TOLERANCE = 300.0
_PREFIX = "whsec_"


class WrongSignature(Exception):
    """The call is not one of the service, or it is too old."""


def verify_webhook(
    secrets: Union[str, Sequence[str]],
    body: Union[str, bytes],
    headers: Mapping[str, str],
    *,
    now: Optional[float] = None,
) -> List[Any]:
    """Checks the signature and the age of a call, and returns its events: one, or those of a batch.

    secrets: the secret of the webhook (`whsec_…`); during a change the old and the new one.
    body: the body as it arrived, before anything parses it.
    headers: the headers of the request.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message, timestamp = given["webhook-id"], given["webhook-timestamp"]
        signatures = given["webhook-signature"].split(" ")
    except KeyError as missing:
        raise WrongSignature(f"There is no header {missing}.") from None
    if not timestamp.isdigit() or abs((time.time() if now is None else now) - int(timestamp)) > _TOLERANCE:
        raise WrongSignature("The call is older than five minutes, or from the future.")
    text = body.encode() if isinstance(body, str) else body
    signed = f"{message}.{timestamp}.".encode() + text
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        key = base64.b64decode(secret[len(_PREFIX) :])
        wanted = "v1," + base64.b64encode(hmac.new(key, signed, "sha256").digest()).decode()
        if any(hmac.compare_digest(wanted.encode(), one.encode()) for one in signatures):
            event = json.loads(text)
            return list(event["data"]) if event.get("type") == "batch" else [event]
    raise WrongSignature("No signature fits.")
