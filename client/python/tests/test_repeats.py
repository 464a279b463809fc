from __future__ import annotations

import os
import threading
import time
import unittest
import uuid

from mailing_service import ApiError, NoAnswer, TooManyRequests

from .account import client
from .front import AWAY, LOST, Front


class Repeats(unittest.TestCase):
    def names(self) -> list[str]:
        with client() as mailing:
            return [one["name"] for one in mailing.contact_type_list_each()]

    def test_of_a_keyed_call_do_it_once(self) -> None:
        key = str(uuid.uuid4())
        with client() as mailing:
            first = mailing.contact_type_add(name="Once", idempotency_key=key)
            self.assertEqual(mailing.contact_type_add(name="Once", idempotency_key=key), first)
        self.assertEqual(self.names().count("Once"), 1)

    def test_follow_when_the_answer_is_lost(self) -> None:
        with Front(LOST) as front, client(front.url) as mailing:
            made = mailing.contact_type_add(name="Lost", idempotency_key=str(uuid.uuid4()))
            self.assertEqual(front.requests, 2)
            self.assertEqual(mailing.contact_type_view(contact_type_id=made["id"])["name"], "Lost")
        self.assertEqual(self.names().count("Lost"), 1)

    def test_of_a_change_without_a_key_are_left_to_the_caller(self) -> None:
        with Front(LOST) as front, client(front.url) as mailing:
            with self.assertRaises(NoAnswer):
                mailing.contact_type_add(name="Perhaps")
            self.assertEqual(front.requests, 1)
        with Front(AWAY) as front, client(front.url) as mailing:
            with self.assertRaises(ApiError) as caught:
                mailing.contact_type_add(name="Not")
            self.assertEqual((front.requests, caught.exception.retry_after), (1, 1.0))
            # A proxy's answer has another form than the service's.
            self.assertEqual(caught.exception.errors, "<h1>Service Unavailable</h1>")

    def test_wait_as_long_as_the_service_says(self) -> None:
        with Front(AWAY) as front, client(front.url) as mailing:
            began = time.monotonic()
            mailing.contact_type_list()
            self.assertGreaterEqual(time.monotonic() - began, 1)
            self.assertEqual(front.requests, 2)

    def test_of_an_upload_send_the_whole_file_again(self) -> None:
        with Front(LOST) as front, client(front.url) as mailing:
            type_id = mailing.contact_type_add(name="Files", idempotency_key=str(uuid.uuid4()))["id"]
            front.faults.append(LOST)
            csv = b"email,first_name\nada@example.com,Ada\n"
            made = mailing.contact_upload_csv(
                contact_type_id=type_id, file=csv, idempotency_key=str(uuid.uuid4())
            )
            self.assertEqual(mailing.import_details(id=made["id"])["file_bytes"], len(csv))

    def test_end_after_the_given_number(self) -> None:
        with Front(LOST, LOST, LOST) as front, client(front.url, retries=1) as mailing:
            with self.assertRaises(NoAnswer):
                mailing.contact_type_list()
            self.assertEqual(front.requests, 2)

    def test_let_more_calls_through_than_the_service_takes_at_once(self) -> None:
        """The API of `MAILING_LIMITED_URL` takes five calls a second."""
        url = os.environ["MAILING_LIMITED_URL"]
        with client(url, retries=0) as hasty, self.assertRaises(TooManyRequests) as caught:
            for _ in range(100):
                hasty.contact_type_list()
        self.assertEqual((caught.exception.status, caught.exception.retry_after), (429, 1.0))
        with client(url) as patient:
            for _ in range(8):
                patient.contact_type_list()


class Threads(unittest.TestCase):
    def test_share_a_client(self) -> None:
        with client() as mailing:
            found: list[int] = []
            calls = [threading.Thread(target=lambda: found.append(len(mailing.reserved_field_list()))) for _ in range(16)]
            for call in calls:
                call.start()
            for call in calls:
                call.join()
            self.assertEqual(len(set(found)), 1)
            self.assertEqual(len(found), 16)
