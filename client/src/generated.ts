/** Made of the OpenAPI document by `npm run client`. Do not edit. */

import type { CallOptions, Endpoint, ListCall, RequiredListCall } from './calls.ts';

export interface Activity {
  at: string;
  /**
   * `opened` and `clicked`: by a person, for the first time. `machine_opened` and `machine_clicked`: by a scanner or prefetching proxy, as far as that is kept. `unsubscribed`, `complained`: by a mail. `resubscribed`: by a link of a mail. `opted_out`: the address was put into a list of opt-outs. `suppressed`: mails to it bounced, or it complained.
   */
  kind:
    | 'added'
    | 'sent'
    | 'bounced'
    | 'opened'
    | 'clicked'
    | 'machine_opened'
    | 'machine_clicked'
    | 'unsubscribed'
    | 'resubscribed'
    | 'complained'
    | 'opted_out'
    | 'suppressed';
  /**
   * The single send or automation email.
   */
  utr: string | null;
  /**
   * Its subject.
   */
  subject: string | null;
  /**
   * What the mail server said, or the name of the unsubscribe group.
   */
  detail: string | null;
}

export interface AuditEntry {
  id: number;
  /**
   * A person who was signed in, a pair of keys, or an operator of the service.
   */
  by: 'person' | 'key' | 'operator';
  /**
   * The beginning of the public key.
   */
  key: string | null;
  /**
   * What the pair was called; an @ is shown as “at”.
   */
  key_name: string | null;
  /**
   * What the browser or program says that it is.
   */
  device: string | null;
  /**
   * The client's network: the /24 of its IPv4 address, the /48 of its IPv6 address.
   */
  network: string | null;
  /**
   * The call, or an act on the account itself such as `password_changed`.
   */
  act: string;
  /**
   * The id of the record that it was about, or that it made.
   */
  record_id: number | null;
  /**
   * The utr of that record.
   */
  utr: string | null;
  /**
   * The beginning of the public key of a pair of keys that was acted on.
   */
  subject: string | null;
  /**
   * How many records the call named.
   */
  records: number | null;
  /**
   * `refused`: nothing was changed. `begun`: it is under way, or failed so that it may have been done.
   */
  outcome: 'begun' | 'done' | 'refused';
  created_at: string;
}

export interface Automation {
  id: number;
  user_id: number;
  /**
   * The contact type or segment that it is for; null until that is known.
   */
  automation_for: number | null;
  automation_for_table: 'contacts_' | 'segments_' | null;
  automation_name: string;
  /**
   * 1: who leaves the target leaves the automation.
   */
  exit_criteria: 0 | 1;
  /**
   * The id, as text; null until it is known.
   */
  unsubscribe_group_id: string | null;
  /**
   * 1 welcome, 2 custom.
   */
  automation_type: 1 | 2;
  utr: string;
  /**
   * 0 draft, 1 live.
   */
  status: 0 | 1;
  /**
   * When it last went live.
   */
  live_at: string | null;
  /**
   * Mails handed to the mail server, over all emails of the automation.
   */
  total_triggered: number;
  total_delivered: number;
  /**
   * Mails that a person opened.
   */
  total_unique_opens: number;
  /**
   * Openings by people.
   */
  total_opens: number;
  total_bounces: number;
  total_unsubscribe: number;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
  /**
   * Why nothing is sent though it is live: `restored`, a backup was restored; `closed`, the account was closed and reopened; `failed`, a step failed again and again. `automations/set-live` lets it go on.
   */
  hold_reason: 'restored' | 'closed' | 'failed' | null;
  /**
   * What failed, where `hold_reason` alone does not say it.
   */
  hold_detail: string | null;
  /**
   * Recipients who reported one of its mails as spam.
   */
  total_complaints: number;
  /**
   * Mails in which a person clicked.
   */
  total_unique_clicks: number;
  /**
   * Clicks of people.
   */
  total_clicks: number;
  /**
   * Openings by machines: prefetching proxies, scanners, previews of links.
   */
  total_machine_opens: number;
  /**
   * Clicks of machines.
   */
  total_machine_clicks: number;
}

export interface AutomationProgress {
  /**
   * Everybody who ever entered.
   */
  entered: number;
  /**
   * Those under way: their next email is not due, is held, or has no final outcome yet.
   */
  waiting: number;
  /**
   * Those who went through all emails.
   */
  done: number;
  /**
   * Those who left before the end.
   */
  left: number;
  /**
   * How many left for which reason. But for opting out, it is found out when their next email is due.
   */
  left_reasons: {
    /**
     * They left the target.
     */
    exit_criteria: number;
    unsubscribed: number;
    /**
     * Their address does not exist.
     */
    bounced: number;
    /**
     * The contact was deleted.
     */
    deleted: number;
    /**
     * The contact took an address that goes through the automation itself.
     */
    address_taken: number;
  };
  /**
   * The emails in their order.
   */
  emails: {
    id: number;
    utr: string;
    subject: string;
    /**
     * Why it is not sent; `sender_address`: an address of its sender is not ASCII before the @; `refused`, `too_many_bounces` and `too_many_complaints`: mail servers refuse its mails, or its recipients are not the right ones; set the automation live again.
     */
    hold_reason:
      | 'sender_deleted'
      | 'sender_address'
      | 'sender_unverified'
      | 'template_empty'
      | 'template_failed'
      | 'refused'
      | 'too_many_bounces'
      | 'too_many_complaints'
      | null;
    /**
     * What is wrong with its template, for `template_failed`; what stopped it, for the last three.
     */
    hold_detail: string | null;
    /**
     * Those for whom it comes next.
     */
    waiting: number;
    /**
     * Mails handed to the mail server.
     */
    triggered: number;
    delivered: number;
    /**
     * Mails that a person opened.
     */
    unique_opens: number;
    /**
     * Openings by people.
     */
    total_opens: number;
    bounces: number;
    unsubscribes: number;
    /**
     * See `automations/schedule/in-doubt`.
     */
    in_doubt: number;
    /**
     * Recipients who reported it as spam.
     */
    complaints: number;
    /**
     * Mails in which a person clicked.
     */
    unique_clicks: number;
    /**
     * Clicks of people.
     */
    total_clicks: number;
    /**
     * Openings by machines.
     */
    machine_opens: number;
    /**
     * Clicks of machines.
     */
    machine_clicks: number;
    /**
     * How many of those who unsubscribed gave each reason; most give none.
     */
    unsubscribe_reasons: {
      /**
       * “I get too many mails”
       */
      too_many: number;
      /**
       * “The mails are not what I expected”
       */
      not_relevant: number;
      /**
       * “I am no longer interested”
       */
      not_interested: number;
      /**
       * “I never signed up for these mails”
       */
      never_signed_up: number;
      /**
       * “Another reason”
       */
      other: number;
    };
  }[];
}

export interface AutomationSchedule {
  id: number;
  user_id: number;
  automation_id: number;
  sender_id: number;
  template_id: number;
  subject: string;
  /**
   * How many hours or days; 1 where it goes instantly.
   */
  waiting_period: number;
  waiting_type: 'instantly' | 'hours' | 'days';
  utr: string;
  /**
   * The file name of a preview image.
   */
  preview_img: string;
  template_json: string | null;
  template_html: string | null;
  created_at: string;
  updated_at: string;
  /**
   * The address of the design page.
   */
  design_url: string;
  /**
   * The address of the preview image.
   */
  image: string;
  preheader: string;
  /**
   * 1: openings and clicks are counted, unless the account has turned that off.
   */
  tracking: 0 | 1;
  /**
   * Grows with each change; `if_version` of an update refers to it.
   */
  version: number;
}

export interface AutomationWay {
  /**
   * The address that goes through it.
   */
  email: string;
  /**
   * Null for one that was added to a segment by hand.
   */
  contact_id: number | null;
  state: 'waiting' | 'done' | 'left';
  /**
   * Why it left.
   */
  reason:
    | 'exit_criteria'
    | 'unsubscribed'
    | 'bounced'
    | 'deleted'
    | 'address_taken'
    | 'automation_deleted'
    | null;
  entered_at: string;
  /**
   * When it was through or left.
   */
  ended_at: string | null;
  /**
   * The emails in their order.
   */
  emails: {
    id: number;
    utr: string;
    subject: string;
    /**
     * 1: it comes next, or is on its way.
     */
    is_next: 0 | 1;
    /**
     * When it is due; null while it is on its way, and for all others.
     */
    due_at: string | null;
    delivery: Delivery | null;
  }[];
}

