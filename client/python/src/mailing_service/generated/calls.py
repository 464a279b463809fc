"""Made of the OpenAPI document by `npm run client`. Do not edit."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Mapping, Optional, Sequence, Union

from ..downloads import Download
from ..transport import UNSET, Transport
from ..uploads import Upload
from . import records
from .endpoints import (
    SENDER_LIST,
    SENDER_SAVE,
    SENDER_DETAILS,
    SENDER_UPDATE,
    SENDER_DELETE,
    SENDER_RESEND_MAIL,
    SENDING_DOMAIN_LIST,
    SENDING_DOMAIN_SAVE,
    SENDING_DOMAIN_DETAILS,
    SENDING_DOMAIN_CHECK,
    SENDING_DOMAIN_DELETE,
    CONTACT_TYPE_LIST,
    CONTACT_TYPE_ADD,
    CONTACT_TYPE_VIEW,
    CONTACT_TYPE_UPDATE,
    CONTACT_TYPE_DELETE,
    CONTACT_LIST,
    CONTACT_DOWNLOAD,
    CONTACT_ADD,
    CONTACT_DETAILS,
    CONTACT_ACTIVITY,
    CONTACT_UPDATE,
    CONTACT_DELETE,
    CONTACT_BULK_DELETE,
    BULK_CHANGE_SAVE,
    BULK_CHANGE_START,
    BULK_CHANGE_CANCEL,
    BULK_CHANGE_DETAILS,
    BULK_CHANGE_LIST,
    CONTACT_CSV_SAMPLE,
    CONTACT_UPLOAD_CSV,
    IMPORT_LIST,
    IMPORT_DETAILS,
    IMPORT_UNDO,
    IMPORT_ERRORS,
    CONTACT_EXPORT,
    CONTACT_ERASE,
    CONTACT_ERASURE,
    RESERVED_FIELD_LIST,
    CUSTOM_FIELD_LIST,
    CUSTOM_FIELD_SAVE,
    CUSTOM_FIELD_DELETE,
    SEGMENT_LIST,
    SEGMENT_STORE,
    SEGMENT_UPDATE,
    SEGMENT_DETAILS,
    SEGMENT_PREVIEW,
    SEGMENT_DELETE,
    SEGMENT_RECIPIENT_LIST,
    SEGMENT_RECIPIENT_STORE,
    SEGMENT_RECIPIENT_DELETE,
    TEMPLATE_LIST,
    DYNAMIC_CONTENT_LIST,
    OWN_TEMPLATE_LIST,
    OWN_TEMPLATE_SAVE,
    OWN_TEMPLATE_DETAILS,
    OWN_TEMPLATE_PREVIEW,
    OWN_TEMPLATE_UPDATE,
    OWN_TEMPLATE_VERSIONS,
    OWN_TEMPLATE_RESTORE,
    OWN_TEMPLATE_DELETE,
    MEDIA_LIST,
    MEDIA_UPLOAD,
    MEDIA_DETAILS,
    MEDIA_UPDATE,
    MEDIA_DELETE,
    SINGLE_SEND_LIST,
    SINGLE_SEND_CREATE,
    SINGLE_SEND_UPDATE,
    SINGLE_SEND_DETAILS,
    SINGLE_SEND_VERSIONS,
    SINGLE_SEND_RESTORE,
    SINGLE_SEND_TEST,
    SINGLE_SEND_PREVIEW,
    SINGLE_SEND_OVERVIEW,
    SINGLE_SEND_AUDIENCE,
    SINGLE_SEND_CHECK,
    SINGLE_SEND_DUPLICATE,
    SINGLE_SEND_DELETE,
    SINGLE_SEND_BULK_DELETE,
    SINGLE_SEND_PAUSE,
    SINGLE_SEND_RESUME,
    SINGLE_SEND_CANCEL,
    SINGLE_SEND_DOUBT_LIST,
    SINGLE_SEND_DOUBT_DECIDE,
    SINGLE_SEND_RETRY,
    SINGLE_SEND_DELIVERY_LIST,
    SINGLE_SEND_DELIVERY_DOWNLOAD,
    SINGLE_SEND_LINKS,
    SINGLE_SEND_TIMELINE,
    SINGLE_SEND_DOMAINS,
    SINGLE_SEND_SHARE,
    SINGLE_SEND_SHARES,
    SINGLE_SEND_SHARE_DELETE,
    MESSAGE_SEND,
    MESSAGE_LIST,
    MESSAGE_DETAILS,
    MESSAGE_CANCEL,
    MESSAGE_DOUBT_LIST,
    MESSAGE_DOUBT_DECIDE,
    AUTOMATION_LIST,
    AUTOMATION_CREATE,
    AUTOMATION_UPDATE,
    AUTOMATION_DUPLICATE,
    AUTOMATION_DETAILS,
    AUTOMATION_PROGRESS,
    AUTOMATION_PERSON,
    AUTOMATION_PAUSE,
    AUTOMATION_SET_LIVE,
    AUTOMATION_DELETE,
    AUTOMATION_BULK_DELETE,
    AUTOMATION_SCHEDULE_LIST,
    AUTOMATION_SCHEDULE_CREATE,
    AUTOMATION_SCHEDULE_UPDATE,
    AUTOMATION_SCHEDULE_VERSIONS,
    AUTOMATION_SCHEDULE_RESTORE,
    AUTOMATION_SCHEDULE_DELETE,
    AUTOMATION_SCHEDULE_PREVIEW,
    AUTOMATION_SCHEDULE_CHECK,
    AUTOMATION_SCHEDULE_DOUBT_LIST,
    AUTOMATION_SCHEDULE_DOUBT_DECIDE,
    AUTOMATION_SCHEDULE_DELIVERY_LIST,
    AUTOMATION_SCHEDULE_DELIVERY_DOWNLOAD,
    AUTOMATION_SCHEDULE_LINKS,
    AUTOMATION_SCHEDULE_TIMELINE,
    AUTOMATION_SCHEDULE_DOMAINS,
    ACCOUNT_STATISTICS,
    UNSUBSCRIBE_GROUP_LIST,
    UNSUBSCRIBE_GROUP_SAVE,
    UNSUBSCRIBE_GROUP_DETAILS,
    UNSUBSCRIBE_GROUP_UPDATE,
    GROUP_RECIPIENT_ADD,
    GROUP_RECIPIENT_LIST,
    GROUP_RECIPIENT_DELETE,
    GROUP_RECIPIENT_BULK_DELETE,
    GLOBAL_UNSUBSCRIBE_LIST,
    GLOBAL_UNSUBSCRIBE_SAVE,
    GLOBAL_UNSUBSCRIBE_DELETE,
    GLOBAL_UNSUBSCRIBE_BULK_DELETE,
    SUPPRESSION_LIST,
    SUPPRESSION_SAVE,
    SUPPRESSION_DELETE,
    SUPPRESSION_BULK_DELETE,
    NOTIFICATION_RECIPIENT_LIST,
    NOTIFICATION_RECIPIENT_SAVE,
    NOTIFICATION_RECIPIENT_DELETE,
    NOTIFICATION_RECIPIENT_BULK_DELETE,
    WEBHOOK_LIST,
    WEBHOOK_SAVE,
    WEBHOOK_UPDATE,
    WEBHOOK_ROTATE,
    WEBHOOK_DELETE,
    WEBHOOK_ATTEMPT_LIST,
    WEBHOOK_REDELIVER,
    PLACE_LIST,
    QUOTA_LIST,
    AUDIT_LIST,
    ACCOUNT_EXPORT,
)


class Calls(Transport):
    """Every endpoint of the API."""

    def sender_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.Sender]:
        """List senders. `GET /senders`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.Sender] = self._call("sender_list", SENDER_LIST, inputs, None, timeout)
        return answer

    def sender_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.Sender]:
        """The items of `sender_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("sender_list_each", SENDER_LIST, inputs, timeout)

    def sender_save(
        self,
        *,
        from_name: str,
        from_email: str,
        reply_to_email: str,
        country_id: int,
        company_address: str,
        nickname: str,
        state_id: Optional[int] = UNSET,
        city_id: Optional[int] = UNSET,
        zip_code: Optional[str] = UNSET,
        company_address2: Optional[str] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdUtrWarningsAnswer:
        """Add a sender. `POST /sender/save`

        A verification mail goes to `from_email`: by default at most 3 to an address in 24 hours, and 20 an hour in
        all, but for those whose link was used. What is more waits for its time.

        from_name: The name that mails come from.
        from_email: The address that mails come from.
        reply_to_email: Where answers go.
        country_id: An id of `get/country-state-city`.
        company_address: Street and number: every mail shows where it comes from.
        nickname: What the account calls it; recipients never see it.
        state_id: An id of `get/country-state-city`, in the country.
        city_id: An id of `get/country-state-city`, in the state.
        zip_code: Postal code.
        company_address2: Second line of the address.
        """
        inputs: Dict[str, Any] = {
            "from_name": from_name,
            "from_email": from_email,
            "reply_to_email": reply_to_email,
            "country_id": country_id,
            "company_address": company_address,
            "nickname": nickname,
            "state_id": state_id,
            "city_id": city_id,
            "zip_code": zip_code,
            "company_address2": company_address2,
        }
        answer: records.IdUtrWarningsAnswer = self._call("sender_save", SENDER_SAVE, inputs, idempotency_key, timeout)
        return answer

    def sender_details(
        self,
        *,
        sender_id: int,
        timeout: Optional[float] = None,
    ) -> records.Sender:
        """Get one sender. `GET /sender/details`

        sender_id: The id of a sender.
        """
        inputs: Dict[str, Any] = {
            "sender_id": sender_id,
        }
        answer: records.Sender = self._call("sender_details", SENDER_DETAILS, inputs, None, timeout)
        return answer

    def sender_update(
        self,
        *,
        sender_id: int,
        from_name: str,
        from_email: str,
        reply_to_email: str,
        country_id: int,
        company_address: str,
        nickname: str,
        state_id: Optional[int] = UNSET,
        city_id: Optional[int] = UNSET,
        zip_code: Optional[str] = UNSET,
        company_address2: Optional[str] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.WarningsAnswer:
        """Change a sender. `POST /sender/update`

        A changed `from_email` has to be verified again: a new mail goes out.

        sender_id: The id of a sender.
        from_name: The name that mails come from.
        from_email: The address that mails come from.
        reply_to_email: Where answers go.
        country_id: An id of `get/country-state-city`.
        company_address: Street and number: every mail shows where it comes from.
        nickname: What the account calls it; recipients never see it.
        state_id: An id of `get/country-state-city`, in the country.
        city_id: An id of `get/country-state-city`, in the state.
        zip_code: Postal code.
        company_address2: Second line of the address.
        """
        inputs: Dict[str, Any] = {
            "sender_id": sender_id,
            "from_name": from_name,
            "from_email": from_email,
            "reply_to_email": reply_to_email,
            "country_id": country_id,
            "company_address": company_address,
            "nickname": nickname,
            "state_id": state_id,
            "city_id": city_id,
            "zip_code": zip_code,
            "company_address2": company_address2,
        }
        answer: records.WarningsAnswer = self._call("sender_update", SENDER_UPDATE, inputs, idempotency_key, timeout)
        return answer

    def sender_delete(
        self,
        *,
        sender_id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete a sender. `DELETE /sender/delete`

        The success text stands in `errors`.

        sender_id: The id of a sender.
        """
        inputs: Dict[str, Any] = {
            "sender_id": sender_id,
        }
        answer: str = self._call("sender_delete", SENDER_DELETE, inputs, idempotency_key, timeout)
        return answer

    def sender_resend_mail(
        self,
        *,
        sender_id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Send the verification mail once more. `GET /sender/resend-mail`

        Links of the mails before end. 429 where an address, or the account, had as many as it may have
        (`sender/save`): the links before stay good.

        sender_id: The id of a sender.
        """
        inputs: Dict[str, Any] = {
            "sender_id": sender_id,
        }
        answer: str = self._call("sender_resend_mail", SENDER_RESEND_MAIL, inputs, idempotency_key, timeout)
        return answer

    def sending_domain_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.SendingDomain]:
        """List sending domains. `GET /sending-domains`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.SendingDomain] = self._call("sending_domain_list", SENDING_DOMAIN_LIST, inputs, None, timeout)
        return answer

    def sending_domain_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.SendingDomain]:
        """The items of `sending_domain_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("sending_domain_list_each", SENDING_DOMAIN_LIST, inputs, timeout)

    def sending_domain_save(
        self,
        *,
        domain: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdAnswer:
        """Add a sending domain. `POST /sending-domains/save`

        Makes its keys. Public suffixes such as `co.uk`, IP addresses and single labels are refused. No mail is signed
        with the keys before a check has seen them in the DNS.

        domain: A domain of From addresses, in any script.
        """
        inputs: Dict[str, Any] = {
            "domain": domain,
        }
        answer: records.IdAnswer = self._call("sending_domain_save", SENDING_DOMAIN_SAVE, inputs, idempotency_key, timeout)
        return answer

    def sending_domain_details(
        self,
        *,
        id: int,
        timeout: Optional[float] = None,
    ) -> records.DetailedSendingDomain:
        """Get one sending domain with the DNS records to set. `GET /sending-domains/details`

        Says what the DNS has now, and stores nothing. 429 where four calls of the account wait already.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: records.DetailedSendingDomain = self._call("sending_domain_details", SENDING_DOMAIN_DETAILS, inputs, None, timeout)
        return answer

    def sending_domain_check(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.DetailedSendingDomain:
        """Look the DNS records of a sending domain up. `POST /sending-domains/check`

        Stores what the DNS says, within five seconds. A key signs from then on if its record is right, and no longer
        if the record is gone or wrong; without an answer of the DNS nothing changes. 429 where four calls of the
        account wait already.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: records.DetailedSendingDomain = self._call("sending_domain_check", SENDING_DOMAIN_CHECK, inputs, idempotency_key, timeout)
        return answer

    def sending_domain_delete(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete a sending domain with its keys. `DELETE /sending-domains/delete`

        The keys sign no further mail within seconds. Leave their records in the DNS for a week: mails may be on their
        way.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: str = self._call("sending_domain_delete", SENDING_DOMAIN_DELETE, inputs, idempotency_key, timeout)
        return answer

    def contact_type_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.ListedContactType]:
        """List contact types. `GET /contacts-type`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.ListedContactType] = self._call("contact_type_list", CONTACT_TYPE_LIST, inputs, None, timeout)
        return answer

    def contact_type_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.ListedContactType]:
        """The items of `contact_type_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("contact_type_list_each", CONTACT_TYPE_LIST, inputs, timeout)

    def contact_type_add(
        self,
        *,
        name: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdAnswer:
        """Add a contact type. `POST /contacts-type/add`

        name: The name of the contact type.
        """
        inputs: Dict[str, Any] = {
            "name": name,
        }
        answer: records.IdAnswer = self._call("contact_type_add", CONTACT_TYPE_ADD, inputs, idempotency_key, timeout)
        return answer

    def contact_type_view(
        self,
        *,
        contact_type_id: int,
        timeout: Optional[float] = None,
    ) -> records.ContactType:
        """Get one contact type. `GET /contacts-type/view`

        contact_type_id: The id of a contact type.
        """
        inputs: Dict[str, Any] = {
            "contact_type_id": contact_type_id,
        }
        answer: records.ContactType = self._call("contact_type_view", CONTACT_TYPE_VIEW, inputs, None, timeout)
        return answer

    def contact_type_update(
        self,
        *,
        id: int,
        name: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Rename a contact type. `POST /contacts-type/update`

        id: The id of the record.
        name: The name of the contact type.
        """
        inputs: Dict[str, Any] = {
            "id": id,
            "name": name,
        }
        answer: str = self._call("contact_type_update", CONTACT_TYPE_UPDATE, inputs, idempotency_key, timeout)
        return answer

    def contact_type_delete(
        self,
        *,
        contact_type_id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete a contact type and its contacts. `DELETE /contacts-type/delete`

        The success text stands in `errors`.

        contact_type_id: The id of a contact type.
        """
        inputs: Dict[str, Any] = {
            "contact_type_id": contact_type_id,
        }
        answer: str = self._call("contact_type_delete", CONTACT_TYPE_DELETE, inputs, idempotency_key, timeout)
        return answer

    def contact_list(
        self,
        *,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.ListedContact]:
        """List contacts. `GET /contacts/list`

        email: Only who has this address, without case.
        search: Only those whose address, first or last name begins with this, without case and marks; of contacts, or
        a text of a custom field.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.ListedContact] = self._call("contact_list", CONTACT_LIST, inputs, None, timeout)
        return answer

    def contact_list_each(
        self,
        *,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.ListedContact]:
        """The items of `contact_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("contact_list_each", CONTACT_LIST, inputs, timeout)

    def contact_download(
        self,
        *,
        contact_type_id: int = UNSET,
        segment_id: int = UNSET,
        email: str = UNSET,
        search: str = UNSET,
        timeout: Optional[float] = None,
    ) -> Download:
        """Download contacts as CSV. `GET /contacts/download`

        All contacts, those of a contact type, of a segment, or those that a search finds. The columns are those of an
        import: the file can be imported again. A cell that a spreadsheet would run as a formula begins with an
        apostrophe, which an import takes away.

        contact_type_id: Only contacts of this type.
        segment_id: Only recipients of this segment; it goes with no other input.
        email: Only who has this address, without case.
        search: Only those whose address, first or last name begins with this, without case and marks; of contacts, or
        a text of a custom field.
        """
        inputs: Dict[str, Any] = {
            "contact_type_id": contact_type_id,
            "segment_id": segment_id,
            "email": email,
            "search": search,
        }
        answer: Download = self._call("contact_download", CONTACT_DOWNLOAD, inputs, None, timeout)
        return answer

    def contact_add(
        self,
        *,
        contact_type_id: int,
        email: str,
        country: int,
        first_name: Optional[str] = UNSET,
        last_name: Optional[str] = UNSET,
        alt_email: Optional[str] = UNSET,
        state: Optional[str] = UNSET,
        city: Optional[str] = UNSET,
        address_line1: Optional[str] = UNSET,
        address_line2: Optional[str] = UNSET,
        state_province_region: Optional[str] = UNSET,
        postal_code: Optional[str] = UNSET,
        custom_field: Optional[Mapping[str, Optional[Union[str, float]]]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdAnswer:
        """Add a contact. `POST /contacts/add`

        contact_type_id: The contact type that it belongs to.
        email: An e-mail address.
        country: An id of `get/country-state-city`.
        first_name: First name.
        last_name: Last name.
        alt_email: Another e-mail address.
        state: State.
        city: City.
        address_line1: First line of the postal address.
        address_line2: Second line of the postal address.
        state_province_region: State, province or region of the address.
        postal_code: Postal code.
        custom_field: Values by the names of custom fields; in a form `custom_field[<name>]`. Numbers for number
        fields, `YYYY-MM-DDTHH:MM[:SS]` for dates; a blank value clears. A text has at most 4,096 characters.
        """
        inputs: Dict[str, Any] = {
            "contact_type_id": contact_type_id,
            "email": email,
            "country": country,
            "first_name": first_name,
            "last_name": last_name,
            "alt_email": alt_email,
            "state": state,
            "city": city,
            "address_line1": address_line1,
            "address_line2": address_line2,
            "state_province_region": state_province_region,
            "postal_code": postal_code,
            "custom_field": custom_field,
        }
        answer: records.IdAnswer = self._call("contact_add", CONTACT_ADD, inputs, idempotency_key, timeout)
        return answer

    def contact_details(
        self,
        *,
        contact_id: int,
        timeout: Optional[float] = None,
    ) -> records.Contact:
        """Get one contact. `GET /contacts/details`

        contact_id: The id of the contact.
        """
        inputs: Dict[str, Any] = {
            "contact_id": contact_id,
        }
        answer: records.Contact = self._call("contact_details", CONTACT_DETAILS, inputs, None, timeout)
        return answer

    def contact_activity(
        self,
        *,
        id: int,
        timeout: Optional[float] = None,
    ) -> List[records.Activity]:
        """List what one contact was sent and did. `GET /contacts/activity`

        Newest first, at most a thousand entries.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: List[records.Activity] = self._call("contact_activity", CONTACT_ACTIVITY, inputs, None, timeout)
        return answer

    def contact_update(
        self,
        *,
        contact_id: int,
        contact_type_id: int,
        email: str,
        country: int,
        first_name: Optional[str] = UNSET,
        last_name: Optional[str] = UNSET,
        alt_email: Optional[str] = UNSET,
        state: Optional[str] = UNSET,
        city: Optional[str] = UNSET,
        address_line1: Optional[str] = UNSET,
        address_line2: Optional[str] = UNSET,
        state_province_region: Optional[str] = UNSET,
        postal_code: Optional[str] = UNSET,
        custom_field: Optional[Mapping[str, Optional[Union[str, float]]]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Change a contact. `POST /contacts/update`

        An optional input that is absent keeps its value; one given blank, or null, clears it.

        contact_id: The id of the contact.
        contact_type_id: The contact type that it belongs to.
        email: An e-mail address.
        country: An id of `get/country-state-city`.
        first_name: First name.
        last_name: Last name.
        alt_email: Another e-mail address.
        state: State.
        city: City.
        address_line1: First line of the postal address.
        address_line2: Second line of the postal address.
        state_province_region: State, province or region of the address.
        postal_code: Postal code.
        custom_field: Values by the names of custom fields; in a form `custom_field[<name>]`. Numbers for number
        fields, `YYYY-MM-DDTHH:MM[:SS]` for dates; a blank value clears. A text has at most 4,096 characters.
        """
        inputs: Dict[str, Any] = {
            "contact_id": contact_id,
            "contact_type_id": contact_type_id,
            "email": email,
            "country": country,
            "first_name": first_name,
            "last_name": last_name,
            "alt_email": alt_email,
            "state": state,
            "city": city,
            "address_line1": address_line1,
            "address_line2": address_line2,
            "state_province_region": state_province_region,
            "postal_code": postal_code,
            "custom_field": custom_field,
        }
        answer: str = self._call("contact_update", CONTACT_UPDATE, inputs, idempotency_key, timeout)
        return answer

    def contact_delete(
        self,
        *,
        contact_id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete a contact. `DELETE /contacts/delete`

        contact_id: The id of the contact.
        """
        inputs: Dict[str, Any] = {
            "contact_id": contact_id,
        }
        answer: str = self._call("contact_delete", CONTACT_DELETE, inputs, idempotency_key, timeout)
        return answer

    def contact_bulk_delete(
        self,
        *,
        strIds: Sequence[int],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete several contacts. `POST /contacts/bulk-delete`

        Succeeds if at least one of the ids was there; the others are ignored.

        strIds: The ids of the records.
        """
        inputs: Dict[str, Any] = {
            "strIds": strIds,
        }
        answer: str = self._call("contact_bulk_delete", CONTACT_BULK_DELETE, inputs, idempotency_key, timeout)
        return answer

    def bulk_change_save(
        self,
        *,
        action: Literal["delete", "unsubscribe", "segment_add", "segment_remove"],
        search: Optional[str] = UNSET,
        contact_type_id: Optional[int] = UNSET,
        segment_id: Optional[int] = UNSET,
        unsubscribe_groups_id: Optional[int] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdAnswer:
        """Prepare a change of all contacts that a search finds. `POST /contacts/bulk/save`

        The contacts are counted, and nothing is changed. `contacts/bulk/details` says when the state is `ready`, and
        how many they are; then `contacts/bulk/start` begins, within a day. Without `search` and `contact_type_id` it
        is about all contacts. Three changes of an account may be under way; another is a 409.

        action: `delete`; `unsubscribe` from a group; `segment_add` adds them to a segment by hand, `segment_remove`
        takes them out of it.
        search: Only those whose address, first or last name begins with this, without case and marks; of contacts, or
        a text of a custom field.
        contact_type_id: Only contacts of this type. For a segment its own type is taken without it.
        segment_id: Required for `segment_add` and `segment_remove`.
        unsubscribe_groups_id: Required for `unsubscribe`.
        """
        inputs: Dict[str, Any] = {
            "action": action,
            "search": search,
            "contact_type_id": contact_type_id,
            "segment_id": segment_id,
            "unsubscribe_groups_id": unsubscribe_groups_id,
        }
        answer: records.IdAnswer = self._call("bulk_change_save", BULK_CHANGE_SAVE, inputs, idempotency_key, timeout)
        return answer

    def bulk_change_start(
        self,
        *,
        id: int,
        undo_seconds: Optional[int] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Start a bulk change. `POST /contacts/bulk/start`

        What it has changed can not be taken back. With `undo_seconds` it waits first, and `contacts/bulk/cancel` then
        leaves everything as it is. One that was given up while it ran goes on where it is started again. Asking again
        changes nothing.

        id: The id of the record.
        undo_seconds: Seconds for which it changes nothing yet, so that a person can take it back by
        `contacts/bulk/cancel`; 0 by default.
        """
        inputs: Dict[str, Any] = {
            "id": id,
            "undo_seconds": undo_seconds,
        }
        answer: str = self._call("bulk_change_start", BULK_CHANGE_START, inputs, idempotency_key, timeout)
        return answer

    def bulk_change_cancel(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Cancel a bulk change. `POST /contacts/bulk/cancel`

        One that has changed no contact yet changes none. One that has begun ends after at most 500 more contacts, and
        what was done stays.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: str = self._call("bulk_change_cancel", BULK_CHANGE_CANCEL, inputs, idempotency_key, timeout)
        return answer

    def bulk_change_details(
        self,
        *,
        id: int,
        timeout: Optional[float] = None,
    ) -> records.BulkChange:
        """Get one bulk change. `GET /contacts/bulk/details`

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: records.BulkChange = self._call("bulk_change_details", BULK_CHANGE_DETAILS, inputs, None, timeout)
        return answer

    def bulk_change_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.BulkChange]:
        """List bulk changes. `GET /contacts/bulk`

        Those of the last 90 days.

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.BulkChange] = self._call("bulk_change_list", BULK_CHANGE_LIST, inputs, None, timeout)
        return answer

    def bulk_change_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.BulkChange]:
        """The items of `bulk_change_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("bulk_change_list_each", BULK_CHANGE_LIST, inputs, timeout)

    def contact_csv_sample(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Download a CSV sample. `GET /contacts/csv-sample/download`

        A header with every column that an import of this account reads, and one row.
        """
        inputs: Dict[str, Any] = {}
        answer: Download = self._call("contact_csv_sample", CONTACT_CSV_SAMPLE, inputs, None, timeout)
        return answer

    def contact_upload_csv(
        self,
        *,
        contact_type_id: int,
        file: Upload,
        map: Optional[Mapping[str, Optional[str]]] = UNSET,
        dry_run: Optional[Union[bool, int]] = UNSET,
        encoding: Optional[Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]] = UNSET,
        statuses: Optional[Mapping[str, Optional[Literal["complained", "opted_out", "bounced", "unconfirmed", "left_out", "mailable"]]]] = UNSET,
        opt_out_group: Optional[int] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdEncodingEncoding_byEncoding_certainStatusesStatus_byUnknown_statusesWholeAnswer:
        """Import contacts from a CSV file. `POST /contacts/upload-csv`

        Columns go by name, in any order; `email` has to be there. Comma, semicolon or tab; UTF-8, UTF-16 with a byte
        order mark, or Windows-1252: `encoding` of the answer says which, and `encoding_certain` is false where it is
        a guess. A row with bytes that the encoding does not have is refused, and the input `encoding` names another
        one. A contact whose address is there already is updated with the cells that are not empty. A column, heading
        or file name that says a status (unsubscribed, bounced, pending …) is recognised and applied: the answer, the
        dry run and the import count the rows by status, and nobody is mailed whom the file does not call mailable.
        `contacts/imports` shows how far it is. Beyond the quota `imports` the answer is 429, before the file is
        received; rows beyond the quota `contacts` are refused with that reason. With `dry_run` 1 nothing is imported:
        the counts of the import then say what would happen, and `trial` has examples.

        contact_type_id: The id of a contact type.
        file: A CSV file, `.csv` by its name.
        map: The column of the file for each field, as `map[<field>]`, such as `map[first_name]=Given name`. Without
        it columns go by their names; with it those that are not named are left out, and `map[email]` is required.
        `map[status]` names the column that says statuses; alone it leaves the other columns to their names.
        dry_run: 1: nothing is imported. The import says what would happen, looked up for the first 100,000 rows or 32
        MiB of the file.
        encoding: How the file is encoded. Without it the byte order mark decides, then the contents: `encoding_by` of
        the answer says which.
        statuses: The status of the rows with a word, as `statuses[<word>]`, such as `statuses[Waiting
        list]=unconfirmed`; `statuses[]` for blank cells. `statuses[*]` speaks for all words and blank cells that are
        not named, also for those that are known and for a file without statuses: `statuses[*]=mailable` says that all
        may be mailed.
        opt_out_group: The unsubscribe group that people who opted out leave. Without it they get no mail of the
        account.
        """
        inputs: Dict[str, Any] = {
            "contact_type_id": contact_type_id,
            "file": file,
            "map": map,
            "dry_run": dry_run,
            "encoding": encoding,
            "statuses": statuses,
            "opt_out_group": opt_out_group,
        }
        answer: records.IdEncodingEncoding_byEncoding_certainStatusesStatus_byUnknown_statusesWholeAnswer = self._call("contact_upload_csv", CONTACT_UPLOAD_CSV, inputs, idempotency_key, timeout)
        return answer

    def import_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.Import]:
        """List imports. `GET /contacts/imports`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.Import] = self._call("import_list", IMPORT_LIST, inputs, None, timeout)
        return answer

    def import_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.Import]:
        """The items of `import_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("import_list_each", IMPORT_LIST, inputs, timeout)

    def import_details(
        self,
        *,
        id: int,
        timeout: Optional[float] = None,
    ) -> records.Import:
        """Get one import. `GET /contacts/imports/details`

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: records.Import = self._call("import_details", IMPORT_DETAILS, inputs, None, timeout)
        return answer

    def import_undo(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Undo an import. `POST /contacts/imports/undo`

        Within 30 days of its end. Contacts that it added are deleted, unless a call, another import or a person
        changed them since. In contacts that it changed, each cell that still has what it wrote gets its value of
        before. Mails that were sent meanwhile stay in the reports, and opt-outs stay. A worker does it: `undo` of the
        import shows how far it is. Asking again changes nothing.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: str = self._call("import_undo", IMPORT_UNDO, inputs, idempotency_key, timeout)
        return answer

    def import_errors(
        self,
        *,
        id: int,
        timeout: Optional[float] = None,
    ) -> Download:
        """Download the rows that an import refused. `GET /contacts/imports/errors`

        CSV: `line` (the header is 1), `reason`, then the row as it came.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: Download = self._call("import_errors", IMPORT_ERRORS, inputs, None, timeout)
        return answer

    def contact_export(
        self,
        *,
        email: str,
        timeout: Optional[float] = None,
    ) -> records.Person:
        """Export everything about one person. `GET /contacts/export`

        By the address, in any spelling. 404 if the account has nothing.

        email: An e-mail address.
        """
        inputs: Dict[str, Any] = {
            "email": email,
        }
        answer: records.Person = self._call("contact_export", CONTACT_EXPORT, inputs, None, timeout)
        return answer

    def contact_erase(
        self,
        *,
        email: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Erase a person. `POST /contacts/erase`

        The address gets no mail from now on. Within a minute it is removed from contacts, segments, files and reports
        of imports, and what has to be kept has a keyed hash instead, such as `3f9a…@erased.invalid`: figures stay. It
        stays unsubscribed for ever, also if it is added again. Links in mails that are out say so. Asked for again,
        or of an address that is not there, it succeeds, too.

        email: An e-mail address.
        """
        inputs: Dict[str, Any] = {
            "email": email,
        }
        answer: str = self._call("contact_erase", CONTACT_ERASE, inputs, idempotency_key, timeout)
        return answer

    def contact_erasure(
        self,
        *,
        email: str,
        timeout: Optional[float] = None,
    ) -> records.Erasure:
        """See how far an erasure is. `GET /contacts/erasure`

        404 if it was never asked for.

        email: An e-mail address.
        """
        inputs: Dict[str, Any] = {
            "email": email,
        }
        answer: records.Erasure = self._call("contact_erasure", CONTACT_ERASURE, inputs, None, timeout)
        return answer

    def reserved_field_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.ReservedField]:
        """List reserved fields. `GET /reserve-fields`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.ReservedField] = self._call("reserved_field_list", RESERVED_FIELD_LIST, inputs, None, timeout)
        return answer

    def reserved_field_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.ReservedField]:
        """The items of `reserved_field_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("reserved_field_list_each", RESERVED_FIELD_LIST, inputs, timeout)

    def custom_field_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.CustomField]:
        """List custom fields. `GET /custom-fields`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.CustomField] = self._call("custom_field_list", CUSTOM_FIELD_LIST, inputs, None, timeout)
        return answer

    def custom_field_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.CustomField]:
        """The items of `custom_field_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("custom_field_list_each", CUSTOM_FIELD_LIST, inputs, timeout)

    def custom_field_save(
        self,
        *,
        field_name: str,
        field_type: Literal["text", "number", "datetime-local"],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdAnswer:
        """Add a custom field. `POST /custom-fields/save`

        field_name: Letters, digits and underscores; none of the reserved names.
        field_type: What its values are.
        """
        inputs: Dict[str, Any] = {
            "field_name": field_name,
            "field_type": field_type,
        }
        answer: records.IdAnswer = self._call("custom_field_save", CUSTOM_FIELD_SAVE, inputs, idempotency_key, timeout)
        return answer

    def custom_field_delete(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete a custom field and its values. `DELETE /custom-fields/delete`

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: str = self._call("custom_field_delete", CUSTOM_FIELD_DELETE, inputs, idempotency_key, timeout)
        return answer

    def segment_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.Segment]:
        """List segments. `GET /segment/list`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.Segment] = self._call("segment_list", SEGMENT_LIST, inputs, None, timeout)
        return answer

    def segment_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.Segment]:
        """The items of `segment_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("segment_list_each", SEGMENT_LIST, inputs, timeout)

    def segment_store(
        self,
        *,
        segment_name: str,
        contact_type_id: int,
        select_field: Sequence[str],
        select_operator: Sequence[str],
        value: Optional[Sequence[str]] = UNSET,
        query_type: Optional[Literal["and", "or"]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdAnswer:
        """Add a segment. `POST /segment/store`

        `select_field[i]` with `select_operator[i]` is one condition; `value` holds the operands of all of them in
        order: `city` `is` and `created_at` `is within`, with `Berlin` and `30`, are those in Berlin who came in the
        last 30 days.

        A field is a reserved or custom one, `created_at`, `updated_at`, or a time of the contact’s mail history:
        `last_sent_at`, `last_opened_at`, `last_clicked_at`.

        Texts: `is`, `is not`, `contains`, `does not contain`, `starts with`, `does not start with`, `ends with`,
        `does not end with`, `is blank`, `is not blank`.

        Numbers: `is`, `is not`, `is greater than`, `is less than`, `is equal or greater than`, `is equal or less
        than`, `is between`, `is not between`, `is blank`, `is not blank`.

        Dates: `is`, `is not`, `on`, `not on`, `is after`, `is at or after`, `is before`, `is at or before`, `is
        between`, `is not between`, `is within` (the last so many days), `is not within`, `is blank`, `is not blank`;
        the operand is a day, `YYYY-MM-DD`, or a minute, `YYYY-MM-DDTHH:MM`.

        segment_name: The name of the segment.
        contact_type_id: The id of a contact type.
        select_field: One condition each: the name of a reserved or custom field, or a time.
        select_operator: The operator of the condition at the same place.
        value: The operands of all conditions in order: none, one or two each.
        query_type: Whether all conditions must hold, as they must without it, or any.
        """
        inputs: Dict[str, Any] = {
            "segment_name": segment_name,
            "contact_type_id": contact_type_id,
            "select_field": select_field,
            "select_operator": select_operator,
            "value": value,
            "query_type": query_type,
        }
        answer: records.IdAnswer = self._call("segment_store", SEGMENT_STORE, inputs, idempotency_key, timeout)
        return answer

    def segment_update(
        self,
        *,
        segment_id: int,
        segment_name: str,
        contact_type_id: int,
        select_field: Sequence[str],
        select_operator: Sequence[str],
        value: Optional[Sequence[str]] = UNSET,
        query_type: Optional[Literal["and", "or"]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Change a segment. `POST /segment/update`

        The rule is written as in `segment/store`.

        segment_id: The id of the segment.
        segment_name: The name of the segment.
        contact_type_id: The id of a contact type.
        select_field: One condition each: the name of a reserved or custom field, or a time.
        select_operator: The operator of the condition at the same place.
        value: The operands of all conditions in order: none, one or two each.
        query_type: Whether all conditions must hold, as they must without it, or any.
        """
        inputs: Dict[str, Any] = {
            "segment_id": segment_id,
            "segment_name": segment_name,
            "contact_type_id": contact_type_id,
            "select_field": select_field,
            "select_operator": select_operator,
            "value": value,
            "query_type": query_type,
        }
        answer: str = self._call("segment_update", SEGMENT_UPDATE, inputs, idempotency_key, timeout)
        return answer

    def segment_details(
        self,
        *,
        segment_id: int,
        timeout: Optional[float] = None,
    ) -> records.Segment:
        """Get one segment. `GET /segment/details`

        segment_id: The id of the segment.
        """
        inputs: Dict[str, Any] = {
            "segment_id": segment_id,
        }
        answer: records.Segment = self._call("segment_details", SEGMENT_DETAILS, inputs, None, timeout)
        return answer

    def segment_preview(
        self,
        *,
        contact_type_id: int,
        select_field: Sequence[str],
        select_operator: Sequence[str],
        value: Optional[Sequence[str]] = UNSET,
        query_type: Optional[Literal["and", "or"]] = UNSET,
        timeout: Optional[float] = None,
    ) -> records.SegmentPreviewAnswer:
        """Preview a rule. `POST /segment/preview`

        How many contacts the rule matches now, and ten of them. Nothing is stored. An account has two previews under
        way at once and a few more waiting for their turn; beyond that the answer is 429. It counts for half a second,
        and longer only until it has found one. A rule of which none is found in five seconds is answered 422, on
        `select_field`.

        contact_type_id: The id of a contact type.
        select_field: One condition each: the name of a reserved or custom field, or a time.
        select_operator: The operator of the condition at the same place.
        value: The operands of all conditions in order: none, one or two each.
        query_type: Whether all conditions must hold, as they must without it, or any.
        """
        inputs: Dict[str, Any] = {
            "contact_type_id": contact_type_id,
            "select_field": select_field,
            "select_operator": select_operator,
            "value": value,
            "query_type": query_type,
        }
        answer: records.SegmentPreviewAnswer = self._call("segment_preview", SEGMENT_PREVIEW, inputs, None, timeout)
        return answer

    def segment_delete(
        self,
        *,
        segment_id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete a segment. `DELETE /segment/delete`

        The success text stands in `errors`.

        segment_id: The id of the segment.
        """
        inputs: Dict[str, Any] = {
            "segment_id": segment_id,
        }
        answer: str = self._call("segment_delete", SEGMENT_DELETE, inputs, idempotency_key, timeout)
        return answer

    def segment_recipient_list(
        self,
        *,
        segment_id: int,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.SegmentRecipient]:
        """List who is in a segment. `GET /segment/email/list`

        segment_id: The id of the segment.
        email: Only who has this address, without case.
        search: Only those whose address, first or last name begins with this, without case and marks; of contacts, or
        a text of a custom field.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "segment_id": segment_id,
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.SegmentRecipient] = self._call("segment_recipient_list", SEGMENT_RECIPIENT_LIST, inputs, None, timeout)
        return answer

    def segment_recipient_list_each(
        self,
        *,
        segment_id: int,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.SegmentRecipient]:
        """The items of `segment_recipient_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "segment_id": segment_id,
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("segment_recipient_list_each", SEGMENT_RECIPIENT_LIST, inputs, timeout)

    def segment_recipient_store(
        self,
        *,
        segment_id: int,
        first_name: str,
        last_name: str,
        email: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdAnswer:
        """Add a recipient to a segment by hand. `POST /segment/email/store`

        segment_id: The id of the segment.
        first_name: First name.
        last_name: Last name.
        email: An e-mail address.
        """
        inputs: Dict[str, Any] = {
            "segment_id": segment_id,
            "first_name": first_name,
            "last_name": last_name,
            "email": email,
        }
        answer: records.IdAnswer = self._call("segment_recipient_store", SEGMENT_RECIPIENT_STORE, inputs, idempotency_key, timeout)
        return answer

    def segment_recipient_delete(
        self,
        *,
        segment_recipient_id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Remove a recipient from a segment. `DELETE /segment/email/delete`

        A contact that the rule matches is kept out, until the address is added by hand.

        segment_recipient_id: The id of the recipient in its segment.
        """
        inputs: Dict[str, Any] = {
            "segment_recipient_id": segment_recipient_id,
        }
        answer: str = self._call("segment_recipient_delete", SEGMENT_RECIPIENT_DELETE, inputs, idempotency_key, timeout)
        return answer

    def template_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.Template]:
        """List design templates. `GET /get-design/template`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.Template] = self._call("template_list", TEMPLATE_LIST, inputs, None, timeout)
        return answer

    def template_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.Template]:
        """The items of `template_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("template_list_each", TEMPLATE_LIST, inputs, timeout)

    def dynamic_content_list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[str]:
        """List placeholders. `GET /get-dynamic/content`"""
        inputs: Dict[str, Any] = {}
        answer: List[str] = self._call("dynamic_content_list", DYNAMIC_CONTENT_LIST, inputs, None, timeout)
        return answer

    def own_template_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.OwnTemplate]:
        """List own templates. `GET /templates`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.OwnTemplate] = self._call("own_template_list", OWN_TEMPLATE_LIST, inputs, None, timeout)
        return answer

    def own_template_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.OwnTemplate]:
        """The items of `own_template_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("own_template_list_each", OWN_TEMPLATE_LIST, inputs, timeout)

    def own_template_save(
        self,
        *,
        template_name: str,
        template_json: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdAnswer:
        """Add an own template. `POST /templates/save`

        The design is rendered before it is stored; what is wrong with its MJML is a 422. It counts in `stored_bytes`.

        template_name: What people call it; an @ becomes “at”.
        template_json: A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that
        does not parse or validate is refused with line and reason.
        """
        inputs: Dict[str, Any] = {
            "template_name": template_name,
            "template_json": template_json,
        }
        answer: records.IdAnswer = self._call("own_template_save", OWN_TEMPLATE_SAVE, inputs, idempotency_key, timeout)
        return answer

    def own_template_details(
        self,
        *,
        id: int,
        timeout: Optional[float] = None,
    ) -> records.OwnTemplate:
        """Get an own template. `GET /templates/details`

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: records.OwnTemplate = self._call("own_template_details", OWN_TEMPLATE_DETAILS, inputs, None, timeout)
        return answer

    def own_template_preview(
        self,
        *,
        id: int,
        timeout: Optional[float] = None,
    ) -> records.TemplatePreview:
        """Preview an own template. `GET /templates/preview`

        How it looks. Show the HTML where its scripts do not run, as in a frame with `sandbox`.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: records.TemplatePreview = self._call("own_template_preview", OWN_TEMPLATE_PREVIEW, inputs, None, timeout)
        return answer

    def own_template_update(
        self,
        *,
        id: int,
        template_name: Optional[str] = UNSET,
        template_json: Optional[str] = UNSET,
        if_version: Optional[int] = UNSET,
        keep_version: Optional[Union[bool, int]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.VersionAnswer:
        """Change an own template. `POST /templates/update`

        What is not given stays. Mails that were made from it stay as they are.

        id: The id of the record.
        template_name: What people call it; an @ becomes “at”.
        template_json: A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that
        does not parse or validate is refused with line and reason.
        if_version: The `version` that you read. Where the record has another one now, nothing is changed, and the
        answer is a 409. Without it the change is made in any case.
        keep_version: 1: the stored content is kept as an earlier version also where the new content is of the same
        kind. Where the kind or the template differs, the stored content is kept without this.
        """
        inputs: Dict[str, Any] = {
            "id": id,
            "template_name": template_name,
            "template_json": template_json,
            "if_version": if_version,
            "keep_version": keep_version,
        }
        answer: records.VersionAnswer = self._call("own_template_update", OWN_TEMPLATE_UPDATE, inputs, idempotency_key, timeout)
        return answer

    def own_template_versions(
        self,
        *,
        id: int,
        timeout: Optional[float] = None,
    ) -> List[records.ContentVersion]:
        """List the earlier designs of an own template. `GET /templates/versions`

        The newest first, at most 20, without the contents themselves. An update keeps the stored content where
        content of another kind or another template replaces it, or with `keep_version`. All versions of an account
        together have 64 MiB at most: the oldest are removed first.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: List[records.ContentVersion] = self._call("own_template_versions", OWN_TEMPLATE_VERSIONS, inputs, None, timeout)
        return answer

    def own_template_restore(
        self,
        *,
        id: int,
        version: int,
        if_version: Optional[int] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.VersionAnswer:
        """Have an earlier design of an own template back. `POST /templates/restore`

        Only the content changes. The stored content becomes an earlier version itself, so another restore brings it
        back.

        id: The id of the record.
        version: The id of an earlier version.
        if_version: The `version` that you read. Where the record has another one now, nothing is changed, and the
        answer is a 409. Without it the change is made in any case.
        """
        inputs: Dict[str, Any] = {
            "id": id,
            "version": version,
            "if_version": if_version,
        }
        answer: records.VersionAnswer = self._call("own_template_restore", OWN_TEMPLATE_RESTORE, inputs, idempotency_key, timeout)
        return answer

    def own_template_delete(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete an own template. `DELETE /templates/delete`

        Mails that were made from it stay as they are.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: str = self._call("own_template_delete", OWN_TEMPLATE_DELETE, inputs, idempotency_key, timeout)
        return answer

    def media_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.Media]:
        """List images. `GET /media`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.Media] = self._call("media_list", MEDIA_LIST, inputs, None, timeout)
        return answer

    def media_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.Media]:
        """The items of `media_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("media_list_each", MEDIA_LIST, inputs, timeout)

    def media_upload(
        self,
        *,
        file: Upload,
        name: Optional[str] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdAnswer:
        """Add an image. `POST /media/upload`

        A picture has at most 50 million pixels; an animation at most 300 frames, which have at most 12 million pixels
        together. Each upload counts in `renders_per_minute`, and its bytes in `stored_bytes`.

        file: PNG, JPEG, GIF or WebP, by its content, of at most `LIMIT_IMAGE_BYTES` (10 MiB).
        name: What people call it; an @ becomes “at”.
        """
        inputs: Dict[str, Any] = {
            "file": file,
            "name": name,
        }
        answer: records.IdAnswer = self._call("media_upload", MEDIA_UPLOAD, inputs, idempotency_key, timeout)
        return answer

    def media_details(
        self,
        *,
        id: int,
        timeout: Optional[float] = None,
    ) -> records.Media:
        """Get an image. `GET /media/details`

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: records.Media = self._call("media_details", MEDIA_DETAILS, inputs, None, timeout)
        return answer

    def media_update(
        self,
        *,
        id: int,
        name: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Rename an image. `POST /media/update`

        Its address stays the same.

        id: The id of the record.
        name: What people call it; an @ becomes “at”.
        """
        inputs: Dict[str, Any] = {
            "id": id,
            "name": name,
        }
        answer: str = self._call("media_update", MEDIA_UPDATE, inputs, idempotency_key, timeout)
        return answer

    def media_delete(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete an image. `DELETE /media/delete`

        Its address answers 404 at once, and mails that show it have a gap there, also those that were sent. Mail
        programs and proxies that have loaded it may show it for up to a year. Its file is removed within a day.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: str = self._call("media_delete", MEDIA_DELETE, inputs, idempotency_key, timeout)
        return answer

    def single_send_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.SingleSend]:
        """List single sends with their statistics. `GET /single-send/list`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.SingleSend] = self._call("single_send_list", SINGLE_SEND_LIST, inputs, None, timeout)
        return answer

    def single_send_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.SingleSend]:
        """The items of `single_send_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("single_send_list_each", SINGLE_SEND_LIST, inputs, timeout)

    def single_send_create(
        self,
        *,
        template_id: int,
        sender_id: int,
        unsubscribe_group_id: int,
        single_send_name: str,
        schedule_type: Union[bool, int],
        subject: str,
        preheader: str,
        recipient_id: Sequence[str],
        template_json: Optional[str] = UNSET,
        template_html: Optional[str] = UNSET,
        exclude_specific_recipient_id: Optional[Sequence[str]] = UNSET,
        schedule_date: Optional[str] = UNSET,
        schedule_time: Optional[str] = UNSET,
        tracking: Optional[Union[bool, int]] = UNSET,
        draft: Optional[Union[bool, int]] = UNSET,
        undo_seconds: Optional[int] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdUtrWarningsHold_reasonAnswer:
        """Create a single send. `POST /single/send/create`

        Everybody in `recipient_id` gets one mail, without those in `exclude_specific_recipient_id`, who unsubscribed
        from all or from its group, and whose address bounced. It starts once its sender is verified and its template
        is there; until then `hold_reason` says what is missing.

        template_id: An id of `get-design/template`; 1 brings its own design.
        sender_id: The id of a sender.
        unsubscribe_group_id: The id of an unsubscribe group.
        single_send_name: What the account calls it.
        schedule_type: 0 at once, 1 at `schedule_date` and `schedule_time`.
        subject: The subject line; it may hold placeholders.
        preheader: What mail readers show beside the subject.
        recipient_id: Whom it goes to: `contacts_<contact_type_id>` and `segments_<segment_id>`.
        template_json: A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that
        does not parse or validate is refused with line and reason.
        template_html: HTML. Where it is given, `template_json` must be empty.
        exclude_specific_recipient_id: Whom it does not go to, written like `recipient_id`.
        schedule_date: `YYYY-MM-DD` in the time zone of the account, and to come. Required where `schedule_type` is 1.
        schedule_time: `HH:MM:SS`. Required where `schedule_type` is 1.
        tracking: Whether openings and clicks are counted. 0: the mail has no pixel, and its links are not rewritten.
        By default 1; an update without it keeps it. No mail of an account is tracked that has turned tracking off.
        draft: 1: it is a draft, held (`draft`) until an update without it. Then `subject`, `preheader` and
        `recipient_id` may be blank.
        undo_seconds: Seconds for which it does not start yet, so that a person can take it back by an update with
        `draft` 1; 0 by default. One that is scheduled for later than that starts at its time.
        """
        inputs: Dict[str, Any] = {
            "template_id": template_id,
            "sender_id": sender_id,
            "unsubscribe_group_id": unsubscribe_group_id,
            "single_send_name": single_send_name,
            "schedule_type": schedule_type,
            "subject": subject,
            "preheader": preheader,
            "recipient_id": recipient_id,
            "template_json": template_json,
            "template_html": template_html,
            "exclude_specific_recipient_id": exclude_specific_recipient_id,
            "schedule_date": schedule_date,
            "schedule_time": schedule_time,
            "tracking": tracking,
            "draft": draft,
            "undo_seconds": undo_seconds,
        }
        answer: records.IdUtrWarningsHold_reasonAnswer = self._call("single_send_create", SINGLE_SEND_CREATE, inputs, idempotency_key, timeout)
        return answer

    def single_send_update(
        self,
        *,
        template_id: int,
        sender_id: int,
        unsubscribe_group_id: int,
        single_send_name: str,
        schedule_type: Union[bool, int],
        subject: str,
        preheader: str,
        recipient_id: Sequence[str],
        utr: str,
        template_json: Optional[str] = UNSET,
        template_html: Optional[str] = UNSET,
        exclude_specific_recipient_id: Optional[Sequence[str]] = UNSET,
        schedule_date: Optional[str] = UNSET,
        schedule_time: Optional[str] = UNSET,
        tracking: Optional[Union[bool, int]] = UNSET,
        draft: Optional[Union[bool, int]] = UNSET,
        undo_seconds: Optional[int] = UNSET,
        if_version: Optional[int] = UNSET,
        keep_version: Optional[Union[bool, int]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.UtrWarningsVersionHold_reasonAnswer:
        """Change a single send that has not started. `POST /single/send/update`

        template_id: An id of `get-design/template`; 1 brings its own design.
        sender_id: The id of a sender.
        unsubscribe_group_id: The id of an unsubscribe group.
        single_send_name: What the account calls it.
        schedule_type: 0 at once, 1 at `schedule_date` and `schedule_time`.
        subject: The subject line; it may hold placeholders.
        preheader: What mail readers show beside the subject.
        recipient_id: Whom it goes to: `contacts_<contact_type_id>` and `segments_<segment_id>`.
        utr: The utr of the record: what names it outside.
        template_json: A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that
        does not parse or validate is refused with line and reason.
        template_html: HTML. Where it is given, `template_json` must be empty.
        exclude_specific_recipient_id: Whom it does not go to, written like `recipient_id`.
        schedule_date: `YYYY-MM-DD` in the time zone of the account, and to come. Required where `schedule_type` is 1.
        schedule_time: `HH:MM:SS`. Required where `schedule_type` is 1.
        tracking: Whether openings and clicks are counted. 0: the mail has no pixel, and its links are not rewritten.
        By default 1; an update without it keeps it. No mail of an account is tracked that has turned tracking off.
        draft: 1: it is a draft, held (`draft`) until an update without it. Then `subject`, `preheader` and
        `recipient_id` may be blank.
        undo_seconds: Seconds for which it does not start yet, so that a person can take it back by an update with
        `draft` 1; 0 by default. One that is scheduled for later than that starts at its time.
        if_version: The `version` that you read. Where the record has another one now, nothing is changed, and the
        answer is a 409. Without it the change is made in any case.
        keep_version: 1: the stored content is kept as an earlier version also where the new content is of the same
        kind. Where the kind or the template differs, the stored content is kept without this.
        """
        inputs: Dict[str, Any] = {
            "template_id": template_id,
            "sender_id": sender_id,
            "unsubscribe_group_id": unsubscribe_group_id,
            "single_send_name": single_send_name,
            "schedule_type": schedule_type,
            "subject": subject,
            "preheader": preheader,
            "recipient_id": recipient_id,
            "utr": utr,
            "template_json": template_json,
            "template_html": template_html,
            "exclude_specific_recipient_id": exclude_specific_recipient_id,
            "schedule_date": schedule_date,
            "schedule_time": schedule_time,
            "tracking": tracking,
            "draft": draft,
            "undo_seconds": undo_seconds,
            "if_version": if_version,
            "keep_version": keep_version,
        }
        answer: records.UtrWarningsVersionHold_reasonAnswer = self._call("single_send_update", SINGLE_SEND_UPDATE, inputs, idempotency_key, timeout)
        return answer

    def single_send_details(
        self,
        *,
        utr: str,
        timeout: Optional[float] = None,
    ) -> List[records.SingleSend]:
        """Get one single send with its statistics. `GET /single-send/details`

        An array that holds one.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: List[records.SingleSend] = self._call("single_send_details", SINGLE_SEND_DETAILS, inputs, None, timeout)
        return answer

    def single_send_versions(
        self,
        *,
        utr: str,
        timeout: Optional[float] = None,
    ) -> List[records.ContentVersion]:
        """List the earlier contents of a single send. `GET /single-send/versions`

        The newest first, at most 20, without the contents themselves. An update keeps the stored content where
        content of another kind or another template replaces it, or with `keep_version`. All versions of an account
        together have 64 MiB at most: the oldest are removed first.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: List[records.ContentVersion] = self._call("single_send_versions", SINGLE_SEND_VERSIONS, inputs, None, timeout)
        return answer

    def single_send_restore(
        self,
        *,
        utr: str,
        version: int,
        if_version: Optional[int] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.VersionAnswer:
        """Have an earlier content of a single send back. `POST /single-send/restore`

        Only the content changes. The stored content becomes an earlier version itself, so another restore brings it
        back. A send that is ready stays so, and goes with that content.

        utr: The utr of the record: what names it outside.
        version: The id of an earlier version.
        if_version: The `version` that you read. Where the record has another one now, nothing is changed, and the
        answer is a 409. Without it the change is made in any case.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "version": version,
            "if_version": if_version,
        }
        answer: records.VersionAnswer = self._call("single_send_restore", SINGLE_SEND_RESTORE, inputs, idempotency_key, timeout)
        return answer

    def single_send_test(
        self,
        *,
        email_address: str,
        utr: Optional[str] = UNSET,
        contact_id: Optional[int] = UNSET,
        template_id: Optional[int] = UNSET,
        template_json: Optional[str] = UNSET,
        template_html: Optional[str] = UNSET,
        sender_id: Optional[int] = UNSET,
        unsubscribe_group_id: Optional[int] = UNSET,
        subject: Optional[str] = UNSET,
        preheader: Optional[str] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Send a test of a single send. `POST /single/send/test`

        Of a stored send (`utr`), of the content of a create, or of a stored send with some of its content replaced.
        Each address gets what the contact would get, with `[Test]` before the subject. Nothing of it is tracked or
        counted, and its links to unsubscribe and to the preferences page do nothing. An account sends at most 50 in
        an hour, over all its tests (429). Addresses that are suppressed, or that unsubscribed from all mails, are
        refused. The sender must be verified. It answers once the test is stored; a worker sends it at once, and gives
        it up after an hour.

        email_address: Who gets the test: at most 10 addresses, with commas between them.
        utr: The single send; without it, the content stands in the other inputs.
        contact_id: The contact whose mail it is. Without it, placeholders show their fallbacks.
        template_id: An id of `get-design/template`; 1 brings its own design. Required without `utr`.
        template_json: A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that
        does not parse or validate is refused with line and reason.
        template_html: HTML. Where it is given, `template_json` must be empty.
        sender_id: The id of a sender. Required without `utr`.
        unsubscribe_group_id: The id of an unsubscribe group. Required without `utr`.
        subject: The subject line; it may hold placeholders. Required without `utr`.
        preheader: What mail readers show beside the subject. Required without `utr`.
        """
        inputs: Dict[str, Any] = {
            "email_address": email_address,
            "utr": utr,
            "contact_id": contact_id,
            "template_id": template_id,
            "template_json": template_json,
            "template_html": template_html,
            "sender_id": sender_id,
            "unsubscribe_group_id": unsubscribe_group_id,
            "subject": subject,
            "preheader": preheader,
        }
        answer: str = self._call("single_send_test", SINGLE_SEND_TEST, inputs, idempotency_key, timeout)
        return answer

    def single_send_preview(
        self,
        *,
        utr: str,
        contact_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> records.Preview:
        """Show the mail of a single send as one contact would get it. `GET /single-send/preview`

        It is made like the mail that is sent, except that links are not tracked, and that its links to unsubscribe
        and to the preferences page do nothing. It counts in `renders_per_minute`. Where the template makes no mail
        the answer is a 409, and `hints` say why.

        utr: The utr of the record: what names it outside.
        contact_id: The contact whose mail it is. Without it, placeholders show their fallbacks.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "contact_id": contact_id,
        }
        answer: records.Preview = self._call("single_send_preview", SINGLE_SEND_PREVIEW, inputs, None, timeout)
        return answer

    def single_send_overview(
        self,
        *,
        utr: str = UNSET,
        state: Literal["draft", "held", "scheduled", "running", "completed"] = UNSET,
        search: str = UNSET,
        before_id: int = UNSET,
        limit: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.SingleSendOverview]:
        """List the newest single sends without their templates. `GET /single-send/overview`

        Newest first, with their statistics as they are now; for pages that show how sends go on. The next page is
        `before_id` with the last id of this one. Each call looks at the names and subjects of all single sends of the
        account where `search` is given.

        utr: Only this single send.
        state: `draft`, also copies that are not readied. `held` for another reason. `scheduled`, ready and waiting
        for its time or for a worker.
        search: Only those whose name or subject contains this, without case.
        before_id: Only those with a smaller id: the next page.
        limit: How many at most; 50 by default.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "state": state,
            "search": search,
            "before_id": before_id,
            "limit": limit,
        }
        answer: List[records.SingleSendOverview] = self._call("single_send_overview", SINGLE_SEND_OVERVIEW, inputs, None, timeout)
        return answer

    def single_send_audience(
        self,
        *,
        recipient_id: Sequence[str],
        unsubscribe_group_id: int,
        exclude_specific_recipient_id: Optional[Sequence[str]] = UNSET,
        timeout: Optional[float] = None,
    ) -> records.SingleSendAudienceAnswer:
        """Count who a single send would go to now. `POST /single-send/audience`

        Who is left out counts once, for the reason that holds first. It counts for a moment, and at least the first
        thousand: where `more` is true, there are others that it did not look at. The send counts again when it
        starts.

        recipient_id: Whom it goes to: `contacts_<contact_type_id>` and `segments_<segment_id>`.
        unsubscribe_group_id: The id of an unsubscribe group.
        exclude_specific_recipient_id: Whom it does not go to, written like `recipient_id`.
        """
        inputs: Dict[str, Any] = {
            "recipient_id": recipient_id,
            "unsubscribe_group_id": unsubscribe_group_id,
            "exclude_specific_recipient_id": exclude_specific_recipient_id,
        }
        answer: records.SingleSendAudienceAnswer = self._call("single_send_audience", SINGLE_SEND_AUDIENCE, inputs, None, timeout)
        return answer

    def single_send_check(
        self,
        *,
        utr: str,
        timeout: Optional[float] = None,
    ) -> List[records.MailProblem]:
        """Say what is wrong with a single send before it goes. `GET /single-send/check`

        Errors first. It looks at the sender, the DNS records of its domain, the template, placeholders and links, and
        takes six seconds at most. At most 50 links are asked, by HEAD and where that fails by GET; those of this
        service are not, nor is what is not public. It counts in `renders_per_minute`; 429 where four calls of the
        account wait already. docs/checks.md lists the codes.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: List[records.MailProblem] = self._call("single_send_check", SINGLE_SEND_CHECK, inputs, None, timeout)
        return answer

    def single_send_duplicate(
        self,
        *,
        utr: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdUtrAnswer:
        """Copy a single send. `POST /single/send/duplicate`

        The copy is held (`duplicate`) until `single/send/update` readies it.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: records.IdUtrAnswer = self._call("single_send_duplicate", SINGLE_SEND_DUPLICATE, inputs, idempotency_key, timeout)
        return answer

    def single_send_delete(
        self,
        *,
        utr: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete a single send. `DELETE /single/send/delete`

        One that runs stops. Links in mails that are out go on working.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: str = self._call("single_send_delete", SINGLE_SEND_DELETE, inputs, idempotency_key, timeout)
        return answer

    def single_send_bulk_delete(
        self,
        *,
        strIds: Sequence[str],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete several single sends. `POST /single/send/bulk-delete`

        Ids or utrs. Succeeds if at least one was there; the others are ignored.

        strIds: The ids of the records.
        """
        inputs: Dict[str, Any] = {
            "strIds": strIds,
        }
        answer: str = self._call("single_send_bulk_delete", SINGLE_SEND_BULK_DELETE, inputs, idempotency_key, timeout)
        return answer

    def single_send_pause(
        self,
        *,
        utr: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Pause a running single send. `POST /single-send/pause`

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: str = self._call("single_send_pause", SINGLE_SEND_PAUSE, inputs, idempotency_key, timeout)
        return answer

    def single_send_resume(
        self,
        *,
        utr: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Go on with a paused single send. `POST /single-send/resume`

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: str = self._call("single_send_resume", SINGLE_SEND_RESUME, inputs, idempotency_key, timeout)
        return answer

    def single_send_cancel(
        self,
        *,
        utr: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Cancel a single send. `POST /single-send/cancel`

        One that runs completes with what was sent.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: str = self._call("single_send_cancel", SINGLE_SEND_CANCEL, inputs, idempotency_key, timeout)
        return answer

    def single_send_doubt_list(
        self,
        *,
        utr: str,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.MailInDoubt]:
        """List the mails of a single send that are in doubt. `GET /single-send/in-doubt`

        Mails of which it is unknown whether the mail server accepted them: the connection or the worker ended between
        the end of the mail and the answer. There are such only with `IN_DOUBT=hold`, and they wait for a decision.

        utr: The utr of the record: what names it outside.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.MailInDoubt] = self._call("single_send_doubt_list", SINGLE_SEND_DOUBT_LIST, inputs, None, timeout)
        return answer

    def single_send_doubt_list_each(
        self,
        *,
        utr: str,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.MailInDoubt]:
        """The items of `single_send_doubt_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "utr": utr,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("single_send_doubt_list_each", SINGLE_SEND_DOUBT_LIST, inputs, timeout)

    def single_send_doubt_decide(
        self,
        *,
        utr: str,
        decision: Literal["delivered", "resend"],
        all: Optional[Union[bool, int]] = UNSET,
        ids: Optional[Sequence[int]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Decide on mails of a single send that are in doubt. `POST /single-send/in-doubt/decide`

        `delivered`: they count as delivered from the moment in which they got into doubt. `resend`: they are sent
        once more, under the same Message-ID, unless their recipients have unsubscribed or bounced since. Succeeds if
        at least one of the ids is a mail of it; what is not in doubt, or no longer, is left as it is. A completed
        send runs again until all of them have their outcome.

        utr: The utr of the record: what names it outside.
        decision: Whether the mail server took them, or they are to go once more.
        all: 1: all that are in doubt, without `ids`.
        ids: The ids of mails in doubt. Required unless `all` is 1.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "decision": decision,
            "all": all,
            "ids": ids,
        }
        answer: str = self._call("single_send_doubt_decide", SINGLE_SEND_DOUBT_DECIDE, inputs, idempotency_key, timeout)
        return answer

    def single_send_retry(
        self,
        *,
        utr: str,
        classes: Optional[Sequence[Literal["gone", "inactive", "full", "later", "slow", "policy", "auth", "content", "size", "relay", "unknown"]]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Send the refused mails of a completed single send once more. `POST /single-send/retry`

        As a new attempt of the same mails, for those that bounced with one of these classes; without `classes` all
        but `gone`, `inactive`, `content` and `size`. Who has unsubscribed or been suppressed since is left out. The
        send runs again until all have their outcome. Reports about earlier attempts change nothing from then on.

        utr: The utr of the record: what names it outside.
        classes: Which refusals are tried again.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "classes": classes,
        }
        answer: str = self._call("single_send_retry", SINGLE_SEND_RETRY, inputs, idempotency_key, timeout)
        return answer

    def single_send_delivery_list(
        self,
        *,
        utr: str,
        state: Literal["pending", "deferred", "accepted", "bounced", "skipped", "in_doubt"] = UNSET,
        class_: Literal["gone", "inactive", "full", "later", "slow", "policy", "auth", "content", "size", "relay", "unknown"] = UNSET,
        did: Literal["opened", "clicked", "unsubscribed", "complained"] = UNSET,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.Delivery]:
        """List who got a single send, who did not, and why. `GET /single-send/deliveries`

        All filters hold together. `email` is one address, `search` the beginning of an address, or of the first or
        last name of the contact. Mails whose time of storage is over (`RETENTION_DAYS`) are not listed.

        utr: The utr of the record: what names it outside.
        state: Only mails in this state.
        class_: Only mails that bounced, or wait for another try, with a reply of this class.
        did: Only mails whose recipients did this; machines do not count.
        email: Only who has this address, without case.
        search: Only those whose address, first or last name begins with this, without case and marks; of contacts, or
        a text of a custom field.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "state": state,
            "class": class_,
            "did": did,
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.Delivery] = self._call("single_send_delivery_list", SINGLE_SEND_DELIVERY_LIST, inputs, None, timeout)
        return answer

    def single_send_delivery_list_each(
        self,
        *,
        utr: str,
        state: Literal["pending", "deferred", "accepted", "bounced", "skipped", "in_doubt"] = UNSET,
        class_: Literal["gone", "inactive", "full", "later", "slow", "policy", "auth", "content", "size", "relay", "unknown"] = UNSET,
        did: Literal["opened", "clicked", "unsubscribed", "complained"] = UNSET,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.Delivery]:
        """The items of `single_send_delivery_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "utr": utr,
            "state": state,
            "class": class_,
            "did": did,
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("single_send_delivery_list_each", SINGLE_SEND_DELIVERY_LIST, inputs, timeout)

    def single_send_delivery_download(
        self,
        *,
        utr: str,
        state: Literal["pending", "deferred", "accepted", "bounced", "skipped", "in_doubt"] = UNSET,
        class_: Literal["gone", "inactive", "full", "later", "slow", "policy", "auth", "content", "size", "relay", "unknown"] = UNSET,
        did: Literal["opened", "clicked", "unsubscribed", "complained"] = UNSET,
        email: str = UNSET,
        search: str = UNSET,
        timeout: Optional[float] = None,
    ) -> Download:
        """Download who got a single send, who did not, and why. `GET /single-send/deliveries/download`

        The same mails and filters as the list, as CSV.

        utr: The utr of the record: what names it outside.
        state: Only mails in this state.
        class_: Only mails that bounced, or wait for another try, with a reply of this class.
        did: Only mails whose recipients did this; machines do not count.
        email: Only who has this address, without case.
        search: Only those whose address, first or last name begins with this, without case and marks; of contacts, or
        a text of a custom field.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "state": state,
            "class": class_,
            "did": did,
            "email": email,
            "search": search,
        }
        answer: Download = self._call("single_send_delivery_download", SINGLE_SEND_DELIVERY_DOWNLOAD, inputs, None, timeout)
        return answer

    def single_send_links(
        self,
        *,
        utr: str,
        timeout: Optional[float] = None,
    ) -> records.SingleSendLinksAnswer:
        """Get who clicked the links of a single send. `GET /single-send/links`

        In the order in which they stand in the mail. Clicks of before version 0.2.0 are not counted by link.
        `refreshing` true: much changed a moment ago, and a part of it is not counted yet; ask again in a minute.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: records.SingleSendLinksAnswer = self._call("single_send_links", SINGLE_SEND_LINKS, inputs, None, timeout)
        return answer

    def single_send_timeline(
        self,
        *,
        utr: str,
        by: Literal["hour", "day"] = UNSET,
        timeout: Optional[float] = None,
    ) -> records.SingleSendTimelineAnswer:
        """Get when a single send was accepted, opened, clicked and refused. `GET /single-send/timeline`

        The hours or days of the account’s time zone in which something happened, in order, at most the first
        thousand. Each recipient is counted once in each figure, when it happened first. `refreshing` true: much
        changed a moment ago, and a part of it is not counted yet; ask again in a minute.

        utr: The utr of the record: what names it outside.
        by: Hours or days of the account’s time zone; hours by default.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "by": by,
        }
        answer: records.SingleSendTimelineAnswer = self._call("single_send_timeline", SINGLE_SEND_TIMELINE, inputs, None, timeout)
        return answer

    def single_send_domains(
        self,
        *,
        utr: str,
        timeout: Optional[float] = None,
    ) -> records.SingleSendDomainsAnswer:
        """Get what became of a single send by recipient domain. `GET /single-send/domains`

        The 200 domains with the most mails, those with more first, and all others together. `refreshing` true: much
        changed a moment ago, and a part of it is not counted yet; ask again in a minute.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: records.SingleSendDomainsAnswer = self._call("single_send_domains", SINGLE_SEND_DOMAINS, inputs, None, timeout)
        return answer

    def single_send_share(
        self,
        *,
        utr: str,
        days: Optional[int] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.ReportShare:
        """Make a link to the report of a single send. `POST /single-send/share`

        Who has the link sees figures, openings and clicks over time, links and recipient domains, and no addresses,
        names or other values of contacts. `url` is in this answer alone. At most 20 links to a report work at a time.

        utr: The utr of the record: what names it outside.
        days: For how many days the link works; 30 by default.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "days": days,
        }
        answer: records.ReportShare = self._call("single_send_share", SINGLE_SEND_SHARE, inputs, idempotency_key, timeout)
        return answer

    def single_send_shares(
        self,
        *,
        utr: str,
        timeout: Optional[float] = None,
    ) -> List[records.ReportShare]:
        """List the links to the report of a single send. `GET /single-send/shares`

        Those that work, the oldest first.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: List[records.ReportShare] = self._call("single_send_shares", SINGLE_SEND_SHARES, inputs, None, timeout)
        return answer

    def single_send_share_delete(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Revoke a link to a report. `DELETE /single-send/share/delete`

        From the answer on it leads to a page that says that it does not work.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: str = self._call("single_send_share_delete", SINGLE_SEND_SHARE_DELETE, inputs, idempotency_key, timeout)
        return answer

    def message_send(
        self,
        *,
        email: str,
        sender_id: int,
        template_id: Optional[int] = UNSET,
        subject: Optional[str] = UNSET,
        template_html: Optional[str] = UNSET,
        template_json: Optional[str] = UNSET,
        data: Optional[Mapping[str, Optional[Union[str, float]]]] = UNSET,
        attachments: Optional[Sequence[Upload]] = UNSET,
        send_at: Optional[str] = UNSET,
        unsubscribe_group_id: Optional[int] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdUtrAnswer:
        """Send a message. `POST /messages/send`

        It is stored when the call is answered, and goes at once, or at `send_at`. Only a mailbox that is gone or
        inactive, or a complaint, stops it; with `unsubscribe_group_id`, an opt-out, too. Openings and clicks are not
        counted. Use an `Idempotency-Key`: then a call that is made again sends nothing twice.

        email: Who gets it.
        sender_id: The id of a sender.
        template_id: An id of `get-design/template`, whose design it has unless one of its own is given.
        subject: The subject line; it may hold placeholders. Required without `template_id`, whose name it is
        otherwise.
        template_html: HTML. Where it is given, `template_json` must be empty.
        template_json: A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that
        does not parse or validate is refused with line and reason.
        data: What placeholders show, by their names; in a form `data[<name>]`. At most 100, each with at most 4,096
        characters. A placeholder without a value shows its fallback. `email` is the address, unless it is given here.
        attachments: Files of a multipart form, also as `attachments[]` or `attachments[0]`: at most 20, together at
        most `LIMIT_ATTACHMENTS_BYTES` (10 MiB). Each has its name and media type of the form; a mail can not have
        `message/…` and `multipart/…`, which are sent as `application/octet-stream`. Files of any kind are taken; mail
        servers may refuse programs.
        send_at: When it goes: an instant with its offset from UTC, to come, and at most 30 days ahead. Without it, it
        goes at once.
        unsubscribe_group_id: The id of an unsubscribe group. With it the mail has a footer and a header to
        unsubscribe, and does not go to people who did.
        """
        inputs: Dict[str, Any] = {
            "email": email,
            "sender_id": sender_id,
            "template_id": template_id,
            "subject": subject,
            "template_html": template_html,
            "template_json": template_json,
            "data": data,
            "attachments": attachments,
            "send_at": send_at,
            "unsubscribe_group_id": unsubscribe_group_id,
        }
        answer: records.IdUtrAnswer = self._call("message_send", MESSAGE_SEND, inputs, idempotency_key, timeout)
        return answer

    def message_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.Message]:
        """List messages. `GET /messages/list`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.Message] = self._call("message_list", MESSAGE_LIST, inputs, None, timeout)
        return answer

    def message_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.Message]:
        """The items of `message_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("message_list_each", MESSAGE_LIST, inputs, timeout)

    def message_details(
        self,
        *,
        utr: str,
        timeout: Optional[float] = None,
    ) -> records.Message:
        """Show what became of a message. `GET /messages/details`

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: records.Message = self._call("message_details", MESSAGE_DETAILS, inputs, None, timeout)
        return answer

    def message_cancel(
        self,
        *,
        utr: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Cancel a message. `POST /messages/cancel`

        One that waits, or is to be tried again, is skipped.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: str = self._call("message_cancel", MESSAGE_CANCEL, inputs, idempotency_key, timeout)
        return answer

    def message_doubt_list(
        self,
        *,
        utr: str,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.MailInDoubt]:
        """Show whether a message is in doubt. `GET /messages/in-doubt`

        The mail of this message, where it is unknown whether the mail server accepted it: the connection or the
        worker ended between the end of the mail and the answer. With `MESSAGES_IN_DOUBT=hold` it waits for a
        decision.

        utr: The utr of the record: what names it outside.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.MailInDoubt] = self._call("message_doubt_list", MESSAGE_DOUBT_LIST, inputs, None, timeout)
        return answer

    def message_doubt_list_each(
        self,
        *,
        utr: str,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.MailInDoubt]:
        """The items of `message_doubt_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "utr": utr,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("message_doubt_list_each", MESSAGE_DOUBT_LIST, inputs, timeout)

    def message_doubt_decide(
        self,
        *,
        utr: str,
        decision: Literal["delivered", "resend"],
        all: Optional[Union[bool, int]] = UNSET,
        ids: Optional[Sequence[int]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Decide on a message that is in doubt. `POST /messages/in-doubt/decide`

        `delivered`: they count as delivered from the moment in which they got into doubt. `resend`: they are sent
        once more, under the same Message-ID, unless their recipients have unsubscribed or bounced since. Succeeds if
        at least one of the ids is a mail of it; what is not in doubt, or no longer, is left as it is.

        utr: The utr of the record: what names it outside.
        decision: Whether the mail server took them, or they are to go once more.
        all: 1: all that are in doubt, without `ids`.
        ids: The ids of mails in doubt. Required unless `all` is 1.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "decision": decision,
            "all": all,
            "ids": ids,
        }
        answer: str = self._call("message_doubt_decide", MESSAGE_DOUBT_DECIDE, inputs, idempotency_key, timeout)
        return answer

    def automation_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.ListedAutomation]:
        """List automations with their statistics. `GET /automations`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.ListedAutomation] = self._call("automation_list", AUTOMATION_LIST, inputs, None, timeout)
        return answer

    def automation_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.ListedAutomation]:
        """The items of `automation_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("automation_list_each", AUTOMATION_LIST, inputs, timeout)

    def automation_create(
        self,
        *,
        type: Literal["welcome", "custom"],
        automation_name: str,
        automation_for: Optional[str] = UNSET,
        unsubscribe_group_id: Optional[int] = UNSET,
        exit_criteria: Optional[Union[bool, int]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdUtrAnswer:
        """Create an automation. `POST /automations/create`

        `welcome` is for contacts who join the target after it went live, `custom` also for those who are in it at
        that moment. Target and unsubscribe group may come later, but have to be there to set it live.

        type: Whom it is for: who joins from now on, or also who is there.
        automation_name: What the account calls it.
        automation_for: `contacts_<contact_type_id>` or `segments_<segment_id>`.
        unsubscribe_group_id: The id of an unsubscribe group.
        exit_criteria: 1: who leaves the target leaves the automation.
        """
        inputs: Dict[str, Any] = {
            "type": type,
            "automation_name": automation_name,
            "automation_for": automation_for,
            "unsubscribe_group_id": unsubscribe_group_id,
            "exit_criteria": exit_criteria,
        }
        answer: records.IdUtrAnswer = self._call("automation_create", AUTOMATION_CREATE, inputs, idempotency_key, timeout)
        return answer

    def automation_update(
        self,
        *,
        utr: str,
        type: Optional[Literal["welcome", "custom"]] = UNSET,
        automation_name: Optional[str] = UNSET,
        automation_for: Optional[str] = UNSET,
        unsubscribe_group_id: Optional[int] = UNSET,
        exit_criteria: Optional[Union[bool, int]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.UtrAnswer:
        """Change an automation. `POST /automations/update`

        Inputs that are left out keep their values; a blank target or group is removed. Once the automation was live,
        only its name can change.

        utr: The utr of the record: what names it outside.
        type: Whom it is for: who joins from now on, or also who is there.
        automation_name: What the account calls it.
        automation_for: `contacts_<contact_type_id>` or `segments_<segment_id>`.
        unsubscribe_group_id: The id of an unsubscribe group.
        exit_criteria: 1: who leaves the target leaves the automation.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "type": type,
            "automation_name": automation_name,
            "automation_for": automation_for,
            "unsubscribe_group_id": unsubscribe_group_id,
            "exit_criteria": exit_criteria,
        }
        answer: records.UtrAnswer = self._call("automation_update", AUTOMATION_UPDATE, inputs, idempotency_key, timeout)
        return answer

    def automation_duplicate(
        self,
        *,
        utr: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdUtrAnswer:
        """Copy an automation and its emails. `GET /automations/duplicate`

        The copy is a draft.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: records.IdUtrAnswer = self._call("automation_duplicate", AUTOMATION_DUPLICATE, inputs, idempotency_key, timeout)
        return answer

    def automation_details(
        self,
        *,
        utr: str,
        timeout: Optional[float] = None,
    ) -> records.Automation:
        """Get one automation with its statistics. `GET /automations/details`

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: records.Automation = self._call("automation_details", AUTOMATION_DETAILS, inputs, None, timeout)
        return answer

    def automation_progress(
        self,
        *,
        utr: str,
        timeout: Optional[float] = None,
    ) -> records.AutomationProgress:
        """See how far people are in an automation. `GET /automations/progress`

        Counted from the people and their mails as they are at this moment.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: records.AutomationProgress = self._call("automation_progress", AUTOMATION_PROGRESS, inputs, None, timeout)
        return answer

    def automation_person(
        self,
        *,
        utr: str,
        email: str,
        timeout: Optional[float] = None,
    ) -> records.AutomationWay:
        """Follow one person through an automation. `GET /automations/person`

        Where the person is, when the next email is due, and what became of each. `email` is the address that goes
        through the automation, or one that its contact has now.

        utr: The utr of the record: what names it outside.
        email: An e-mail address.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "email": email,
        }
        answer: records.AutomationWay = self._call("automation_person", AUTOMATION_PERSON, inputs, None, timeout)
        return answer

    def automation_pause(
        self,
        *,
        utr: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Pause a live automation. `GET /automations/pause`

        Contacts under way keep their place.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: str = self._call("automation_pause", AUTOMATION_PAUSE, inputs, idempotency_key, timeout)
        return answer

    def automation_set_live(
        self,
        *,
        utr: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Set an automation live. `GET /automations/set-live`

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: str = self._call("automation_set_live", AUTOMATION_SET_LIVE, inputs, idempotency_key, timeout)
        return answer

    def automation_delete(
        self,
        *,
        utr: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete an automation. `DELETE /automations/delete`

        It ends for everyone.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: str = self._call("automation_delete", AUTOMATION_DELETE, inputs, idempotency_key, timeout)
        return answer

    def automation_bulk_delete(
        self,
        *,
        strIds: Sequence[str],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete several automations. `POST /automations/bulk-delete`

        Ids or utrs. Succeeds if at least one was there; the others are ignored.

        strIds: The ids of the records.
        """
        inputs: Dict[str, Any] = {
            "strIds": strIds,
        }
        answer: str = self._call("automation_bulk_delete", AUTOMATION_BULK_DELETE, inputs, idempotency_key, timeout)
        return answer

    def automation_schedule_list(
        self,
        *,
        utr: str,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.AutomationSchedule]:
        """List the emails of an automation. `GET /automations/schedule`

        utr: The utr of the record: what names it outside.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.AutomationSchedule] = self._call("automation_schedule_list", AUTOMATION_SCHEDULE_LIST, inputs, None, timeout)
        return answer

    def automation_schedule_list_each(
        self,
        *,
        utr: str,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.AutomationSchedule]:
        """The items of `automation_schedule_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "utr": utr,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("automation_schedule_list_each", AUTOMATION_SCHEDULE_LIST, inputs, timeout)

    def automation_schedule_create(
        self,
        *,
        utr: str,
        sender_id: int,
        subject: str,
        waiting_type: Literal["instantly", "hours", "days"],
        waiting_period: int,
        template_id: int,
        preview_img: str,
        preheader: Optional[str] = UNSET,
        template_json: Optional[str] = UNSET,
        template_html: Optional[str] = UNSET,
        tracking: Optional[Union[bool, int]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdUtrWarningsAnswer:
        """Add an email to an automation. `POST /automations/schedule/create`

        Emails go in the order of their creation; each waits from the one before, the first from the entry.

        utr: The utr of the record: what names it outside.
        sender_id: The id of a sender.
        subject: The subject line; it may hold placeholders.
        waiting_type: What is counted.
        waiting_period: Days (at most 3653) or hours from the mail before; 1 for one that goes instantly.
        template_id: An id of `get-design/template`; 1 brings its own design.
        preview_img: A `preview_image` of `get-design/template`.
        preheader: What mail readers show beside the subject. An update without it keeps it; a blank one removes it.
        template_json: A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that
        does not parse or validate is refused with line and reason.
        template_html: HTML. Where it is given, `template_json` must be empty.
        tracking: Whether openings and clicks are counted. 0: the mail has no pixel, and its links are not rewritten.
        By default 1; an update without it keeps it. No mail of an account is tracked that has turned tracking off.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "sender_id": sender_id,
            "subject": subject,
            "waiting_type": waiting_type,
            "waiting_period": waiting_period,
            "template_id": template_id,
            "preview_img": preview_img,
            "preheader": preheader,
            "template_json": template_json,
            "template_html": template_html,
            "tracking": tracking,
        }
        answer: records.IdUtrWarningsAnswer = self._call("automation_schedule_create", AUTOMATION_SCHEDULE_CREATE, inputs, idempotency_key, timeout)
        return answer

    def automation_schedule_update(
        self,
        *,
        utr: str,
        sender_id: int,
        subject: str,
        waiting_type: Literal["instantly", "hours", "days"],
        waiting_period: int,
        template_id: int,
        preview_img: str,
        preheader: Optional[str] = UNSET,
        template_json: Optional[str] = UNSET,
        template_html: Optional[str] = UNSET,
        tracking: Optional[Union[bool, int]] = UNSET,
        if_version: Optional[int] = UNSET,
        keep_version: Optional[Union[bool, int]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.UtrWarningsVersionAnswer:
        """Change an email of an automation. `POST /automations/schedule/update`

        utr: The utr of the record: what names it outside.
        sender_id: The id of a sender.
        subject: The subject line; it may hold placeholders.
        waiting_type: What is counted.
        waiting_period: Days (at most 3653) or hours from the mail before; 1 for one that goes instantly.
        template_id: An id of `get-design/template`; 1 brings its own design.
        preview_img: A `preview_image` of `get-design/template`.
        preheader: What mail readers show beside the subject. An update without it keeps it; a blank one removes it.
        template_json: A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that
        does not parse or validate is refused with line and reason.
        template_html: HTML. Where it is given, `template_json` must be empty.
        tracking: Whether openings and clicks are counted. 0: the mail has no pixel, and its links are not rewritten.
        By default 1; an update without it keeps it. No mail of an account is tracked that has turned tracking off.
        if_version: The `version` that you read. Where the record has another one now, nothing is changed, and the
        answer is a 409. Without it the change is made in any case.
        keep_version: 1: the stored content is kept as an earlier version also where the new content is of the same
        kind. Where the kind or the template differs, the stored content is kept without this.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "sender_id": sender_id,
            "subject": subject,
            "waiting_type": waiting_type,
            "waiting_period": waiting_period,
            "template_id": template_id,
            "preview_img": preview_img,
            "preheader": preheader,
            "template_json": template_json,
            "template_html": template_html,
            "tracking": tracking,
            "if_version": if_version,
            "keep_version": keep_version,
        }
        answer: records.UtrWarningsVersionAnswer = self._call("automation_schedule_update", AUTOMATION_SCHEDULE_UPDATE, inputs, idempotency_key, timeout)
        return answer

    def automation_schedule_versions(
        self,
        *,
        utr: str,
        timeout: Optional[float] = None,
    ) -> List[records.ContentVersion]:
        """List the earlier contents of an email of an automation. `GET /automations/schedule/versions`

        The newest first, at most 20, without the contents themselves. An update keeps the stored content where
        content of another kind or another template replaces it, or with `keep_version`. All versions of an account
        together have 64 MiB at most: the oldest are removed first.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: List[records.ContentVersion] = self._call("automation_schedule_versions", AUTOMATION_SCHEDULE_VERSIONS, inputs, None, timeout)
        return answer

    def automation_schedule_restore(
        self,
        *,
        utr: str,
        version: int,
        if_version: Optional[int] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.VersionAnswer:
        """Have an earlier content of an email of an automation back. `POST /automations/schedule/restore`

        Only the content changes. The stored content becomes an earlier version itself, so another restore brings it
        back. A live automation sends it from then on.

        utr: The utr of the record: what names it outside.
        version: The id of an earlier version.
        if_version: The `version` that you read. Where the record has another one now, nothing is changed, and the
        answer is a 409. Without it the change is made in any case.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "version": version,
            "if_version": if_version,
        }
        answer: records.VersionAnswer = self._call("automation_schedule_restore", AUTOMATION_SCHEDULE_RESTORE, inputs, idempotency_key, timeout)
        return answer

    def automation_schedule_delete(
        self,
        *,
        utr: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete an email of an automation. `DELETE /automations/schedule/delete`

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: str = self._call("automation_schedule_delete", AUTOMATION_SCHEDULE_DELETE, inputs, idempotency_key, timeout)
        return answer

    def automation_schedule_preview(
        self,
        *,
        utr: str,
        sender_id: Optional[int] = UNSET,
        subject: Optional[str] = UNSET,
        preheader: Optional[str] = UNSET,
        template_id: Optional[int] = UNSET,
        template_json: Optional[str] = UNSET,
        template_html: Optional[str] = UNSET,
        contact_id: Optional[int] = UNSET,
        timeout: Optional[float] = None,
    ) -> records.Preview:
        """Show an email of an automation as one contact would get it. `POST /automations/schedule/preview`

        What is given stands in place of what is stored, and nothing is stored: a change can be seen before a live
        automation sends it. Otherwise as `single-send/preview`. It counts in `renders_per_minute`.

        utr: The utr of the record: what names it outside.
        sender_id: The id of a sender.
        subject: The subject line; it may hold placeholders.
        preheader: What mail readers show beside the subject; a blank one shows none.
        template_id: An id of `get-design/template`; 1 brings its own design.
        template_json: A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that
        does not parse or validate is refused with line and reason.
        template_html: HTML. Where it is given, `template_json` must be empty.
        contact_id: The contact whose mail it is. Without it, placeholders show their fallbacks.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "sender_id": sender_id,
            "subject": subject,
            "preheader": preheader,
            "template_id": template_id,
            "template_json": template_json,
            "template_html": template_html,
            "contact_id": contact_id,
        }
        answer: records.Preview = self._call("automation_schedule_preview", AUTOMATION_SCHEDULE_PREVIEW, inputs, None, timeout)
        return answer

    def automation_schedule_check(
        self,
        *,
        utr: str,
        sender_id: Optional[int] = UNSET,
        subject: Optional[str] = UNSET,
        preheader: Optional[str] = UNSET,
        template_id: Optional[int] = UNSET,
        template_json: Optional[str] = UNSET,
        template_html: Optional[str] = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.MailProblem]:
        """Say what is wrong with an email of an automation. `POST /automations/schedule/check`

        What is given stands in place of what is stored, and nothing is stored. Otherwise as `single-send/check`:
        errors first, and it counts in `renders_per_minute`. docs/checks.md lists the codes.

        utr: The utr of the record: what names it outside.
        sender_id: The id of a sender.
        subject: The subject line; it may hold placeholders.
        preheader: What mail readers show beside the subject; a blank one shows none.
        template_id: An id of `get-design/template`; 1 brings its own design.
        template_json: A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that
        does not parse or validate is refused with line and reason.
        template_html: HTML. Where it is given, `template_json` must be empty.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "sender_id": sender_id,
            "subject": subject,
            "preheader": preheader,
            "template_id": template_id,
            "template_json": template_json,
            "template_html": template_html,
        }
        answer: List[records.MailProblem] = self._call("automation_schedule_check", AUTOMATION_SCHEDULE_CHECK, inputs, None, timeout)
        return answer

    def automation_schedule_doubt_list(
        self,
        *,
        utr: str,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.MailInDoubt]:
        """List the mails of an automation’s email that are in doubt. `GET /automations/schedule/in-doubt`

        Mails of which it is unknown whether the mail server accepted them: the connection or the worker ended between
        the end of the mail and the answer. There are such only with `IN_DOUBT=hold`, and they wait for a decision.
        Who got one has moved on to the next email all the same.

        utr: The utr of the record: what names it outside.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.MailInDoubt] = self._call("automation_schedule_doubt_list", AUTOMATION_SCHEDULE_DOUBT_LIST, inputs, None, timeout)
        return answer

    def automation_schedule_doubt_list_each(
        self,
        *,
        utr: str,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.MailInDoubt]:
        """The items of `automation_schedule_doubt_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "utr": utr,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("automation_schedule_doubt_list_each", AUTOMATION_SCHEDULE_DOUBT_LIST, inputs, timeout)

    def automation_schedule_doubt_decide(
        self,
        *,
        utr: str,
        decision: Literal["delivered", "resend"],
        all: Optional[Union[bool, int]] = UNSET,
        ids: Optional[Sequence[int]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Decide on mails of an automation’s email that are in doubt. `POST /automations/schedule/in-doubt/decide`

        `delivered`: they count as delivered from the moment in which they got into doubt. `resend`: they are sent
        once more, under the same Message-ID, unless their recipients have unsubscribed or bounced since. Succeeds if
        at least one of the ids is a mail of it; what is not in doubt, or no longer, is left as it is. While the
        automation is paused they wait.

        utr: The utr of the record: what names it outside.
        decision: Whether the mail server took them, or they are to go once more.
        all: 1: all that are in doubt, without `ids`.
        ids: The ids of mails in doubt. Required unless `all` is 1.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "decision": decision,
            "all": all,
            "ids": ids,
        }
        answer: str = self._call("automation_schedule_doubt_decide", AUTOMATION_SCHEDULE_DOUBT_DECIDE, inputs, idempotency_key, timeout)
        return answer

    def automation_schedule_delivery_list(
        self,
        *,
        utr: str,
        state: Literal["pending", "deferred", "accepted", "bounced", "skipped", "in_doubt"] = UNSET,
        class_: Literal["gone", "inactive", "full", "later", "slow", "policy", "auth", "content", "size", "relay", "unknown"] = UNSET,
        did: Literal["opened", "clicked", "unsubscribed", "complained"] = UNSET,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.Delivery]:
        """List who got an automation’s email, who did not, and why. `GET /automations/schedule/deliveries`

        All filters hold together. `email` is one address, `search` the beginning of an address, or of the first or
        last name of the contact. Mails whose time of storage is over (`RETENTION_DAYS`) are not listed.

        utr: The utr of the record: what names it outside.
        state: Only mails in this state.
        class_: Only mails that bounced, or wait for another try, with a reply of this class.
        did: Only mails whose recipients did this; machines do not count.
        email: Only who has this address, without case.
        search: Only those whose address, first or last name begins with this, without case and marks; of contacts, or
        a text of a custom field.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "state": state,
            "class": class_,
            "did": did,
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.Delivery] = self._call("automation_schedule_delivery_list", AUTOMATION_SCHEDULE_DELIVERY_LIST, inputs, None, timeout)
        return answer

    def automation_schedule_delivery_list_each(
        self,
        *,
        utr: str,
        state: Literal["pending", "deferred", "accepted", "bounced", "skipped", "in_doubt"] = UNSET,
        class_: Literal["gone", "inactive", "full", "later", "slow", "policy", "auth", "content", "size", "relay", "unknown"] = UNSET,
        did: Literal["opened", "clicked", "unsubscribed", "complained"] = UNSET,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.Delivery]:
        """The items of `automation_schedule_delivery_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "utr": utr,
            "state": state,
            "class": class_,
            "did": did,
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("automation_schedule_delivery_list_each", AUTOMATION_SCHEDULE_DELIVERY_LIST, inputs, timeout)

    def automation_schedule_delivery_download(
        self,
        *,
        utr: str,
        state: Literal["pending", "deferred", "accepted", "bounced", "skipped", "in_doubt"] = UNSET,
        class_: Literal["gone", "inactive", "full", "later", "slow", "policy", "auth", "content", "size", "relay", "unknown"] = UNSET,
        did: Literal["opened", "clicked", "unsubscribed", "complained"] = UNSET,
        email: str = UNSET,
        search: str = UNSET,
        timeout: Optional[float] = None,
    ) -> Download:
        """Download who got an automation’s email, who did not, and why. `GET /automations/schedule/deliveries/download`

        The same mails and filters as the list, as CSV.

        utr: The utr of the record: what names it outside.
        state: Only mails in this state.
        class_: Only mails that bounced, or wait for another try, with a reply of this class.
        did: Only mails whose recipients did this; machines do not count.
        email: Only who has this address, without case.
        search: Only those whose address, first or last name begins with this, without case and marks; of contacts, or
        a text of a custom field.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "state": state,
            "class": class_,
            "did": did,
            "email": email,
            "search": search,
        }
        answer: Download = self._call("automation_schedule_delivery_download", AUTOMATION_SCHEDULE_DELIVERY_DOWNLOAD, inputs, None, timeout)
        return answer

    def automation_schedule_links(
        self,
        *,
        utr: str,
        timeout: Optional[float] = None,
    ) -> records.AutomationScheduleLinksAnswer:
        """Get who clicked the links of an automation’s email. `GET /automations/schedule/links`

        In the order in which they stand in the mail. Clicks of before version 0.2.0 are not counted by link.
        `refreshing` true: much changed a moment ago, and a part of it is not counted yet; ask again in a minute.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: records.AutomationScheduleLinksAnswer = self._call("automation_schedule_links", AUTOMATION_SCHEDULE_LINKS, inputs, None, timeout)
        return answer

    def automation_schedule_timeline(
        self,
        *,
        utr: str,
        by: Literal["hour", "day"] = UNSET,
        timeout: Optional[float] = None,
    ) -> records.AutomationScheduleTimelineAnswer:
        """Get when an automation’s email was accepted, opened, clicked and refused. `GET /automations/schedule/timeline`

        The hours or days of the account’s time zone in which something happened, in order, at most the first
        thousand. Each recipient is counted once in each figure, when it happened first. `refreshing` true: much
        changed a moment ago, and a part of it is not counted yet; ask again in a minute.

        utr: The utr of the record: what names it outside.
        by: Hours or days of the account’s time zone; hours by default.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
            "by": by,
        }
        answer: records.AutomationScheduleTimelineAnswer = self._call("automation_schedule_timeline", AUTOMATION_SCHEDULE_TIMELINE, inputs, None, timeout)
        return answer

    def automation_schedule_domains(
        self,
        *,
        utr: str,
        timeout: Optional[float] = None,
    ) -> records.AutomationScheduleDomainsAnswer:
        """Get what became of an automation’s email by recipient domain. `GET /automations/schedule/domains`

        The 200 domains with the most mails, those with more first, and all others together. `refreshing` true: much
        changed a moment ago, and a part of it is not counted yet; ask again in a minute.

        utr: The utr of the record: what names it outside.
        """
        inputs: Dict[str, Any] = {
            "utr": utr,
        }
        answer: records.AutomationScheduleDomainsAnswer = self._call("automation_schedule_domains", AUTOMATION_SCHEDULE_DOMAINS, inputs, None, timeout)
        return answer

    def account_statistics(
        self,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        by: Literal["day", "domain"] = UNSET,
        timeout: Optional[float] = None,
    ) -> records.AccountStatisticsAnswer:
        """Get what became of all mails, by day or by recipient domain. `GET /statistics`

        By day: what happened on each day, to mails of any age; days of the account’s time zone, those without any
        included. By domain: what became until now of the mails that began to be sent on these days of UTC; the 200
        domains with the most mails, and all others together. `refreshing` true: much changed a moment ago, and a part
        of it is not counted yet; ask again in a minute.

        from_: The first day, `YYYY-MM-DD` in the account’s time zone, by domain in UTC; 29 days before `to` by
        default.
        to: The last day, today by default. At most 366 days.
        by: One entry for each day (by default) or recipient domain.
        """
        inputs: Dict[str, Any] = {
            "from": from_,
            "to": to,
            "by": by,
        }
        answer: records.AccountStatisticsAnswer = self._call("account_statistics", ACCOUNT_STATISTICS, inputs, None, timeout)
        return answer

    def unsubscribe_group_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.ListedUnsubscribeGroup]:
        """List unsubscribe groups. `GET /unsubscribes-groups`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.ListedUnsubscribeGroup] = self._call("unsubscribe_group_list", UNSUBSCRIBE_GROUP_LIST, inputs, None, timeout)
        return answer

    def unsubscribe_group_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.ListedUnsubscribeGroup]:
        """The items of `unsubscribe_group_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("unsubscribe_group_list_each", UNSUBSCRIBE_GROUP_LIST, inputs, timeout)

    def unsubscribe_group_save(
        self,
        *,
        group_name: str,
        description: str,
        is_display: Union[bool, int],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdAnswer:
        """Add an unsubscribe group. `POST /unsubscribes-groups/save`

        group_name: What recipients read.
        description: What recipients read below the name.
        is_display: 1: shown as a choice on the preferences page.
        """
        inputs: Dict[str, Any] = {
            "group_name": group_name,
            "description": description,
            "is_display": is_display,
        }
        answer: records.IdAnswer = self._call("unsubscribe_group_save", UNSUBSCRIBE_GROUP_SAVE, inputs, idempotency_key, timeout)
        return answer

    def unsubscribe_group_details(
        self,
        *,
        id: int,
        timeout: Optional[float] = None,
    ) -> records.UnsubscribeGroup:
        """Get one unsubscribe group. `GET /unsubscribes-groups/details`

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: records.UnsubscribeGroup = self._call("unsubscribe_group_details", UNSUBSCRIBE_GROUP_DETAILS, inputs, None, timeout)
        return answer

    def unsubscribe_group_update(
        self,
        *,
        id: int,
        group_name: str,
        description: str,
        is_display: Union[bool, int],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Change an unsubscribe group. `POST /unsubscribes-groups/update`

        id: The id of the record.
        group_name: What recipients read.
        description: What recipients read below the name.
        is_display: 1: shown as a choice on the preferences page.
        """
        inputs: Dict[str, Any] = {
            "id": id,
            "group_name": group_name,
            "description": description,
            "is_display": is_display,
        }
        answer: str = self._call("unsubscribe_group_update", UNSUBSCRIBE_GROUP_UPDATE, inputs, idempotency_key, timeout)
        return answer

    def group_recipient_add(
        self,
        *,
        unsubscribe_groups_id: int,
        email_address: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdsAnswer:
        """Unsubscribe addresses from a group. `POST /unsubscribes-groups/manually-add`

        Addresses that are there already are kept once. An invalid one refuses the whole request.

        unsubscribe_groups_id: The id of the unsubscribe group.
        email_address: An e-mail address.
        """
        inputs: Dict[str, Any] = {
            "unsubscribe_groups_id": unsubscribe_groups_id,
            "email_address": email_address,
        }
        answer: records.IdsAnswer = self._call("group_recipient_add", GROUP_RECIPIENT_ADD, inputs, idempotency_key, timeout)
        return answer

    def group_recipient_list(
        self,
        *,
        groupId: int,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.Unsubscriber]:
        """List who left a group. `GET /unsubscribes-groups/recipients-list`

        groupId: The id of the unsubscribe group.
        email: Only who has this address, without case.
        search: Only addresses that begin with this, without case.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "groupId": groupId,
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.Unsubscriber] = self._call("group_recipient_list", GROUP_RECIPIENT_LIST, inputs, None, timeout)
        return answer

    def group_recipient_list_each(
        self,
        *,
        groupId: int,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.Unsubscriber]:
        """The items of `group_recipient_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "groupId": groupId,
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("group_recipient_list_each", GROUP_RECIPIENT_LIST, inputs, timeout)

    def group_recipient_delete(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Remove one recipient from its group. `DELETE /unsubscribes-groups/recipients-delete`

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: str = self._call("group_recipient_delete", GROUP_RECIPIENT_DELETE, inputs, idempotency_key, timeout)
        return answer

    def group_recipient_bulk_delete(
        self,
        *,
        strIds: Sequence[int],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Remove several recipients from their groups. `POST /unsubscribes-groups/recipients-bulk-delete`

        Succeeds if at least one of the ids was there; the others are ignored.

        strIds: The ids of the records.
        """
        inputs: Dict[str, Any] = {
            "strIds": strIds,
        }
        answer: str = self._call("group_recipient_bulk_delete", GROUP_RECIPIENT_BULK_DELETE, inputs, idempotency_key, timeout)
        return answer

    def global_unsubscribe_list(
        self,
        *,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.Unsubscriber]:
        """List global unsubscribers. `GET /global-unsubscribes`

        email: Only who has this address, without case.
        search: Only addresses that begin with this, without case.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.Unsubscriber] = self._call("global_unsubscribe_list", GLOBAL_UNSUBSCRIBE_LIST, inputs, None, timeout)
        return answer

    def global_unsubscribe_list_each(
        self,
        *,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.Unsubscriber]:
        """The items of `global_unsubscribe_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("global_unsubscribe_list_each", GLOBAL_UNSUBSCRIBE_LIST, inputs, timeout)

    def global_unsubscribe_save(
        self,
        *,
        email_address: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdsAnswer:
        """Unsubscribe addresses from everything. `POST /global-unsubscribes/save`

        Addresses that are there already are kept once. An invalid one refuses the whole request.

        email_address: An e-mail address.
        """
        inputs: Dict[str, Any] = {
            "email_address": email_address,
        }
        answer: records.IdsAnswer = self._call("global_unsubscribe_save", GLOBAL_UNSUBSCRIBE_SAVE, inputs, idempotency_key, timeout)
        return answer

    def global_unsubscribe_delete(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Remove one entry. `DELETE /global-unsubscribes/delete`

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: str = self._call("global_unsubscribe_delete", GLOBAL_UNSUBSCRIBE_DELETE, inputs, idempotency_key, timeout)
        return answer

    def global_unsubscribe_bulk_delete(
        self,
        *,
        strIds: Sequence[int],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Remove several entries. `POST /global-unsubscribes/bulk-delete`

        Succeeds if at least one of the ids was there; the others are ignored.

        strIds: The ids of the records.
        """
        inputs: Dict[str, Any] = {
            "strIds": strIds,
        }
        answer: str = self._call("global_unsubscribe_bulk_delete", GLOBAL_UNSUBSCRIBE_BULK_DELETE, inputs, idempotency_key, timeout)
        return answer

    def suppression_list(
        self,
        *,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.Suppression]:
        """List suppressed addresses. `GET /suppressions`

        email: Only who has this address, without case.
        search: Only addresses that begin with this, without case.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.Suppression] = self._call("suppression_list", SUPPRESSION_LIST, inputs, None, timeout)
        return answer

    def suppression_list_each(
        self,
        *,
        email: str = UNSET,
        search: str = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.Suppression]:
        """The items of `suppression_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "email": email,
            "search": search,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("suppression_list_each", SUPPRESSION_LIST, inputs, timeout)

    def suppression_save(
        self,
        *,
        email_address: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdsAnswer:
        """Suppress addresses. `POST /suppressions/save`

        Addresses that were added before are kept once. An invalid one refuses the whole request.

        email_address: An e-mail address.
        """
        inputs: Dict[str, Any] = {
            "email_address": email_address,
        }
        answer: records.IdsAnswer = self._call("suppression_save", SUPPRESSION_SAVE, inputs, idempotency_key, timeout)
        return answer

    def suppression_delete(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Remove one suppression. `DELETE /suppressions/delete`

        The address is mailed again, unless it is in another list, too.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: str = self._call("suppression_delete", SUPPRESSION_DELETE, inputs, idempotency_key, timeout)
        return answer

    def suppression_bulk_delete(
        self,
        *,
        strIds: Sequence[int],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Remove several suppressions. `POST /suppressions/bulk-delete`

        Succeeds if at least one of the ids was there; the others are ignored.

        strIds: The ids of the records.
        """
        inputs: Dict[str, Any] = {
            "strIds": strIds,
        }
        answer: str = self._call("suppression_bulk_delete", SUPPRESSION_BULK_DELETE, inputs, idempotency_key, timeout)
        return answer

    def notification_recipient_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.NotificationRecipient]:
        """List notification recipients. `GET /notification-recipients`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.NotificationRecipient] = self._call("notification_recipient_list", NOTIFICATION_RECIPIENT_LIST, inputs, None, timeout)
        return answer

    def notification_recipient_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.NotificationRecipient]:
        """The items of `notification_recipient_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("notification_recipient_list_each", NOTIFICATION_RECIPIENT_LIST, inputs, timeout)

    def notification_recipient_save(
        self,
        *,
        email_address: str,
        email_owner: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdAnswer:
        """Add a notification recipient. `POST /notification-recipient/save`

        The address is asked by a mail first, at most three a week whatever account asks; what is one too many waits.

        email_address: An e-mail address.
        email_owner: Whose address it is.
        """
        inputs: Dict[str, Any] = {
            "email_address": email_address,
            "email_owner": email_owner,
        }
        answer: records.IdAnswer = self._call("notification_recipient_save", NOTIFICATION_RECIPIENT_SAVE, inputs, idempotency_key, timeout)
        return answer

    def notification_recipient_delete(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete a notification recipient. `DELETE /notification-recipient/delete`

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: str = self._call("notification_recipient_delete", NOTIFICATION_RECIPIENT_DELETE, inputs, idempotency_key, timeout)
        return answer

    def notification_recipient_bulk_delete(
        self,
        *,
        strIds: Sequence[int],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete several notification recipients. `POST /notification-recipient/bulk-delete`

        Succeeds if at least one of the ids was there; the others are ignored.

        strIds: The ids of the records.
        """
        inputs: Dict[str, Any] = {
            "strIds": strIds,
        }
        answer: str = self._call("notification_recipient_bulk_delete", NOTIFICATION_RECIPIENT_BULK_DELETE, inputs, idempotency_key, timeout)
        return answer

    def webhook_list(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.Webhook]:
        """List webhooks. `GET /webhooks`

        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.Webhook] = self._call("webhook_list", WEBHOOK_LIST, inputs, None, timeout)
        return answer

    def webhook_list_each(
        self,
        *,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.Webhook]:
        """The items of `webhook_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("webhook_list_each", WEBHOOK_LIST, inputs, timeout)

    def webhook_save(
        self,
        *,
        url: str,
        events: Sequence[Literal["delivery.accepted", "delivery.bounced", "delivery.deferred", "delivery.complained", "delivery.in_doubt", "delivery.opened", "delivery.clicked", "contact.added", "contact.updated", "contact.deleted", "contact.unsubscribed", "contact.resubscribed", "single_send.started", "single_send.paused", "single_send.completed", "import.completed", "sender.verified"]],
        batch: Optional[Union[bool, int]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.IdSecretAnswer:
        """Add a webhook. `POST /webhooks/save`

        It is told what happens from the answer on. `secret` is shown in this answer alone: your endpoint checks
        signatures with it. Redirects are not followed, and addresses that are not public are not called.

        url: The endpoint: https, on port 443, 80 or one above 1023, at a public address. Outside of production http
        on the loopback, too.
        events: The types of the events that it is told.
        batch: 1: calls have up to 500 events each. 0, or not given: one.
        """
        inputs: Dict[str, Any] = {
            "url": url,
            "events": events,
            "batch": batch,
        }
        answer: records.IdSecretAnswer = self._call("webhook_save", WEBHOOK_SAVE, inputs, idempotency_key, timeout)
        return answer

    def webhook_update(
        self,
        *,
        id: int,
        url: str,
        events: Sequence[Literal["delivery.accepted", "delivery.bounced", "delivery.deferred", "delivery.complained", "delivery.in_doubt", "delivery.opened", "delivery.clicked", "contact.added", "contact.updated", "contact.deleted", "contact.unsubscribed", "contact.resubscribed", "single_send.started", "single_send.paused", "single_send.completed", "import.completed", "sender.verified"]],
        batch: Optional[Union[bool, int]] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Change a webhook. `POST /webhooks/update`

        What was not told yet goes to the new URL. A disabled webhook is enabled again.

        id: The id of the record.
        url: The endpoint: https, on port 443, 80 or one above 1023, at a public address. Outside of production http
        on the loopback, too.
        events: The types of the events that it is told.
        batch: 1: calls have up to 500 events each. 0, or not given: one.
        """
        inputs: Dict[str, Any] = {
            "id": id,
            "url": url,
            "events": events,
            "batch": batch,
        }
        answer: str = self._call("webhook_update", WEBHOOK_UPDATE, inputs, idempotency_key, timeout)
        return answer

    def webhook_rotate(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> records.SecretAnswer:
        """Replace the secret of a webhook. `POST /webhooks/rotate`

        `secret` is shown in this answer alone. The old one signs calls, too, for 24 hours: until then the header
        `webhook-signature` has a signature by each, and libraries of Standard Webhooks accept either.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: records.SecretAnswer = self._call("webhook_rotate", WEBHOOK_ROTATE, inputs, idempotency_key, timeout)
        return answer

    def webhook_delete(
        self,
        *,
        id: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Delete a webhook. `DELETE /webhooks/delete`

        It is called no more once a call under way has ended.

        id: The id of the record.
        """
        inputs: Dict[str, Any] = {
            "id": id,
        }
        answer: str = self._call("webhook_delete", WEBHOOK_DELETE, inputs, idempotency_key, timeout)
        return answer

    def webhook_attempt_list(
        self,
        *,
        id: int,
        last: int = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.WebhookAttempt]:
        """List the calls of a webhook. `GET /webhooks/attempts`

        Those of the last three days, without the content of events.

        id: The id of the record.
        last: Only so many, the latest. Not given: all.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "id": id,
            "last": last,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.WebhookAttempt] = self._call("webhook_attempt_list", WEBHOOK_ATTEMPT_LIST, inputs, None, timeout)
        return answer

    def webhook_attempt_list_each(
        self,
        *,
        id: int,
        last: int = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.WebhookAttempt]:
        """The items of `webhook_attempt_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "id": id,
            "last": last,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("webhook_attempt_list_each", WEBHOOK_ATTEMPT_LIST, inputs, timeout)

    def webhook_redeliver(
        self,
        *,
        id: int,
        from_: Optional[str] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Tell a webhook again. `POST /webhooks/redeliver`

        Enables it if it was disabled, and calls its endpoint at once: from `from` on with all events, each under the
        id that it had. Without `from`, with those that were not told yet.

        id: The id of the webhook.
        from_: Events from this time (UTC) on are told again. Events are kept for seven days. Not given: only what was
        not told yet.
        """
        inputs: Dict[str, Any] = {
            "id": id,
            "from": from_,
        }
        answer: str = self._call("webhook_redeliver", WEBHOOK_REDELIVER, inputs, idempotency_key, timeout)
        return answer

    def place_list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> records.PlaceListAnswer:
        """List countries, states and cities. `GET /get/country-state-city`

        Some 2 MB that change with a release at most: ask again with `If-None-Match`.
        """
        inputs: Dict[str, Any] = {}
        answer: records.PlaceListAnswer = self._call("place_list", PLACE_LIST, inputs, None, timeout)
        return answer

    def quota_list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[records.Quota]:
        """List the quotas and what is used of them. `GET /quotas`

        `stored_bytes`, uploaded files, rows of them that were refused, the designs of sends and automation emails,
        images, and attachments of messages that wait · `contacts`, in all contact types together · `calls`, calls of
        your programs that are being answered · `expensive_calls`, calls that look through many contacts, such as the
        preview of a segment · `imports`, files that are being uploaded, wait for their turn, or are being imported ·
        `sending_domains`, domains with dkim keys of their own · `renders_per_minute`, designs that are turned into a
        mail; one that did not change counts once · `mails_per_day`, mails of sends and automations; a new day begins
        at 00:00 utc. Calls are counted by the process that answers.
        """
        inputs: Dict[str, Any] = {}
        answer: List[records.Quota] = self._call("quota_list", QUOTA_LIST, inputs, None, timeout)
        return answer

    def audit_list(
        self,
        *,
        before_id: int = UNSET,
        last: int = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> List[records.AuditEntry]:
        """List the audit log. `GET /account/audit`

        The oldest first. `last` gives the newest; for those before, take the smallest `id` as `before_id`.

        before_id: Only entries with a smaller id: the page before.
        last: Only so many, the latest. Not given: all.
        limit: How many items at most. Without `limit` and `after_id` a list is whole.
        after_id: Goes on behind this id: the `next_after_id` of the page before.
        """
        inputs: Dict[str, Any] = {
            "before_id": before_id,
            "last": last,
            "limit": limit,
            "after_id": after_id,
        }
        answer: List[records.AuditEntry] = self._call("audit_list", AUDIT_LIST, inputs, None, timeout)
        return answer

    def audit_list_each(
        self,
        *,
        before_id: int = UNSET,
        last: int = UNSET,
        limit: int = UNSET,
        after_id: int = UNSET,
        timeout: Optional[float] = None,
    ) -> Iterator[records.AuditEntry]:
        """The items of `audit_list`, by pages of `limit` (1000) items that are read as they are needed."""
        inputs: Dict[str, Any] = {
            "before_id": before_id,
            "last": last,
            "limit": limit,
            "after_id": after_id,
        }
        return self._each("audit_list_each", AUDIT_LIST, inputs, timeout)

    def account_export(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Download everything. `GET /account/export`

        A ZIP file with all lists of the account as JSON Lines, an item a line as the API shows it, and the images of
        the media library. It has no secrets. It is written while it is downloaded, a page at a time; one that broke
        off has no directory at its end, and is downloaded again.
        """
        inputs: Dict[str, Any] = {}
        answer: Download = self._call("account_export", ACCOUNT_EXPORT, inputs, None, timeout)
        return answer
