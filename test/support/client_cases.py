"""Makes the calls, and judges the webhooks, of the cases on the standard input; prints the outcomes."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor

from mailing_service import ApiError, Client, NoAnswer, WrongSignature, verify_webhook


def outcome_of(case):
    limits = {name: case[name] for name in ("retries", "timeout") if name in case}
    client = Client(case["url"], "a", "b", **limits)
    calls = {
        "list": lambda: client.contact_type_list(),
        "change": lambda: client.contact_type_add(name="a"),
        "keyed": lambda: client.contact_type_add(name="a", idempotency_key="k"),
    }
    try:
        calls[case["call"]]()
    except NoAnswer:
        return {"kind": "NoAnswer"}
    except ApiError as error:
        return {
            "kind": type(error).__name__,
            "status": error.status,
            "code": error.code,
            "codes": error.codes,
            "errors": error.errors,
            "retryAfter": error.retry_after,
        }
    finally:
        client.close()
    return {"kind": "ok"}


def events_of(at, case):
    # Names of headers in any case are taken.
    headers = {name.title() if at % 2 else name: value for name, value in case["headers"].items()}
    try:
        return verify_webhook(case["secrets"], case["body"], headers, now=case["now"])
    except WrongSignature:
        return None


given = json.load(sys.stdin)
with ThreadPoolExecutor(32) as pool:
    calls = list(pool.map(outcome_of, given["calls"]))
print(json.dumps({"calls": calls, "webhooks": [events_of(*case) for case in enumerate(given["webhooks"])]}))