export interface BulkChange {
  id: number;
  action: 'delete' | 'unsubscribe' | 'segment_add' | 'segment_remove';
  /**
   * Only contacts of this type; null: of all.
   */
  contact_type_id: number | null;
  /**
   * The segment that contacts are added to, or taken out of.
   */
  segment_id: number | null;
  /**
   * The group that contacts are unsubscribed from.
   */
  unsubscribe_groups_id: number | null;
  state: 'counting' | 'ready' | 'running' | 'completed' | 'cancelled' | 'failed';
  /**
   * Why it ended before its end.
   */
  failure: string | null;
  /**
   * The contacts that the search finds, as far as they are counted: all of them once the state is not `counting`.
   */
  contacts_matched: number;
  /**
   * Of these, how many it has gone through.
   */
  contacts_done: number;
  /**
   * 0 to 100: how far it is with counting, then with changing.
   */
  percent: number;
  /**
   * Seconds in which it changes nothing yet, once it was started with `undo_seconds`; 0 otherwise.
   */
  starts_in: number;
  finished_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface City {
  id: number;
  country_id: number;
  /**
   * Null where the source names no division.
   */
  state_id: number | null;
  name: string;
}

export interface Contact {
  id: number;
  user_id: number;
  contact_type_id: number;
  first_name: string;
  last_name: string;
  email: string;
  alt_email: string | null;
  /**
   * The id of the country, as text.
   */
  country: string;
  state: string;
  city: string;
  address_line1: string;
  address_line2: string;
  state_province_region: string;
  postal_code: string;
  /**
   * By the names of the custom fields; null for a contact without any value.
   */
  custom_field: Record<
    string,
    {
      /**
       * The label: the name with blanks for underscores.
       */
      field_name: string;
      field_value: string | null;
    }
  > | null;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
  /**
   * First and last name.
   */
  fullname: string;
}

export interface ContactType {
  id: number;
  user_id: number;
  name: string;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface ContentVersion {
  id: number;
  /**
   * When it was stored last.
   */
  saved_at: string;
  /**
   * The kind of actor that stored it. Null where that was not noted.
   */
  by: 'person' | 'key' | 'operator' | null;
  /**
   * The source of the content: `template_json`, `template_html`, or a built-in template.
   */
  kind: 'design' | 'html' | 'template';
  /**
   * The built-in template; 1 for a design or HTML.
   */
  template_id: number;
}

export interface Country {
  id: number;
  name: string;
  iso2: string;
  iso3: string;
  numeric: string;
}

export interface CustomField {
  id: number;
  user_id: number;
  field_name: string;
  field_type: 'text' | 'number' | 'datetime-local';
  is_reserved: 0;
  created_at: string;
  updated_at: string;
}

export interface Delivery {
  id: number;
  /**
   * The address it is for.
   */
  email: string;
  /**
   * Null if the recipient was added to a segment by hand.
   */
  contact_id: number | null;
  /**
   * `pending`: not handed over yet. `deferred`: waits for another try. `accepted`: a mail server took it. `bounced`: refused for good, then or later, or given up. `skipped`: left out, see `skip_reason`. `in_doubt`: a mail server may have taken it.
   */
  state: 'pending' | 'deferred' | 'accepted' | 'bounced' | 'skipped' | 'in_doubt';
  /**
   * What the last reply that was no acceptance meant.
   */
  class:
    | 'gone'
    | 'inactive'
    | 'full'
    | 'later'
    | 'slow'
    | 'policy'
    | 'auth'
    | 'content'
    | 'size'
    | 'relay'
    | 'unknown'
    | null;
  /**
   * That reply.
   */
  reply: string | null;
  skip_reason: 'unsubscribed' | 'bounced' | 'exit_criteria' | 'deleted' | 'cancelled' | null;
  /**
   * How often a mail server had it before it.
   */
  attempts: number;
  /**
   * When a mail server answered for the first time.
   */
  first_attempted_at: string | null;
  accepted_at: string | null;
  /**
   * Null for mails that bounced before version 0.2.0, too.
   */
  bounced_at: string | null;
  /**
   * Openings by people.
   */
  opens: number;
  /**
   * Openings by machines: prefetching proxies, scanners, previews of links.
   */
  machine_opens: number;
  /**
   * Clicks of people.
   */
  clicks: number;
  /**
   * Clicks of machines.
   */
  machine_clicks: number;
  /**
   * By a person.
   */
  first_opened_at: string | null;
  last_opened_at: string | null;
  /**
   * When its recipient unsubscribed by this mail.
   */
  unsubscribed_at: string | null;
  /**
   * When its recipient reported it as spam.
   */
  complained_at: string | null;
  /**
   * 1: it may have been handed over before, and was handed over again.
   */
  doubted: 0 | 1;
}

export interface DetailedSendingDomain {
  id: number;
  user_id: number;
  /**
   * In the form of the DNS: A-labels, lower case.
   */
  domain: string;
  /**
   * 1: a check has seen the RSA key in the DNS, and mails from this domain are signed with it.
   */
  is_verified: 0 | 1;
  /**
   * When the last check asked the DNS.
   */
  checked_at: string | null;
  created_at: string;
  updated_at: string;
  records: {
    /**
     * `return_path_mx` and `return_path_spf` are about the domain of return paths: that of the service where it has one for bounces, else the sending domain.
     */
    purpose: 'dkim_rsa' | 'dkim_ed25519' | 'return_path_mx' | 'return_path_spf' | 'dmarc';
    /**
     * Who sets it: the owner of the domain, or who runs the service.
     */
    set_by: 'owner' | 'operator';
    type: 'TXT' | 'MX';
    /**
     * The name in the DNS.
     */
    host: string;
    /**
     * What to set. Null where it depends on the mail servers of the service.
     */
    value: string | null;
    /**
     * `unknown`: the DNS gave no answer, which changes nothing. `unchecked`: it was not asked yet.
     */
    status: 'ok' | 'missing' | 'wrong' | 'unknown' | 'unchecked';
    /**
     * What the DNS has, at most ten values of 1,024 characters.
     */
    found: string[];
    /**
     * What is wrong with it.
     */
    problem: string | null;
  }[];
  /**
   * What receivers refuse while the records are as they are.
   */
  warnings: string[];
}

export interface DomainDetails {
  /**
   * Null, and last: all that are not named.
   */
  domain: string | null;
  /**
   * Mails that a mail server accepted, and that have not bounced since.
   */
  accepted: number;
  /**
   * People who opened, at their first opening.
   */
  opened: number;
  /**
   * People who clicked, at their first click.
   */
  clicked: number;
  /**
   * People who unsubscribed by the mail.
   */
  unsubscribed: number;
  /**
   * People who reported it as spam.
   */
  complained: number;
  /**
   * Refused for good, then or later, or given up.
   */
  bounced: number;
  /**
   * Those by the class of the reply, where there is any: gone, inactive, full, later, slow, policy, auth, content, size, relay, unknown.
   */
  bounces: Record<string, number>;
}

export interface Erasure {
  /**
   * When it was last asked for.
   */
  requested_at: string;
  /**
   * When the address was gone from everything; null until then.
   */
  erased_at: string | null;
  /**
   * When what was under way at the request had ended, and was looked through once more; null until then.
   */
  done_at: string | null;
}

export interface Import {
  id: number;
  user_id: number;
  contact_type_id: number;
  /**
   * As it was called where it came from.
   */
  file_name: string;
  file_bytes: number;
  /**
   * How the file is read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`.
   */
  encoding: string;
  /**
   * How it is known: by the input `encoding`, by the byte order mark, by the contents, or not, so that it is a guess. Null for an import of an earlier version.
   */
  encoding_by: 'input' | 'mark' | 'content' | 'guess' | null;
  /**
   * False where the encoding is a guess: look at the names before you import.
   */
  encoding_certain: boolean | null;
  state: 'waiting' | 'running' | 'completed' | 'failed';
  /**
   * Why the file could not be imported to its end.
   */
  failure: string | null;
  /**
   * 0 to 100.
   */
  percent: number;
  /**
   * The sum of the four below, and of the rows that say that they are left out.
   */
  rows_read: number;
  rows_added: number;
  rows_updated: number;
  rows_unchanged: number;
  /**
   * Rows that could not be used: `contacts/imports/errors` says why.
   */
  rows_refused: number;
  /**
   * Rows by the status that the file says, without refused rows and those whose word is not known.
   */
  statuses: {
    /**
     * Rows of people who get campaigns. All, where the file says no statuses.
     */
    mailable: number;
    /**
     * Rows of people who opted out: of all mails, or of `opt_out_group`.
     */
    opted_out: number;
    /**
     * Rows of addresses that a server refused for good: they are suppressed.
     */
    bounced: number;
    /**
     * Rows of people who reported a mail as spam: they are suppressed and opted out of all mails.
     */
    complained: number;
    /**
     * Rows of people who get no campaigns and are in no segment and no automation until they confirm.
     */
    unconfirmed: number;
    /**
     * Rows that are not imported.
     */
    left_out: number;
  };
  /**
   * What the statuses go by. Null: the file says none, and all of its rows are mailable.
   */
  status_by: {
    by: 'column' | 'heading' | 'file_name' | 'input';
    /**
     * The name of the column or heading, or the words of the file’s name.
     */
    name: string | null;
  } | null;
  /**
   * Words that are no known status, with their rows, at most fifty. These rows are imported as unconfirmed. `statuses[<word>]` decides on them.
   */
  unknown_statuses: {
    /**
     * Blank for blank cells.
     */
    word: string;
    rows: number;
  }[];
  /**
   * Columns of the file that belong to no field.
   */
  skipped_columns: string[];
  /**
   * Whether nothing is imported: the counts say what would happen.
   */
  dry_run: boolean;
  /**
   * What a dry run found. Null but for one that has ended.
   */
  trial: {
    /**
     * At most five contacts that would be added, and five that would be changed.
     */
    examples: {
      /**
       * The line of the file, with the header as 1.
       */
      line: number;
      result: 'added' | 'updated';
      /**
       * The fields that it would fill or change.
       */
      fields: string[];
    }[];
    /**
     * Refused rows by reason, at most fifty reasons.
     */
    refusals: {
      reason: string;
      rows: number;
      /**
       * The line of the first of these rows.
       */
      line: number;
    }[];
    /**
     * Whether it has looked at the whole file.
     */
    whole: boolean;
  } | null;
  /**
   * Until when it can be undone; null if it can not.
   */
  undoable_until: string | null;
  /**
   * How far undoing it is. Null if undoing was not asked for.
   */
  undo: {
    state: 'waiting' | 'running' | 'completed' | 'failed';
    /**
     * Why it could not be undone to its end. It can be asked for again, and goes on.
     */
    failure: string | null;
    /**
     * 0 to 100.
     */
    percent: number;
    /**
     * Contacts that it had added, and that were deleted.
     */
    contacts_removed: number;
    /**
     * Contacts that it had changed, and that have values of before.
     */
    contacts_restored: number;
    /**
     * Contacts that were changed since, and stayed as they are.
     */
    contacts_kept: number;
    /**
     * Contacts that had been deleted before.
     */
    contacts_gone: number;
    /**
     * Addresses that it had opted out, or suppressed as bounced or complained. They stay so. Counted once it is undone.
     */
    opt_outs_kept: number;
    finished_at: string | null;
  } | null;
  finished_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface ImportedCell {
  /**
   * The field of the contact; countries are ids.
   */
  field: string;
  /**
   * What it had before.
   */
  before: string | null;
  /**
   * What the import wrote.
   */
  after: string;
}

export interface ImportedChange {
  import_id: number;
  file_name: string;
  contact_id: number;
  cells: ImportedCell[];
}

export interface LinkDetails {
  /**
   * The address, as its author wrote it.
   */
  url: string;
  /**
   * Recipients who clicked it at least once.
   */
  people: number;
  /**
   * Their clicks.
   */
  clicks: number;
  /**
   * Clicks of programs, such as scanners of mail servers.
   */
  machine_clicks: number;
}

export interface ListedAutomation {
  id: number;
  user_id: number;
  /**
   * The contact type or segment that it is for; null until that is known.
   */
  automation_for: number | null;
  automation_for_table: 'contacts_' | 'segments_' | null;
  automation_name: string;
  /**
   * 1: who leaves the target leaves the automation.
   */
  exit_criteria: 0 | 1;
  /**
   * The id, as text; null until it is known.
   */
  unsubscribe_group_id: string | null;
  /**
   * 1 welcome, 2 custom.
   */
  automation_type: 1 | 2;
  utr: string;
  /**
   * 0 draft, 1 live.
   */
  status: 0 | 1;
  /**
   * When it last went live.
   */
  live_at: string | null;
  /**
   * Mails handed to the mail server, over all emails of the automation.
   */
  total_triggered: number;
  total_delivered: number;
  /**
   * Mails that a person opened.
   */
  total_unique_opens: number;
  /**
   * Openings by people.
   */
  total_opens: number;
  total_bounces: number;
  total_unsubscribe: number;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
  /**
   * Why nothing is sent though it is live: `restored`, a backup was restored; `closed`, the account was closed and reopened; `failed`, a step failed again and again. `automations/set-live` lets it go on.
   */
  hold_reason: 'restored' | 'closed' | 'failed' | null;
  /**
   * What failed, where `hold_reason` alone does not say it.
   */
  hold_detail: string | null;
  /**
   * Recipients who reported one of its mails as spam.
   */
  total_complaints: number;
  /**
   * Mails in which a person clicked.
   */
  total_unique_clicks: number;
  /**
   * Clicks of people.
   */
  total_clicks: number;
  /**
   * Openings by machines: prefetching proxies, scanners, previews of links.
   */
  total_machine_opens: number;
  /**
   * Clicks of machines.
   */
  total_machine_clicks: number;
  /**
   * Its emails.
   */
  automation_schedule_count: number;
}

export interface ListedContact {
  id: number;
  user_id: number;
  contact_type_id: number;
  first_name: string;
  last_name: string;
  email: string;
  alt_email: string | null;
  /**
   * The name of the country.
   */
  country: string;
  state: string;
  city: string;
  address_line1: string;
  address_line2: string;
  state_province_region: string;
  postal_code: string;
  /**
   * By the names of the custom fields; null for a contact without any value.
   */
  custom_field: Record<
    string,
    {
      /**
       * The label: the name with blanks for underscores.
       */
      field_name: string;
      field_value: string | null;
    }
  > | null;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
  /**
   * First and last name.
   */
  fullname: string;
  contact_type: ContactType;
}

export interface ListedContactType {
  id: number;
  user_id: number;
  name: string;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
  contacts_count: number;
}

export interface ListedUnsubscribeGroup {
  id: number;
  user_id: number;
  /**
   * Names the group to people.
   */
  rand_id: string;
  group_name: string;
  description: string;
  /**
   * 1: shown as a choice on the preferences page.
   */
  is_display: 0 | 1;
  created_at: string;
  updated_at: string;
  /**
   * Addresses that left the group.
   */
  unsubscribe_clients_count: number;
}

export interface MailInDoubt {
  id: number;
  user_id: number;
  /**
   * Null if the recipient was added to a segment by hand.
   */
  contact_id: number | null;
  /**
   * The address it was sent to.
   */
  email: string;
  /**
   * What finds it in the log of the mail server.
   */
  message_id: string;
  /**
   * How often a mail server had it before it.
   */
  attempts: number;
  /**
   * When it was handed over, or was found to have been.
   */
  in_doubt_at: string;
  /**
   * What happened before the mail server’s answer was there.
   */
  reason: string;
}

export interface MailProblem {
  /**
   * `error`: it does not go, or recipients can not use it. `warning`: it goes, and you may want to change it.
   */
  level: 'error' | 'warning';
  /**
   * What was found; the names do not change.
   */
  code:
    | 'sender_deleted'
    | 'sender_unverified'
    | 'sender_address'
    | 'sender_unsigned'
    | 'dns_record'
    | 'template_empty'
    | 'template_failed'
    | 'size_clipped'
    | 'text_missing'
    | 'unsubscribe_missing'
    | 'address_missing'
    | 'placeholder_unknown'
    | 'placeholder_foreign'
    | 'link_invalid'
    | 'link_broken'
    | 'link_silent'
    | 'link_private'
    | 'links_unchecked'
    | 'image_missing'
    | 'image_text_missing'
    | 'client_support'
    | 'spam_score'
    | 'not_checked';
  /**
   * What is wrong, and what to do.
   */
  text: string;
  /**
   * `sender`, `subject`, `preheader`, `template`, the host of a DNS record, or the address of a link or image.
   */
  where: string;
}

export interface Media {
  id: number;
  user_id: number;
  /**
   * What people call it.
   */
  name: string;
  /**
   * Where mails find it. It never changes, and whoever has it can see the image.
   */
  url: string;
  type: 'image/png' | 'image/jpeg' | 'image/gif';
  /**
   * Pixels.
   */
  width: number;
  /**
   * Pixels.
   */
  height: number;
  /**
   * 1, unless it moves.
   */
  frames: number;
  /**
   * Of the file as it is served.
   */
  bytes: number;
  created_at: string;
}

export interface Message {
  id: number;
  user_id: number;
  utr: string;
  /**
   * Who gets it.
   */
  email: string;
  sender_id: number;
  template_id: number;
  /**
   * Null: it has no footer and no header to unsubscribe.
   */
  unsubscribe_group_id: number | null;
  /**
   * With its placeholders.
   */
  subject: string;
  /**
   * What its placeholders show.
   */
  data: Record<string, string>;
  /**
   * Their bytes are kept until it is out.
   */
  attachments: MessageAttachment[];
  /**
   * When it goes, or went.
   */
  send_at: string;
  /**
   * `pending`: it waits for its time or its turn. `deferred`: it is tried again. `accepted`: a mail server took it. `bounced`: it was refused, then or later. `skipped`: it was cancelled, or its recipient gets no mails. `in_doubt`: a person decides.
   */
  state: 'pending' | 'deferred' | 'accepted' | 'bounced' | 'skipped' | 'in_doubt';
  /**
   * Why it can not go now. It is tried again every five minutes.
   */
  paused_reason:
    | 'person'
    | 'refused'
    | 'too_many_bounces'
    | 'too_many_complaints'
    | 'sender_deleted'
    | 'sender_address'
    | 'sender_unverified'
    | 'quota'
    | 'suspended'
    | 'restored'
    | 'failed'
    | null;
  /**
   * What the last reply that was no acceptance means.
   */
  class:
    | 'gone'
    | 'inactive'
    | 'full'
    | 'later'
    | 'slow'
    | 'policy'
    | 'auth'
    | 'content'
    | 'size'
    | 'relay'
    | 'unknown'
    | null;
  /**
   * That reply.
   */
  reply: string | null;
  skip_reason: 'unsubscribed' | 'bounced' | 'exit_criteria' | 'deleted' | 'cancelled' | null;
  /**
   * How often a mail server had it.
   */
  attempts: number;
  first_attempted_at: string | null;
  accepted_at: string | null;
  bounced_at: string | null;
  unsubscribed_at: string | null;
  complained_at: string | null;
  /**
   * 1: it may have arrived twice.
   */
  doubted: 0 | 1;
  created_at: string;
}

export interface MessageAttachment {
  name: string;
  /**
   * As the mail names it.
   */
  type: string;
  bytes: number;
}

export interface NotificationRecipient {
  id: number;
  user_id: number;
  email_address: string;
  /**
   * Whose address it is.
   */
  email_owner: string;
  /**
   * 1: the address gets mails. 0: it was asked by a mail, and nothing goes out before its button is pressed.
   */
  confirmed: 0 | 1;
  created_at: string;
  updated_at: string;
}

export interface OwnTemplate {
  id: number;
  user_id: number;
  /**
   * What people call it.
   */
  template_name: string;
  /**
   * The design, as single sends and automation emails take it.
   */
  template_json: string;
  /**
   * 0 when it is made, and one more with each change.
   */
  version: number;
  created_at: string;
  updated_at: string;
}

export interface PeriodDetails {
  /**
   * When the hour or day begins.
   */
  starts_at: string;
  local_time: string;
  /**
   * Mails that a mail server accepted, and that have not bounced since.
   */
  accepted: number;
  /**
   * People who opened, at their first opening.
   */
  opened: number;
  /**
   * People who clicked, at their first click.
   */
  clicked: number;
  /**
   * People who unsubscribed by the mail.
   */
  unsubscribed: number;
  /**
   * People who reported it as spam.
   */
  complained: number;
  /**
   * Refused for good, then or later, or given up.
   */
  bounced: number;
}

export interface Person {
  /**
   * The address that was asked about.
   */
  email: string;
  /**
   * Addresses that these contacts had while they went through an automation.
   */
  other_addresses: string[];
  /**
   * Deleted ones, too, until they are purged.
   */
  contacts: PersonContact[];
  segments: PersonSegment[];
  /**
   * Why the address gets no mail, or not of a group.
   */
  opt_outs: PersonOptOut[];
  /**
   * Mails, and what was opened and clicked, newest first: at most 10,000, of the time for which mails are stored.
   */
  deliveries: PersonDelivery[];
  /**
   * There are older ones.
   */
  more_deliveries: boolean;
  automations: PersonAutomation[];
  /**
   * Rows of files that name the address and could not be imported; at most 1,000.
   */
  refused_rows: RefusedRow[];
  /**
   * What imports changed in these contacts, for as long as they can be undone: at most of 1,000 batches.
   */
  imported_changes: ImportedChange[];
  erasure: Erasure | null;
}

export interface PersonAutomation {
  utr: string | null;
  automation_name: string | null;
  /**
   * The address that went through it.
   */
  email: string;
  state: 'waiting' | 'done' | 'left';
  /**
   * Why it left.
   */
  reason:
    | 'exit_criteria'
    | 'unsubscribed'
    | 'bounced'
    | 'deleted'
    | 'address_taken'
    | 'automation_deleted'
    | null;
  entered_at: string;
}

export interface PersonContact {
  id: number;
  user_id: number;
  contact_type_id: number;
  first_name: string;
  last_name: string;
  email: string;
  alt_email: string | null;
  /**
   * The id of the country, as text.
   */
  country: string;
  state: string;
  city: string;
  address_line1: string;
  address_line2: string;
  state_province_region: string;
  postal_code: string;
  /**
   * By the names of the custom fields; null for a contact without any value.
   */
  custom_field: Record<
    string,
    {
      /**
       * The label: the name with blanks for underscores.
       */
      field_name: string;
      field_value: string | null;
    }
  > | null;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
  /**
   * First and last name.
   */
  fullname: string;
  /**
   * The name of the contact type.
   */
  contact_type: string;
  /**
   * The import that last wrote it.
   */
  import_id: number | null;
  /**
   * Where a segment asks for it.
   */
  last_sent_at: string | null;
  /**
   * Where a segment asks for it.
   */
  last_opened_at: string | null;
  /**
   * Where a segment asks for it.
   */
  last_clicked_at: string | null;
}

export interface PersonDelivery {
  /**
   * The single send or automation email; null if it was deleted.
   */
  utr: string | null;
  /**
   * Its subject.
   */
  subject: string | null;
  id: number;
  /**
   * The address it is for.
   */
  email: string;
  /**
   * Null if the recipient was added to a segment by hand.
   */
  contact_id: number | null;
  /**
   * `pending`: not handed over yet. `deferred`: waits for another try. `accepted`: a mail server took it. `bounced`: refused for good, then or later, or given up. `skipped`: left out, see `skip_reason`. `in_doubt`: a mail server may have taken it.
   */
  state: 'pending' | 'deferred' | 'accepted' | 'bounced' | 'skipped' | 'in_doubt';
  /**
   * What the last reply that was no acceptance meant.
   */
  class:
    | 'gone'
    | 'inactive'
    | 'full'
    | 'later'
    | 'slow'
    | 'policy'
    | 'auth'
    | 'content'
    | 'size'
    | 'relay'
    | 'unknown'
    | null;
  /**
   * That reply.
   */
  reply: string | null;
  skip_reason: 'unsubscribed' | 'bounced' | 'exit_criteria' | 'deleted' | 'cancelled' | null;
  /**
   * How often a mail server had it before it.
   */
  attempts: number;
  /**
   * When a mail server answered for the first time.
   */
  first_attempted_at: string | null;
  accepted_at: string | null;
  /**
   * Null for mails that bounced before version 0.2.0, too.
   */
  bounced_at: string | null;
  /**
   * Openings by people.
   */
  opens: number;
  /**
   * Openings by machines: prefetching proxies, scanners, previews of links.
   */
  machine_opens: number;
  /**
   * Clicks of people.
   */
  clicks: number;
  /**
   * Clicks of machines.
   */
  machine_clicks: number;
  /**
   * By a person.
   */
  first_opened_at: string | null;
  last_opened_at: string | null;
  /**
   * When its recipient unsubscribed by this mail.
   */
  unsubscribed_at: string | null;
  /**
   * When its recipient reported it as spam.
   */
  complained_at: string | null;
  /**
   * 1: it may have been handed over before, and was handed over again.
   */
  doubted: 0 | 1;
}

export interface PersonOptOut {
  email: string;
  reason: 'unsubscribed' | 'bounced' | 'complained' | 'manual';
  /**
   * Null: all mail of the account.
   */
  unsubscribe_groups_id: number | null;
  group_name: string | null;
  class:
    | 'gone'
    | 'inactive'
    | 'full'
    | 'later'
    | 'slow'
    | 'policy'
    | 'auth'
    | 'content'
    | 'size'
    | 'relay'
    | 'unknown'
    | null;
  /**
   * What a mail server said, or the report.
   */
  reply: string | null;
  /**
   * The single send or automation email that it came from.
   */
  utr: string | null;
  state: 'active' | 'suspected';
  created_at: string;
}

export interface PersonSegment {
  segment_id: number;
  segment_name: string;
  /**
   * Null if the person was added to the segment by hand.
   */
  contact_id: number | null;
  /**
   * Of a person who was added by hand.
   */
  first_name: string | null;
  /**
   * Of a person who was added by hand.
   */
  last_name: string | null;
  /**
   * Since when.
   */
  created_at: string;
}

export interface Preview {
  subject: string;
  preheader: string;
  /**
   * With the footer that is added where the template lacks the link to the preferences page or the postal address.
   */
  html: string;
  /**
   * The plain-text part.
   */
  text: string;
  /**
   * The whole message. Null where it has more than 2,097,152 characters; a test shows it.
   */
  raw: string | null;
}

export interface Quota {
  name:
    | 'stored_bytes'
    | 'contacts'
    | 'calls'
    | 'expensive_calls'
    | 'imports'
    | 'sending_domains'
    | 'renders_per_minute'
    | 'mails_per_day';
  /**
   * Null where there is none.
   */
  limit: number | null;
  used: number;
  unit: 'bytes' | 'contacts' | 'calls' | 'imports' | 'domains' | 'renders' | 'mails';
}

export interface RefusedRow {
  import_id: number;
  file_name: string;
  /**
   * The header is 1.
   */
  line: number;
  reason: string;
  cells: string[];
}

export interface ReportShare {
  id: number;
  user_id: number;
  /**
   * The link, in the answer that made it; null in every other, since only its hash is stored.
   */
  url: string | null;
  created_at: string;
  /**
   * When it ends by itself.
   */
  expires_at: string;
}

export interface ReservedField {
  id: number;
  user_id: null;
  field_name:
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'alt_email'
    | 'country'
    | 'state'
    | 'city'
    | 'address_line1'
    | 'address_line2'
    | 'state_province_region'
    | 'postal_code';
  field_type: 'text';
  is_reserved: 1;
  created_at: null;
  updated_at: null;
}

export interface Segment {
  id: number;
  user_id: number;
  contact_type_id: number;
  segment_name: string;
  /**
   * One condition each: the name of a field.
   */
  select_field: string[];
  /**
   * The operator of the condition at the same place.
   */
  select_operator: string[];
  /**
   * The operands of all conditions in order: none, one or two each.
   */
  value: string[];
  /**
   * `or`: any condition is enough; else all must hold.
   */
  query_type: 'and' | 'or' | null;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
  /**
   * Its recipients.
   */
  segment_emails_count: number;
  /**
   * Contacts are still being held against a new rule, and recipients may be missing.
   */
  refreshing: boolean;
  /**
   * Why its recipients could not be brought up to date again and again; they are tried again after a while, and at once when a rule is stored. Sends take their audience from the rule itself.
   */
  refresh_failed: string | null;
}

export interface SegmentRecipient {
  id: number;
  user_id: number;
  segment_id: number;
  /**
   * Null for one who was added by hand.
   */
  contact_id: number | null;
  first_name: string;
  last_name: string;
  email: string;
  /**
   * The name of the country.
   */
  country: string | null;
  state: string | null;
  city: string | null;
  address_line1: string | null;
  created_at: string;
  updated_at: string;
  /**
   * First and last name.
   */
  fullname: string;
}

export interface Sender {
  id: number;
  user_id: number;
  from_name: string;
  from_email: string;
  reply_to_email: string;
  country_id: number;
  state_id: number | null;
  city_id: number | null;
  zip_code: string;
  company_address: string;
  company_address2: string;
  /**
   * What the account calls it; recipients never see it.
   */
  nickname: string;
  /**
   * 1: the link in the verification mail was followed. Nothing goes out before.
   */
  is_verified: 0 | 1;
  utr: string;
  /**
   * When the last verification mail was asked for.
   */
  send_at: string;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface SendingDomain {
  id: number;
  user_id: number;
  /**
   * In the form of the DNS: A-labels, lower case.
   */
  domain: string;
  /**
   * 1: a check has seen the RSA key in the DNS, and mails from this domain are signed with it.
   */
  is_verified: 0 | 1;
  /**
   * When the last check asked the DNS.
   */
  checked_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface SingleSend {
  id: number;
  user_id: number;
  template_id: number;
  sender_id: number;
  unsubscribe_group_id: number;
  recipient_id: {
    /**
     * The id of a contact type or segment.
     */
    id: string;
    table: 'contacts_' | 'segments_';
  }[];
  exclude_specific_recipient_id: {
    /**
     * The id of a contact type or segment.
     */
    id: string;
    table: 'contacts_' | 'segments_';
  }[];
  single_send_name: string;
  /**
   * An address, of the sender.
   */
  from_sender: string;
  /**
   * An address, of the sender.
   */
  reply_to: string;
  sender_name: string | null;
  /**
   * The postal address of the sender in one line.
   */
  sender_address: string | null;
  subject: string;
  preheader: string;
  /**
   * 0 at once, 1 at `schedule_date` and `schedule_time`.
   */
  schedule_type: 0 | 1;
  /**
   * `0000-00-00` where it goes at once.
   */
  schedule_date: string;
  /**
   * `00:00:00` where it goes at once.
   */
  schedule_time: string;
  /**
   * 0 initiate (see `hold_reason`), 1 ready to send, 2 running, 3 completed: every recipient has its outcome.
   */
  status: 0 | 1 | 2 | 3;
  utr: string;
  template_json: string | null;
  template_html: string | null;
  /**
   * Recipients whose mail was handed to the mail server.
   */
  triggered: number;
  /**
   * Accepted by it, and not bounced since.
   */
  delivered: number;
  /**
   * Recipients who opened. Machines do not count.
   */
  unique_opens: number;
  /**
   * Openings by people.
   */
  total_opens: number;
  /**
   * Refused for good, or given up.
   */
  bounces: number;
  /**
   * Recipients who unsubscribed through this send.
   */
  unsubscribes: number;
  /**
   * An opaque token for each entry of `recipient_id`.
   */
  unique_open_token: Record<string, string>;
  /**
   * When it started.
   */
  sent_at: string | null;
  created_at: string;
  updated_at: string;
  /**
   * Why it does not start; it goes on by itself when the reason ends. `draft`, its owner still writes it. `sender_address`, an address of its sender is not ASCII before the @, as only earlier versions saved them: give the sender another. `template_empty`, there is nothing in its mail; `template_failed`, its template makes no mail, and `hold_detail` says why. `restored`, a backup was restored in which it had not started, and `closed`, the account was closed and reopened: `single-send/resume` lets it go, at its time. `failed`, a step failed again and again: `single-send/resume` and `single/send/update` try again.
   */
  hold_reason:
    | 'draft'
    | 'sender_deleted'
    | 'recipient_deleted'
    | 'sender_address'
    | 'sender_unverified'
    | 'template_empty'
    | 'template_failed'
    | 'duplicate'
    | 'import_running'
    | 'schedule_missed'
    | 'suspended'
    | 'quota'
    | 'restored'
    | 'closed'
    | 'failed'
    | null;
  /**
   * What is wrong, in words: which quota is used up, for `quota`; why rendering failed, for `template_failed`; what failed, for `failed`.
   */
  hold_detail: string | null;
  /**
   * What stopped it while it ran; `single-send/resume` goes on. `quota`, the account has sent as many mails today as it may: it goes on by itself when the day turns, or the quota is raised. `failed`, a step failed again and again. `refused`, mail servers refuse its mails for what is not about their recipients; what they refused is tried again. `too_many_bounces`, `too_many_complaints`: each stops it once.
   */
  paused_reason:
    | 'person'
    | 'refused'
    | 'too_many_bounces'
    | 'too_many_complaints'
    | 'sender_deleted'
    | 'sender_address'
    | 'sender_unverified'
    | 'quota'
    | 'suspended'
    | 'restored'
    | 'failed'
    | null;
  /**
   * What failed or stopped it, where `paused_reason` alone does not say it.
   */
  paused_detail: string | null;
  cancelled: boolean;
  /**
   * Recipients who clicked. Machines do not count.
   */
  unique_clicks: number;
  /**
   * Clicks of people.
   */
  total_clicks: number;
  /**
   * Openings by machines: prefetching proxies, scanners, previews of links.
   */
  machine_opens: number;
  /**
   * Clicks of machines.
   */
  machine_clicks: number;
  /**
   * 1: openings and clicks are counted, unless the account has turned that off.
   */
  tracking: 0 | 1;
  /**
   * The connection broke before the mail server answered for good.
   */
  in_doubt: number;
  /**
   * Of those, the ones that were handed over once more.
   */
  resent_in_doubt: number;
  /**
   * Recipients whose mail is still to go.
   */
  pending: number;
  /**
   * Recipients who unsubscribed or were deleted after the start.
   */
  skipped: number;
  /**
   * Who was counted when it started, and who was left out, and why. A large audience is delivered while it is still being counted.
   */
  audience: {
    members: number;
    duplicates: number;
    excluded: number;
    unsubscribed: number;
    bounced: number;
    /**
     * Who it goes to: the members without all of the others.
     */
    recipients: number;
  };
  /**
   * Recipients who reported it as spam.
   */
  complaints: number;
  /**
   * How many of those who unsubscribed gave each reason; most give none.
   */
  unsubscribe_reasons: {
    /**
     * “I get too many mails”
     */
    too_many: number;
    /**
     * “The mails are not what I expected”
     */
    not_relevant: number;
    /**
     * “I am no longer interested”
     */
    not_interested: number;
    /**
     * “I never signed up for these mails”
     */
    never_signed_up: number;
    /**
     * “Another reason”
     */
    other: number;
  };
  /**
   * Recipient domains that refuse most of its mails for what is not about the recipients. They are left alone until then, or until `single-send/resume`, and no recipient is lost.
   */
  parked: {
    domain: string;
    /**
     * Why it refuses its mails.
     */
    class:
      | 'gone'
      | 'inactive'
      | 'full'
      | 'later'
      | 'slow'
      | 'policy'
      | 'auth'
      | 'content'
      | 'size'
      | 'relay'
      | 'unknown';
    /**
     * What it said last.
     */
    reply: string;
    /**
     * Recipients who wait for it.
     */
    rows: number;
    until: string;
  }[];
  /**
   * Grows with each change; `if_version` of an update refers to it.
   */
  version: number;
  /**
   * Seconds in which it does not start yet and can be taken back, where it was readied with `undo_seconds`; 0 otherwise.
   */
  starts_in: number;
}

export interface SingleSendOverview {
  id: number;
  user_id: number;
  template_id: number;
  sender_id: number;
  unsubscribe_group_id: number;
  recipient_id: {
    /**
     * The id of a contact type or segment.
     */
    id: string;
    table: 'contacts_' | 'segments_';
  }[];
  exclude_specific_recipient_id: {
    /**
     * The id of a contact type or segment.
     */
    id: string;
    table: 'contacts_' | 'segments_';
  }[];
  single_send_name: string;
  /**
   * An address, of the sender.
   */
  from_sender: string;
  /**
   * An address, of the sender.
   */
  reply_to: string;
  sender_name: string | null;
  /**
   * The postal address of the sender in one line.
   */
  sender_address: string | null;
  subject: string;
  preheader: string;
  /**
   * 0 at once, 1 at `schedule_date` and `schedule_time`.
   */
  schedule_type: 0 | 1;
  /**
   * `0000-00-00` where it goes at once.
   */
  schedule_date: string;
  /**
   * `00:00:00` where it goes at once.
   */
  schedule_time: string;
  /**
   * 0 initiate (see `hold_reason`), 1 ready to send, 2 running, 3 completed: every recipient has its outcome.
   */
  status: 0 | 1 | 2 | 3;
  utr: string;
  /**
   * Recipients whose mail was handed to the mail server.
   */
  triggered: number;
  /**
   * Accepted by it, and not bounced since.
   */
  delivered: number;
  /**
   * Recipients who opened. Machines do not count.
   */
  unique_opens: number;
  /**
   * Openings by people.
   */
  total_opens: number;
  /**
   * Refused for good, or given up.
   */
  bounces: number;
  /**
   * Recipients who unsubscribed through this send.
   */
  unsubscribes: number;
  /**
   * An opaque token for each entry of `recipient_id`.
   */
  unique_open_token: Record<string, string>;
  /**
   * When it started.
   */
  sent_at: string | null;
  created_at: string;
  updated_at: string;
  /**
   * Why it does not start; it goes on by itself when the reason ends. `draft`, its owner still writes it. `sender_address`, an address of its sender is not ASCII before the @, as only earlier versions saved them: give the sender another. `template_empty`, there is nothing in its mail; `template_failed`, its template makes no mail, and `hold_detail` says why. `restored`, a backup was restored in which it had not started, and `closed`, the account was closed and reopened: `single-send/resume` lets it go, at its time. `failed`, a step failed again and again: `single-send/resume` and `single/send/update` try again.
   */
  hold_reason:
    | 'draft'
    | 'sender_deleted'
    | 'recipient_deleted'
    | 'sender_address'
    | 'sender_unverified'
    | 'template_empty'
    | 'template_failed'
    | 'duplicate'
    | 'import_running'
    | 'schedule_missed'
    | 'suspended'
    | 'quota'
    | 'restored'
    | 'closed'
    | 'failed'
    | null;
  /**
   * What is wrong, in words: which quota is used up, for `quota`; why rendering failed, for `template_failed`; what failed, for `failed`.
   */
  hold_detail: string | null;
  /**
   * What stopped it while it ran; `single-send/resume` goes on. `quota`, the account has sent as many mails today as it may: it goes on by itself when the day turns, or the quota is raised. `failed`, a step failed again and again. `refused`, mail servers refuse its mails for what is not about their recipients; what they refused is tried again. `too_many_bounces`, `too_many_complaints`: each stops it once.
   */
  paused_reason:
    | 'person'
    | 'refused'
    | 'too_many_bounces'
    | 'too_many_complaints'
    | 'sender_deleted'
    | 'sender_address'
    | 'sender_unverified'
    | 'quota'
    | 'suspended'
    | 'restored'
    | 'failed'
    | null;
  /**
   * What failed or stopped it, where `paused_reason` alone does not say it.
   */
  paused_detail: string | null;
  cancelled: boolean;
  /**
   * Recipients who clicked. Machines do not count.
   */
  unique_clicks: number;
  /**
   * Clicks of people.
   */
  total_clicks: number;
  /**
   * Openings by machines: prefetching proxies, scanners, previews of links.
   */
  machine_opens: number;
  /**
   * Clicks of machines.
   */
  machine_clicks: number;
  /**
   * 1: openings and clicks are counted, unless the account has turned that off.
   */
  tracking: 0 | 1;
  /**
   * The connection broke before the mail server answered for good.
   */
  in_doubt: number;
  /**
   * Of those, the ones that were handed over once more.
   */
  resent_in_doubt: number;
  /**
   * Recipients whose mail is still to go.
   */
  pending: number;
  /**
   * Recipients who unsubscribed or were deleted after the start.
   */
  skipped: number;
  /**
   * Who was counted when it started, and who was left out, and why. A large audience is delivered while it is still being counted.
   */
  audience: {
    members: number;
    duplicates: number;
    excluded: number;
    unsubscribed: number;
    bounced: number;
    /**
     * Who it goes to: the members without all of the others.
     */
    recipients: number;
  };
  /**
   * Recipients who reported it as spam.
   */
  complaints: number;
  /**
   * How many of those who unsubscribed gave each reason; most give none.
   */
  unsubscribe_reasons: {
    /**
     * “I get too many mails”
     */
    too_many: number;
    /**
     * “The mails are not what I expected”
     */
    not_relevant: number;
    /**
     * “I am no longer interested”
     */
    not_interested: number;
    /**
     * “I never signed up for these mails”
     */
    never_signed_up: number;
    /**
     * “Another reason”
     */
    other: number;
  };
  /**
   * Recipient domains that refuse most of its mails for what is not about the recipients. They are left alone until then, or until `single-send/resume`, and no recipient is lost.
   */
  parked: {
    domain: string;
    /**
     * Why it refuses its mails.
     */
    class:
      | 'gone'
      | 'inactive'
      | 'full'
      | 'later'
      | 'slow'
      | 'policy'
      | 'auth'
      | 'content'
      | 'size'
      | 'relay'
      | 'unknown';
    /**
     * What it said last.
     */
    reply: string;
    /**
     * Recipients who wait for it.
     */
    rows: number;
    until: string;
  }[];
  /**
   * Grows with each change; `if_version` of an update refers to it.
   */
  version: number;
  /**
   * Seconds in which it does not start yet and can be taken back, where it was readied with `undo_seconds`; 0 otherwise.
   */
  starts_in: number;
}

export interface State {
  id: number;
  country_id: number;
  name: string;
  /**
   * Unique within its country.
   */
  code: string;
}

export interface Statistics {
  /**
   * The day; null where `by` is `domain`.
   */
  date: string | null;
  /**
   * The recipient domain, where `by` is `domain`; null, and last: all that are not named.
   */
  domain: string | null;
  /**
   * Mails that a mail server accepted, and that have not bounced since.
   */
  accepted: number;
  /**
   * People who opened, at their first opening.
   */
  opened: number;
  /**
   * People who clicked, at their first click.
   */
  clicked: number;
  /**
   * People who unsubscribed by the mail.
   */
  unsubscribed: number;
  /**
   * People who reported it as spam.
   */
  complained: number;
  /**
   * Refused for good, then or later, or given up.
   */
  bounced: number;
  /**
   * Those by the class of the reply, where there is any: gone, inactive, full, later, slow, policy, auth, content, size, relay, unknown.
   */
  bounces: Record<string, number>;
  /**
   * The contact types that grew or shrank on the day; none by domain. They are looked at every hour.
   */
  contact_types: {
    contact_type_id: number;
    /**
     * Its name; null if it is deleted, and gone.
     */
    contact_type: string | null;
    /**
     * Its contacts at the end of the day.
     */
    contacts: number;
    /**
     * How many more, or less, than the day before.
     */
    growth: number;
  }[];
}

export interface Suppression {
  id: number;
  email: string;
  /**
   * `bounced`: a mail server said so. `complained`: the recipient reported a mail as spam, and is a global unsubscriber, too. `manual`: it was added here.
   */
  reason: 'bounced' | 'complained' | 'manual';
  /**
   * Of those that bounced: what the server said. `unknown`: before replies were classified.
   */
  class:
    | 'gone'
    | 'inactive'
    | 'full'
    | 'later'
    | 'slow'
    | 'policy'
    | 'auth'
    | 'content'
    | 'size'
    | 'relay'
    | 'unknown'
    | null;
  /**
   * What the server said, or the report.
   */
  reply: string | null;
  /**
   * The single send or automation email that it came from.
   */
  utr: string | null;
  /**
   * `suspected`: the next mailing still mails it. It becomes `active` if its server says the same then, or if its mailbox was full for five mailings in a row; a delivery removes it.
   */
  state: 'active' | 'suspected';
  created_at: string;
}

export interface Template {
  id: number;
  template_name: string;
  /**
   * A file name; the image stands under `/images/` beside the API.
   */
  preview_image: string;
  /**
   * A JSON text with the key `mjml`, of the form that `template_json` takes.
   */
  json_code: string;
  html_code: string;
  /**
   * 1: the template for designs of one’s own.
   */
  is_blank: 0 | 1;
  created_at: string | null;
  updated_at: string;
}

export interface TemplatePreview {
  /**
   * The design as HTML, with its placeholders as they are written.
   */
  html: string;
}

export interface UnsubscribeGroup {
  id: number;
  user_id: number;
  /**
   * Names the group to people.
   */
  rand_id: string;
  group_name: string;
  description: string;
  /**
   * 1: shown as a choice on the preferences page.
   */
  is_display: 0 | 1;
  created_at: string;
  updated_at: string;
}

export interface Unsubscriber {
  id: number;
  user_id: number;
  /**
   * The group that was left; null where all mail was.
   */
  unsubscribe_groups_id: number | null;
  email_address: string;
  created_at: string;
  updated_at: string;
}

export interface Webhook {
  id: number;
  user_id: number;
  url: string;
  /**
   * The types of the events that it is told.
   */
  events: (
    | 'delivery.accepted'
    | 'delivery.bounced'
    | 'delivery.deferred'
    | 'delivery.complained'
    | 'delivery.in_doubt'
    | 'delivery.opened'
    | 'delivery.clicked'
    | 'contact.added'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.unsubscribed'
    | 'contact.resubscribed'
    | 'single_send.started'
    | 'single_send.paused'
    | 'single_send.completed'
    | 'import.completed'
    | 'sender.verified'
  )[];
  /**
   * 1: calls have up to 500 events each. 0: one.
   */
  batch: 0 | 1;
  /**
   * 0: its endpoint failed for three days, and is not called. `webhooks/redeliver` enables it again.
   */
  is_enabled: 0 | 1;
  /**
   * Since when all calls failed.
   */
  failing_since: string | null;
  /**
   * Why the last call failed.
   */
  last_failure: string | null;
  created_at: string;
  updated_at: string;
}

export interface WebhookAttempt {
  id: number;
  /**
   * The header `webhook-id` of the call.
   */
  message_id: string;
  /**
   * The types of its events.
   */
  types: (
    | 'delivery.accepted'
    | 'delivery.bounced'
    | 'delivery.deferred'
    | 'delivery.complained'
    | 'delivery.in_doubt'
    | 'delivery.opened'
    | 'delivery.clicked'
    | 'contact.added'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.unsubscribed'
    | 'contact.resubscribed'
    | 'single_send.started'
    | 'single_send.paused'
    | 'single_send.completed'
    | 'import.completed'
    | 'sender.verified'
  )[];
  /**
   * How many events it had.
   */
  events: number;
  /**
   * The status that the endpoint answered.
   */
  status: number | null;
  /**
   * Why the call failed.
   */
  failure: string | null;
  /**
   * Milliseconds until the answer.
   */
  took_ms: number;
  created_at: string;
}

export interface SenderSaveInput {
  /**
   * The name that mails come from.
   */
  readonly from_name: string;
  /**
   * The address that mails come from.
   */
  readonly from_email: string;
  /**
   * Where answers go.
   */
  readonly reply_to_email: string;
  /**
   * An id of `get/country-state-city`.
   */
  readonly country_id: number;
  /**
   * An id of `get/country-state-city`, in the country.
   */
  readonly state_id?: number | null | undefined;
  /**
   * An id of `get/country-state-city`, in the state.
   */
  readonly city_id?: number | null | undefined;
  /**
   * Postal code.
   */
  readonly zip_code?: string | null | undefined;
  /**
   * Street and number: every mail shows where it comes from.
   */
  readonly company_address: string;
  /**
   * Second line of the address.
   */
  readonly company_address2?: string | null | undefined;
  /**
   * What the account calls it; recipients never see it.
   */
  readonly nickname: string;
}

export interface SenderDetailsInput {
  /**
   * The id of a sender.
   */
  readonly sender_id: number;
}

export interface SenderUpdateInput {
  /**
   * The id of a sender.
   */
  readonly sender_id: number;
  /**
   * The name that mails come from.
   */
  readonly from_name: string;
  /**
   * The address that mails come from.
   */
  readonly from_email: string;
  /**
   * Where answers go.
   */
  readonly reply_to_email: string;
  /**
   * An id of `get/country-state-city`.
   */
  readonly country_id: number;
  /**
   * An id of `get/country-state-city`, in the country.
   */
  readonly state_id?: number | null | undefined;
  /**
   * An id of `get/country-state-city`, in the state.
   */
  readonly city_id?: number | null | undefined;
  /**
   * Postal code.
   */
  readonly zip_code?: string | null | undefined;
  /**
   * Street and number: every mail shows where it comes from.
   */
  readonly company_address: string;
  /**
   * Second line of the address.
   */
  readonly company_address2?: string | null | undefined;
  /**
   * What the account calls it; recipients never see it.
   */
  readonly nickname: string;
}

export interface SenderDeleteInput {
  /**
   * The id of a sender.
   */
  readonly sender_id: number;
}

export interface SenderResendMailInput {
  /**
   * The id of a sender.
   */
  readonly sender_id: number;
}

export interface SendingDomainSaveInput {
  /**
   * A domain of From addresses, in any script.
   */
  readonly domain: string;
}

export interface SendingDomainDetailsInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface SendingDomainCheckInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface SendingDomainDeleteInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface ContactTypeAddInput {
  /**
   * The name of the contact type.
   */
  readonly name: string;
}

export interface ContactTypeViewInput {
  /**
   * The id of a contact type.
   */
  readonly contact_type_id: number;
}

export interface ContactTypeUpdateInput {
  /**
   * The id of the record.
   */
  readonly id: number;
  /**
   * The name of the contact type.
   */
  readonly name: string;
}

export interface ContactTypeDeleteInput {
  /**
   * The id of a contact type.
   */
  readonly contact_type_id: number;
}

export interface ContactListInput {
  /**
   * Only who has this address, without case.
   */
  readonly email?: string | undefined;
  /**
   * Only those whose address, first or last name begins with this, without case and marks; of contacts, or a text of a custom field.
   */
  readonly search?: string | undefined;
}

export interface ContactDownloadInput {
  /**
   * Only contacts of this type.
   */
  readonly contact_type_id?: number | undefined;
  /**
   * Only recipients of this segment; it goes with no other input.
   */
  readonly segment_id?: number | undefined;
  /**
   * Only who has this address, without case.
   */
  readonly email?: string | undefined;
  /**
   * Only those whose address, first or last name begins with this, without case and marks; of contacts, or a text of a custom field.
   */
  readonly search?: string | undefined;
}

export interface ContactAddInput {
  /**
   * The contact type that it belongs to.
   */
  readonly contact_type_id: number;
  /**
   * An e-mail address.
   */
  readonly email: string;
  /**
   * An id of `get/country-state-city`.
   */
  readonly country: number;
  /**
   * First name.
   */
  readonly first_name?: string | null | undefined;
  /**
   * Last name.
   */
  readonly last_name?: string | null | undefined;
  /**
   * Another e-mail address.
   */
  readonly alt_email?: string | null | undefined;
  /**
   * State.
   */
  readonly state?: string | null | undefined;
  /**
   * City.
   */
  readonly city?: string | null | undefined;
  /**
   * First line of the postal address.
   */
  readonly address_line1?: string | null | undefined;
  /**
   * Second line of the postal address.
   */
  readonly address_line2?: string | null | undefined;
  /**
   * State, province or region of the address.
   */
  readonly state_province_region?: string | null | undefined;
  /**
   * Postal code.
   */
  readonly postal_code?: string | null | undefined;
  /**
   * Values by the names of custom fields; in a form `custom_field[<name>]`. Numbers for number fields, `YYYY-MM-DDTHH:MM[:SS]` for dates; a blank value clears. A text has at most 4,096 characters.
   */
  readonly custom_field?: Readonly<Record<string, string | number | null>> | null | undefined;
}

export interface ContactDetailsInput {
  /**
   * The id of the contact.
   */
  readonly contact_id: number;
}

export interface ContactActivityInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface ContactUpdateInput {
  /**
   * The id of the contact.
   */
  readonly contact_id: number;
  /**
   * The contact type that it belongs to.
   */
  readonly contact_type_id: number;
  /**
   * An e-mail address.
   */
  readonly email: string;
  /**
   * An id of `get/country-state-city`.
   */
  readonly country: number;
  /**
   * First name.
   */
  readonly first_name?: string | null | undefined;
  /**
   * Last name.
   */
  readonly last_name?: string | null | undefined;
  /**
   * Another e-mail address.
   */
  readonly alt_email?: string | null | undefined;
  /**
   * State.
   */
  readonly state?: string | null | undefined;
  /**
   * City.
   */
  readonly city?: string | null | undefined;
  /**
   * First line of the postal address.
   */
  readonly address_line1?: string | null | undefined;
  /**
   * Second line of the postal address.
   */
  readonly address_line2?: string | null | undefined;
  /**
   * State, province or region of the address.
   */
  readonly state_province_region?: string | null | undefined;
  /**
   * Postal code.
   */
  readonly postal_code?: string | null | undefined;
  /**
   * Values by the names of custom fields; in a form `custom_field[<name>]`. Numbers for number fields, `YYYY-MM-DDTHH:MM[:SS]` for dates; a blank value clears. A text has at most 4,096 characters.
   */
  readonly custom_field?: Readonly<Record<string, string | number | null>> | null | undefined;
}

export interface ContactDeleteInput {
  /**
   * The id of the contact.
   */
  readonly contact_id: number;
}

export interface ContactBulkDeleteInput {
  /**
   * The ids of the records.
   */
  readonly strIds: readonly number[];
}

export interface BulkChangeSaveInput {
  /**
   * `delete`; `unsubscribe` from a group; `segment_add` adds them to a segment by hand, `segment_remove` takes them out of it.
   */
  readonly action: 'delete' | 'unsubscribe' | 'segment_add' | 'segment_remove';
  /**
   * Only those whose address, first or last name begins with this, without case and marks; of contacts, or a text of a custom field.
   */
  readonly search?: string | null | undefined;
  /**
   * Only contacts of this type. For a segment its own type is taken without it.
   */
  readonly contact_type_id?: number | null | undefined;
  /**
   * Required for `segment_add` and `segment_remove`.
   */
  readonly segment_id?: number | null | undefined;
  /**
   * Required for `unsubscribe`.
   */
  readonly unsubscribe_groups_id?: number | null | undefined;
}

export interface BulkChangeStartInput {
  /**
   * The id of the record.
   */
  readonly id: number;
  /**
   * Seconds for which it changes nothing yet, so that a person can take it back by `contacts/bulk/cancel`; 0 by default.
   */
  readonly undo_seconds?: number | null | undefined;
}

export interface BulkChangeCancelInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface BulkChangeDetailsInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface ContactUploadCsvInput {
  /**
   * The id of a contact type.
   */
  readonly contact_type_id: number;
  /**
   * The column of the file for each field, as `map[<field>]`, such as `map[first_name]=Given name`. Without it columns go by their names; with it those that are not named are left out, and `map[email]` is required. `map[status]` names the column that says statuses; alone it leaves the other columns to their names.
   */
  readonly map?: Readonly<Record<string, string | null>> | null | undefined;
  /**
   * 1: nothing is imported. The import says what would happen, looked up for the first 100,000 rows or 32 MiB of the file.
   */
  readonly dry_run?: 0 | 1 | false | true | null | undefined;
  /**
   * How the file is encoded. Without it the byte order mark decides, then the contents: `encoding_by` of the answer says which.
   */
  readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null | undefined;
  /**
   * The status of the rows with a word, as `statuses[<word>]`, such as `statuses[Waiting list]=unconfirmed`; `statuses[]` for blank cells. `statuses[*]` speaks for all words and blank cells that are not named, also for those that are known and for a file without statuses: `statuses[*]=mailable` says that all may be mailed.
   */
  readonly statuses?:
    | Readonly<
        Record<
          string,
          'complained' | 'opted_out' | 'bounced' | 'unconfirmed' | 'left_out' | 'mailable' | null
        >
      >
    | null
    | undefined;
  /**
   * The unsubscribe group that people who opted out leave. Without it they get no mail of the account.
   */
  readonly opt_out_group?: number | null | undefined;
  /**
   * A CSV file, `.csv` by its name.
   */
  readonly file: File;
}

export interface ImportDetailsInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface ImportUndoInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface ImportErrorsInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface ContactExportInput {
  /**
   * An e-mail address.
   */
  readonly email: string;
}

export interface ContactEraseInput {
  /**
   * An e-mail address.
   */
  readonly email: string;
}

export interface ContactErasureInput {
  /**
   * An e-mail address.
   */
  readonly email: string;
}

export interface CustomFieldSaveInput {
  /**
   * Letters, digits and underscores; none of the reserved names.
   */
  readonly field_name: string;
  /**
   * What its values are.
   */
  readonly field_type: 'text' | 'number' | 'datetime-local';
}

export interface CustomFieldDeleteInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface SegmentStoreInput {
  /**
   * The name of the segment.
   */
  readonly segment_name: string;
  /**
   * The id of a contact type.
   */
  readonly contact_type_id: number;
  /**
   * One condition each: the name of a reserved or custom field, or a time.
   */
  readonly select_field: readonly string[];
  /**
   * The operator of the condition at the same place.
   */
  readonly select_operator: readonly string[];
  /**
   * The operands of all conditions in order: none, one or two each.
   */
  readonly value?: readonly string[] | null | undefined;
  /**
   * Whether all conditions must hold, as they must without it, or any.
   */
  readonly query_type?: 'and' | 'or' | null | undefined;
}

export interface SegmentUpdateInput {
  /**
   * The id of the segment.
   */
  readonly segment_id: number;
  /**
   * The name of the segment.
   */
  readonly segment_name: string;
  /**
   * The id of a contact type.
   */
  readonly contact_type_id: number;
  /**
   * One condition each: the name of a reserved or custom field, or a time.
   */
  readonly select_field: readonly string[];
  /**
   * The operator of the condition at the same place.
   */
  readonly select_operator: readonly string[];
  /**
   * The operands of all conditions in order: none, one or two each.
   */
  readonly value?: readonly string[] | null | undefined;
  /**
   * Whether all conditions must hold, as they must without it, or any.
   */
  readonly query_type?: 'and' | 'or' | null | undefined;
}

export interface SegmentDetailsInput {
  /**
   * The id of the segment.
   */
  readonly segment_id: number;
}

export interface SegmentPreviewInput {
  /**
   * The id of a contact type.
   */
  readonly contact_type_id: number;
  /**
   * One condition each: the name of a reserved or custom field, or a time.
   */
  readonly select_field: readonly string[];
  /**
   * The operator of the condition at the same place.
   */
  readonly select_operator: readonly string[];
  /**
   * The operands of all conditions in order: none, one or two each.
   */
  readonly value?: readonly string[] | null | undefined;
  /**
   * Whether all conditions must hold, as they must without it, or any.
   */
  readonly query_type?: 'and' | 'or' | null | undefined;
}

export interface SegmentDeleteInput {
  /**
   * The id of the segment.
   */
  readonly segment_id: number;
}

export interface SegmentRecipientListInput {
  /**
   * The id of the segment.
   */
  readonly segment_id: number;
  /**
   * Only who has this address, without case.
   */
  readonly email?: string | undefined;
  /**
   * Only those whose address, first or last name begins with this, without case and marks; of contacts, or a text of a custom field.
   */
  readonly search?: string | undefined;
}

export interface SegmentRecipientStoreInput {
  /**
   * The id of the segment.
   */
  readonly segment_id: number;
  /**
   * First name.
   */
  readonly first_name: string;
  /**
   * Last name.
   */
  readonly last_name: string;
  /**
   * An e-mail address.
   */
  readonly email: string;
}

export interface SegmentRecipientDeleteInput {
  /**
   * The id of the recipient in its segment.
   */
  readonly segment_recipient_id: number;
}

export interface OwnTemplateSaveInput {
  /**
   * What people call it; an @ becomes “at”.
   */
  readonly template_name: string;
  /**
   * A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that does not parse or validate is refused with line and reason.
   */
  readonly template_json: string;
}

export interface OwnTemplateDetailsInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface OwnTemplatePreviewInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface OwnTemplateUpdateInput {
  /**
   * The id of the record.
   */
  readonly id: number;
  /**
   * What people call it; an @ becomes “at”.
   */
  readonly template_name?: string | null | undefined;
  /**
   * A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that does not parse or validate is refused with line and reason.
   */
  readonly template_json?: string | null | undefined;
  /**
   * The `version` that you read. Where the record has another one now, nothing is changed, and the answer is a 409. Without it the change is made in any case.
   */
  readonly if_version?: number | null | undefined;
  /**
   * 1: the stored content is kept as an earlier version also where the new content is of the same kind. Where the kind or the template differs, the stored content is kept without this.
   */
  readonly keep_version?: 0 | 1 | false | true | null | undefined;
}

export interface OwnTemplateVersionsInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface OwnTemplateRestoreInput {
  /**
   * The id of the record.
   */
  readonly id: number;
  /**
   * The id of an earlier version.
   */
  readonly version: number;
  /**
   * The `version` that you read. Where the record has another one now, nothing is changed, and the answer is a 409. Without it the change is made in any case.
   */
  readonly if_version?: number | null | undefined;
}

export interface OwnTemplateDeleteInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface MediaUploadInput {
  /**
   * PNG, JPEG, GIF or WebP, by its content, of at most `LIMIT_IMAGE_BYTES` (10 MiB).
   */
  readonly file: File;
  /**
   * What people call it; an @ becomes “at”.
   */
  readonly name?: string | null | undefined;
}

export interface MediaDetailsInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface MediaUpdateInput {
  /**
   * The id of the record.
   */
  readonly id: number;
  /**
   * What people call it; an @ becomes “at”.
   */
  readonly name: string;
}

export interface MediaDeleteInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface SingleSendCreateInput {
  /**
   * An id of `get-design/template`; 1 brings its own design.
   */
  readonly template_id: number;
  /**
   * A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that does not parse or validate is refused with line and reason.
   */
  readonly template_json?: string | null | undefined;
  /**
   * HTML. Where it is given, `template_json` must be empty.
   */
  readonly template_html?: string | null | undefined;
  /**
   * The id of a sender.
   */
  readonly sender_id: number;
  /**
   * The id of an unsubscribe group.
   */
  readonly unsubscribe_group_id: number;
  /**
   * What the account calls it.
   */
  readonly single_send_name: string;
  /**
   * Whom it does not go to, written like `recipient_id`.
   */
  readonly exclude_specific_recipient_id?: readonly string[] | null | undefined;
  /**
   * 0 at once, 1 at `schedule_date` and `schedule_time`.
   */
  readonly schedule_type: 0 | 1 | false | true;
  /**
   * `YYYY-MM-DD` in the time zone of the account, and to come. Required where `schedule_type` is 1.
   */
  readonly schedule_date?: string | null | undefined;
  /**
   * `HH:MM:SS`. Required where `schedule_type` is 1.
   */
  readonly schedule_time?: string | null | undefined;
  /**
   * Whether openings and clicks are counted. 0: the mail has no pixel, and its links are not rewritten. By default 1; an update without it keeps it. No mail of an account is tracked that has turned tracking off.
   */
  readonly tracking?: 0 | 1 | false | true | null | undefined;
  /**
   * 1: it is a draft, held (`draft`) until an update without it. Then `subject`, `preheader` and `recipient_id` may be blank.
   */
  readonly draft?: 0 | 1 | false | true | null | undefined;
  /**
   * The subject line; it may hold placeholders.
   */
  readonly subject: string;
  /**
   * What mail readers show beside the subject.
   */
  readonly preheader: string;
  /**
   * Whom it goes to: `contacts_<contact_type_id>` and `segments_<segment_id>`.
   */
  readonly recipient_id: readonly string[];
  /**
   * Seconds for which it does not start yet, so that a person can take it back by an update with `draft` 1; 0 by default. One that is scheduled for later than that starts at its time.
   */
  readonly undo_seconds?: number | null | undefined;
}

export interface SingleSendUpdateInput {
  /**
   * An id of `get-design/template`; 1 brings its own design.
   */
  readonly template_id: number;
  /**
   * A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that does not parse or validate is refused with line and reason.
   */
  readonly template_json?: string | null | undefined;
  /**
   * HTML. Where it is given, `template_json` must be empty.
   */
  readonly template_html?: string | null | undefined;
  /**
   * The id of a sender.
   */
  readonly sender_id: number;
  /**
   * The id of an unsubscribe group.
   */
  readonly unsubscribe_group_id: number;
  /**
   * What the account calls it.
   */
  readonly single_send_name: string;
  /**
   * Whom it does not go to, written like `recipient_id`.
   */
  readonly exclude_specific_recipient_id?: readonly string[] | null | undefined;
  /**
   * 0 at once, 1 at `schedule_date` and `schedule_time`.
   */
  readonly schedule_type: 0 | 1 | false | true;
  /**
   * `YYYY-MM-DD` in the time zone of the account, and to come. Required where `schedule_type` is 1.
   */
  readonly schedule_date?: string | null | undefined;
  /**
   * `HH:MM:SS`. Required where `schedule_type` is 1.
   */
  readonly schedule_time?: string | null | undefined;
  /**
   * Whether openings and clicks are counted. 0: the mail has no pixel, and its links are not rewritten. By default 1; an update without it keeps it. No mail of an account is tracked that has turned tracking off.
   */
  readonly tracking?: 0 | 1 | false | true | null | undefined;
  /**
   * 1: it is a draft, held (`draft`) until an update without it. Then `subject`, `preheader` and `recipient_id` may be blank.
   */
  readonly draft?: 0 | 1 | false | true | null | undefined;
  /**
   * The subject line; it may hold placeholders.
   */
  readonly subject: string;
  /**
   * What mail readers show beside the subject.
   */
  readonly preheader: string;
  /**
   * Whom it goes to: `contacts_<contact_type_id>` and `segments_<segment_id>`.
   */
  readonly recipient_id: readonly string[];
  /**
   * Seconds for which it does not start yet, so that a person can take it back by an update with `draft` 1; 0 by default. One that is scheduled for later than that starts at its time.
   */
  readonly undo_seconds?: number | null | undefined;
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * The `version` that you read. Where the record has another one now, nothing is changed, and the answer is a 409. Without it the change is made in any case.
   */
  readonly if_version?: number | null | undefined;
  /**
   * 1: the stored content is kept as an earlier version also where the new content is of the same kind. Where the kind or the template differs, the stored content is kept without this.
   */
  readonly keep_version?: 0 | 1 | false | true | null | undefined;
}

export interface SingleSendDetailsInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface SingleSendVersionsInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface SingleSendRestoreInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * The id of an earlier version.
   */
  readonly version: number;
  /**
   * The `version` that you read. Where the record has another one now, nothing is changed, and the answer is a 409. Without it the change is made in any case.
   */
  readonly if_version?: number | null | undefined;
}

export interface SingleSendTestInput {
  /**
   * The single send; without it, the content stands in the other inputs.
   */
  readonly utr?: string | null | undefined;
  /**
   * Who gets the test: at most 10 addresses, with commas between them.
   */
  readonly email_address: string;
  /**
   * The contact whose mail it is. Without it, placeholders show their fallbacks.
   */
  readonly contact_id?: number | null | undefined;
  /**
   * An id of `get-design/template`; 1 brings its own design. Required without `utr`.
   */
  readonly template_id?: number | null | undefined;
  /**
   * A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that does not parse or validate is refused with line and reason.
   */
  readonly template_json?: string | null | undefined;
  /**
   * HTML. Where it is given, `template_json` must be empty.
   */
  readonly template_html?: string | null | undefined;
  /**
   * The id of a sender. Required without `utr`.
   */
  readonly sender_id?: number | null | undefined;
  /**
   * The id of an unsubscribe group. Required without `utr`.
   */
  readonly unsubscribe_group_id?: number | null | undefined;
  /**
   * The subject line; it may hold placeholders. Required without `utr`.
   */
  readonly subject?: string | null | undefined;
  /**
   * What mail readers show beside the subject. Required without `utr`.
   */
  readonly preheader?: string | null | undefined;
}

export interface SingleSendPreviewInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * The contact whose mail it is. Without it, placeholders show their fallbacks.
   */
  readonly contact_id?: number | undefined;
}

export interface SingleSendOverviewInput {
  /**
   * Only this single send.
   */
  readonly utr?: string | undefined;
  /**
   * `draft`, also copies that are not readied. `held` for another reason. `scheduled`, ready and waiting for its time or for a worker.
   */
  readonly state?: 'draft' | 'held' | 'scheduled' | 'running' | 'completed' | undefined;
  /**
   * Only those whose name or subject contains this, without case.
   */
  readonly search?: string | undefined;
  /**
   * Only those with a smaller id: the next page.
   */
  readonly before_id?: number | undefined;
  /**
   * How many at most; 50 by default.
   */
  readonly limit?: number | undefined;
}

export interface SingleSendAudienceInput {
  /**
   * Whom it goes to: `contacts_<contact_type_id>` and `segments_<segment_id>`.
   */
  readonly recipient_id: readonly string[];
  /**
   * Whom it does not go to, written like `recipient_id`.
   */
  readonly exclude_specific_recipient_id?: readonly string[] | null | undefined;
  /**
   * The id of an unsubscribe group.
   */
  readonly unsubscribe_group_id: number;
}

export interface SingleSendCheckInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface SingleSendDuplicateInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface SingleSendDeleteInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface SingleSendBulkDeleteInput {
  /**
   * The ids of the records.
   */
  readonly strIds: readonly string[];
}

export interface SingleSendPauseInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface SingleSendResumeInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface SingleSendCancelInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface SingleSendDoubtListInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface SingleSendDoubtDecideInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * Whether the mail server took them, or they are to go once more.
   */
  readonly decision: 'delivered' | 'resend';
  /**
   * 1: all that are in doubt, without `ids`.
   */
  readonly all?: 0 | 1 | false | true | null | undefined;
  /**
   * The ids of mails in doubt. Required unless `all` is 1.
   */
  readonly ids?: readonly number[] | null | undefined;
}

export interface SingleSendRetryInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * Which refusals are tried again.
   */
  readonly classes?:
    | readonly (
        | 'gone'
        | 'inactive'
        | 'full'
        | 'later'
        | 'slow'
        | 'policy'
        | 'auth'
        | 'content'
        | 'size'
        | 'relay'
        | 'unknown'
      )[]
    | null
    | undefined;
}

export interface SingleSendDeliveryListInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * Only mails in this state.
   */
  readonly state?: 'pending' | 'deferred' | 'accepted' | 'bounced' | 'skipped' | 'in_doubt' | undefined;
  /**
   * Only mails that bounced, or wait for another try, with a reply of this class.
   */
  readonly class?:
    | 'gone'
    | 'inactive'
    | 'full'
    | 'later'
    | 'slow'
    | 'policy'
    | 'auth'
    | 'content'
    | 'size'
    | 'relay'
    | 'unknown'
    | undefined;
  /**
   * Only mails whose recipients did this; machines do not count.
   */
  readonly did?: 'opened' | 'clicked' | 'unsubscribed' | 'complained' | undefined;
  /**
   * Only who has this address, without case.
   */
  readonly email?: string | undefined;
  /**
   * Only those whose address, first or last name begins with this, without case and marks; of contacts, or a text of a custom field.
   */
  readonly search?: string | undefined;
}

export interface SingleSendDeliveryDownloadInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * Only mails in this state.
   */
  readonly state?: 'pending' | 'deferred' | 'accepted' | 'bounced' | 'skipped' | 'in_doubt' | undefined;
  /**
   * Only mails that bounced, or wait for another try, with a reply of this class.
   */
  readonly class?:
    | 'gone'
    | 'inactive'
    | 'full'
    | 'later'
    | 'slow'
    | 'policy'
    | 'auth'
    | 'content'
    | 'size'
    | 'relay'
    | 'unknown'
    | undefined;
  /**
   * Only mails whose recipients did this; machines do not count.
   */
  readonly did?: 'opened' | 'clicked' | 'unsubscribed' | 'complained' | undefined;
  /**
   * Only who has this address, without case.
   */
  readonly email?: string | undefined;
  /**
   * Only those whose address, first or last name begins with this, without case and marks; of contacts, or a text of a custom field.
   */
  readonly search?: string | undefined;
}

export interface SingleSendLinksInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface SingleSendTimelineInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * Hours or days of the account’s time zone; hours by default.
   */
  readonly by?: 'hour' | 'day' | undefined;
}

export interface SingleSendDomainsInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface SingleSendShareInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * For how many days the link works; 30 by default.
   */
  readonly days?: number | null | undefined;
}

