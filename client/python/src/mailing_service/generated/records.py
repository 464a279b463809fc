"""Made of the OpenAPI document by `npm run client`. Do not edit."""

from __future__ import annotations

from typing import Dict, List, Literal, Optional, TypedDict


class Activity(TypedDict):
    at: str
    #: `opened` and `clicked`: by a person, for the first time. `machine_opened` and `machine_clicked`: by a scanner
    #: or prefetching proxy, as far as that is kept. `unsubscribed`, `complained`: by a mail. `resubscribed`: by a
    #: link of a mail. `opted_out`: the address was put into a list of opt-outs. `suppressed`: mails to it bounced, or
    #: it complained.
    kind: Literal["added", "sent", "bounced", "opened", "clicked", "machine_opened", "machine_clicked", "unsubscribed", "resubscribed", "complained", "opted_out", "suppressed"]
    #: The single send or automation email.
    utr: Optional[str]
    #: Its subject.
    subject: Optional[str]
    #: What the mail server said, or the name of the unsubscribe group.
    detail: Optional[str]


class AuditEntry(TypedDict):
    id: int
    #: A person who was signed in, a pair of keys, or an operator of the service.
    by: Literal["person", "key", "operator"]
    #: The beginning of the public key.
    key: Optional[str]
    #: What the pair was called; an @ is shown as “at”.
    key_name: Optional[str]
    #: What the browser or program says that it is.
    device: Optional[str]
    #: The client's network: the /24 of its IPv4 address, the /48 of its IPv6 address.
    network: Optional[str]
    #: The call, or an act on the account itself such as `password_changed`.
    act: str
    #: The id of the record that it was about, or that it made.
    record_id: Optional[int]
    #: The utr of that record.
    utr: Optional[str]
    #: The beginning of the public key of a pair of keys that was acted on.
    subject: Optional[str]
    #: How many records the call named.
    records: Optional[int]
    #: `refused`: nothing was changed. `begun`: it is under way, or failed so that it may have been done.
    outcome: Literal["begun", "done", "refused"]
    created_at: str


class Automation(TypedDict):
    id: int
    user_id: int
    #: The contact type or segment that it is for; null until that is known.
    automation_for: Optional[int]
    automation_for_table: Optional[Literal["contacts_", "segments_"]]
    automation_name: str
    #: 1: who leaves the target leaves the automation.
    exit_criteria: Literal[0, 1]
    #: The id, as text; null until it is known.
    unsubscribe_group_id: Optional[str]
    #: 1 welcome, 2 custom.
    automation_type: Literal[1, 2]
    utr: str
    #: 0 draft, 1 live.
    status: Literal[0, 1]
    #: When it last went live.
    live_at: Optional[str]
    #: Mails handed to the mail server, over all emails of the automation.
    total_triggered: int
    total_delivered: int
    #: Mails that a person opened.
    total_unique_opens: int
    #: Openings by people.
    total_opens: int
    total_bounces: int
    total_unsubscribe: int
    deleted_at: Optional[str]
    created_at: str
    updated_at: str
    #: Why nothing is sent though it is live: `restored`, a backup was restored; `closed`, the account was closed and
    #: reopened; `failed`, a step failed again and again. `automations/set-live` lets it go on.
    hold_reason: Optional[Literal["restored", "closed", "failed"]]
    #: What failed, where `hold_reason` alone does not say it.
    hold_detail: Optional[str]
    #: Recipients who reported one of its mails as spam.
    total_complaints: int
    #: Mails in which a person clicked.
    total_unique_clicks: int
    #: Clicks of people.
    total_clicks: int
    #: Openings by machines: prefetching proxies, scanners, previews of links.
    total_machine_opens: int
    #: Clicks of machines.
    total_machine_clicks: int


class AutomationProgress(TypedDict):
    #: Everybody who ever entered.
    entered: int
    #: Those under way: their next email is not due, is held, or has no final outcome yet.
    waiting: int
    #: Those who went through all emails.
    done: int
    #: Those who left before the end.
    left: int
    #: How many left for which reason. But for opting out, it is found out when their next email is due.
    left_reasons: AutomationProgressLeftReasons
    #: The emails in their order.
    emails: List[AutomationProgressEmail]


class AutomationSchedule(TypedDict):
    id: int
    user_id: int
    automation_id: int
    sender_id: int
    template_id: int
    subject: str
    #: How many hours or days; 1 where it goes instantly.
    waiting_period: int
    waiting_type: Literal["instantly", "hours", "days"]
    utr: str
    #: The file name of a preview image.
    preview_img: str
    template_json: Optional[str]
    template_html: Optional[str]
    created_at: str
    updated_at: str
    #: The address of the design page.
    design_url: str
    #: The address of the preview image.
    image: str
    preheader: str
    #: 1: openings and clicks are counted, unless the account has turned that off.
    tracking: Literal[0, 1]
    #: Grows with each change; `if_version` of an update refers to it.
    version: int


class AutomationWay(TypedDict):
    #: The address that goes through it.
    email: str
    #: Null for one that was added to a segment by hand.
    contact_id: Optional[int]
    state: Literal["waiting", "done", "left"]
    #: Why it left.
    reason: Optional[Literal["exit_criteria", "unsubscribed", "bounced", "deleted", "address_taken", "automation_deleted"]]
    entered_at: str
    #: When it was through or left.
    ended_at: Optional[str]
    #: The emails in their order.
    emails: List[AutomationWayEmail]


class BulkChange(TypedDict):
    id: int
    action: Literal["delete", "unsubscribe", "segment_add", "segment_remove"]
    #: Only contacts of this type; null: of all.
    contact_type_id: Optional[int]
    #: The segment that contacts are added to, or taken out of.
    segment_id: Optional[int]
    #: The group that contacts are unsubscribed from.
    unsubscribe_groups_id: Optional[int]
    state: Literal["counting", "ready", "running", "completed", "cancelled", "failed"]
    #: Why it ended before its end.
    failure: Optional[str]
    #: The contacts that the search finds, as far as they are counted: all of them once the state is not `counting`.
    contacts_matched: int
    #: Of these, how many it has gone through.
    contacts_done: int
    #: 0 to 100: how far it is with counting, then with changing.
    percent: int
    #: Seconds in which it changes nothing yet, once it was started with `undo_seconds`; 0 otherwise.
    starts_in: int
    finished_at: Optional[str]
    created_at: str
    updated_at: str


class City(TypedDict):
    id: int
    country_id: int
    #: Null where the source names no division.
    state_id: Optional[int]
    name: str


class Contact(TypedDict):
    id: int
    user_id: int
    contact_type_id: int
    first_name: str
    last_name: str
    email: str
    alt_email: Optional[str]
    #: The id of the country, as text.
    country: str
    state: str
    city: str
    address_line1: str
    address_line2: str
    state_province_region: str
    postal_code: str
    #: By the names of the custom fields; null for a contact without any value.
    custom_field: Optional[Dict[str, ContactCustomField]]
    deleted_at: Optional[str]
    created_at: str
    updated_at: str
    #: First and last name.
    fullname: str


class ContactType(TypedDict):
    id: int
    user_id: int
    name: str
    deleted_at: Optional[str]
    created_at: str
    updated_at: str


class ContentVersion(TypedDict):
    id: int
    #: When it was stored last.
    saved_at: str
    #: The kind of actor that stored it. Null where that was not noted.
    by: Optional[Literal["person", "key", "operator"]]
    #: The source of the content: `template_json`, `template_html`, or a built-in template.
    kind: Literal["design", "html", "template"]
    #: The built-in template; 1 for a design or HTML.
    template_id: int


class Country(TypedDict):
    id: int
    name: str
    iso2: str
    iso3: str
    numeric: str


