import type { EndpointName } from '../../../api/contract.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Automation } from '../../../common/models/automations.ts';
import { BulkChange } from '../../../common/models/bulk-changes.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { type DomainReportDocument, StoredDomainReport } from '../../../common/models/domain-reports.ts';
import { type Figures, NO_FIGURES } from '../../../common/models/figures.ts';
import { Import, type ImportDocument } from '../../../common/models/imports.ts';
import { Mailing, type MailingDocument, newMailing } from '../../../common/models/mailings.ts';
import { Message } from '../../../common/models/messages.ts';
import { Move } from '../../../common/models/moves.ts';
import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { Segment } from '../../../common/models/segments.ts';
import { Sender } from '../../../common/models/senders.ts';
import { SendingDomain } from '../../../common/models/sending-domains.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { senderAddress } from '../../../common/queries/postal-addresses.ts';
import { ofIds, type Rows, type Update } from '../../../common/store/collection.ts';
import { rows } from '../rows.ts';

/** The account of the examples. */
export const OWNER = 1;
export const SEND = 'send-15';
export const EMAIL = 'email-21';
export const MESSAGE = 'message-18';
export const SEND_UTR = '5f0f1c2e-6f1d-4a51-9d0a-1f6f7a3f9b11';

const EXAMPLE_KEY = 'MIIBIjANBgkqhkiG9w0BAQEF';
const SELECTOR = 'r3f9a1c27b04e';
/** The DNS records of the sending domain of the examples. */
export const EXAMPLE_ZONES: readonly (readonly [name: string, text: string])[] = [
  [`${SELECTOR}._domainkey.example.com`, `v=DKIM1; k=rsa; p=${EXAMPLE_KEY}`],
  ['example.com', 'v=spf1 ip4:192.0.2.1 -all'],
  ['_dmarc.example.com', 'v=DMARC1; p=none'],
];

type Fields<Stored> = NonNullable<Update<Stored>['$set']>;

/** Sets fields of one record. */
export const set = <Stored extends { _id: number | string }>(
  records: Rows<Stored>,
  _id: Stored['_id'],
  fields: Fields<Stored>,
) => (records as unknown as Rows<{ _id: number | string }>).updateOne({ _id }, { $set: fields });

/** Adds a record that other records refer to: a copy of another with these fields. */
async function copy<Stored extends { _id: number }>(
  records: Rows<Stored>,
  like: number,
  fields: Partial<Stored> & { _id: number },
): Promise<void> {
  const found = await ofIds(records).findOne({ _id: like });
  await ofIds(records).insertOne({ ...found, ...fields });
}

/** Sets the names of a new record that no client can choose, and adds the records that later examples need. */
export const AFTER_CREATE: { readonly [Name in EndpointName]?: () => Promise<unknown> } = {
  contactAdd: () => copy(rows(Contact), 12, { _id: 13, ...at('grace@example.com'), city: 'New York' }),
  segmentStore: async () => {
    const { version } = (await rows(Segment).findOne({ _id: 5 }))!;
    await set(rows(Segment), 5, { walked_version: version });
    await copy(rows(Segment), 5, { _id: 7, segment_name: 'Staff' });
  },
  // One of the contacts that match its rule.
  segmentRecipientStore: async () => {
    await set(rows(SegmentRecipient), 41, { contact_id: 12, by_hand: null });
    await set(rows(Segment), 5, { segment_emails_count: 1 });
  },
  // Its keys are those that the DNS of the example has.
  sendingDomainSave: async () => {
    await set(rows(SendingDomain), 11, {
      'keys.rsa.selector': SELECTOR,
      'keys.rsa.public_key': EXAMPLE_KEY,
      proven: ['rsa'],
      check: { at: new Date(), records: {} },
      changes: [{ at: new Date(Date.now() - DAY_MS), purpose: 'dkim_rsa', status: 'missing' }],
    });
    await rows(StoredDomainReport).insertOne(exampleReport());
  },
  senderSave: () => set(rows(Sender), 4, { is_verified: 1, utr: 'q7Zr0xJvT2aB' }),
  singleSendCreate: () => set(rows(SingleSend), 15, { utr: SEND_UTR, template_text: null }),
  messageSend: () =>
    set(rows(Message), 18, { utr: '3c1d9a77-52e4-4b0e-9f6d-8a2b7c6d5e4f', attachments: [RECEIPT] }),
  // Other examples have the import of contacts with this id.
  contactUpload: () => rows(Import).deleteOne({ _id: 8 }),
  suppressionUploadCsv: () => rows(Import).deleteOne({ _id: 8 }),
  // Other examples have a move with this id, whose files are read.
  moveAdd: async () => {
    await rows(Move).deleteOne({ _id: 5 });
    await rows(Import).deleteMany({ move_id: 5 });
  },
  automationCreate: () => set(rows(Automation), 9, { utr: '0c8f4f5a-2a7b-4b43-9c0e-7d1be1c3e6a4' }),
  automationScheduleCreate: () =>
    set(rows(AutomationSchedule), 21, { utr: '9d3b7c10-4e5f-4d21-b8a6-0a1f2e3d4c5b', template_text: null }),
};