export interface SingleSendSharesInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface SingleSendShareDeleteInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface MessageSendInput {
  /**
   * Who gets it.
   */
  readonly email: string;
  /**
   * The id of a sender.
   */
  readonly sender_id: number;
  /**
   * An id of `get-design/template`, whose design it has unless one of its own is given.
   */
  readonly template_id?: number | null | undefined;
  /**
   * The subject line; it may hold placeholders. Required without `template_id`, whose name it is otherwise.
   */
  readonly subject?: string | null | undefined;
  /**
   * HTML. Where it is given, `template_json` must be empty.
   */
  readonly template_html?: string | null | undefined;
  /**
   * A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that does not parse or validate is refused with line and reason.
   */
  readonly template_json?: string | null | undefined;
  /**
   * What placeholders show, by their names; in a form `data[<name>]`. At most 100, each with at most 4,096 characters. A placeholder without a value shows its fallback. `email` is the address, unless it is given here.
   */
  readonly data?: Readonly<Record<string, string | number | null>> | null | undefined;
  /**
   * Files of a multipart form, also as `attachments[]` or `attachments[0]`: at most 20, together at most `LIMIT_ATTACHMENTS_BYTES` (10 MiB). Each has its name and media type of the form; a mail can not have `message/…` and `multipart/…`, which are sent as `application/octet-stream`. Files of any kind are taken; mail servers may refuse programs.
   */
  readonly attachments?: readonly File[] | null | undefined;
  /**
   * When it goes: an instant with its offset from UTC, to come, and at most 30 days ahead. Without it, it goes at once.
   */
  readonly send_at?: string | null | undefined;
  /**
   * The id of an unsubscribe group. With it the mail has a footer and a header to unsubscribe, and does not go to people who did.
   */
  readonly unsubscribe_group_id?: number | null | undefined;
}