class CustomField(TypedDict):
    id: int
    user_id: int
    field_name: str
    field_type: Literal["text", "number", "datetime-local"]
    is_reserved: Literal[0]
    created_at: str
    updated_at: str


Delivery = TypedDict(
    "Delivery",
    {
        "id": "int",
        #: The address it is for.
        "email": "str",
        #: Null if the recipient was added to a segment by hand.
        "contact_id": "Optional[int]",
        #: `pending`: not handed over yet. `deferred`: waits for another try. `accepted`: a mail server took it.
        #: `bounced`: refused for good, then or later, or given up. `skipped`: left out, see `skip_reason`.
        #: `in_doubt`: a mail server may have taken it.
        "state": "Literal[\"pending\", \"deferred\", \"accepted\", \"bounced\", \"skipped\", \"in_doubt\"]",
        #: What the last reply that was no acceptance meant.
        "class": "Optional[Literal[\"gone\", \"inactive\", \"full\", \"later\", \"slow\", \"policy\", \"auth\", \"content\", \"size\", \"relay\", \"unknown\"]]",
        #: That reply.
        "reply": "Optional[str]",
        "skip_reason": "Optional[Literal[\"unsubscribed\", \"bounced\", \"exit_criteria\", \"deleted\", \"cancelled\"]]",
        #: How often a mail server had it before it.
        "attempts": "int",
        #: When a mail server answered for the first time.
        "first_attempted_at": "Optional[str]",
        "accepted_at": "Optional[str]",
        #: Null for mails that bounced before version 0.2.0, too.
        "bounced_at": "Optional[str]",
        #: Openings by people.
        "opens": "int",
        #: Openings by machines: prefetching proxies, scanners, previews of links.
        "machine_opens": "int",
        #: Clicks of people.
        "clicks": "int",
        #: Clicks of machines.
        "machine_clicks": "int",
        #: By a person.
        "first_opened_at": "Optional[str]",
        "last_opened_at": "Optional[str]",
        #: When its recipient unsubscribed by this mail.
        "unsubscribed_at": "Optional[str]",
        #: When its recipient reported it as spam.
        "complained_at": "Optional[str]",
        #: 1: it may have been handed over before, and was handed over again.
        "doubted": "Literal[0, 1]",
    },
)


class DetailedSendingDomain(TypedDict):
    id: int
    user_id: int
    #: In the form of the DNS: A-labels, lower case.
    domain: str
    #: 1: a check has seen the RSA key in the DNS, and mails from this domain are signed with it.
    is_verified: Literal[0, 1]
    #: When the last check asked the DNS.
    checked_at: Optional[str]
    created_at: str
    updated_at: str
    records: List[DetailedSendingDomainRecord]
    #: What receivers refuse while the records are as they are.
    warnings: List[str]


class DomainDetails(TypedDict):
    #: Null, and last: all that are not named.
    domain: Optional[str]
    #: Mails that a mail server accepted, and that have not bounced since.
    accepted: int
    #: People who opened, at their first opening.
    opened: int
    #: People who clicked, at their first click.
    clicked: int
    #: People who unsubscribed by the mail.
    unsubscribed: int
    #: People who reported it as spam.
    complained: int
    #: Refused for good, then or later, or given up.
    bounced: int
    #: Those by the class of the reply, where there is any: gone, inactive, full, later, slow, policy, auth, content,
    #: size, relay, unknown.
    bounces: Dict[str, int]


class Erasure(TypedDict):
    #: When it was last asked for.
    requested_at: str
    #: When the address was gone from everything; null until then.
    erased_at: Optional[str]
    #: When what was under way at the request had ended, and was looked through once more; null until then.
    done_at: Optional[str]


class Import(TypedDict):
    id: int
    user_id: int
    contact_type_id: int
    #: As it was called where it came from.
    file_name: str
    file_bytes: int
    #: How the file is read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`.
    encoding: str
    #: How it is known: by the input `encoding`, by the byte order mark, by the contents, or not, so that it is a
    #: guess. Null for an import of an earlier version.
    encoding_by: Optional[Literal["input", "mark", "content", "guess"]]
    #: False where the encoding is a guess: look at the names before you import.
    encoding_certain: Optional[bool]
    state: Literal["waiting", "running", "completed", "failed"]
    #: Why the file could not be imported to its end.
    failure: Optional[str]
    #: 0 to 100.
    percent: int
    #: The sum of the four below, and of the rows that say that they are left out.
    rows_read: int
    rows_added: int
    rows_updated: int
    rows_unchanged: int
    #: Rows that could not be used: `contacts/imports/errors` says why.
    rows_refused: int
    #: Rows by the status that the file says, without refused rows and those whose word is not known.
    statuses: ImportStatuses
    #: What the statuses go by. Null: the file says none, and all of its rows are mailable.
    status_by: Optional[ImportStatusBy]
    #: Words that are no known status, with their rows, at most fifty. These rows are imported as unconfirmed.
    #: `statuses[<word>]` decides on them.
    unknown_statuses: List[ImportUnknownStatuse]
    #: Columns of the file that belong to no field.
    skipped_columns: List[str]
    #: Whether nothing is imported: the counts say what would happen.
    dry_run: bool
    #: What a dry run found. Null but for one that has ended.
    trial: Optional[ImportTrial]
    #: Until when it can be undone; null if it can not.
    undoable_until: Optional[str]
    #: How far undoing it is. Null if undoing was not asked for.
    undo: Optional[ImportUndo]
    finished_at: Optional[str]
    created_at: str
    updated_at: str


class ImportedCell(TypedDict):
    #: The field of the contact; countries are ids.
    field: str
    #: What it had before.
    before: Optional[str]
    #: What the import wrote.
    after: str


class ImportedChange(TypedDict):
    import_id: int
    file_name: str
    contact_id: int
    cells: List[ImportedCell]


class LinkDetails(TypedDict):
    #: The address, as its author wrote it.
    url: str
    #: Recipients who clicked it at least once.
    people: int
    #: Their clicks.
    clicks: int
    #: Clicks of programs, such as scanners of mail servers.
    machine_clicks: int


class ListedAutomation(TypedDict):
    id: int
    user_id: int
    #: The contact type or segment that it is for; null until that is known.
    automation_for: Optional[int]
    automation_for_table: Optional[Literal["contacts_", "segments_"]]
    automation_name: str
    #: 1: who leaves the target leaves the automation.
    exit_criteria: Literal[0, 1]
    #: The id, as text; null until it is known.
    unsubscribe_group_id: Optional[str]
    #: 1 welcome, 2 custom.
    automation_type: Literal[1, 2]
    utr: str
    #: 0 draft, 1 live.
    status: Literal[0, 1]
    #: When it last went live.
    live_at: Optional[str]
    #: Mails handed to the mail server, over all emails of the automation.
    total_triggered: int
    total_delivered: int
    #: Mails that a person opened.
    total_unique_opens: int
    #: Openings by people.
    total_opens: int
    total_bounces: int
    total_unsubscribe: int
    deleted_at: Optional[str]
    created_at: str
    updated_at: str
    #: Why nothing is sent though it is live: `restored`, a backup was restored; `closed`, the account was closed and
    #: reopened; `failed`, a step failed again and again. `automations/set-live` lets it go on.
    hold_reason: Optional[Literal["restored", "closed", "failed"]]
    #: What failed, where `hold_reason` alone does not say it.
    hold_detail: Optional[str]
    #: Recipients who reported one of its mails as spam.
    total_complaints: int
    #: Mails in which a person clicked.
    total_unique_clicks: int
    #: Clicks of people.
    total_clicks: int
    #: Openings by machines: prefetching proxies, scanners, previews of links.
    total_machine_opens: int
    #: Clicks of machines.
    total_machine_clicks: int
    #: Its emails.
    automation_schedule_count: int