const DAY_MS = 24 * 3600_000;

function exampleReport(): DomainReportDocument {
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  return {
    _id: 'example',
    user_id: OWNER,
    sending_domain_id: 11,
    kind: 'dmarc',
    reporter: 'google.com',
    verified: true,
    day,
    received_day: day,
    expires_at: new Date(Date.now() + DAY_MS),
    rows: [
      {
        ip: '192.0.2.10',
        mails: 120,
        disposition: 'none',
        aligned_spf: false,
        aligned_dkim: false,
        selector: SELECTOR,
        dkim_domain: 'example.com',
        dkim_result: 'fail',
        spf_domain: null,
        spf_result: null,
        reason: null,
      },
    ],
    tls: [
      {
        policy_type: 'sts',
        policy_domain: 'example.com',
        successes: 40,
        failures: 1,
        details: [{ result_type: 'certificate-expired', receiving_mx: 'mx.example.com', sessions: 1 }],
      },
    ],
  };
}

/** The two fields of an address in lower case. */
export const at = (email: string) => ({ email, email_norm: email });

const RECEIPT = { name: 'receipt.pdf', type: 'application/pdf', bytes: 21_480, at: 200, length: 29_394 };

/** Does what workers would have done when all records were made. */
export async function finishRecords(): Promise<void> {
  const now = new Date();
  await set(rows(Import), 8, { ...IMPORTED, finished_at: now });
  await set(rows(BulkChange), 9, { state: 'ready', matched: 1200 });
  await rows(Mailing).insertMany([await sentMailing(now), sentEmail(now)]);
  await set(rows(SingleSend), 15, { status: 3, sent_at: now, completed_at: now });
  await set(rows(Automation), 9, { status: 1, live_at: now, tallies_dirty_at: null, tallies: TALLIES });
}

const IMPORTED = {
  state: 'completed',
  file_id: null,
  file_bytes: 48_211,
  rows_read: 1000,
  rows_added: 990,
  rows_updated: 6,
  rows_unchanged: 2,
  rows_refused: 2,
  percent: 100,
  hygiene: {
    counts: { typo: 2, role: 1, disposable: 0, no_mail_domain: 0, undeliverable: 0 },
    examples: {
      typo: [{ line: 17, meant: 'gmail.com' }],
      role: [{ line: 212, meant: null }],
      disposable: [],
      no_mail_domain: [],
      undeliverable: [],
    },
    leftOut: 0,
  },
} satisfies Partial<ImportDocument>;

const standing = { reason: null, schedule_id: null } as const;
const TALLIES = [
  { state: 'waiting' as const, reason: null, schedule_id: 21, count: 180 },
  { ...standing, state: 'done' as const, count: 62 },
  { ...standing, state: 'left' as const, reason: 'unsubscribed' as const, count: 4 },
  { ...standing, state: 'left' as const, reason: 'bounced' as const, count: 1 },
  { ...standing, state: 'left' as const, reason: 'deleted' as const, count: 3 },
];

/** A mailing of the examples that is done. */
const doneMailing = (of: Partial<MailingDocument> & { _id: string }, now: Date) =>
  newMailing(
    {
      user_id: OWNER,
      sender_id: 4,
      unsubscribe_group_id: 6,
      links: [],
      opened_at: now,
      done_at: now,
      state: 'done',
      content: NO_CONTENT,
      ...of,
    },
    now,
  );

const NO_CONTENT = {
  from_name: '',
  from_email: '',
  reply_to: '',
  sender_address: '',
  subject: '',
  preheader: '',
  html: '',
};

async function sentMailing(now: Date) {
  const sender = (await rows(Sender).findOne({ _id: 4 }))!;
  const { from_name, from_email, reply_to_email: reply_to } = sender;
  const content = { ...NO_CONTENT, from_name, from_email, reply_to, sender_address: senderAddress(sender) };
  const audience = {
    members: 1012,
    duplicates: 7,
    excluded: 0,
    unsubscribed: 4,
    bounced: 1,
    recipients: 1000,
  };
  return doneMailing({ _id: SEND, single_send_id: 15, content, audience, figures: SENT }, now);
}

const sentEmail = (now: Date) =>
  doneMailing({ _id: EMAIL, automation_id: 9, schedule_id: 21, figures: FIGURES }, now);

const FIGURES: Figures = {
  ...NO_FIGURES,
  triggered: 63,
  accepted: 62,
  bounced: 1,
  unique_opens: 31,
  total_opens: 40,
  unique_clicks: 12,
  total_clicks: 15,
  machine_opens: 9,
  machine_clicks: 4,
  unsubscribes: 2,
  reason_too_many: 1,
  reason_not_interested: 1,
};

/** The figures of a send that the example shows. */
const SENT: Figures = {
  ...FIGURES,
  triggered: 1000,
  accepted: 996,
  bounced: 4,
  unique_opens: 412,
  total_opens: 533,
  unique_clicks: 120,
  total_clicks: 151,
  machine_opens: 187,
  machine_clicks: 36,
  unsubscribes: 3,
};
