"""The account of the tests. The environment has the URL and keys of a running API."""

from __future__ import annotations

import os
from typing import Any

from mailing_service import Client

URL = os.environ["MAILING_URL"]
PUBLIC_KEY = os.environ["MAILING_PUBLIC_KEY"]
SECRET_KEY = os.environ["MAILING_SECRET_KEY"]
# A sender of the account that is verified.
SENDER_ID = int(os.environ["MAILING_SENDER_ID"])


def client(url: str = URL, **options: Any) -> Client:
    return Client(url, PUBLIC_KEY, SECRET_KEY, **options)