class ListedContact(TypedDict):
    id: int
    user_id: int
    contact_type_id: int
    first_name: str
    last_name: str
    email: str
    alt_email: Optional[str]
    #: The name of the country.
    country: str
    state: str
    city: str
    address_line1: str
    address_line2: str
    state_province_region: str
    postal_code: str
    #: By the names of the custom fields; null for a contact without any value.
    custom_field: Optional[Dict[str, ListedContactCustomField]]
    deleted_at: Optional[str]
    created_at: str
    updated_at: str
    #: First and last name.
    fullname: str
    contact_type: ContactType


class ListedContactType(TypedDict):
    id: int
    user_id: int
    name: str
    deleted_at: Optional[str]
    created_at: str
    updated_at: str
    contacts_count: int


class ListedUnsubscribeGroup(TypedDict):
    id: int
    user_id: int
    #: Names the group to people.
    rand_id: str
    group_name: str
    description: str
    #: 1: shown as a choice on the preferences page.
    is_display: Literal[0, 1]
    created_at: str
    updated_at: str
    #: Addresses that left the group.
    unsubscribe_clients_count: int


class MailInDoubt(TypedDict):
    id: int
    user_id: int
    #: Null if the recipient was added to a segment by hand.
    contact_id: Optional[int]
    #: The address it was sent to.
    email: str
    #: What finds it in the log of the mail server.
    message_id: str
    #: How often a mail server had it before it.
    attempts: int
    #: When it was handed over, or was found to have been.
    in_doubt_at: str
    #: What happened before the mail server’s answer was there.
    reason: str


class MailProblem(TypedDict):
    #: `error`: it does not go, or recipients can not use it. `warning`: it goes, and you may want to change it.
    level: Literal["error", "warning"]
    #: What was found; the names do not change.
    code: Literal["sender_deleted", "sender_unverified", "sender_address", "sender_unsigned", "dns_record", "template_empty", "template_failed", "size_clipped", "text_missing", "unsubscribe_missing", "address_missing", "placeholder_unknown", "placeholder_foreign", "link_invalid", "link_broken", "link_silent", "link_private", "links_unchecked", "image_missing", "image_text_missing", "client_support", "spam_score", "not_checked"]
    #: What is wrong, and what to do.
    text: str
    #: `sender`, `subject`, `preheader`, `template`, the host of a DNS record, or the address of a link or image.
    where: str


class Media(TypedDict):
    id: int
    user_id: int
    #: What people call it.
    name: str
    #: Where mails find it. It never changes, and whoever has it can see the image.
    url: str
    type: Literal["image/png", "image/jpeg", "image/gif"]
    #: Pixels.
    width: int
    #: Pixels.
    height: int
    #: 1, unless it moves.
    frames: int
    #: Of the file as it is served.
    bytes: int
    created_at: str


Message = TypedDict(
    "Message",
    {
        "id": "int",
        "user_id": "int",
        "utr": "str",
        #: Who gets it.
        "email": "str",
        "sender_id": "int",
        "template_id": "int",
        #: Null: it has no footer and no header to unsubscribe.
        "unsubscribe_group_id": "Optional[int]",
        #: With its placeholders.
        "subject": "str",
        #: What its placeholders show.
        "data": "Dict[str, str]",
        #: Their bytes are kept until it is out.
        "attachments": "List[MessageAttachment]",
        #: When it goes, or went.
        "send_at": "str",
        #: `pending`: it waits for its time or its turn. `deferred`: it is tried again. `accepted`: a mail server took
        #: it. `bounced`: it was refused, then or later. `skipped`: it was cancelled, or its recipient gets no mails.
        #: `in_doubt`: a person decides.
        "state": "Literal[\"pending\", \"deferred\", \"accepted\", \"bounced\", \"skipped\", \"in_doubt\"]",
        #: Why it can not go now. It is tried again every five minutes.
        "paused_reason": "Optional[Literal[\"person\", \"refused\", \"too_many_bounces\", \"too_many_complaints\", \"sender_deleted\", \"sender_address\", \"sender_unverified\", \"quota\", \"suspended\", \"restored\", \"failed\"]]",
        #: What the last reply that was no acceptance means.
        "class": "Optional[Literal[\"gone\", \"inactive\", \"full\", \"later\", \"slow\", \"policy\", \"auth\", \"content\", \"size\", \"relay\", \"unknown\"]]",
        #: That reply.
        "reply": "Optional[str]",
        "skip_reason": "Optional[Literal[\"unsubscribed\", \"bounced\", \"exit_criteria\", \"deleted\", \"cancelled\"]]",
        #: How often a mail server had it.
        "attempts": "int",
        "first_attempted_at": "Optional[str]",
        "accepted_at": "Optional[str]",
        "bounced_at": "Optional[str]",
        "unsubscribed_at": "Optional[str]",
        "complained_at": "Optional[str]",
        #: 1: it may have arrived twice.
        "doubted": "Literal[0, 1]",
        "created_at": "str",
    },
)


class MessageAttachment(TypedDict):
    name: str
    #: As the mail names it.
    type: str
    bytes: int


class NotificationRecipient(TypedDict):
    id: int
    user_id: int
    email_address: str
    #: Whose address it is.
    email_owner: str
    #: 1: the address gets mails. 0: it was asked by a mail, and nothing goes out before its button is pressed.
    confirmed: Literal[0, 1]
    created_at: str
    updated_at: str


class OwnTemplate(TypedDict):
    id: int
    user_id: int
    #: What people call it.
    template_name: str
    #: The design, as single sends and automation emails take it.
    template_json: str
    #: 0 when it is made, and one more with each change.
    version: int
    created_at: str
    updated_at: str


class PeriodDetails(TypedDict):
    #: When the hour or day begins.
    starts_at: str
    local_time: str
    #: Mails that a mail server accepted, and that have not bounced since.
    accepted: int
    #: People who opened, at their first opening.
    opened: int
    #: People who clicked, at their first click.
    clicked: int
    #: People who unsubscribed by the mail.
    unsubscribed: int
    #: People who reported it as spam.
    complained: int
    #: Refused for good, then or later, or given up.
    bounced: int


class Person(TypedDict):
    #: The address that was asked about.
    email: str
    #: Addresses that these contacts had while they went through an automation.
    other_addresses: List[str]
    #: Deleted ones, too, until they are purged.
    contacts: List[PersonContact]
    segments: List[PersonSegment]
    #: Why the address gets no mail, or not of a group.
    opt_outs: List[PersonOptOut]
    #: Mails, and what was opened and clicked, newest first: at most 10,000, of the time for which mails are stored.
    deliveries: List[PersonDelivery]
    #: There are older ones.
    more_deliveries: bool
    automations: List[PersonAutomation]
    #: Rows of files that name the address and could not be imported; at most 1,000.
    refused_rows: List[RefusedRow]
    #: What imports changed in these contacts, for as long as they can be undone: at most of 1,000 batches.
    imported_changes: List[ImportedChange]
    erasure: Optional[Erasure]


class PersonAutomation(TypedDict):
    utr: Optional[str]
    automation_name: Optional[str]
    #: The address that went through it.
    email: str
    state: Literal["waiting", "done", "left"]
    #: Why it left.
    reason: Optional[Literal["exit_criteria", "unsubscribed", "bounced", "deleted", "address_taken", "automation_deleted"]]
    entered_at: str


