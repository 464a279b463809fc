from __future__ import annotations

import itertools
import unittest

from mailing_service import InvalidInputs

from .account import client
from .front import Front


class Lists(unittest.TestCase):
    def test_are_whole_or_read_page_by_page(self) -> None:
        with Front() as front, client(front.url) as mailing:
            names = ["One", "Two", "Three", "Four", "Five"]
            for name in names:
                mailing.contact_type_add(name=name)
            self.assertEqual([one["name"] for one in mailing.contact_type_list()], names)
            first = mailing.contact_type_list(limit=1)[0]
            second = mailing.contact_type_list(limit=2, after_id=first["id"])
            self.assertEqual([one["name"] for one in second], ["Two", "Three"])
            front.requests = 0
            self.assertEqual([one["name"] for one in mailing.contact_type_list_each(limit=2)], names)
            self.assertEqual(front.requests, 3)
            # A page is requested only when it is needed.
            front.requests = 0
            list(itertools.islice(mailing.contact_type_list_each(limit=2), 2))
            self.assertEqual(front.requests, 1)

    def test_take_filters_also_those_whose_names_are_words_of_python(self) -> None:
        with client() as mailing:
            type_id = mailing.contact_type_add(name="Filtered")["id"]
            for email in ("ada@example.com", "grace@example.com"):
                mailing.contact_add(contact_type_id=type_id, email=email, country=1)
            self.assertEqual([one["email"] for one in mailing.contact_list_each(limit=1)][-2:], ["ada@example.com", "grace@example.com"])
            with self.assertRaises(InvalidInputs) as caught:
                mailing.single_send_delivery_list(utr="none", class_="bogus")  # type: ignore[arg-type]
            self.assertIn("class", caught.exception.inputs)