export interface MessageDetailsInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface MessageCancelInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface MessageDoubtListInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface MessageDoubtDecideInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * Whether the mail server took them, or they are to go once more.
   */
  readonly decision: 'delivered' | 'resend';
  /**
   * 1: all that are in doubt, without `ids`.
   */
  readonly all?: 0 | 1 | false | true | null | undefined;
  /**
   * The ids of mails in doubt. Required unless `all` is 1.
   */
  readonly ids?: readonly number[] | null | undefined;
}

export interface AutomationCreateInput {
  /**
   * Whom it is for: who joins from now on, or also who is there.
   */
  readonly type: 'welcome' | 'custom';
  /**
   * What the account calls it.
   */
  readonly automation_name: string;
  /**
   * `contacts_<contact_type_id>` or `segments_<segment_id>`.
   */
  readonly automation_for?: string | null | undefined;
  /**
   * The id of an unsubscribe group.
   */
  readonly unsubscribe_group_id?: number | null | undefined;
  /**
   * 1: who leaves the target leaves the automation.
   */
  readonly exit_criteria?: 0 | 1 | false | true | null | undefined;
}

export interface AutomationUpdateInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * Whom it is for: who joins from now on, or also who is there.
   */
  readonly type?: 'welcome' | 'custom' | null | undefined;
  /**
   * What the account calls it.
   */
  readonly automation_name?: string | null | undefined;
  /**
   * `contacts_<contact_type_id>` or `segments_<segment_id>`.
   */
  readonly automation_for?: string | null | undefined;
  /**
   * The id of an unsubscribe group.
   */
  readonly unsubscribe_group_id?: number | null | undefined;
  /**
   * 1: who leaves the target leaves the automation.
   */
  readonly exit_criteria?: 0 | 1 | false | true | null | undefined;
}

export interface AutomationDuplicateInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface AutomationDetailsInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface AutomationProgressInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface AutomationPersonInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * An e-mail address.
   */
  readonly email: string;
}

export interface AutomationPauseInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface AutomationSetLiveInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface AutomationDeleteInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface AutomationBulkDeleteInput {
  /**
   * The ids of the records.
   */
  readonly strIds: readonly string[];
}

export interface AutomationScheduleListInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface AutomationScheduleCreateInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * The id of a sender.
   */
  readonly sender_id: number;
  /**
   * The subject line; it may hold placeholders.
   */
  readonly subject: string;
  /**
   * What mail readers show beside the subject. An update without it keeps it; a blank one removes it.
   */
  readonly preheader?: string | null | undefined;
  /**
   * What is counted.
   */
  readonly waiting_type: 'instantly' | 'hours' | 'days';
  /**
   * Days (at most 3653) or hours from the mail before; 1 for one that goes instantly.
   */
  readonly waiting_period: number;
  /**
   * An id of `get-design/template`; 1 brings its own design.
   */
  readonly template_id: number;
  /**
   * A `preview_image` of `get-design/template`.
   */
  readonly preview_img: string;
  /**
   * A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that does not parse or validate is refused with line and reason.
   */
  readonly template_json?: string | null | undefined;
  /**
   * HTML. Where it is given, `template_json` must be empty.
   */
  readonly template_html?: string | null | undefined;
  /**
   * Whether openings and clicks are counted. 0: the mail has no pixel, and its links are not rewritten. By default 1; an update without it keeps it. No mail of an account is tracked that has turned tracking off.
   */
  readonly tracking?: 0 | 1 | false | true | null | undefined;
}

export interface AutomationScheduleUpdateInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * The id of a sender.
   */
  readonly sender_id: number;
  /**
   * The subject line; it may hold placeholders.
   */
  readonly subject: string;
  /**
   * What mail readers show beside the subject. An update without it keeps it; a blank one removes it.
   */
  readonly preheader?: string | null | undefined;
  /**
   * What is counted.
   */
  readonly waiting_type: 'instantly' | 'hours' | 'days';
  /**
   * Days (at most 3653) or hours from the mail before; 1 for one that goes instantly.
   */
  readonly waiting_period: number;
  /**
   * An id of `get-design/template`; 1 brings its own design.
   */
  readonly template_id: number;
  /**
   * A `preview_image` of `get-design/template`.
   */
  readonly preview_img: string;
  /**
   * A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that does not parse or validate is refused with line and reason.
   */
  readonly template_json?: string | null | undefined;
  /**
   * HTML. Where it is given, `template_json` must be empty.
   */
  readonly template_html?: string | null | undefined;
  /**
   * Whether openings and clicks are counted. 0: the mail has no pixel, and its links are not rewritten. By default 1; an update without it keeps it. No mail of an account is tracked that has turned tracking off.
   */
  readonly tracking?: 0 | 1 | false | true | null | undefined;
  /**
   * The `version` that you read. Where the record has another one now, nothing is changed, and the answer is a 409. Without it the change is made in any case.
   */
  readonly if_version?: number | null | undefined;
  /**
   * 1: the stored content is kept as an earlier version also where the new content is of the same kind. Where the kind or the template differs, the stored content is kept without this.
   */
  readonly keep_version?: 0 | 1 | false | true | null | undefined;
}

export interface AutomationScheduleVersionsInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface AutomationScheduleRestoreInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * The id of an earlier version.
   */
  readonly version: number;
  /**
   * The `version` that you read. Where the record has another one now, nothing is changed, and the answer is a 409. Without it the change is made in any case.
   */
  readonly if_version?: number | null | undefined;
}

export interface AutomationScheduleDeleteInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface AutomationSchedulePreviewInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * The id of a sender.
   */
  readonly sender_id?: number | null | undefined;
  /**
   * The subject line; it may hold placeholders.
   */
  readonly subject?: string | null | undefined;
  /**
   * What mail readers show beside the subject; a blank one shows none.
   */
  readonly preheader?: string | null | undefined;
  /**
   * An id of `get-design/template`; 1 brings its own design.
   */
  readonly template_id?: number | null | undefined;
  /**
   * A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that does not parse or validate is refused with line and reason.
   */
  readonly template_json?: string | null | undefined;
  /**
   * HTML. Where it is given, `template_json` must be empty.
   */
  readonly template_html?: string | null | undefined;
  /**
   * The contact whose mail it is. Without it, placeholders show their fallbacks.
   */
  readonly contact_id?: number | null | undefined;
}

export interface AutomationScheduleCheckInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * The id of a sender.
   */
  readonly sender_id?: number | null | undefined;
  /**
   * The subject line; it may hold placeholders.
   */
  readonly subject?: string | null | undefined;
  /**
   * What mail readers show beside the subject; a blank one shows none.
   */
  readonly preheader?: string | null | undefined;
  /**
   * An id of `get-design/template`; 1 brings its own design.
   */
  readonly template_id?: number | null | undefined;
  /**
   * A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that does not parse or validate is refused with line and reason.
   */
  readonly template_json?: string | null | undefined;
  /**
   * HTML. Where it is given, `template_json` must be empty.
   */
  readonly template_html?: string | null | undefined;
}

export interface AutomationScheduleDoubtListInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface AutomationScheduleDoubtDecideInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * Whether the mail server took them, or they are to go once more.
   */
  readonly decision: 'delivered' | 'resend';
  /**
   * 1: all that are in doubt, without `ids`.
   */
  readonly all?: 0 | 1 | false | true | null | undefined;
  /**
   * The ids of mails in doubt. Required unless `all` is 1.
   */
  readonly ids?: readonly number[] | null | undefined;
}

export interface AutomationScheduleDeliveryListInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * Only mails in this state.
   */
  readonly state?: 'pending' | 'deferred' | 'accepted' | 'bounced' | 'skipped' | 'in_doubt' | undefined;
  /**
   * Only mails that bounced, or wait for another try, with a reply of this class.
   */
  readonly class?:
    | 'gone'
    | 'inactive'
    | 'full'
    | 'later'
    | 'slow'
    | 'policy'
    | 'auth'
    | 'content'
    | 'size'
    | 'relay'
    | 'unknown'
    | undefined;
  /**
   * Only mails whose recipients did this; machines do not count.
   */
  readonly did?: 'opened' | 'clicked' | 'unsubscribed' | 'complained' | undefined;
  /**
   * Only who has this address, without case.
   */
  readonly email?: string | undefined;
  /**
   * Only those whose address, first or last name begins with this, without case and marks; of contacts, or a text of a custom field.
   */
  readonly search?: string | undefined;
}

export interface AutomationScheduleDeliveryDownloadInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * Only mails in this state.
   */
  readonly state?: 'pending' | 'deferred' | 'accepted' | 'bounced' | 'skipped' | 'in_doubt' | undefined;
  /**
   * Only mails that bounced, or wait for another try, with a reply of this class.
   */
  readonly class?:
    | 'gone'
    | 'inactive'
    | 'full'
    | 'later'
    | 'slow'
    | 'policy'
    | 'auth'
    | 'content'
    | 'size'
    | 'relay'
    | 'unknown'
    | undefined;
  /**
   * Only mails whose recipients did this; machines do not count.
   */
  readonly did?: 'opened' | 'clicked' | 'unsubscribed' | 'complained' | undefined;
  /**
   * Only who has this address, without case.
   */
  readonly email?: string | undefined;
  /**
   * Only those whose address, first or last name begins with this, without case and marks; of contacts, or a text of a custom field.
   */
  readonly search?: string | undefined;
}

export interface AutomationScheduleLinksInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface AutomationScheduleTimelineInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
  /**
   * Hours or days of the account’s time zone; hours by default.
   */
  readonly by?: 'hour' | 'day' | undefined;
}

export interface AutomationScheduleDomainsInput {
  /**
   * The utr of the record: what names it outside.
   */
  readonly utr: string;
}

export interface AccountStatisticsInput {
  /**
   * The first day, `YYYY-MM-DD` in the account’s time zone, by domain in UTC; 29 days before `to` by default.
   */
  readonly from?: string | undefined;
  /**
   * The last day, today by default. At most 366 days.
   */
  readonly to?: string | undefined;
  /**
   * One entry for each day (by default) or recipient domain.
   */
  readonly by?: 'day' | 'domain' | undefined;
}

export interface UnsubscribeGroupSaveInput {
  /**
   * What recipients read.
   */
  readonly group_name: string;
  /**
   * What recipients read below the name.
   */
  readonly description: string;
  /**
   * 1: shown as a choice on the preferences page.
   */
  readonly is_display: 0 | 1 | false | true;
}

export interface UnsubscribeGroupDetailsInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface UnsubscribeGroupUpdateInput {
  /**
   * The id of the record.
   */
  readonly id: number;
  /**
   * What recipients read.
   */
  readonly group_name: string;
  /**
   * What recipients read below the name.
   */
  readonly description: string;
  /**
   * 1: shown as a choice on the preferences page.
   */
  readonly is_display: 0 | 1 | false | true;
}

export interface GroupRecipientAddInput {
  /**
   * The id of the unsubscribe group.
   */
  readonly unsubscribe_groups_id: number;
  /**
   * An e-mail address.
   */
  readonly email_address: string;
}

export interface GroupRecipientListInput {
  /**
   * The id of the unsubscribe group.
   */
  readonly groupId: number;
  /**
   * Only who has this address, without case.
   */
  readonly email?: string | undefined;
  /**
   * Only addresses that begin with this, without case.
   */
  readonly search?: string | undefined;
}

export interface GroupRecipientDeleteInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface GroupRecipientBulkDeleteInput {
  /**
   * The ids of the records.
   */
  readonly strIds: readonly number[];
}

export interface GlobalUnsubscribeListInput {
  /**
   * Only who has this address, without case.
   */
  readonly email?: string | undefined;
  /**
   * Only addresses that begin with this, without case.
   */
  readonly search?: string | undefined;
}

export interface GlobalUnsubscribeSaveInput {
  /**
   * An e-mail address.
   */
  readonly email_address: string;
}

export interface GlobalUnsubscribeDeleteInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface GlobalUnsubscribeBulkDeleteInput {
  /**
   * The ids of the records.
   */
  readonly strIds: readonly number[];
}

export interface SuppressionListInput {
  /**
   * Only who has this address, without case.
   */
  readonly email?: string | undefined;
  /**
   * Only addresses that begin with this, without case.
   */
  readonly search?: string | undefined;
}

export interface SuppressionSaveInput {
  /**
   * An e-mail address.
   */
  readonly email_address: string;
}

export interface SuppressionDeleteInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface SuppressionBulkDeleteInput {
  /**
   * The ids of the records.
   */
  readonly strIds: readonly number[];
}

export interface NotificationRecipientSaveInput {
  /**
   * An e-mail address.
   */
  readonly email_address: string;
  /**
   * Whose address it is.
   */
  readonly email_owner: string;
}

export interface NotificationRecipientDeleteInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface NotificationRecipientBulkDeleteInput {
  /**
   * The ids of the records.
   */
  readonly strIds: readonly number[];
}

export interface WebhookSaveInput {
  /**
   * The endpoint: https, on port 443, 80 or one above 1023, at a public address. Outside of production http on the loopback, too.
   */
  readonly url: string;
  /**
   * The types of the events that it is told.
   */
  readonly events: readonly (
    | 'delivery.accepted'
    | 'delivery.bounced'
    | 'delivery.deferred'
    | 'delivery.complained'
    | 'delivery.in_doubt'
    | 'delivery.opened'
    | 'delivery.clicked'
    | 'contact.added'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.unsubscribed'
    | 'contact.resubscribed'
    | 'single_send.started'
    | 'single_send.paused'
    | 'single_send.completed'
    | 'import.completed'
    | 'sender.verified'
  )[];
  /**
   * 1: calls have up to 500 events each. 0, or not given: one.
   */
  readonly batch?: 0 | 1 | false | true | null | undefined;
}

export interface WebhookUpdateInput {
  /**
   * The id of the record.
   */
  readonly id: number;
  /**
   * The endpoint: https, on port 443, 80 or one above 1023, at a public address. Outside of production http on the loopback, too.
   */
  readonly url: string;
  /**
   * The types of the events that it is told.
   */
  readonly events: readonly (
    | 'delivery.accepted'
    | 'delivery.bounced'
    | 'delivery.deferred'
    | 'delivery.complained'
    | 'delivery.in_doubt'
    | 'delivery.opened'
    | 'delivery.clicked'
    | 'contact.added'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.unsubscribed'
    | 'contact.resubscribed'
    | 'single_send.started'
    | 'single_send.paused'
    | 'single_send.completed'
    | 'import.completed'
    | 'sender.verified'
  )[];
  /**
   * 1: calls have up to 500 events each. 0, or not given: one.
   */
  readonly batch?: 0 | 1 | false | true | null | undefined;
}

export interface WebhookRotateInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface WebhookDeleteInput {
  /**
   * The id of the record.
   */
  readonly id: number;
}

export interface WebhookAttemptListInput {
  /**
   * The id of the record.
   */
  readonly id: number;
  /**
   * Only so many, the latest. Not given: all.
   */
  readonly last?: number | undefined;
}

export interface WebhookRedeliverInput {
  /**
   * The id of the webhook.
   */
  readonly id: number;
  /**
   * Events from this time (UTC) on are told again. Events are kept for seven days. Not given: only what was not told yet.
   */
  readonly from?: string | null | undefined;
}

export interface AuditListInput {
  /**
   * Only entries with a smaller id: the page before.
   */
  readonly before_id?: number | undefined;
  /**
   * Only so many, the latest. Not given: all.
   */
  readonly last?: number | undefined;
}