class PersonContact(TypedDict):
    id: int
    user_id: int
    contact_type_id: int
    first_name: str
    last_name: str
    email: str
    alt_email: Optional[str]
    #: The id of the country, as text.
    country: str
    state: str
    city: str
    address_line1: str
    address_line2: str
    state_province_region: str
    postal_code: str
    #: By the names of the custom fields; null for a contact without any value.
    custom_field: Optional[Dict[str, PersonContactCustomField]]
    deleted_at: Optional[str]
    created_at: str
    updated_at: str
    #: First and last name.
    fullname: str
    #: The name of the contact type.
    contact_type: str
    #: The import that last wrote it.
    import_id: Optional[int]
    #: Where a segment asks for it.
    last_sent_at: Optional[str]
    #: Where a segment asks for it.
    last_opened_at: Optional[str]
    #: Where a segment asks for it.
    last_clicked_at: Optional[str]


PersonDelivery = TypedDict(
    "PersonDelivery",
    {
        #: The single send or automation email; null if it was deleted.
        "utr": "Optional[str]",
        #: Its subject.
        "subject": "Optional[str]",
        "id": "int",
        #: The address it is for.
        "email": "str",
        #: Null if the recipient was added to a segment by hand.
        "contact_id": "Optional[int]",
        #: `pending`: not handed over yet. `deferred`: waits for another try. `accepted`: a mail server took it.
        #: `bounced`: refused for good, then or later, or given up. `skipped`: left out, see `skip_reason`.
        #: `in_doubt`: a mail server may have taken it.
        "state": "Literal[\"pending\", \"deferred\", \"accepted\", \"bounced\", \"skipped\", \"in_doubt\"]",
        #: What the last reply that was no acceptance meant.
        "class": "Optional[Literal[\"gone\", \"inactive\", \"full\", \"later\", \"slow\", \"policy\", \"auth\", \"content\", \"size\", \"relay\", \"unknown\"]]",
        #: That reply.
        "reply": "Optional[str]",
        "skip_reason": "Optional[Literal[\"unsubscribed\", \"bounced\", \"exit_criteria\", \"deleted\", \"cancelled\"]]",
        #: How often a mail server had it before it.
        "attempts": "int",
        #: When a mail server answered for the first time.
        "first_attempted_at": "Optional[str]",
        "accepted_at": "Optional[str]",
        #: Null for mails that bounced before version 0.2.0, too.
        "bounced_at": "Optional[str]",
        #: Openings by people.
        "opens": "int",
        #: Openings by machines: prefetching proxies, scanners, previews of links.
        "machine_opens": "int",
        #: Clicks of people.
        "clicks": "int",
        #: Clicks of machines.
        "machine_clicks": "int",
        #: By a person.
        "first_opened_at": "Optional[str]",
        "last_opened_at": "Optional[str]",
        #: When its recipient unsubscribed by this mail.
        "unsubscribed_at": "Optional[str]",
        #: When its recipient reported it as spam.
        "complained_at": "Optional[str]",
        #: 1: it may have been handed over before, and was handed over again.
        "doubted": "Literal[0, 1]",
    },
)


PersonOptOut = TypedDict(
    "PersonOptOut",
    {
        "email": "str",
        "reason": "Literal[\"unsubscribed\", \"bounced\", \"complained\", \"manual\"]",
        #: Null: all mail of the account.
        "unsubscribe_groups_id": "Optional[int]",
        "group_name": "Optional[str]",
        "class": "Optional[Literal[\"gone\", \"inactive\", \"full\", \"later\", \"slow\", \"policy\", \"auth\", \"content\", \"size\", \"relay\", \"unknown\"]]",
        #: What a mail server said, or the report.
        "reply": "Optional[str]",
        #: The single send or automation email that it came from.
        "utr": "Optional[str]",
        "state": "Literal[\"active\", \"suspected\"]",
        "created_at": "str",
    },
)


class PersonSegment(TypedDict):
    segment_id: int
    segment_name: str
    #: Null if the person was added to the segment by hand.
    contact_id: Optional[int]
    #: Of a person who was added by hand.
    first_name: Optional[str]
    #: Of a person who was added by hand.
    last_name: Optional[str]
    #: Since when.
    created_at: str


class Preview(TypedDict):
    subject: str
    preheader: str
    #: With the footer that is added where the template lacks the link to the preferences page or the postal address.
    html: str
    #: The plain-text part.
    text: str
    #: The whole message. Null where it has more than 2,097,152 characters; a test shows it.
    raw: Optional[str]


class Quota(TypedDict):
    name: Literal["stored_bytes", "contacts", "calls", "expensive_calls", "imports", "sending_domains", "renders_per_minute", "mails_per_day"]
    #: Null where there is none.
    limit: Optional[int]
    used: int
    unit: Literal["bytes", "contacts", "calls", "imports", "domains", "renders", "mails"]


class RefusedRow(TypedDict):
    import_id: int
    file_name: str
    #: The header is 1.
    line: int
    reason: str
    cells: List[str]


class ReportShare(TypedDict):
    id: int
    user_id: int
    #: The link, in the answer that made it; null in every other, since only its hash is stored.
    url: Optional[str]
    created_at: str
    #: When it ends by itself.
    expires_at: str


class ReservedField(TypedDict):
    id: int
    user_id: None
    field_name: Literal["first_name", "last_name", "email", "alt_email", "country", "state", "city", "address_line1", "address_line2", "state_province_region", "postal_code"]
    field_type: Literal["text"]
    is_reserved: Literal[1]
    created_at: None
    updated_at: None


class Segment(TypedDict):
    id: int
    user_id: int
    contact_type_id: int
    segment_name: str
    #: One condition each: the name of a field.
    select_field: List[str]
    #: The operator of the condition at the same place.
    select_operator: List[str]
    #: The operands of all conditions in order: none, one or two each.
    value: List[str]
    #: `or`: any condition is enough; else all must hold.
    query_type: Optional[Literal["and", "or"]]
    deleted_at: Optional[str]
    created_at: str
    updated_at: str
    #: Its recipients.
    segment_emails_count: int
    #: Contacts are still being held against a new rule, and recipients may be missing.
    refreshing: bool
    #: Why its recipients could not be brought up to date again and again; they are tried again after a while, and at
    #: once when a rule is stored. Sends take their audience from the rule itself.
    refresh_failed: Optional[str]


class SegmentRecipient(TypedDict):
    id: int
    user_id: int
    segment_id: int
    #: Null for one who was added by hand.
    contact_id: Optional[int]
    first_name: str
    last_name: str
    email: str
    #: The name of the country.
    country: Optional[str]
    state: Optional[str]
    city: Optional[str]
    address_line1: Optional[str]
    created_at: str
    updated_at: str
    #: First and last name.
    fullname: str


class Sender(TypedDict):
    id: int
    user_id: int
    from_name: str
    from_email: str
    reply_to_email: str
    country_id: int
    state_id: Optional[int]
    city_id: Optional[int]
    zip_code: str
    company_address: str
    company_address2: str
    #: What the account calls it; recipients never see it.
    nickname: str
    #: 1: the link in the verification mail was followed. Nothing goes out before.
    is_verified: Literal[0, 1]
    utr: str
    #: When the last verification mail was asked for.
    send_at: str
    deleted_at: Optional[str]
    created_at: str
    updated_at: str


class SendingDomain(TypedDict):
    id: int
    user_id: int
    #: In the form of the DNS: A-labels, lower case.
    domain: str
    #: 1: a check has seen the RSA key in the DNS, and mails from this domain are signed with it.
    is_verified: Literal[0, 1]
    #: When the last check asked the DNS.
    checked_at: Optional[str]
    created_at: str
    updated_at: str


