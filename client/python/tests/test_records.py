from __future__ import annotations

import unittest
from collections import OrderedDict

from mailing_service import records

from .account import client


class Records(unittest.TestCase):
    def setUp(self) -> None:
        self.client = client()
        self.addCleanup(self.client.close)

    def test_returns_ids_records_lists_and_texts(self) -> None:
        made: records.IdAnswer = self.client.contact_type_add(name="Readers")
        types = self.client.contact_type_list()
        self.assertEqual([one["name"] for one in types if one["id"] == made["id"]], ["Readers"])
        self.assertEqual(self.client.contact_type_view(contact_type_id=made["id"])["name"], "Readers")
        # The text of this success is in `errors`.
        self.assertEqual(self.client.contact_type_delete(contact_type_id=made["id"]), "Deleted Successfully")

    def test_returns_the_whole_message_when_it_has_several_parts(self) -> None:
        places = self.client.place_list()
        self.assertEqual(sorted(places), ["cities", "countries", "states"])

    def test_sends_lists_objects_and_flags_and_none_clears(self) -> None:
        type_id = self.client.contact_type_add(name="Guests")["id"]
        self.client.custom_field_save(field_name="company_name", field_type="text")
        contact_id = self.client.contact_add(
            contact_type_id=type_id,
            email="ada@example.com",
            country=1,
            last_name="Lovelace",
            # Any mapping and any sequence, not only dict and list.
            custom_field=OrderedDict(company_name="Analytical Engines"),
        )["id"]
        contact = self.client.contact_details(contact_id=contact_id)
        self.assertEqual(contact["last_name"], "Lovelace")
        self.assertEqual(
            contact["custom_field"],
            {"company_name": {"field_name": "Company name", "field_value": "Analytical Engines"}},
        )
        # An input that is left out keeps its value.
        self.client.contact_update(contact_id=contact_id, contact_type_id=type_id, email="ada@example.com", country=1)
        self.assertEqual(self.client.contact_details(contact_id=contact_id)["last_name"], "Lovelace")
        self.client.contact_update(
            contact_id=contact_id, contact_type_id=type_id, email="ada@example.com", country=1, last_name=None
        )
        self.assertEqual(self.client.contact_details(contact_id=contact_id)["last_name"], "")
        self.client.contact_bulk_delete(strIds=(contact_id,))

    def test_sends_inputs_of_the_query_of_a_post(self) -> None:
        group_id = self.client.unsubscribe_group_save(group_name="News", description="Monthly", is_display=True)["id"]
        self.client.unsubscribe_group_update(id=group_id, group_name="News", description="Monthly", is_display=False)
        self.assertEqual(self.client.unsubscribe_group_details(id=group_id)["is_display"], 0)
