from __future__ import annotations

import socket
import unittest
from typing import get_args, get_type_hints

from mailing_service import ApiError, Client, Conflict, InvalidInputs, NoAnswer, NotFound, Unauthorized

from .account import URL, client


class Errors(unittest.TestCase):
    def setUp(self) -> None:
        self.client = client(retries=0)
        self.addCleanup(self.client.close)

    def test_of_a_record_that_is_not_there(self) -> None:
        with self.assertRaises(NotFound) as caught:
            self.client.contact_type_view(contact_type_id=4711)
        error = caught.exception
        self.assertEqual((error.call, error.status, error.errors), ("contact_type_view", 404, "Record Not Found"))
        self.assertEqual((error.inputs, error.retry_after), ({}, None))
        self.assertRegex(error.request_id or "", r"^[0-9a-f-]{36}$")
        self.assertEqual(str(error), "contact_type_view answered 404: Record Not Found")

    def test_have_one_of_the_codes_of_the_reference(self) -> None:
        hint = get_type_hints(ApiError)["code"]
        codes = [code for one in get_args(hint) for code in get_args(one) or (one,)]
        self.assertIn("sender_unverified", codes)
        with self.assertRaises(NotFound) as caught:
            self.client.contact_type_view(contact_type_id=4711)
        self.assertIn(caught.exception.code, codes)

    def test_of_inputs_have_their_texts(self) -> None:
        with self.assertRaises(InvalidInputs) as caught:
            self.client.sender_save(
                from_name="The Gazette",
                from_email="none",
                reply_to_email="letters@example.com",
                country_id=0,
                company_address="Invalidenstraße 43",
                nickname="gazette",
            )
        self.assertEqual(
            caught.exception.inputs,
            {
                "from_email": ["The from email field must be a valid email address."],
                "country_id": ["The selected country id is invalid."],
            },
        )

    def test_of_the_state_of_a_record(self) -> None:
        type_id = self.client.contact_type_add(name="Readers")["id"]
        field_id = self.client.custom_field_save(field_name="shoe_size", field_type="number")["id"]
        self.client.segment_store(
            segment_name="Large",
            contact_type_id=type_id,
            select_field=["shoe_size"],
            select_operator=["is greater than"],
            value=["44"],
        )
        with self.assertRaises(Conflict) as caught:
            self.client.custom_field_delete(id=field_id)
        self.assertEqual(caught.exception.errors, "Field is used by a segment")

    def test_of_wrong_keys(self) -> None:
        with Client(URL, "nobody", "knows") as stranger, self.assertRaises(Unauthorized) as caught:
            stranger.sender_list()
        self.assertEqual(caught.exception.errors, "Invalid public key or secret key.")

    def test_of_a_server_in_place_of_the_api(self) -> None:
        with client(f"{URL}/elsewhere", retries=0) as elsewhere, self.assertRaises(ApiError) as caught:
            elsewhere.sender_list()
        self.assertEqual(caught.exception.status, 404)

    def test_when_no_answer_comes(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            with client(url, retries=0, timeout=0.2) as waiting, self.assertRaises(NoAnswer) as caught:
                waiting.sender_list()
        self.assertIn("sender_list got no answer: timed out", str(caught.exception))
        with client(url, retries=0) as refused, self.assertRaises(NoAnswer):
            refused.sender_list()

    def test_of_an_address_that_is_none(self) -> None:
        with self.assertRaises(ValueError):
            Client("mail.example.com", "a", "b")