class SingleSend(TypedDict):
    id: int
    user_id: int
    template_id: int
    sender_id: int
    unsubscribe_group_id: int
    recipient_id: List[SingleSendRecipientId]
    exclude_specific_recipient_id: List[SingleSendExcludeSpecificRecipientId]
    single_send_name: str
    #: An address, of the sender.
    from_sender: str
    #: An address, of the sender.
    reply_to: str
    sender_name: Optional[str]
    #: The postal address of the sender in one line.
    sender_address: Optional[str]
    subject: str
    preheader: str
    #: 0 at once, 1 at `schedule_date` and `schedule_time`.
    schedule_type: Literal[0, 1]
    #: `0000-00-00` where it goes at once.
    schedule_date: str
    #: `00:00:00` where it goes at once.
    schedule_time: str
    #: 0 initiate (see `hold_reason`), 1 ready to send, 2 running, 3 completed: every recipient has its outcome.
    status: Literal[0, 1, 2, 3]
    utr: str
    template_json: Optional[str]
    template_html: Optional[str]
    #: Recipients whose mail was handed to the mail server.
    triggered: int
    #: Accepted by it, and not bounced since.
    delivered: int
    #: Recipients who opened. Machines do not count.
    unique_opens: int
    #: Openings by people.
    total_opens: int
    #: Refused for good, or given up.
    bounces: int
    #: Recipients who unsubscribed through this send.
    unsubscribes: int
    #: An opaque token for each entry of `recipient_id`.
    unique_open_token: Dict[str, str]
    #: When it started.
    sent_at: Optional[str]
    created_at: str
    updated_at: str
    #: Why it does not start; it goes on by itself when the reason ends. `draft`, its owner still writes it.
    #: `sender_address`, an address of its sender is not ASCII before the @, as only earlier versions saved them: give
    #: the sender another. `template_empty`, there is nothing in its mail; `template_failed`, its template makes no
    #: mail, and `hold_detail` says why. `restored`, a backup was restored in which it had not started, and `closed`,
    #: the account was closed and reopened: `single-send/resume` lets it go, at its time. `failed`, a step failed
    #: again and again: `single-send/resume` and `single/send/update` try again.
    hold_reason: Optional[Literal["draft", "sender_deleted", "recipient_deleted", "sender_address", "sender_unverified", "template_empty", "template_failed", "duplicate", "import_running", "schedule_missed", "suspended", "quota", "restored", "closed", "failed"]]
    #: What is wrong, in words: which quota is used up, for `quota`; why rendering failed, for `template_failed`; what
    #: failed, for `failed`.
    hold_detail: Optional[str]
    #: What stopped it while it ran; `single-send/resume` goes on. `quota`, the account has sent as many mails today
    #: as it may: it goes on by itself when the day turns, or the quota is raised. `failed`, a step failed again and
    #: again. `refused`, mail servers refuse its mails for what is not about their recipients; what they refused is
    #: tried again. `too_many_bounces`, `too_many_complaints`: each stops it once.
    paused_reason: Optional[Literal["person", "refused", "too_many_bounces", "too_many_complaints", "sender_deleted", "sender_address", "sender_unverified", "quota", "suspended", "restored", "failed"]]
    #: What failed or stopped it, where `paused_reason` alone does not say it.
    paused_detail: Optional[str]
    cancelled: bool
    #: Recipients who clicked. Machines do not count.
    unique_clicks: int
    #: Clicks of people.
    total_clicks: int
    #: Openings by machines: prefetching proxies, scanners, previews of links.
    machine_opens: int
    #: Clicks of machines.
    machine_clicks: int
    #: 1: openings and clicks are counted, unless the account has turned that off.
    tracking: Literal[0, 1]
    #: The connection broke before the mail server answered for good.
    in_doubt: int
    #: Of those, the ones that were handed over once more.
    resent_in_doubt: int
    #: Recipients whose mail is still to go.
    pending: int
    #: Recipients who unsubscribed or were deleted after the start.
    skipped: int
    #: Who was counted when it started, and who was left out, and why. A large audience is delivered while it is still
    #: being counted.
    audience: SingleSendAudience
    #: Recipients who reported it as spam.
    complaints: int
    #: How many of those who unsubscribed gave each reason; most give none.
    unsubscribe_reasons: SingleSendUnsubscribeReasons
    #: Recipient domains that refuse most of its mails for what is not about the recipients. They are left alone until
    #: then, or until `single-send/resume`, and no recipient is lost.
    parked: List[SingleSendParked]
    #: Grows with each change; `if_version` of an update refers to it.
    version: int
    #: Seconds in which it does not start yet and can be taken back, where it was readied with `undo_seconds`; 0
    #: otherwise.
    starts_in: int


class SingleSendOverview(TypedDict):
    id: int
    user_id: int
    template_id: int
    sender_id: int
    unsubscribe_group_id: int
    recipient_id: List[SingleSendOverviewRecipientId]
    exclude_specific_recipient_id: List[SingleSendOverviewExcludeSpecificRecipientId]
    single_send_name: str
    #: An address, of the sender.
    from_sender: str
    #: An address, of the sender.
    reply_to: str
    sender_name: Optional[str]
    #: The postal address of the sender in one line.
    sender_address: Optional[str]
    subject: str
    preheader: str
    #: 0 at once, 1 at `schedule_date` and `schedule_time`.
    schedule_type: Literal[0, 1]
    #: `0000-00-00` where it goes at once.
    schedule_date: str
    #: `00:00:00` where it goes at once.
    schedule_time: str
    #: 0 initiate (see `hold_reason`), 1 ready to send, 2 running, 3 completed: every recipient has its outcome.
    status: Literal[0, 1, 2, 3]
    utr: str
    #: Recipients whose mail was handed to the mail server.
    triggered: int
    #: Accepted by it, and not bounced since.
    delivered: int
    #: Recipients who opened. Machines do not count.
    unique_opens: int
    #: Openings by people.
    total_opens: int
    #: Refused for good, or given up.
    bounces: int
    #: Recipients who unsubscribed through this send.
    unsubscribes: int
    #: An opaque token for each entry of `recipient_id`.
    unique_open_token: Dict[str, str]
    #: When it started.
    sent_at: Optional[str]
    created_at: str
    updated_at: str
    #: Why it does not start; it goes on by itself when the reason ends. `draft`, its owner still writes it.
    #: `sender_address`, an address of its sender is not ASCII before the @, as only earlier versions saved them: give
    #: the sender another. `template_empty`, there is nothing in its mail; `template_failed`, its template makes no
    #: mail, and `hold_detail` says why. `restored`, a backup was restored in which it had not started, and `closed`,
    #: the account was closed and reopened: `single-send/resume` lets it go, at its time. `failed`, a step failed
    #: again and again: `single-send/resume` and `single/send/update` try again.
    hold_reason: Optional[Literal["draft", "sender_deleted", "recipient_deleted", "sender_address", "sender_unverified", "template_empty", "template_failed", "duplicate", "import_running", "schedule_missed", "suspended", "quota", "restored", "closed", "failed"]]
    #: What is wrong, in words: which quota is used up, for `quota`; why rendering failed, for `template_failed`; what
    #: failed, for `failed`.
    hold_detail: Optional[str]
    #: What stopped it while it ran; `single-send/resume` goes on. `quota`, the account has sent as many mails today
    #: as it may: it goes on by itself when the day turns, or the quota is raised. `failed`, a step failed again and
    #: again. `refused`, mail servers refuse its mails for what is not about their recipients; what they refused is
    #: tried again. `too_many_bounces`, `too_many_complaints`: each stops it once.
    paused_reason: Optional[Literal["person", "refused", "too_many_bounces", "too_many_complaints", "sender_deleted", "sender_address", "sender_unverified", "quota", "suspended", "restored", "failed"]]
    #: What failed or stopped it, where `paused_reason` alone does not say it.
    paused_detail: Optional[str]
    cancelled: bool
    #: Recipients who clicked. Machines do not count.
    unique_clicks: int
    #: Clicks of people.
    total_clicks: int
    #: Openings by machines: prefetching proxies, scanners, previews of links.
    machine_opens: int
    #: Clicks of machines.
    machine_clicks: int
    #: 1: openings and clicks are counted, unless the account has turned that off.
    tracking: Literal[0, 1]
    #: The connection broke before the mail server answered for good.
    in_doubt: int
    #: Of those, the ones that were handed over once more.
    resent_in_doubt: int
    #: Recipients whose mail is still to go.
    pending: int
    #: Recipients who unsubscribed or were deleted after the start.
    skipped: int
    #: Who was counted when it started, and who was left out, and why. A large audience is delivered while it is still
    #: being counted.
    audience: SingleSendOverviewAudience
    #: Recipients who reported it as spam.
    complaints: int
    #: How many of those who unsubscribed gave each reason; most give none.
    unsubscribe_reasons: SingleSendOverviewUnsubscribeReasons
    #: Recipient domains that refuse most of its mails for what is not about the recipients. They are left alone until
    #: then, or until `single-send/resume`, and no recipient is lost.
    parked: List[SingleSendOverviewParked]
    #: Grows with each change; `if_version` of an update refers to it.
    version: int
    #: Seconds in which it does not start yet and can be taken back, where it was readied with `undo_seconds`; 0
    #: otherwise.
    starts_in: int