/** Every endpoint of the API. */
export interface Client {
  /**
   * List senders. `GET /senders`
   */
  readonly senderList: ListCall<Sender>;
  /**
   * Add a sender. `POST /sender/save`
   *
   * A verification mail goes to `from_email`: by default at most 3 to an address in 24 hours, and 20 an hour in all, but for those whose link was used. What is more waits for its time.
   */
  senderSave(
    input: SenderSaveInput,
    options?: CallOptions,
  ): Promise<{ readonly id: number; readonly utr: string; readonly warnings: string[] }>;
  /**
   * Get one sender. `GET /sender/details`
   */
  senderDetails(input: SenderDetailsInput, options?: CallOptions): Promise<Sender>;
  /**
   * Change a sender. `POST /sender/update`
   *
   * A changed `from_email` has to be verified again: a new mail goes out.
   */
  senderUpdate(input: SenderUpdateInput, options?: CallOptions): Promise<{ readonly warnings: string[] }>;
  /**
   * Delete a sender. `DELETE /sender/delete`
   *
   * The success text stands in `errors`.
   */
  senderDelete(input: SenderDeleteInput, options?: CallOptions): Promise<'Deleted Successfully'>;
  /**
   * Send the verification mail once more. `GET /sender/resend-mail`
   *
   * Links of the mails before end. 429 where an address, or the account, had as many as it may have (`sender/save`): the links before stay good.
   */
  senderResendMail(input: SenderResendMailInput, options?: CallOptions): Promise<'Verification Mail Send'>;
  /**
   * List sending domains. `GET /sending-domains`
   */
  readonly sendingDomainList: ListCall<SendingDomain>;
  /**
   * Add a sending domain. `POST /sending-domains/save`
   *
   * Makes its keys. Public suffixes such as `co.uk`, IP addresses and single labels are refused. No mail is signed with the keys before a check has seen them in the DNS.
   */
  sendingDomainSave(input: SendingDomainSaveInput, options?: CallOptions): Promise<{ readonly id: number }>;
  /**
   * Get one sending domain with the DNS records to set. `GET /sending-domains/details`
   *
   * Says what the DNS has now, and stores nothing. 429 where four calls of the account wait already.
   */
  sendingDomainDetails(
    input: SendingDomainDetailsInput,
    options?: CallOptions,
  ): Promise<DetailedSendingDomain>;
  /**
   * Look the DNS records of a sending domain up. `POST /sending-domains/check`
   *
   * Stores what the DNS says, within five seconds. A key signs from then on if its record is right, and no longer if the record is gone or wrong; without an answer of the DNS nothing changes. 429 where four calls of the account wait already.
   */
  sendingDomainCheck(input: SendingDomainCheckInput, options?: CallOptions): Promise<DetailedSendingDomain>;
  /**
   * Delete a sending domain with its keys. `DELETE /sending-domains/delete`
   *
   * The keys sign no further mail within seconds. Leave their records in the DNS for a week: mails may be on their way.
   */
  sendingDomainDelete(
    input: SendingDomainDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * List contact types. `GET /contacts-type`
   */
  readonly contactTypeList: ListCall<ListedContactType>;
  /**
   * Add a contact type. `POST /contacts-type/add`
   */
  contactTypeAdd(input: ContactTypeAddInput, options?: CallOptions): Promise<{ readonly id: number }>;
  /**
   * Get one contact type. `GET /contacts-type/view`
   */
  contactTypeView(input: ContactTypeViewInput, options?: CallOptions): Promise<ContactType>;
  /**
   * Rename a contact type. `POST /contacts-type/update`
   */
  contactTypeUpdate(input: ContactTypeUpdateInput, options?: CallOptions): Promise<'Updated Successfully'>;
  /**
   * Delete a contact type and its contacts. `DELETE /contacts-type/delete`
   *
   * The success text stands in `errors`.
   */
  contactTypeDelete(input: ContactTypeDeleteInput, options?: CallOptions): Promise<'Deleted Successfully'>;
  /**
   * List contacts. `GET /contacts/list`
   */
  readonly contactList: ListCall<ListedContact, ContactListInput>;
  /**
   * Download contacts as CSV. `GET /contacts/download`
   *
   * All contacts, those of a contact type, of a segment, or those that a search finds. The columns are those of an import: the file can be imported again. A cell that a spreadsheet would run as a formula begins with an apostrophe, which an import takes away.
   */
  contactDownload(input: ContactDownloadInput, options?: CallOptions): Promise<Blob>;
  /**
   * Add a contact. `POST /contacts/add`
   */
  contactAdd(input: ContactAddInput, options?: CallOptions): Promise<{ readonly id: number }>;
  /**
   * Get one contact. `GET /contacts/details`
   */
  contactDetails(input: ContactDetailsInput, options?: CallOptions): Promise<Contact>;
  /**
   * List what one contact was sent and did. `GET /contacts/activity`
   *
   * Newest first, at most a thousand entries.
   */
  contactActivity(input: ContactActivityInput, options?: CallOptions): Promise<Activity[]>;
  /**
   * Change a contact. `POST /contacts/update`
   *
   * An optional input that is absent keeps its value; one given blank, or null, clears it.
   */
  contactUpdate(input: ContactUpdateInput, options?: CallOptions): Promise<'Contact Updated Successfully'>;
  /**
   * Delete a contact. `DELETE /contacts/delete`
   */
  contactDelete(input: ContactDeleteInput, options?: CallOptions): Promise<'Deleted Successfully'>;
  /**
   * Delete several contacts. `POST /contacts/bulk-delete`
   *
   * Succeeds if at least one of the ids was there; the others are ignored.
   */
  contactBulkDelete(input: ContactBulkDeleteInput, options?: CallOptions): Promise<'Deleted Successfully'>;
  /**
   * Prepare a change of all contacts that a search finds. `POST /contacts/bulk/save`
   *
   * The contacts are counted, and nothing is changed. `contacts/bulk/details` says when the state is `ready`, and how many they are; then `contacts/bulk/start` begins, within a day. Without `search` and `contact_type_id` it is about all contacts. Three changes of an account may be under way; another is a 409.
   */
  bulkChangeSave(input: BulkChangeSaveInput, options?: CallOptions): Promise<{ readonly id: number }>;
  /**
   * Start a bulk change. `POST /contacts/bulk/start`
   *
   * What it has changed can not be taken back. With `undo_seconds` it waits first, and `contacts/bulk/cancel` then leaves everything as it is. One that was given up while it ran goes on where it is started again. Asking again changes nothing.
   */
  bulkChangeStart(input: BulkChangeStartInput, options?: CallOptions): Promise<'Bulk Change Started'>;
  /**
   * Cancel a bulk change. `POST /contacts/bulk/cancel`
   *
   * One that has changed no contact yet changes none. One that has begun ends after at most 500 more contacts, and what was done stays.
   */
  bulkChangeCancel(input: BulkChangeCancelInput, options?: CallOptions): Promise<'Cancelled Successfully'>;
  /**
   * Get one bulk change. `GET /contacts/bulk/details`
   */
  bulkChangeDetails(input: BulkChangeDetailsInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * List bulk changes. `GET /contacts/bulk`
   *
   * Those of the last 90 days.
   */
  readonly bulkChangeList: ListCall<BulkChange>;
  /**
   * Download a CSV sample. `GET /contacts/csv-sample/download`
   *
   * A header with every column that an import of this account reads, and one row.
   */
  contactCsvSample(input?: Readonly<Record<string, never>>, options?: CallOptions): Promise<Blob>;
  /**
   * Import contacts from a CSV file. `POST /contacts/upload-csv`
   *
   * Columns go by name, in any order; `email` has to be there. Comma, semicolon or tab; UTF-8, UTF-16 with a byte order mark, or Windows-1252: `encoding` of the answer says which, and `encoding_certain` is false where it is a guess. A row with bytes that the encoding does not have is refused, and the input `encoding` names another one. A contact whose address is there already is updated with the cells that are not empty. A column, heading or file name that says a status (unsubscribed, bounced, pending …) is recognised and applied: the answer, the dry run and the import count the rows by status, and nobody is mailed whom the file does not call mailable. `contacts/imports` shows how far it is. Beyond the quota `imports` the answer is 429, before the file is received; rows beyond the quota `contacts` are refused with that reason. With `dry_run` 1 nothing is imported: the counts of the import then say what would happen, and `trial` has examples.
   */
  contactUploadCsv(
    input: ContactUploadCsvInput,
    options?: CallOptions,
  ): Promise<{
    readonly id: number;
    readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
    readonly encoding_by: 'input' | 'mark' | 'content' | 'guess';
    readonly encoding_certain: boolean;
    readonly statuses: {
      /**
       * Rows of people who get campaigns. All, where the file says no statuses.
       */
      mailable: number;
      /**
       * Rows of people who opted out: of all mails, or of `opt_out_group`.
       */
      opted_out: number;
      /**
       * Rows of addresses that a server refused for good: they are suppressed.
       */
      bounced: number;
      /**
       * Rows of people who reported a mail as spam: they are suppressed and opted out of all mails.
       */
      complained: number;
      /**
       * Rows of people who get no campaigns and are in no segment and no automation until they confirm.
       */
      unconfirmed: number;
      /**
       * Rows that are not imported.
       */
      left_out: number;
    };
    readonly status_by: {
      by: 'column' | 'heading' | 'file_name' | 'input';
      /**
       * The name of the column or heading, or the words of the file’s name.
       */
      name: string | null;
    } | null;
    readonly unknown_statuses: {
      /**
       * Blank for blank cells.
       */
      word: string;
      rows: number;
    }[];
    readonly whole: boolean;
  }>;
  /**
   * List imports. `GET /contacts/imports`
   */
  readonly importList: ListCall<Import>;
  /**
   * Get one import. `GET /contacts/imports/details`
   */
  importDetails(input: ImportDetailsInput, options?: CallOptions): Promise<Import>;
  /**
   * Undo an import. `POST /contacts/imports/undo`
   *
   * Within 30 days of its end. Contacts that it added are deleted, unless a call, another import or a person changed them since. In contacts that it changed, each cell that still has what it wrote gets its value of before. Mails that were sent meanwhile stay in the reports, and opt-outs stay. A worker does it: `undo` of the import shows how far it is. Asking again changes nothing.
   */
  importUndo(input: ImportUndoInput, options?: CallOptions): Promise<'Undo Started'>;
  /**
   * Download the rows that an import refused. `GET /contacts/imports/errors`
   *
   * CSV: `line` (the header is 1), `reason`, then the row as it came.
   */
  importErrors(input: ImportErrorsInput, options?: CallOptions): Promise<Blob>;
  /**
   * Export everything about one person. `GET /contacts/export`
   *
   * By the address, in any spelling. 404 if the account has nothing.
   */
  contactExport(input: ContactExportInput, options?: CallOptions): Promise<Person>;
  /**
   * Erase a person. `POST /contacts/erase`
   *
   * The address gets no mail from now on. Within a minute it is removed from contacts, segments, files and reports of imports, and what has to be kept has a keyed hash instead, such as `3f9a…@erased.invalid`: figures stay. It stays unsubscribed for ever, also if it is added again. Links in mails that are out say so. Asked for again, or of an address that is not there, it succeeds, too.
   */
  contactErase(input: ContactEraseInput, options?: CallOptions): Promise<'Erasure Started'>;
  /**
   * See how far an erasure is. `GET /contacts/erasure`
   *
   * 404 if it was never asked for.
   */
  contactErasure(input: ContactErasureInput, options?: CallOptions): Promise<Erasure>;
  /**
   * List reserved fields. `GET /reserve-fields`
   */
  readonly reservedFieldList: ListCall<ReservedField>;
  /**
   * List custom fields. `GET /custom-fields`
   */
  readonly customFieldList: ListCall<CustomField>;
  /**
   * Add a custom field. `POST /custom-fields/save`
   */
  customFieldSave(input: CustomFieldSaveInput, options?: CallOptions): Promise<{ readonly id: number }>;
  /**
   * Delete a custom field and its values. `DELETE /custom-fields/delete`
   */
  customFieldDelete(input: CustomFieldDeleteInput, options?: CallOptions): Promise<'Deleted Successfully'>;
  /**
   * List segments. `GET /segment/list`
   */
  readonly segmentList: ListCall<Segment>;
  /**
   * Add a segment. `POST /segment/store`
   *
   * `select_field[i]` with `select_operator[i]` is one condition; `value` holds the operands of all of them in order: `city` `is` and `created_at` `is within`, with `Berlin` and `30`, are those in Berlin who came in the last 30 days.
   *
   * A field is a reserved or custom one, `created_at`, `updated_at`, or a time of the contact’s mail history: `last_sent_at`, `last_opened_at`, `last_clicked_at`.
   *
   * Texts: `is`, `is not`, `contains`, `does not contain`, `starts with`, `does not start with`, `ends with`, `does not end with`, `is blank`, `is not blank`.
   *
   * Numbers: `is`, `is not`, `is greater than`, `is less than`, `is equal or greater than`, `is equal or less than`, `is between`, `is not between`, `is blank`, `is not blank`.
   *
   * Dates: `is`, `is not`, `on`, `not on`, `is after`, `is at or after`, `is before`, `is at or before`, `is between`, `is not between`, `is within` (the last so many days), `is not within`, `is blank`, `is not blank`; the operand is a day, `YYYY-MM-DD`, or a minute, `YYYY-MM-DDTHH:MM`.
   */
  segmentStore(input: SegmentStoreInput, options?: CallOptions): Promise<{ readonly id: number }>;
  /**
   * Change a segment. `POST /segment/update`
   *
   * The rule is written as in `segment/store`.
   */
  segmentUpdate(input: SegmentUpdateInput, options?: CallOptions): Promise<'Updated Successfully'>;
  /**
   * Get one segment. `GET /segment/details`
   */
  segmentDetails(input: SegmentDetailsInput, options?: CallOptions): Promise<Segment>;
  /**
   * Preview a rule. `POST /segment/preview`
   *
   * How many contacts the rule matches now, and ten of them. Nothing is stored. An account has two previews under way at once and a few more waiting for their turn; beyond that the answer is 429. It counts for half a second, and longer only until it has found one. A rule of which none is found in five seconds is answered 422, on `select_field`.
   */
  segmentPreview(
    input: SegmentPreviewInput,
    options?: CallOptions,
  ): Promise<{
    /**
     * Contacts that match.
     */
    count: number;
    /**
     * The count was ended after half a second: there are as many as `count` or more.
     */
    at_least: boolean;
    /**
     * Ten of them: the first by id, where all were counted.
     */
    contacts: ListedContact[];
    /**
     * The mail history of contacts is still being gathered for the rule: there may be more.
     */
    refreshing: boolean;
  }>;
  /**
   * Delete a segment. `DELETE /segment/delete`
   *
   * The success text stands in `errors`.
   */
  segmentDelete(input: SegmentDeleteInput, options?: CallOptions): Promise<'Deleted Successfully'>;
  /**
   * List who is in a segment. `GET /segment/email/list`
   */
  readonly segmentRecipientList: RequiredListCall<SegmentRecipientListInput, SegmentRecipient>;
  /**
   * Add a recipient to a segment by hand. `POST /segment/email/store`
   */
  segmentRecipientStore(
    input: SegmentRecipientStoreInput,
    options?: CallOptions,
  ): Promise<{ readonly id: number }>;
  /**
   * Remove a recipient from a segment. `DELETE /segment/email/delete`
   *
   * A contact that the rule matches is kept out, until the address is added by hand.
   */
  segmentRecipientDelete(
    input: SegmentRecipientDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * List design templates. `GET /get-design/template`
   */
  readonly templateList: ListCall<Template>;
  /**
   * List placeholders. `GET /get-dynamic/content`
   */
  dynamicContentList(input?: Readonly<Record<string, never>>, options?: CallOptions): Promise<string[]>;
  /**
   * List own templates. `GET /templates`
   */
  readonly ownTemplateList: ListCall<OwnTemplate>;
  /**
   * Add an own template. `POST /templates/save`
   *
   * The design is rendered before it is stored; what is wrong with its MJML is a 422. It counts in `stored_bytes`.
   */
  ownTemplateSave(input: OwnTemplateSaveInput, options?: CallOptions): Promise<{ readonly id: number }>;
  /**
   * Get an own template. `GET /templates/details`
   */
  ownTemplateDetails(input: OwnTemplateDetailsInput, options?: CallOptions): Promise<OwnTemplate>;
  /**
   * Preview an own template. `GET /templates/preview`
   *
   * How it looks. Show the HTML where its scripts do not run, as in a frame with `sandbox`.
   */
  ownTemplatePreview(input: OwnTemplatePreviewInput, options?: CallOptions): Promise<TemplatePreview>;
  /**
   * Change an own template. `POST /templates/update`
   *
   * What is not given stays. Mails that were made from it stay as they are.
   */
  ownTemplateUpdate(
    input: OwnTemplateUpdateInput,
    options?: CallOptions,
  ): Promise<{ readonly version: number }>;
  /**
   * List the earlier designs of an own template. `GET /templates/versions`
   *
   * The newest first, at most 20, without the contents themselves. An update keeps the stored content where content of another kind or another template replaces it, or with `keep_version`. All versions of an account together have 64 MiB at most: the oldest are removed first.
   */
  ownTemplateVersions(input: OwnTemplateVersionsInput, options?: CallOptions): Promise<ContentVersion[]>;
  /**
   * Have an earlier design of an own template back. `POST /templates/restore`
   *
   * Only the content changes. The stored content becomes an earlier version itself, so another restore brings it back.
   */
  ownTemplateRestore(
    input: OwnTemplateRestoreInput,
    options?: CallOptions,
  ): Promise<{ readonly version: number }>;
  /**
   * Delete an own template. `DELETE /templates/delete`
   *
   * Mails that were made from it stay as they are.
   */
  ownTemplateDelete(input: OwnTemplateDeleteInput, options?: CallOptions): Promise<'Deleted Successfully'>;
  /**
   * List images. `GET /media`
   */
  readonly mediaList: ListCall<Media>;
  /**
   * Add an image. `POST /media/upload`
   *
   * A picture has at most 50 million pixels; an animation at most 300 frames, which have at most 12 million pixels together. Each upload counts in `renders_per_minute`, and its bytes in `stored_bytes`.
   */
  mediaUpload(input: MediaUploadInput, options?: CallOptions): Promise<{ readonly id: number }>;
  /**
   * Get an image. `GET /media/details`
   */
  mediaDetails(input: MediaDetailsInput, options?: CallOptions): Promise<Media>;
  /**
   * Rename an image. `POST /media/update`
   *
   * Its address stays the same.
   */
  mediaUpdate(input: MediaUpdateInput, options?: CallOptions): Promise<'Updated Successfully'>;
  /**
   * Delete an image. `DELETE /media/delete`
   *
   * Its address answers 404 at once, and mails that show it have a gap there, also those that were sent. Mail programs and proxies that have loaded it may show it for up to a year. Its file is removed within a day.
   */
  mediaDelete(input: MediaDeleteInput, options?: CallOptions): Promise<'Deleted Successfully'>;
  /**
   * List single sends with their statistics. `GET /single-send/list`
   */
  readonly singleSendList: ListCall<SingleSend>;
  /**
   * Create a single send. `POST /single/send/create`
   *
   * Everybody in `recipient_id` gets one mail, without those in `exclude_specific_recipient_id`, who unsubscribed from all or from its group, and whose address bounced. It starts once its sender is verified and its template is there; until then `hold_reason` says what is missing.
   */
  singleSendCreate(
    input: SingleSendCreateInput,
    options?: CallOptions,
  ): Promise<{
    readonly id: number;
    readonly utr: string;
    readonly warnings: string[];
    readonly hold_reason:
      | 'draft'
      | 'sender_deleted'
      | 'recipient_deleted'
      | 'sender_address'
      | 'sender_unverified'
      | 'template_empty'
      | 'template_failed'
      | 'duplicate'
      | 'import_running'
      | 'schedule_missed'
      | 'suspended'
      | 'quota'
      | 'restored'
      | 'closed'
      | 'failed'
      | null;
  }>;
  /**
   * Change a single send that has not started. `POST /single/send/update`
   */
  singleSendUpdate(
    input: SingleSendUpdateInput,
    options?: CallOptions,
  ): Promise<{
    readonly utr: string;
    readonly warnings: string[];
    readonly version: number;
    readonly hold_reason:
      | 'draft'
      | 'sender_deleted'
      | 'recipient_deleted'
      | 'sender_address'
      | 'sender_unverified'
      | 'template_empty'
      | 'template_failed'
      | 'duplicate'
      | 'import_running'
      | 'schedule_missed'
      | 'suspended'
      | 'quota'
      | 'restored'
      | 'closed'
      | 'failed'
      | null;
  }>;
  /**
   * Get one single send with its statistics. `GET /single-send/details`
   *
   * An array that holds one.
   */
  singleSendDetails(input: SingleSendDetailsInput, options?: CallOptions): Promise<SingleSend[]>;
  /**
   * List the earlier contents of a single send. `GET /single-send/versions`
   *
   * The newest first, at most 20, without the contents themselves. An update keeps the stored content where content of another kind or another template replaces it, or with `keep_version`. All versions of an account together have 64 MiB at most: the oldest are removed first.
   */
  singleSendVersions(input: SingleSendVersionsInput, options?: CallOptions): Promise<ContentVersion[]>;
  /**
   * Have an earlier content of a single send back. `POST /single-send/restore`
   *
   * Only the content changes. The stored content becomes an earlier version itself, so another restore brings it back. A send that is ready stays so, and goes with that content.
   */
  singleSendRestore(
    input: SingleSendRestoreInput,
    options?: CallOptions,
  ): Promise<{ readonly version: number }>;
  /**
   * Send a test of a single send. `POST /single/send/test`
   *
   * Of a stored send (`utr`), of the content of a create, or of a stored send with some of its content replaced. Each address gets what the contact would get, with `[Test]` before the subject. Nothing of it is tracked or counted, and its links to unsubscribe and to the preferences page do nothing. An account sends at most 50 in an hour, over all its tests (429). Addresses that are suppressed, or that unsubscribed from all mails, are refused. The sender must be verified. It answers once the test is stored; a worker sends it at once, and gives it up after an hour.
   */
  singleSendTest(input: SingleSendTestInput, options?: CallOptions): Promise<'Test Sent Successfully'>;
  /**
   * Show the mail of a single send as one contact would get it. `GET /single-send/preview`
   *
   * It is made like the mail that is sent, except that links are not tracked, and that its links to unsubscribe and to the preferences page do nothing. It counts in `renders_per_minute`. Where the template makes no mail the answer is a 409, and `hints` say why.
   */
  singleSendPreview(input: SingleSendPreviewInput, options?: CallOptions): Promise<Preview>;
  /**
   * List the newest single sends without their templates. `GET /single-send/overview`
   *
   * Newest first, with their statistics as they are now; for pages that show how sends go on. The next page is `before_id` with the last id of this one. Each call looks at the names and subjects of all single sends of the account where `search` is given.
   */
  singleSendOverview(input: SingleSendOverviewInput, options?: CallOptions): Promise<SingleSendOverview[]>;
  /**
   * Count who a single send would go to now. `POST /single-send/audience`
   *
   * Who is left out counts once, for the reason that holds first. It counts for a moment, and at least the first thousand: where `more` is true, there are others that it did not look at. The send counts again when it starts.
   */
  singleSendAudience(
    input: SingleSendAudienceInput,
    options?: CallOptions,
  ): Promise<{
    members: number;
    duplicates: number;
    excluded: number;
    unsubscribed: number;
    bounced: number;
    /**
     * Who it would go to, of those that were looked at.
     */
    recipients: number;
    /**
     * There are members that were not looked at.
     */
    more: boolean;
  }>;
  /**
   * Say what is wrong with a single send before it goes. `GET /single-send/check`
   *
   * Errors first. It looks at the sender, the DNS records of its domain, the template, placeholders and links, and takes six seconds at most. At most 50 links are asked, by HEAD and where that fails by GET; those of this service are not, nor is what is not public. It counts in `renders_per_minute`; 429 where four calls of the account wait already. docs/checks.md lists the codes.
   */
  singleSendCheck(input: SingleSendCheckInput, options?: CallOptions): Promise<MailProblem[]>;
  /**
   * Copy a single send. `POST /single/send/duplicate`
   *
   * The copy is held (`duplicate`) until `single/send/update` readies it.
   */
  singleSendDuplicate(
    input: SingleSendDuplicateInput,
    options?: CallOptions,
  ): Promise<{ readonly id: number; readonly utr: string }>;
  /**
   * Delete a single send. `DELETE /single/send/delete`
   *
   * One that runs stops. Links in mails that are out go on working.
   */
  singleSendDelete(input: SingleSendDeleteInput, options?: CallOptions): Promise<'Deleted Successfully'>;
  /**
   * Delete several single sends. `POST /single/send/bulk-delete`
   *
   * Ids or utrs. Succeeds if at least one was there; the others are ignored.
   */
  singleSendBulkDelete(
    input: SingleSendBulkDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * Pause a running single send. `POST /single-send/pause`
   */
  singleSendPause(
    input: SingleSendPauseInput,
    options?: CallOptions,
  ): Promise<'Single send Paused Successfully'>;
  /**
   * Go on with a paused single send. `POST /single-send/resume`
   */
  singleSendResume(
    input: SingleSendResumeInput,
    options?: CallOptions,
  ): Promise<'Single send Resumed Successfully'>;
  /**
   * Cancel a single send. `POST /single-send/cancel`
   *
   * One that runs completes with what was sent.
   */
  singleSendCancel(
    input: SingleSendCancelInput,
    options?: CallOptions,
  ): Promise<'Single send Cancelled Successfully'>;
  /**
   * List the mails of a single send that are in doubt. `GET /single-send/in-doubt`
   *
   * Mails of which it is unknown whether the mail server accepted them: the connection or the worker ended between the end of the mail and the answer. There are such only with `IN_DOUBT=hold`, and they wait for a decision.
   */
  readonly singleSendDoubtList: RequiredListCall<SingleSendDoubtListInput, MailInDoubt>;
  /**
   * Decide on mails of a single send that are in doubt. `POST /single-send/in-doubt/decide`
   *
   * `delivered`: they count as delivered from the moment in which they got into doubt. `resend`: they are sent once more, under the same Message-ID, unless their recipients have unsubscribed or bounced since. Succeeds if at least one of the ids is a mail of it; what is not in doubt, or no longer, is left as it is. A completed send runs again until all of them have their outcome.
   */
  singleSendDoubtDecide(
    input: SingleSendDoubtDecideInput,
    options?: CallOptions,
  ): Promise<'Decided Successfully'>;
  /**
   * Send the refused mails of a completed single send once more. `POST /single-send/retry`
   *
   * As a new attempt of the same mails, for those that bounced with one of these classes; without `classes` all but `gone`, `inactive`, `content` and `size`. Who has unsubscribed or been suppressed since is left out. The send runs again until all have their outcome. Reports about earlier attempts change nothing from then on.
   */
  singleSendRetry(
    input: SingleSendRetryInput,
    options?: CallOptions,
  ): Promise<'Single send Retried Successfully'>;
  /**
   * List who got a single send, who did not, and why. `GET /single-send/deliveries`
   *
   * All filters hold together. `email` is one address, `search` the beginning of an address, or of the first or last name of the contact. Mails whose time of storage is over (`RETENTION_DAYS`) are not listed.
   */
  readonly singleSendDeliveryList: RequiredListCall<SingleSendDeliveryListInput, Delivery>;
  /**
   * Download who got a single send, who did not, and why. `GET /single-send/deliveries/download`
   *
   * The same mails and filters as the list, as CSV.
   */
  singleSendDeliveryDownload(input: SingleSendDeliveryDownloadInput, options?: CallOptions): Promise<Blob>;
  /**
   * Get who clicked the links of a single send. `GET /single-send/links`
   *
   * In the order in which they stand in the mail. Clicks of before version 0.2.0 are not counted by link. `refreshing` true: much changed a moment ago, and a part of it is not counted yet; ask again in a minute.
   */
  singleSendLinks(
    input: SingleSendLinksInput,
    options?: CallOptions,
  ): Promise<{ readonly links: LinkDetails[]; readonly refreshing: boolean }>;
  /**
   * Get when a single send was accepted, opened, clicked and refused. `GET /single-send/timeline`
   *
   * The hours or days of the account’s time zone in which something happened, in order, at most the first thousand. Each recipient is counted once in each figure, when it happened first. `refreshing` true: much changed a moment ago, and a part of it is not counted yet; ask again in a minute.
   */
  singleSendTimeline(
    input: SingleSendTimelineInput,
    options?: CallOptions,
  ): Promise<{ readonly timeline: PeriodDetails[]; readonly refreshing: boolean }>;
  /**
   * Get what became of a single send by recipient domain. `GET /single-send/domains`
   *
   * The 200 domains with the most mails, those with more first, and all others together. `refreshing` true: much changed a moment ago, and a part of it is not counted yet; ask again in a minute.
   */
  singleSendDomains(
    input: SingleSendDomainsInput,
    options?: CallOptions,
  ): Promise<{ readonly domains: DomainDetails[]; readonly refreshing: boolean }>;
  /**
   * Make a link to the report of a single send. `POST /single-send/share`
   *
   * Who has the link sees figures, openings and clicks over time, links and recipient domains, and no addresses, names or other values of contacts. `url` is in this answer alone. At most 20 links to a report work at a time.
   */
  singleSendShare(input: SingleSendShareInput, options?: CallOptions): Promise<ReportShare>;
  /**
   * List the links to the report of a single send. `GET /single-send/shares`
   *
   * Those that work, the oldest first.
   */
  singleSendShares(input: SingleSendSharesInput, options?: CallOptions): Promise<ReportShare[]>;
  /**
   * Revoke a link to a report. `DELETE /single-send/share/delete`
   *
   * From the answer on it leads to a page that says that it does not work.
   */
  singleSendShareDelete(
    input: SingleSendShareDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * Send a message. `POST /messages/send`
   *
   * It is stored when the call is answered, and goes at once, or at `send_at`. Only a mailbox that is gone or inactive, or a complaint, stops it; with `unsubscribe_group_id`, an opt-out, too. Openings and clicks are not counted. Use an `Idempotency-Key`: then a call that is made again sends nothing twice.
   */
  messageSend(
    input: MessageSendInput,
    options?: CallOptions,
  ): Promise<{ readonly id: number; readonly utr: string }>;
  /**
   * List messages. `GET /messages/list`
   */
  readonly messageList: ListCall<Message>;
  /**
   * Show what became of a message. `GET /messages/details`
   */
  messageDetails(input: MessageDetailsInput, options?: CallOptions): Promise<Message>;
  /**
   * Cancel a message. `POST /messages/cancel`
   *
   * One that waits, or is to be tried again, is skipped.
   */
  messageCancel(input: MessageCancelInput, options?: CallOptions): Promise<'Message Cancelled Successfully'>;
  /**
   * Show whether a message is in doubt. `GET /messages/in-doubt`
   *
   * The mail of this message, where it is unknown whether the mail server accepted it: the connection or the worker ended between the end of the mail and the answer. With `MESSAGES_IN_DOUBT=hold` it waits for a decision.
   */
  readonly messageDoubtList: RequiredListCall<MessageDoubtListInput, MailInDoubt>;
  /**
   * Decide on a message that is in doubt. `POST /messages/in-doubt/decide`
   *
   * `delivered`: they count as delivered from the moment in which they got into doubt. `resend`: they are sent once more, under the same Message-ID, unless their recipients have unsubscribed or bounced since. Succeeds if at least one of the ids is a mail of it; what is not in doubt, or no longer, is left as it is.
   */
  messageDoubtDecide(input: MessageDoubtDecideInput, options?: CallOptions): Promise<'Decided Successfully'>;
  /**
   * List automations with their statistics. `GET /automations`
   */
  readonly automationList: ListCall<ListedAutomation>;
  /**
   * Create an automation. `POST /automations/create`
   *
   * `welcome` is for contacts who join the target after it went live, `custom` also for those who are in it at that moment. Target and unsubscribe group may come later, but have to be there to set it live.
   */
  automationCreate(
    input: AutomationCreateInput,
    options?: CallOptions,
  ): Promise<{ readonly id: number; readonly utr: string }>;
  /**
   * Change an automation. `POST /automations/update`
   *
   * Inputs that are left out keep their values; a blank target or group is removed. Once the automation was live, only its name can change.
   */
  automationUpdate(input: AutomationUpdateInput, options?: CallOptions): Promise<{ readonly utr: string }>;
  /**
   * Copy an automation and its emails. `GET /automations/duplicate`
   *
   * The copy is a draft.
   */
  automationDuplicate(
    input: AutomationDuplicateInput,
    options?: CallOptions,
  ): Promise<{ readonly id: number; readonly utr: string }>;
  /**
   * Get one automation with its statistics. `GET /automations/details`
   */
  automationDetails(input: AutomationDetailsInput, options?: CallOptions): Promise<Automation>;
  /**
   * See how far people are in an automation. `GET /automations/progress`
   *
   * Counted from the people and their mails as they are at this moment.
   */
  automationProgress(input: AutomationProgressInput, options?: CallOptions): Promise<AutomationProgress>;
  /**
   * Follow one person through an automation. `GET /automations/person`
   *
   * Where the person is, when the next email is due, and what became of each. `email` is the address that goes through the automation, or one that its contact has now.
   */
  automationPerson(input: AutomationPersonInput, options?: CallOptions): Promise<AutomationWay>;
  /**
   * Pause a live automation. `GET /automations/pause`
   *
   * Contacts under way keep their place.
   */
  automationPause(
    input: AutomationPauseInput,
    options?: CallOptions,
  ): Promise<'Automation Paused Successfully'>;
  /**
   * Set an automation live. `GET /automations/set-live`
   */
  automationSetLive(
    input: AutomationSetLiveInput,
    options?: CallOptions,
  ): Promise<'Automation has been set live'>;
  /**
   * Delete an automation. `DELETE /automations/delete`
   *
   * It ends for everyone.
   */
  automationDelete(input: AutomationDeleteInput, options?: CallOptions): Promise<'Deleted Successfully'>;
  /**
   * Delete several automations. `POST /automations/bulk-delete`
   *
   * Ids or utrs. Succeeds if at least one was there; the others are ignored.
   */
  automationBulkDelete(
    input: AutomationBulkDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * List the emails of an automation. `GET /automations/schedule`
   */
  readonly automationScheduleList: RequiredListCall<AutomationScheduleListInput, AutomationSchedule>;
  /**
   * Add an email to an automation. `POST /automations/schedule/create`
   *
   * Emails go in the order of their creation; each waits from the one before, the first from the entry.
   */
  automationScheduleCreate(
    input: AutomationScheduleCreateInput,
    options?: CallOptions,
  ): Promise<{ readonly id: number; readonly utr: string; readonly warnings: string[] }>;
  /**
   * Change an email of an automation. `POST /automations/schedule/update`
   */
  automationScheduleUpdate(
    input: AutomationScheduleUpdateInput,
    options?: CallOptions,
  ): Promise<{ readonly utr: string; readonly warnings: string[]; readonly version: number }>;
  /**
   * List the earlier contents of an email of an automation. `GET /automations/schedule/versions`
   *
   * The newest first, at most 20, without the contents themselves. An update keeps the stored content where content of another kind or another template replaces it, or with `keep_version`. All versions of an account together have 64 MiB at most: the oldest are removed first.
   */
  automationScheduleVersions(
    input: AutomationScheduleVersionsInput,
    options?: CallOptions,
  ): Promise<ContentVersion[]>;
  /**
   * Have an earlier content of an email of an automation back. `POST /automations/schedule/restore`
   *
   * Only the content changes. The stored content becomes an earlier version itself, so another restore brings it back. A live automation sends it from then on.
   */
  automationScheduleRestore(
    input: AutomationScheduleRestoreInput,
    options?: CallOptions,
  ): Promise<{ readonly version: number }>;
  /**
   * Delete an email of an automation. `DELETE /automations/schedule/delete`
   */
  automationScheduleDelete(
    input: AutomationScheduleDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * Show an email of an automation as one contact would get it. `POST /automations/schedule/preview`
   *
   * What is given stands in place of what is stored, and nothing is stored: a change can be seen before a live automation sends it. Otherwise as `single-send/preview`. It counts in `renders_per_minute`.
   */
  automationSchedulePreview(input: AutomationSchedulePreviewInput, options?: CallOptions): Promise<Preview>;
  /**
   * Say what is wrong with an email of an automation. `POST /automations/schedule/check`
   *
   * What is given stands in place of what is stored, and nothing is stored. Otherwise as `single-send/check`: errors first, and it counts in `renders_per_minute`. docs/checks.md lists the codes.
   */
  automationScheduleCheck(input: AutomationScheduleCheckInput, options?: CallOptions): Promise<MailProblem[]>;
  /**
   * List the mails of an automation’s email that are in doubt. `GET /automations/schedule/in-doubt`
   *
   * Mails of which it is unknown whether the mail server accepted them: the connection or the worker ended between the end of the mail and the answer. There are such only with `IN_DOUBT=hold`, and they wait for a decision. Who got one has moved on to the next email all the same.
   */
  readonly automationScheduleDoubtList: RequiredListCall<AutomationScheduleDoubtListInput, MailInDoubt>;
  /**
   * Decide on mails of an automation’s email that are in doubt. `POST /automations/schedule/in-doubt/decide`
   *
   * `delivered`: they count as delivered from the moment in which they got into doubt. `resend`: they are sent once more, under the same Message-ID, unless their recipients have unsubscribed or bounced since. Succeeds if at least one of the ids is a mail of it; what is not in doubt, or no longer, is left as it is. While the automation is paused they wait.
   */
  automationScheduleDoubtDecide(
    input: AutomationScheduleDoubtDecideInput,
    options?: CallOptions,
  ): Promise<'Decided Successfully'>;
  /**
   * List who got an automation’s email, who did not, and why. `GET /automations/schedule/deliveries`
   *
   * All filters hold together. `email` is one address, `search` the beginning of an address, or of the first or last name of the contact. Mails whose time of storage is over (`RETENTION_DAYS`) are not listed.
   */
  readonly automationScheduleDeliveryList: RequiredListCall<AutomationScheduleDeliveryListInput, Delivery>;
  /**
   * Download who got an automation’s email, who did not, and why. `GET /automations/schedule/deliveries/download`
   *
   * The same mails and filters as the list, as CSV.
   */
  automationScheduleDeliveryDownload(
    input: AutomationScheduleDeliveryDownloadInput,
    options?: CallOptions,
  ): Promise<Blob>;
  /**
   * Get who clicked the links of an automation’s email. `GET /automations/schedule/links`
   *
   * In the order in which they stand in the mail. Clicks of before version 0.2.0 are not counted by link. `refreshing` true: much changed a moment ago, and a part of it is not counted yet; ask again in a minute.
   */
  automationScheduleLinks(
    input: AutomationScheduleLinksInput,
    options?: CallOptions,
  ): Promise<{ readonly links: LinkDetails[]; readonly refreshing: boolean }>;
  /**
   * Get when an automation’s email was accepted, opened, clicked and refused. `GET /automations/schedule/timeline`
   *
   * The hours or days of the account’s time zone in which something happened, in order, at most the first thousand. Each recipient is counted once in each figure, when it happened first. `refreshing` true: much changed a moment ago, and a part of it is not counted yet; ask again in a minute.
   */
  automationScheduleTimeline(
    input: AutomationScheduleTimelineInput,
    options?: CallOptions,
  ): Promise<{ readonly timeline: PeriodDetails[]; readonly refreshing: boolean }>;
  /**
   * Get what became of an automation’s email by recipient domain. `GET /automations/schedule/domains`
   *
   * The 200 domains with the most mails, those with more first, and all others together. `refreshing` true: much changed a moment ago, and a part of it is not counted yet; ask again in a minute.
   */
  automationScheduleDomains(
    input: AutomationScheduleDomainsInput,
    options?: CallOptions,
  ): Promise<{ readonly domains: DomainDetails[]; readonly refreshing: boolean }>;
  /**
   * Get what became of all mails, by day or by recipient domain. `GET /statistics`
   *
   * By day: what happened on each day, to mails of any age; days of the account’s time zone, those without any included. By domain: what became until now of the mails that began to be sent on these days of UTC; the 200 domains with the most mails, and all others together. `refreshing` true: much changed a moment ago, and a part of it is not counted yet; ask again in a minute.
   */
  accountStatistics(
    input: AccountStatisticsInput,
    options?: CallOptions,
  ): Promise<{ readonly statistics: Statistics[]; readonly refreshing: boolean }>;
  /**
   * List unsubscribe groups. `GET /unsubscribes-groups`
   */
  readonly unsubscribeGroupList: ListCall<ListedUnsubscribeGroup>;
  /**
   * Add an unsubscribe group. `POST /unsubscribes-groups/save`
   */
  unsubscribeGroupSave(
    input: UnsubscribeGroupSaveInput,
    options?: CallOptions,
  ): Promise<{ readonly id: number }>;
  /**
   * Get one unsubscribe group. `GET /unsubscribes-groups/details`
   */
  unsubscribeGroupDetails(
    input: UnsubscribeGroupDetailsInput,
    options?: CallOptions,
  ): Promise<UnsubscribeGroup>;
  /**
   * Change an unsubscribe group. `POST /unsubscribes-groups/update`
   */
  unsubscribeGroupUpdate(
    input: UnsubscribeGroupUpdateInput,
    options?: CallOptions,
  ): Promise<'Updated Successfully'>;
  /**
   * Unsubscribe addresses from a group. `POST /unsubscribes-groups/manually-add`
   *
   * Addresses that are there already are kept once. An invalid one refuses the whole request.
   */
  groupRecipientAdd(
    input: GroupRecipientAddInput,
    options?: CallOptions,
  ): Promise<{ readonly ids: number[] }>;
  /**
   * List who left a group. `GET /unsubscribes-groups/recipients-list`
   */
  readonly groupRecipientList: RequiredListCall<GroupRecipientListInput, Unsubscriber>;
  /**
   * Remove one recipient from its group. `DELETE /unsubscribes-groups/recipients-delete`
   */
  groupRecipientDelete(
    input: GroupRecipientDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * Remove several recipients from their groups. `POST /unsubscribes-groups/recipients-bulk-delete`
   *
   * Succeeds if at least one of the ids was there; the others are ignored.
   */
  groupRecipientBulkDelete(
    input: GroupRecipientBulkDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * List global unsubscribers. `GET /global-unsubscribes`
   */
  readonly globalUnsubscribeList: ListCall<Unsubscriber, GlobalUnsubscribeListInput>;
  /**
   * Unsubscribe addresses from everything. `POST /global-unsubscribes/save`
   *
   * Addresses that are there already are kept once. An invalid one refuses the whole request.
   */
  globalUnsubscribeSave(
    input: GlobalUnsubscribeSaveInput,
    options?: CallOptions,
  ): Promise<{ readonly ids: number[] }>;
  /**
   * Remove one entry. `DELETE /global-unsubscribes/delete`
   */
  globalUnsubscribeDelete(
    input: GlobalUnsubscribeDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * Remove several entries. `POST /global-unsubscribes/bulk-delete`
   *
   * Succeeds if at least one of the ids was there; the others are ignored.
   */
  globalUnsubscribeBulkDelete(
    input: GlobalUnsubscribeBulkDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * List suppressed addresses. `GET /suppressions`
   */
  readonly suppressionList: ListCall<Suppression, SuppressionListInput>;
  /**
   * Suppress addresses. `POST /suppressions/save`
   *
   * Addresses that were added before are kept once. An invalid one refuses the whole request.
   */
  suppressionSave(input: SuppressionSaveInput, options?: CallOptions): Promise<{ readonly ids: number[] }>;
  /**
   * Remove one suppression. `DELETE /suppressions/delete`
   *
   * The address is mailed again, unless it is in another list, too.
   */
  suppressionDelete(input: SuppressionDeleteInput, options?: CallOptions): Promise<'Deleted Successfully'>;
  /**
   * Remove several suppressions. `POST /suppressions/bulk-delete`
   *
   * Succeeds if at least one of the ids was there; the others are ignored.
   */
  suppressionBulkDelete(
    input: SuppressionBulkDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * List notification recipients. `GET /notification-recipients`
   */
  readonly notificationRecipientList: ListCall<NotificationRecipient>;
  /**
   * Add a notification recipient. `POST /notification-recipient/save`
   *
   * The address is asked by a mail first, at most three a week whatever account asks; what is one too many waits.
   */
  notificationRecipientSave(
    input: NotificationRecipientSaveInput,
    options?: CallOptions,
  ): Promise<{ readonly id: number }>;
  /**
   * Delete a notification recipient. `DELETE /notification-recipient/delete`
   */
  notificationRecipientDelete(
    input: NotificationRecipientDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * Delete several notification recipients. `POST /notification-recipient/bulk-delete`
   *
   * Succeeds if at least one of the ids was there; the others are ignored.
   */
  notificationRecipientBulkDelete(
    input: NotificationRecipientBulkDeleteInput,
    options?: CallOptions,
  ): Promise<'Deleted Successfully'>;
  /**
   * List webhooks. `GET /webhooks`
   */
  readonly webhookList: ListCall<Webhook>;
  /**
   * Add a webhook. `POST /webhooks/save`
   *
   * It is told what happens from the answer on. `secret` is shown in this answer alone: your endpoint checks signatures with it. Redirects are not followed, and addresses that are not public are not called.
   */
  webhookSave(
    input: WebhookSaveInput,
    options?: CallOptions,
  ): Promise<{ readonly id: number; readonly secret: string }>;
  /**
   * Change a webhook. `POST /webhooks/update`
   *
   * What was not told yet goes to the new URL. A disabled webhook is enabled again.
   */
  webhookUpdate(input: WebhookUpdateInput, options?: CallOptions): Promise<'Updated Successfully'>;
  /**
   * Replace the secret of a webhook. `POST /webhooks/rotate`
   *
   * `secret` is shown in this answer alone. The old one signs calls, too, for 24 hours: until then the header `webhook-signature` has a signature by each, and libraries of Standard Webhooks accept either.
   */
  webhookRotate(input: WebhookRotateInput, options?: CallOptions): Promise<{ readonly secret: string }>;
  /**
   * Delete a webhook. `DELETE /webhooks/delete`
   *
   * It is called no more once a call under way has ended.
   */
  webhookDelete(input: WebhookDeleteInput, options?: CallOptions): Promise<'Deleted Successfully'>;
  /**
   * List the calls of a webhook. `GET /webhooks/attempts`
   *
   * Those of the last three days, without the content of events.
   */
  readonly webhookAttemptList: RequiredListCall<WebhookAttemptListInput, WebhookAttempt>;
  /**
   * Tell a webhook again. `POST /webhooks/redeliver`
   *
   * Enables it if it was disabled, and calls its endpoint at once: from `from` on with all events, each under the id that it had. Without `from`, with those that were not told yet.
   */
  webhookRedeliver(input: WebhookRedeliverInput, options?: CallOptions): Promise<'Redelivery Started'>;
  /**
   * List countries, states and cities. `GET /get/country-state-city`
   *
   * Some 2 MB that change with a release at most: ask again with `If-None-Match`.
   */
  placeList(
    input?: Readonly<Record<string, never>>,
    options?: CallOptions,
  ): Promise<{
    countries: Country[];
    states: State[];
    cities: City[];
  }>;
  /**
   * List the quotas and what is used of them. `GET /quotas`
   *
   * `stored_bytes`, uploaded files, rows of them that were refused, the designs of sends and automation emails, images, and attachments of messages that wait · `contacts`, in all contact types together · `calls`, calls of your programs that are being answered · `expensive_calls`, calls that look through many contacts, such as the preview of a segment · `imports`, files that are being uploaded, wait for their turn, or are being imported · `sending_domains`, domains with dkim keys of their own · `renders_per_minute`, designs that are turned into a mail; one that did not change counts once · `mails_per_day`, mails of sends and automations; a new day begins at 00:00 utc. Calls are counted by the process that answers.
   */
  quotaList(input?: Readonly<Record<string, never>>, options?: CallOptions): Promise<Quota[]>;
  /**
   * List the audit log. `GET /account/audit`
   *
   * The oldest first. `last` gives the newest; for those before, take the smallest `id` as `before_id`.
   */
  readonly auditList: ListCall<AuditEntry, AuditListInput>;
  /**
   * Download everything. `GET /account/export`
   *
   * A ZIP file with all lists of the account as JSON Lines, an item a line as the API shows it, and the images of the media library. It has no secrets. It is written while it is downloaded, a page at a time; one that broke off has no directory at its end, and is downloaded again.
   */
  accountExport(input?: Readonly<Record<string, never>>, options?: CallOptions): Promise<Blob>;
}

export const ENDPOINTS = {
  senderList: { method: 'GET', path: '/senders', answer: { list: 'senders' } },
  senderSave: { method: 'POST', path: '/sender/save', answer: { beside: ['id', 'utr', 'warnings'] } },
  senderDetails: { method: 'GET', path: '/sender/details', answer: { key: 'sender' } },
  senderUpdate: { method: 'POST', path: '/sender/update', answer: { beside: ['warnings'] } },
  senderDelete: { method: 'DELETE', path: '/sender/delete', answer: 'text' },
  senderResendMail: { method: 'GET', path: '/sender/resend-mail', answer: 'text' },
  sendingDomainList: { method: 'GET', path: '/sending-domains', answer: { list: 'sendingDomains' } },
  sendingDomainSave: { method: 'POST', path: '/sending-domains/save', answer: { beside: ['id'] } },
  sendingDomainDetails: { method: 'GET', path: '/sending-domains/details', answer: { key: 'sendingDomain' } },
  sendingDomainCheck: {
    method: 'POST',
    path: '/sending-domains/check',
    query: ['id'],
    answer: { key: 'sendingDomain' },
  },
  sendingDomainDelete: { method: 'DELETE', path: '/sending-domains/delete', answer: 'text' },
  contactTypeList: { method: 'GET', path: '/contacts-type', answer: { list: 'contactTypes' } },
  contactTypeAdd: { method: 'POST', path: '/contacts-type/add', answer: { beside: ['id'] } },
  contactTypeView: { method: 'GET', path: '/contacts-type/view', answer: { key: 'contactType' } },
  contactTypeUpdate: { method: 'POST', path: '/contacts-type/update', answer: 'text' },
  contactTypeDelete: { method: 'DELETE', path: '/contacts-type/delete', answer: 'text' },
  contactList: { method: 'GET', path: '/contacts/list', answer: { list: 'contacts' } },
  contactDownload: { method: 'GET', path: '/contacts/download', answer: 'file' },
  contactAdd: { method: 'POST', path: '/contacts/add', answer: { beside: ['id'] } },
  contactDetails: { method: 'GET', path: '/contacts/details', answer: { key: 'contact' } },
  contactActivity: { method: 'GET', path: '/contacts/activity', answer: { key: 'activity' } },
  contactUpdate: { method: 'POST', path: '/contacts/update', answer: 'text' },
  contactDelete: { method: 'DELETE', path: '/contacts/delete', answer: 'text' },
  contactBulkDelete: { method: 'POST', path: '/contacts/bulk-delete', answer: 'text' },
  bulkChangeSave: { method: 'POST', path: '/contacts/bulk/save', answer: { beside: ['id'] } },
  bulkChangeStart: { method: 'POST', path: '/contacts/bulk/start', query: ['id'], answer: 'text' },
  bulkChangeCancel: { method: 'POST', path: '/contacts/bulk/cancel', query: ['id'], answer: 'text' },
  bulkChangeDetails: { method: 'GET', path: '/contacts/bulk/details', answer: { key: 'bulk_change' } },
  bulkChangeList: { method: 'GET', path: '/contacts/bulk', answer: { list: 'bulk_changes' } },
  contactCsvSample: { method: 'GET', path: '/contacts/csv-sample/download', answer: 'file' },
  contactUploadCsv: {
    method: 'POST',
    path: '/contacts/upload-csv',
    file: 'file',
    answer: {
      beside: [
        'id',
        'encoding',
        'encoding_by',
        'encoding_certain',
        'statuses',
        'status_by',
        'unknown_statuses',
        'whole',
      ],
    },
  },
  importList: { method: 'GET', path: '/contacts/imports', answer: { list: 'imports' } },
  importDetails: { method: 'GET', path: '/contacts/imports/details', answer: { key: 'import' } },
  importUndo: { method: 'POST', path: '/contacts/imports/undo', query: ['id'], answer: 'text' },
  importErrors: { method: 'GET', path: '/contacts/imports/errors', answer: 'file' },
  contactExport: { method: 'GET', path: '/contacts/export', answer: { key: 'person' } },
  contactErase: { method: 'POST', path: '/contacts/erase', answer: 'text' },
  contactErasure: { method: 'GET', path: '/contacts/erasure', answer: { key: 'erasure' } },
  reservedFieldList: { method: 'GET', path: '/reserve-fields', answer: { list: 'reservedFields' } },
  customFieldList: { method: 'GET', path: '/custom-fields', answer: { list: 'customFields' } },
  customFieldSave: { method: 'POST', path: '/custom-fields/save', answer: { beside: ['id'] } },
  customFieldDelete: { method: 'DELETE', path: '/custom-fields/delete', answer: 'text' },
  segmentList: { method: 'GET', path: '/segment/list', answer: { list: 'segments' } },
  segmentStore: { method: 'POST', path: '/segment/store', answer: { beside: ['id'] } },
  segmentUpdate: { method: 'POST', path: '/segment/update', answer: 'text' },
  segmentDetails: { method: 'GET', path: '/segment/details', answer: { key: 'segment' } },
  segmentPreview: { method: 'POST', path: '/segment/preview', answer: { key: 'preview' } },
  segmentDelete: { method: 'DELETE', path: '/segment/delete', answer: 'text' },
  segmentRecipientList: { method: 'GET', path: '/segment/email/list', answer: { list: 'contactEmails' } },
  segmentRecipientStore: { method: 'POST', path: '/segment/email/store', answer: { beside: ['id'] } },
  segmentRecipientDelete: { method: 'DELETE', path: '/segment/email/delete', answer: 'text' },
  templateList: { method: 'GET', path: '/get-design/template', answer: { list: 'templates' } },
  dynamicContentList: { method: 'GET', path: '/get-dynamic/content', answer: { key: 'contents' } },
  ownTemplateList: { method: 'GET', path: '/templates', answer: { list: 'templates' } },
  ownTemplateSave: { method: 'POST', path: '/templates/save', answer: { beside: ['id'] } },
  ownTemplateDetails: { method: 'GET', path: '/templates/details', answer: { key: 'template' } },
  ownTemplatePreview: { method: 'GET', path: '/templates/preview', answer: { key: 'preview' } },
  ownTemplateUpdate: { method: 'POST', path: '/templates/update', answer: { beside: ['version'] } },
  ownTemplateVersions: { method: 'GET', path: '/templates/versions', answer: { key: 'versions' } },
  ownTemplateRestore: {
    method: 'POST',
    path: '/templates/restore',
    query: ['id', 'version'],
    answer: { beside: ['version'] },
  },
  ownTemplateDelete: { method: 'DELETE', path: '/templates/delete', answer: 'text' },
  mediaList: { method: 'GET', path: '/media', answer: { list: 'media' } },
  mediaUpload: { method: 'POST', path: '/media/upload', file: 'file', answer: { beside: ['id'] } },
  mediaDetails: { method: 'GET', path: '/media/details', answer: { key: 'media' } },
  mediaUpdate: { method: 'POST', path: '/media/update', query: ['id'], answer: 'text' },
  mediaDelete: { method: 'DELETE', path: '/media/delete', answer: 'text' },
  singleSendList: { method: 'GET', path: '/single-send/list', answer: { list: 'singleSends' } },
  singleSendCreate: {
    method: 'POST',
    path: '/single/send/create',
    answer: { beside: ['id', 'utr', 'warnings', 'hold_reason'] },
  },
  singleSendUpdate: {
    method: 'POST',
    path: '/single/send/update',
    answer: { beside: ['utr', 'warnings', 'version', 'hold_reason'] },
  },
  singleSendDetails: { method: 'GET', path: '/single-send/details', answer: { key: 'singleSend' } },
  singleSendVersions: { method: 'GET', path: '/single-send/versions', answer: { key: 'versions' } },
  singleSendRestore: {
    method: 'POST',
    path: '/single-send/restore',
    query: ['utr', 'version'],
    answer: { beside: ['version'] },
  },
  singleSendTest: { method: 'POST', path: '/single/send/test', answer: 'text' },
  singleSendPreview: { method: 'GET', path: '/single-send/preview', answer: { key: 'preview' } },
  singleSendOverview: { method: 'GET', path: '/single-send/overview', answer: { key: 'overview' } },
  singleSendAudience: { method: 'POST', path: '/single-send/audience', answer: { key: 'audience' } },
  singleSendCheck: { method: 'GET', path: '/single-send/check', answer: { key: 'problems' } },
  singleSendDuplicate: {
    method: 'POST',
    path: '/single/send/duplicate',
    query: ['utr'],
    answer: { beside: ['id', 'utr'] },
  },
  singleSendDelete: { method: 'DELETE', path: '/single/send/delete', answer: 'text' },
  singleSendBulkDelete: { method: 'POST', path: '/single/send/bulk-delete', answer: 'text' },
  singleSendPause: { method: 'POST', path: '/single-send/pause', query: ['utr'], answer: 'text' },
  singleSendResume: { method: 'POST', path: '/single-send/resume', query: ['utr'], answer: 'text' },
  singleSendCancel: { method: 'POST', path: '/single-send/cancel', query: ['utr'], answer: 'text' },
  singleSendDoubtList: { method: 'GET', path: '/single-send/in-doubt', answer: { list: 'inDoubt' } },
  singleSendDoubtDecide: { method: 'POST', path: '/single-send/in-doubt/decide', answer: 'text' },
  singleSendRetry: { method: 'POST', path: '/single-send/retry', query: ['utr'], answer: 'text' },
  singleSendDeliveryList: { method: 'GET', path: '/single-send/deliveries', answer: { list: 'deliveries' } },
  singleSendDeliveryDownload: { method: 'GET', path: '/single-send/deliveries/download', answer: 'file' },
  singleSendLinks: {
    method: 'GET',
    path: '/single-send/links',
    answer: { beside: ['refreshing'], key: 'links' },
  },
  singleSendTimeline: {
    method: 'GET',
    path: '/single-send/timeline',
    answer: { beside: ['refreshing'], key: 'timeline' },
  },
  singleSendDomains: {
    method: 'GET',
    path: '/single-send/domains',
    answer: { beside: ['refreshing'], key: 'domains' },
  },
  singleSendShare: { method: 'POST', path: '/single-send/share', answer: { key: 'share' } },
  singleSendShares: { method: 'GET', path: '/single-send/shares', answer: { key: 'shares' } },
  singleSendShareDelete: { method: 'DELETE', path: '/single-send/share/delete', answer: 'text' },
  messageSend: {
    method: 'POST',
    path: '/messages/send',
    files: 'attachments',
    answer: { beside: ['id', 'utr'] },
  },
  messageList: { method: 'GET', path: '/messages/list', answer: { list: 'messages' } },
  messageDetails: { method: 'GET', path: '/messages/details', answer: { key: 'messageDetails' } },
  messageCancel: { method: 'POST', path: '/messages/cancel', query: ['utr'], answer: 'text' },
  messageDoubtList: { method: 'GET', path: '/messages/in-doubt', answer: { list: 'inDoubt' } },
  messageDoubtDecide: { method: 'POST', path: '/messages/in-doubt/decide', answer: 'text' },
  automationList: { method: 'GET', path: '/automations', answer: { list: 'automations' } },
  automationCreate: { method: 'POST', path: '/automations/create', answer: { beside: ['id', 'utr'] } },
  automationUpdate: { method: 'POST', path: '/automations/update', answer: { beside: ['utr'] } },
  automationDuplicate: { method: 'GET', path: '/automations/duplicate', answer: { beside: ['id', 'utr'] } },
  automationDetails: { method: 'GET', path: '/automations/details', answer: { key: 'automation' } },
  automationProgress: { method: 'GET', path: '/automations/progress', answer: { key: 'progress' } },
  automationPerson: { method: 'GET', path: '/automations/person', answer: { key: 'person' } },
  automationPause: { method: 'GET', path: '/automations/pause', answer: 'text' },
  automationSetLive: { method: 'GET', path: '/automations/set-live', answer: 'text' },
  automationDelete: { method: 'DELETE', path: '/automations/delete', answer: 'text' },
  automationBulkDelete: { method: 'POST', path: '/automations/bulk-delete', answer: 'text' },
  automationScheduleList: {
    method: 'GET',
    path: '/automations/schedule',
    answer: { list: 'automation_schedules' },
  },
  automationScheduleCreate: {
    method: 'POST',
    path: '/automations/schedule/create',
    answer: { beside: ['id', 'utr', 'warnings'] },
  },
  automationScheduleUpdate: {
    method: 'POST',
    path: '/automations/schedule/update',
    answer: { beside: ['utr', 'warnings', 'version'] },
  },
  automationScheduleVersions: {
    method: 'GET',
    path: '/automations/schedule/versions',
    answer: { key: 'versions' },
  },
  automationScheduleRestore: {
    method: 'POST',
    path: '/automations/schedule/restore',
    query: ['utr', 'version'],
    answer: { beside: ['version'] },
  },
  automationScheduleDelete: { method: 'DELETE', path: '/automations/schedule/delete', answer: 'text' },
  automationSchedulePreview: {
    method: 'POST',
    path: '/automations/schedule/preview',
    answer: { key: 'preview' },
  },
  automationScheduleCheck: {
    method: 'POST',
    path: '/automations/schedule/check',
    answer: { key: 'problems' },
  },
  automationScheduleDoubtList: {
    method: 'GET',
    path: '/automations/schedule/in-doubt',
    answer: { list: 'inDoubt' },
  },
  automationScheduleDoubtDecide: {
    method: 'POST',
    path: '/automations/schedule/in-doubt/decide',
    answer: 'text',
  },
  automationScheduleDeliveryList: {
    method: 'GET',
    path: '/automations/schedule/deliveries',
    answer: { list: 'deliveries' },
  },
  automationScheduleDeliveryDownload: {
    method: 'GET',
    path: '/automations/schedule/deliveries/download',
    answer: 'file',
  },
  automationScheduleLinks: {
    method: 'GET',
    path: '/automations/schedule/links',
    answer: { beside: ['refreshing'], key: 'links' },
  },
  automationScheduleTimeline: {
    method: 'GET',
    path: '/automations/schedule/timeline',
    answer: { beside: ['refreshing'], key: 'timeline' },
  },
  automationScheduleDomains: {
    method: 'GET',
    path: '/automations/schedule/domains',
    answer: { beside: ['refreshing'], key: 'domains' },
  },
  accountStatistics: {
    method: 'GET',
    path: '/statistics',
    answer: { beside: ['refreshing'], key: 'statistics' },
  },
  unsubscribeGroupList: {
    method: 'GET',
    path: '/unsubscribes-groups',
    answer: { list: 'unsubscribesGroups' },
  },
  unsubscribeGroupSave: { method: 'POST', path: '/unsubscribes-groups/save', answer: { beside: ['id'] } },
  unsubscribeGroupDetails: {
    method: 'GET',
    path: '/unsubscribes-groups/details',
    answer: { key: 'unsubscribesGroup' },
  },
  unsubscribeGroupUpdate: {
    method: 'POST',
    path: '/unsubscribes-groups/update',
    query: ['id'],
    answer: 'text',
  },
  groupRecipientAdd: {
    method: 'POST',
    path: '/unsubscribes-groups/manually-add',
    answer: { beside: ['ids'] },
  },
  groupRecipientList: {
    method: 'GET',
    path: '/unsubscribes-groups/recipients-list',
    answer: { list: 'recipients' },
  },
  groupRecipientDelete: { method: 'DELETE', path: '/unsubscribes-groups/recipients-delete', answer: 'text' },
  groupRecipientBulkDelete: {
    method: 'POST',
    path: '/unsubscribes-groups/recipients-bulk-delete',
    answer: 'text',
  },
  globalUnsubscribeList: { method: 'GET', path: '/global-unsubscribes', answer: { list: 'unSubscribers' } },
  globalUnsubscribeSave: { method: 'POST', path: '/global-unsubscribes/save', answer: { beside: ['ids'] } },
  globalUnsubscribeDelete: { method: 'DELETE', path: '/global-unsubscribes/delete', answer: 'text' },
  globalUnsubscribeBulkDelete: { method: 'POST', path: '/global-unsubscribes/bulk-delete', answer: 'text' },
  suppressionList: { method: 'GET', path: '/suppressions', answer: { list: 'suppressions' } },
  suppressionSave: { method: 'POST', path: '/suppressions/save', answer: { beside: ['ids'] } },
  suppressionDelete: { method: 'DELETE', path: '/suppressions/delete', answer: 'text' },
  suppressionBulkDelete: { method: 'POST', path: '/suppressions/bulk-delete', answer: 'text' },
  notificationRecipientList: {
    method: 'GET',
    path: '/notification-recipients',
    answer: { list: 'notifications' },
  },
  notificationRecipientSave: {
    method: 'POST',
    path: '/notification-recipient/save',
    answer: { beside: ['id'] },
  },
  notificationRecipientDelete: { method: 'DELETE', path: '/notification-recipient/delete', answer: 'text' },
  notificationRecipientBulkDelete: {
    method: 'POST',
    path: '/notification-recipient/bulk-delete',
    answer: 'text',
  },
  webhookList: { method: 'GET', path: '/webhooks', answer: { list: 'webhooks' } },
  webhookSave: { method: 'POST', path: '/webhooks/save', answer: { beside: ['id', 'secret'] } },
  webhookUpdate: { method: 'POST', path: '/webhooks/update', query: ['id'], answer: 'text' },
  webhookRotate: { method: 'POST', path: '/webhooks/rotate', query: ['id'], answer: { beside: ['secret'] } },
  webhookDelete: { method: 'DELETE', path: '/webhooks/delete', answer: 'text' },
  webhookAttemptList: { method: 'GET', path: '/webhooks/attempts', answer: { list: 'attempts' } },
  webhookRedeliver: { method: 'POST', path: '/webhooks/redeliver', answer: 'text' },
  placeList: { method: 'GET', path: '/get/country-state-city', answer: 'message' },
  quotaList: { method: 'GET', path: '/quotas', answer: { key: 'quotas' } },
  auditList: { method: 'GET', path: '/account/audit', answer: { list: 'audit' } },
  accountExport: { method: 'GET', path: '/account/export', answer: 'file' },
} as const satisfies Record<keyof Client, Endpoint>;
