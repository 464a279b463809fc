import base64
import hashlib
import hmac
import json
import unittest

from mailing_service import WrongSignature, verify_webhook

OLD, NEW, OTHER = ("whsec_" + base64.b64encode(bytes([n]) * 32).decode() for n in (1, 2, 3))
NOW = 1_764_000_000.0


def call(event, *secrets, at=NOW):
    body = json.dumps(event)
    signed = f"msg_1.{int(at)}.{body}".encode()
    keys = [base64.b64decode(secret[6:]) for secret in secrets]
    signatures = [base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode() for key in keys]
    headers = {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": str(int(at)),
        "Webhook-Signature": " ".join(f"v1,{one}" for one in signatures),
    }
    return body, headers


class Webhooks(unittest.TestCase):
    def test_returns_the_event_of_a_right_signature(self):
        event = {"type": "delivery.accepted", "data": {"id": 1}}
        self.assertEqual(verify_webhook(NEW, *call(event, NEW), now=NOW), [event])

    def test_takes_the_old_secret_beside_the_new(self):
        event = {"type": "delivery.accepted"}
        self.assertEqual(verify_webhook([NEW, OLD], *call(event, OLD), now=NOW), [event])
        self.assertEqual(verify_webhook(OLD, *call(event, NEW, OLD), now=NOW), [event])

    def test_returns_the_events_of_a_batch(self):
        events = [{"type": "a"}, {"type": "b"}]
        self.assertEqual(verify_webhook(NEW, *call({"type": "batch", "data": events}, NEW), now=NOW), events)

    def test_refuses_others(self):
        body, headers = call({"type": "a"}, OTHER)
        with self.assertRaises(WrongSignature):
            verify_webhook(NEW, body, headers, now=NOW)
        body, headers = call({"type": "a"}, NEW)
        for wrong in ({}, {**headers, "Webhook-Timestamp": "soon"}, {**headers, "Webhook-Id": "msg_2"}):
            with self.assertRaises(WrongSignature):
                verify_webhook(NEW, body, wrong, now=NOW)
        with self.assertRaises(WrongSignature):
            verify_webhook(NEW, body + " ", headers, now=NOW)
        with self.assertRaises(WrongSignature):
            verify_webhook(NEW, body, headers, now=NOW + 301)