class State(TypedDict):
    id: int
    country_id: int
    name: str
    #: Unique within its country.
    code: str


class Statistics(TypedDict):
    #: The day; null where `by` is `domain`.
    date: Optional[str]
    #: The recipient domain, where `by` is `domain`; null, and last: all that are not named.
    domain: Optional[str]
    #: Mails that a mail server accepted, and that have not bounced since.
    accepted: int
    #: People who opened, at their first opening.
    opened: int
    #: People who clicked, at their first click.
    clicked: int
    #: People who unsubscribed by the mail.
    unsubscribed: int
    #: People who reported it as spam.
    complained: int
    #: Refused for good, then or later, or given up.
    bounced: int
    #: Those by the class of the reply, where there is any: gone, inactive, full, later, slow, policy, auth, content,
    #: size, relay, unknown.
    bounces: Dict[str, int]
    #: The contact types that grew or shrank on the day; none by domain. They are looked at every hour.
    contact_types: List[StatisticsContactType]


Suppression = TypedDict(
    "Suppression",
    {
        "id": "int",
        "email": "str",
        #: `bounced`: a mail server said so. `complained`: the recipient reported a mail as spam, and is a global
        #: unsubscriber, too. `manual`: it was added here.
        "reason": "Literal[\"bounced\", \"complained\", \"manual\"]",
        #: Of those that bounced: what the server said. `unknown`: before replies were classified.
        "class": "Optional[Literal[\"gone\", \"inactive\", \"full\", \"later\", \"slow\", \"policy\", \"auth\", \"content\", \"size\", \"relay\", \"unknown\"]]",
        #: What the server said, or the report.
        "reply": "Optional[str]",
        #: The single send or automation email that it came from.
        "utr": "Optional[str]",
        #: `suspected`: the next mailing still mails it. It becomes `active` if its server says the same then, or if
        #: its mailbox was full for five mailings in a row; a delivery removes it.
        "state": "Literal[\"active\", \"suspected\"]",
        "created_at": "str",
    },
)


class Template(TypedDict):
    id: int
    template_name: str
    #: A file name; the image stands under `/images/` beside the API.
    preview_image: str
    #: A JSON text with the key `mjml`, of the form that `template_json` takes.
    json_code: str
    html_code: str
    #: 1: the template for designs of one’s own.
    is_blank: Literal[0, 1]
    created_at: Optional[str]
    updated_at: str


class TemplatePreview(TypedDict):
    #: The design as HTML, with its placeholders as they are written.
    html: str


class UnsubscribeGroup(TypedDict):
    id: int
    user_id: int
    #: Names the group to people.
    rand_id: str
    group_name: str
    description: str
    #: 1: shown as a choice on the preferences page.
    is_display: Literal[0, 1]
    created_at: str
    updated_at: str


class Unsubscriber(TypedDict):
    id: int
    user_id: int
    #: The group that was left; null where all mail was.
    unsubscribe_groups_id: Optional[int]
    email_address: str
    created_at: str
    updated_at: str


class Webhook(TypedDict):
    id: int
    user_id: int
    url: str
    #: The types of the events that it is told.
    events: List[Literal["delivery.accepted", "delivery.bounced", "delivery.deferred", "delivery.complained", "delivery.in_doubt", "delivery.opened", "delivery.clicked", "contact.added", "contact.updated", "contact.deleted", "contact.unsubscribed", "contact.resubscribed", "single_send.started", "single_send.paused", "single_send.completed", "import.completed", "sender.verified"]]
    #: 1: calls have up to 500 events each. 0: one.
    batch: Literal[0, 1]
    #: 0: its endpoint failed for three days, and is not called. `webhooks/redeliver` enables it again.
    is_enabled: Literal[0, 1]
    #: Since when all calls failed.
    failing_since: Optional[str]
    #: Why the last call failed.
    last_failure: Optional[str]
    created_at: str
    updated_at: str


class WebhookAttempt(TypedDict):
    id: int
    #: The header `webhook-id` of the call.
    message_id: str
    #: The types of its events.
    types: List[Literal["delivery.accepted", "delivery.bounced", "delivery.deferred", "delivery.complained", "delivery.in_doubt", "delivery.opened", "delivery.clicked", "contact.added", "contact.updated", "contact.deleted", "contact.unsubscribed", "contact.resubscribed", "single_send.started", "single_send.paused", "single_send.completed", "import.completed", "sender.verified"]]
    #: How many events it had.
    events: int
    #: The status that the endpoint answered.
    status: Optional[int]
    #: Why the call failed.
    failure: Optional[str]
    #: Milliseconds until the answer.
    took_ms: int
    created_at: str


class IdUtrWarningsAnswer(TypedDict):
    #: The id of the new record.
    id: int
    #: The utr of the record.
    utr: str
    #: What was stored all the same and may be a mistake, at most 20: placeholders that show nothing, such as a name
    #: that is misspelt or another tool’s form: `((firstname)) in the subject shows nothing. Did you mean
    #: ((first_name))?` Inputs that were ignored. Of senders: that the domain of `from_email` has no key that signs.
    #: Empty where nothing was found.
    warnings: List[str]


class WarningsAnswer(TypedDict):
    #: What was stored all the same and may be a mistake, at most 20: placeholders that show nothing, such as a name
    #: that is misspelt or another tool’s form: `((firstname)) in the subject shows nothing. Did you mean
    #: ((first_name))?` Inputs that were ignored. Of senders: that the domain of `from_email` has no key that signs.
    #: Empty where nothing was found.
    warnings: List[str]


class IdAnswer(TypedDict):
    #: The id of the new record.
    id: int


class IdEncodingEncoding_byEncoding_certainStatusesStatus_byUnknown_statusesWholeAnswer(TypedDict):
    #: The id of the new record.
    id: int
    #: How the file is read.
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]
    #: How it is known: by the input `encoding`, by the byte order mark, by the contents, or not, so that it is a
    #: guess.
    encoding_by: Literal["input", "mark", "content", "guess"]
    #: False where the encoding is a guess: a dry run shows what would be stored.
    encoding_certain: bool
    #: Rows by the status that the file says, without refused rows and those whose word is not known.
    statuses: IdEncodingEncoding_byEncoding_certainStatusesStatus_byUnknown_statusesWholeAnswerStatuses
    #: What the statuses go by. Null: the file says none, and all of its rows are mailable.
    status_by: Optional[IdEncodingEncoding_byEncoding_certainStatusesStatus_byUnknown_statusesWholeAnswerStatusBy]
    #: Words that are no known status, with their rows, at most fifty. These rows are imported as unconfirmed.
    #: `statuses[<word>]` decides on them.
    unknown_statuses: List[IdEncodingEncoding_byEncoding_certainStatusesStatus_byUnknown_statusesWholeAnswerUnknownStatuse]
    #: Whether the counts are those of all rows of the file.
    whole: bool


class SegmentPreviewAnswer(TypedDict):
    #: Contacts that match.
    count: int
    #: The count was ended after half a second: there are as many as `count` or more.
    at_least: bool
    #: Ten of them: the first by id, where all were counted.
    contacts: List[ListedContact]
    #: The mail history of contacts is still being gathered for the rule: there may be more.
    refreshing: bool


class VersionAnswer(TypedDict):
    #: The `version` of the changed record.
    version: int


class IdUtrWarningsHold_reasonAnswer(TypedDict):
    #: The id of the new record.
    id: int
    #: The utr of the record.
    utr: str
    #: What was stored all the same and may be a mistake, at most 20: placeholders that show nothing, such as a name
    #: that is misspelt or another tool’s form: `((firstname)) in the subject shows nothing. Did you mean
    #: ((first_name))?` Inputs that were ignored. Of senders: that the domain of `from_email` has no key that signs.
    #: Empty where nothing was found.
    warnings: List[str]
    #: What holds it, as far as that is known now; null where nothing does. Its design is rendered after the answer.
    hold_reason: Optional[Literal["draft", "sender_deleted", "recipient_deleted", "sender_address", "sender_unverified", "template_empty", "template_failed", "duplicate", "import_running", "schedule_missed", "suspended", "quota", "restored", "closed", "failed"]]


class UtrWarningsVersionHold_reasonAnswer(TypedDict):
    #: The utr of the record.
    utr: str
    #: What was stored all the same and may be a mistake, at most 20: placeholders that show nothing, such as a name
    #: that is misspelt or another tool’s form: `((firstname)) in the subject shows nothing. Did you mean
    #: ((first_name))?` Inputs that were ignored. Of senders: that the domain of `from_email` has no key that signs.
    #: Empty where nothing was found.
    warnings: List[str]
    #: The `version` of the changed record.
    version: int
    #: What holds it, as far as that is known now; null where nothing does. Its design is rendered after the answer.
    hold_reason: Optional[Literal["draft", "sender_deleted", "recipient_deleted", "sender_address", "sender_unverified", "template_empty", "template_failed", "duplicate", "import_running", "schedule_missed", "suspended", "quota", "restored", "closed", "failed"]]


class SingleSendAudienceAnswer(TypedDict):
    members: int
    duplicates: int
    excluded: int
    unsubscribed: int
    bounced: int
    #: Who it would go to, of those that were looked at.
    recipients: int
    #: There are members that were not looked at.
    more: bool


class IdUtrAnswer(TypedDict):
    #: The id of the new record.
    id: int
    #: The utr of the record.
    utr: str


class SingleSendLinksAnswer(TypedDict):
    links: List[LinkDetails]
    #: Whether something that changed a moment ago is not counted yet.
    refreshing: bool


class SingleSendTimelineAnswer(TypedDict):
    timeline: List[PeriodDetails]
    #: Whether something that changed a moment ago is not counted yet.
    refreshing: bool


class SingleSendDomainsAnswer(TypedDict):
    domains: List[DomainDetails]
    #: Whether something that changed a moment ago is not counted yet.
    refreshing: bool


class UtrAnswer(TypedDict):
    #: The utr of the record.
    utr: str


class UtrWarningsVersionAnswer(TypedDict):
    #: The utr of the record.
    utr: str
    #: What was stored all the same and may be a mistake, at most 20: placeholders that show nothing, such as a name
    #: that is misspelt or another tool’s form: `((firstname)) in the subject shows nothing. Did you mean
    #: ((first_name))?` Inputs that were ignored. Of senders: that the domain of `from_email` has no key that signs.
    #: Empty where nothing was found.
    warnings: List[str]
    #: The `version` of the changed record.
    version: int


class AutomationScheduleLinksAnswer(TypedDict):
    links: List[LinkDetails]
    #: Whether something that changed a moment ago is not counted yet.
    refreshing: bool


class AutomationScheduleTimelineAnswer(TypedDict):
    timeline: List[PeriodDetails]
    #: Whether something that changed a moment ago is not counted yet.
    refreshing: bool


class AutomationScheduleDomainsAnswer(TypedDict):
    domains: List[DomainDetails]
    #: Whether something that changed a moment ago is not counted yet.
    refreshing: bool


class AccountStatisticsAnswer(TypedDict):
    statistics: List[Statistics]
    #: Whether something that changed a moment ago is not counted yet.
    refreshing: bool


class IdsAnswer(TypedDict):
    #: The ids of the addresses’ entries, one for each address in the order given; of one that was there already its
    #: own.
    ids: List[int]


class IdSecretAnswer(TypedDict):
    #: The id of the new record.
    id: int
    #: The secret that signs calls. No other answer shows it.
    secret: str


class SecretAnswer(TypedDict):
    #: The secret that signs calls. No other answer shows it.
    secret: str


class PlaceListAnswer(TypedDict):
    countries: List[Country]
    states: List[State]
    cities: List[City]


class AutomationProgressLeftReasons(TypedDict):
    #: They left the target.
    exit_criteria: int
    unsubscribed: int
    #: Their address does not exist.
    bounced: int
    #: The contact was deleted.
    deleted: int
    #: The contact took an address that goes through the automation itself.
    address_taken: int


class AutomationProgressEmail(TypedDict):
    id: int
    utr: str
    subject: str
    #: Why it is not sent; `sender_address`: an address of its sender is not ASCII before the @; `refused`,
    #: `too_many_bounces` and `too_many_complaints`: mail servers refuse its mails, or its recipients are not the
    #: right ones; set the automation live again.
    hold_reason: Optional[Literal["sender_deleted", "sender_address", "sender_unverified", "template_empty", "template_failed", "refused", "too_many_bounces", "too_many_complaints"]]
    #: What is wrong with its template, for `template_failed`; what stopped it, for the last three.
    hold_detail: Optional[str]
    #: Those for whom it comes next.
    waiting: int
    #: Mails handed to the mail server.
    triggered: int
    delivered: int
    #: Mails that a person opened.
    unique_opens: int
    #: Openings by people.
    total_opens: int
    bounces: int
    unsubscribes: int
    #: See `automations/schedule/in-doubt`.
    in_doubt: int
    #: Recipients who reported it as spam.
    complaints: int
    #: Mails in which a person clicked.
    unique_clicks: int
    #: Clicks of people.
    total_clicks: int
    #: Openings by machines.
    machine_opens: int
    #: Clicks of machines.
    machine_clicks: int
    #: How many of those who unsubscribed gave each reason; most give none.
    unsubscribe_reasons: AutomationProgressEmailUnsubscribeReasons


class AutomationWayEmail(TypedDict):
    id: int
    utr: str
    subject: str
    #: 1: it comes next, or is on its way.
    is_next: Literal[0, 1]
    #: When it is due; null while it is on its way, and for all others.
    due_at: Optional[str]
    delivery: Optional[Delivery]


class ContactCustomField(TypedDict):
    #: The label: the name with blanks for underscores.
    field_name: str
    field_value: Optional[str]


class DetailedSendingDomainRecord(TypedDict):
    #: `return_path_mx` and `return_path_spf` are about the domain of return paths: that of the service where it has
    #: one for bounces, else the sending domain.
    purpose: Literal["dkim_rsa", "dkim_ed25519", "return_path_mx", "return_path_spf", "dmarc"]
    #: Who sets it: the owner of the domain, or who runs the service.
    set_by: Literal["owner", "operator"]
    type: Literal["TXT", "MX"]
    #: The name in the DNS.
    host: str
    #: What to set. Null where it depends on the mail servers of the service.
    value: Optional[str]
    #: `unknown`: the DNS gave no answer, which changes nothing. `unchecked`: it was not asked yet.
    status: Literal["ok", "missing", "wrong", "unknown", "unchecked"]
    #: What the DNS has, at most ten values of 1,024 characters.
    found: List[str]
    #: What is wrong with it.
    problem: Optional[str]


class ImportStatuses(TypedDict):
    #: Rows of people who get campaigns. All, where the file says no statuses.
    mailable: int
    #: Rows of people who opted out: of all mails, or of `opt_out_group`.
    opted_out: int
    #: Rows of addresses that a server refused for good: they are suppressed.
    bounced: int
    #: Rows of people who reported a mail as spam: they are suppressed and opted out of all mails.
    complained: int
    #: Rows of people who get no campaigns and are in no segment and no automation until they confirm.
    unconfirmed: int
    #: Rows that are not imported.
    left_out: int


class ImportStatusBy(TypedDict):
    by: Literal["column", "heading", "file_name", "input"]
    #: The name of the column or heading, or the words of the file’s name.
    name: Optional[str]


class ImportUnknownStatuse(TypedDict):
    #: Blank for blank cells.
    word: str
    rows: int


class ImportTrial(TypedDict):
    #: At most five contacts that would be added, and five that would be changed.
    examples: List[ImportTrialExample]
    #: Refused rows by reason, at most fifty reasons.
    refusals: List[ImportTrialRefusal]
    #: Whether it has looked at the whole file.
    whole: bool


class ImportUndo(TypedDict):
    state: Literal["waiting", "running", "completed", "failed"]
    #: Why it could not be undone to its end. It can be asked for again, and goes on.
    failure: Optional[str]
    #: 0 to 100.
    percent: int
    #: Contacts that it had added, and that were deleted.
    contacts_removed: int
    #: Contacts that it had changed, and that have values of before.
    contacts_restored: int
    #: Contacts that were changed since, and stayed as they are.
    contacts_kept: int
    #: Contacts that had been deleted before.
    contacts_gone: int
    #: Addresses that it had opted out, or suppressed as bounced or complained. They stay so. Counted once it is
    #: undone.
    opt_outs_kept: int
    finished_at: Optional[str]


class ListedContactCustomField(TypedDict):
    #: The label: the name with blanks for underscores.
    field_name: str
    field_value: Optional[str]


class PersonContactCustomField(TypedDict):
    #: The label: the name with blanks for underscores.
    field_name: str
    field_value: Optional[str]


class SingleSendRecipientId(TypedDict):
    #: The id of a contact type or segment.
    id: str
    table: Literal["contacts_", "segments_"]


class SingleSendExcludeSpecificRecipientId(TypedDict):
    #: The id of a contact type or segment.
    id: str
    table: Literal["contacts_", "segments_"]


class SingleSendAudience(TypedDict):
    members: int
    duplicates: int
    excluded: int
    unsubscribed: int
    bounced: int
    #: Who it goes to: the members without all of the others.
    recipients: int


class SingleSendUnsubscribeReasons(TypedDict):
    #: “I get too many mails”
    too_many: int
    #: “The mails are not what I expected”
    not_relevant: int
    #: “I am no longer interested”
    not_interested: int
    #: “I never signed up for these mails”
    never_signed_up: int
    #: “Another reason”
    other: int


SingleSendParked = TypedDict(
    "SingleSendParked",
    {
        "domain": "str",
        #: Why it refuses its mails.
        "class": "Literal[\"gone\", \"inactive\", \"full\", \"later\", \"slow\", \"policy\", \"auth\", \"content\", \"size\", \"relay\", \"unknown\"]",
        #: What it said last.
        "reply": "str",
        #: Recipients who wait for it.
        "rows": "int",
        "until": "str",
    },
)


class SingleSendOverviewRecipientId(TypedDict):
    #: The id of a contact type or segment.
    id: str
    table: Literal["contacts_", "segments_"]


class SingleSendOverviewExcludeSpecificRecipientId(TypedDict):
    #: The id of a contact type or segment.
    id: str
    table: Literal["contacts_", "segments_"]


class SingleSendOverviewAudience(TypedDict):
    members: int
    duplicates: int
    excluded: int
    unsubscribed: int
    bounced: int
    #: Who it goes to: the members without all of the others.
    recipients: int


class SingleSendOverviewUnsubscribeReasons(TypedDict):
    #: “I get too many mails”
    too_many: int
    #: “The mails are not what I expected”
    not_relevant: int
    #: “I am no longer interested”
    not_interested: int
    #: “I never signed up for these mails”
    never_signed_up: int
    #: “Another reason”
    other: int


SingleSendOverviewParked = TypedDict(
    "SingleSendOverviewParked",
    {
        "domain": "str",
        #: Why it refuses its mails.
        "class": "Literal[\"gone\", \"inactive\", \"full\", \"later\", \"slow\", \"policy\", \"auth\", \"content\", \"size\", \"relay\", \"unknown\"]",
        #: What it said last.
        "reply": "str",
        #: Recipients who wait for it.
        "rows": "int",
        "until": "str",
    },
)


class StatisticsContactType(TypedDict):
    contact_type_id: int
    #: Its name; null if it is deleted, and gone.
    contact_type: Optional[str]
    #: Its contacts at the end of the day.
    contacts: int
    #: How many more, or less, than the day before.
    growth: int


class IdEncodingEncoding_byEncoding_certainStatusesStatus_byUnknown_statusesWholeAnswerStatuses(TypedDict):
    #: Rows of people who get campaigns. All, where the file says no statuses.
    mailable: int
    #: Rows of people who opted out: of all mails, or of `opt_out_group`.
    opted_out: int
    #: Rows of addresses that a server refused for good: they are suppressed.
    bounced: int
    #: Rows of people who reported a mail as spam: they are suppressed and opted out of all mails.
    complained: int
    #: Rows of people who get no campaigns and are in no segment and no automation until they confirm.
    unconfirmed: int
    #: Rows that are not imported.
    left_out: int


class IdEncodingEncoding_byEncoding_certainStatusesStatus_byUnknown_statusesWholeAnswerStatusBy(TypedDict):
    by: Literal["column", "heading", "file_name", "input"]
    #: The name of the column or heading, or the words of the file’s name.
    name: Optional[str]


class IdEncodingEncoding_byEncoding_certainStatusesStatus_byUnknown_statusesWholeAnswerUnknownStatuse(TypedDict):
    #: Blank for blank cells.
    word: str
    rows: int


class AutomationProgressEmailUnsubscribeReasons(TypedDict):
    #: “I get too many mails”
    too_many: int
    #: “The mails are not what I expected”
    not_relevant: int
    #: “I am no longer interested”
    not_interested: int
    #: “I never signed up for these mails”
    never_signed_up: int
    #: “Another reason”
    other: int


class ImportTrialExample(TypedDict):
    #: The line of the file, with the header as 1.
    line: int
    result: Literal["added", "updated"]
    #: The fields that it would fill or change.
    fields: List[str]


class ImportTrialRefusal(TypedDict):
    reason: str
    rows: int
    #: The line of the first of these rows.
    line: int
