import mongoose from 'mongoose';
import type { EndpointName } from '../../api/contract.ts';
import { markAllDirty } from '../../common/changes/figures.ts';
import { forgetMarks } from '../../common/changes/run-counts.ts';
import { requestErasure } from '../../common/erasures/request.ts';
import { MODELS } from '../../common/models/all.ts';
import { AuditEntry } from '../../common/models/audit-entries.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Automation } from '../../common/models/automations.ts';
import { BulkChange } from '../../common/models/bulk-changes.ts';
import { Contact } from '../../common/models/contacts.ts';
import { type ContentOwner, ContentVersion } from '../../common/models/content-versions.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { Enrollment } from '../../common/models/enrollments.ts';
import { Erasure } from '../../common/models/erasures.ts';
import { NO_FIGURES } from '../../common/models/figures.ts';
import { ImportRefusal } from '../../common/models/import-refusals.ts';
import { ImportStep } from '../../common/models/import-steps.ts';
import { Import } from '../../common/models/imports.ts';
import { Mailing, newMailing } from '../../common/models/mailings.ts';
import { Message } from '../../common/models/messages.ts';
import { SegmentRecipient } from '../../common/models/segment-recipients.ts';
import { Segment } from '../../common/models/segments.ts';
import { Sender } from '../../common/models/senders.ts';
import { SendingDomain } from '../../common/models/sending-domains.ts';
import { SingleSend } from '../../common/models/single-sends.ts';
import { Suppression } from '../../common/models/suppressions.ts';
import { WebhookAttempt } from '../../common/models/webhook-attempts.ts';
import { Webhook } from '../../common/models/webhooks.ts';
import { senderAddress } from '../../common/queries/postal-addresses.ts';
import { ofIds } from '../../common/store/collection.ts';
import { Counter } from '../../common/store/counters.ts';
import type { Sequence } from '../../common/store/ids.ts';
import { leaveInDoubt } from './doubts.ts';

/** The stored account that all examples of the reference show. */
export interface ExampleAccount {
  /** Sets the sequence, so that the next record gets the id of the examples. */
  beforeCreate(name: EndpointName): Promise<void>;
  /** Sets names of a record that no client can choose. */
  afterCreate(name: EndpointName): Promise<void>;
  /** Does what workers would have done by then. */
  finish(): Promise<void>;
  /** Restores everything to its state after the last of these calls. */
  restore(): Promise<void>;
}

const EXAMPLE_KEY = 'MIIBIjANBgkqhkiG9w0BAQEF';
/** What the DNS has of the sending domain of the examples. */
export const EXAMPLE_ZONES: readonly (readonly [name: string, text: string])[] = [
  ['r3f9a1c27b04e._domainkey.example.com', `v=DKIM1; k=rsa; p=${EXAMPLE_KEY}`],
  ['example.com', 'v=spf1 ip4:192.0.2.1 -all'],
  ['_dmarc.example.com', 'v=DMARC1; p=none'],
];

const SEND = 'send-15';
const EMAIL = 'email-21';
const MESSAGE = 'message-18';

/** The sequence for the id of a new record, and the last id before it. */
const COUNTERS: { readonly [Name in EndpointName]?: readonly [Sequence, number] } = {
  contactTypeAdd: ['contact_types', 2],
  customFieldSave: ['custom_fields', 1],
  contactAdd: ['contacts', 11],
  segmentStore: ['segments', 4],
  segmentRecipientStore: ['segment_recipients', 40],
  unsubscribeGroupSave: ['unsubscribe_groups', 5],
  groupRecipientAdd: ['suppressions', 30],
  globalUnsubscribeSave: ['suppressions', 32],
  suppressionSave: ['suppressions', 35],
  notificationRecipientSave: ['notification_recipients', 6],
  sendingDomainSave: ['sending_domains', 10],
  webhookSave: ['webhooks', 3],
  mediaUpload: ['media', 8],
  ownTemplateSave: ['own_templates', 12],
  senderSave: ['senders', 3],
  singleSendCreate: ['single_sends', 14],
  singleSendShare: ['report_shares', 11],
  messageSend: ['messages', 17],
  automationCreate: ['automations', 8],
  automationScheduleCreate: ['automation_schedules', 20],
  contactUploadCsv: ['imports', 7],
  bulkChangeSave: ['bulk_changes', 8],
};

const count = (sequence: Sequence, last: number) =>
  Counter.updateOne({ _id: sequence }, { $set: { last } }, { upsert: true });

const content = {
  from_name: '',
  from_email: '',
  reply_to: '',
  sender_address: '',
  subject: '',
  preheader: '',
  html: '',
};

const FIGURES = {
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
const SENT = {
  ...NO_FIGURES,
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
  reason_too_many: 1,
  reason_not_interested: 1,
};

/** Changes that a call needs before it can succeed. */
export const SITUATIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  // One export of an account is served at a time, so these calls are made one after the other.
  accountExport: async () => {},
  singleSendUpdate: () => unsent(),
  singleSendVersions: () => replaced('send', 15),
  singleSendRestore: async () => {
    await unsent();
    await replaced('send', 15);
  },
  automationScheduleVersions: () => replaced('email', 21),
  automationScheduleRestore: () => replaced('email', 21),
  ownTemplateVersions: () => replaced('template', 13),
  ownTemplateRestore: () => replaced('template', 13),
  singleSendAudience: () => willing(),
  singleSendPause: () => running(null),
  singleSendResume: () => running('person'),
  singleSendCancel: () => running(null),
  singleSendRetry: () => refused(SEND),
  singleSendDeliveryList: () => refused(SEND),
  singleSendDeliveryDownload: () => refused(SEND),
  automationScheduleDeliveryList: () => refused(EMAIL),
  automationScheduleDeliveryDownload: () => refused(EMAIL),
  automationPerson: () => through(),
  automationUpdate: () => Automation.updateOne({ _id: 9 }, { $set: { status: 0, live_at: null } }),
  contactExport: () => known(),
  contactErasure: () => erased(),
  webhookAttemptList: () => called(4),
  auditList: () => acted(),
  accountStatistics: () => detailed(SEND),
  singleSendLinks: () => detailed(SEND),
  singleSendTimeline: () => detailed(SEND),
  singleSendDomains: () => detailed(SEND),
  automationScheduleLinks: () => detailed(EMAIL),
  automationScheduleTimeline: () => detailed(EMAIL),
  automationScheduleDomains: () => detailed(EMAIL),
  singleSendDoubtList: () => doubted(SEND),
  singleSendDoubtDecide: () => doubted(SEND),
  messageList: () => arrived(),
  messageDetails: () => arrived(),
  messageDoubtList: () => doubted(MESSAGE),
  messageDoubtDecide: () => doubted(MESSAGE),
  automationScheduleDoubtList: () => doubted(EMAIL),
  automationScheduleDoubtDecide: () => doubted(EMAIL),
};

/** Nobody has opted out, and the segment that is excluded has no contacts. */
async function willing(): Promise<void> {
  await Suppression.deleteMany({});
  await Segment.updateOne({ _id: 7 }, { $set: { contact_type_id: 0 } });
}

/** Other content took the place of what is here. */
async function replaced(owner: ContentOwner, owner_id: number): Promise<void> {
  const { user_id } = (await SingleSend.findOne({ _id: 15 }))!;
  const isTemplate = owner === 'template';
  await ContentVersion.insertOne({
    _id: 31,
    user_id,
    owner,
    owner_id,
    template_id: 1,
    template_json: isTemplate ? JSON.stringify({ mjml: '<mjml><mj-body></mj-body></mjml>' }) : null,
    template_html: isTemplate ? null : '<p>May</p>',
    design_bytes: 10,
    by: 'person',
    saved_at: new Date(),
  });
}

/** One entry of the audit log, and no other. */
async function acted(): Promise<void> {
  const { user_id } = (await SingleSend.findOne({ _id: 15 }))!;
  await AuditEntry.deleteMany({});
  await AuditEntry.insertOne({
    _id: 1203,
    user_id,
    by: 'key',
    key: 'pk_8Hq2vXyT',
    key_name: 'The shop',
    device: 'Firefox on Linux',
    network: '192.0.2.0/24',
    act: 'singleSendPause',
    record_id: null,
    utr: '5f0f1c2e-6f1d-4a51-9d0a-1f6f7a3f9b11',
    subject: null,
    records: null,
    outcome: 'done',
    at: new Date(),
  });
}

/** A call of a webhook. */
async function called(webhook_id: number): Promise<void> {
  const { user_id } = (await Webhook.findOne({ _id: webhook_id }))!;
  await WebhookAttempt.insertOne({
    _id: 52,
    user_id,
    webhook_id,
    message_id: 'delivery-1204-bounced-1',
    types: ['delivery.bounced'],
    events: 1,
    status: 200,
    failure: null,
    took_ms: 84,
    at: new Date(),
  });
}

async function unsent(): Promise<void> {
  await Mailing.deleteOne({ _id: SEND });
  await SingleSend.updateOne({ _id: 15 }, { $set: { status: 1, sent_at: null, completed_at: null } });
}

async function running(paused_reason: 'person' | null): Promise<void> {
  await SingleSend.updateOne({ _id: 15 }, { $set: { status: 2, completed_at: null } });
  await Mailing.updateOne({ _id: SEND }, { $set: { state: 'open', done_at: null, paused_reason } });
}

async function arrived(): Promise<void> {
  const at = new Date();
  await Delivery.updateOne({ mailing: MESSAGE }, { $set: { state: 'accepted', accepted_at: at } });
  await Mailing.updateOne({ _id: MESSAGE }, { $set: { state: 'done', done_at: at } });
}

async function doubted(mailing: string): Promise<void> {
  const { user_id } = (await SingleSend.findOne({ _id: 15 }))!;
  await Delivery.deleteMany({});
  await count('deliveries', 1203);
  const [first, ...others] = await leaveInDoubt(mailing, user_id, 4);
  if (first !== 1204 || others.length !== 3) throw new Error('mails in doubt have other ids');
  await Delivery.updateOne(
    { _id: first },
    { $set: { contact_id: 12, email: 'ada@example.com', email_norm: 'ada@example.com' } },
  );
}

/** The contact of the examples is on its way through the automation, and a file named it. */
async function known(): Promise<void> {
  await refused(SEND);
  const at = new Date();
  await Contact.updateOne(
    { _id: 12 },
    {
      $set: {
        written_by: { import_id: 8, line: 2, added: false },
        last_sent_at: at,
        last_opened_at: at,
        last_clicked_at: at,
      },
    },
  );
  const { user_id, email, email_norm: key } = await enter();
  await ImportRefusal.insertOne({
    _id: { import_id: 8, line: 17 },
    reason: 'The selected country is invalid.',
    cells: [email, 'Ada', 'Nowhere'],
  });
  await ImportStep.insertOne({
    _id: new mongoose.Types.ObjectId(),
    import_id: 8,
    user_id,
    line: 2,
    at,
    added: [],
    changed: [{ id: 12, key, cells: [{ path: 'city', before: 'London', after: 'Cambridge' }] }],
  });
}

/** The contact of the examples got the one email, and is through. */
async function through(): Promise<void> {
  await refused(EMAIL);
  await enter();
  await Enrollment.updateOne(
    { _id: 1 },
    { $set: { state: 'done', schedule_id: null, after: 21, ended_at: new Date() } },
  );
}

/** The contact of the examples enters the automation. */
async function enter() {
  const at = new Date();
  const { user_id, email, email_norm } = (await Contact.findOne({ _id: 12 }))!;
  await Enrollment.insertOne({
    _id: 1,
    user_id,
    automation_id: 9,
    contact_id: 12,
    segment_recipient_id: null,
    email,
    email_norm,
    state: 'waiting',
    reason: null,
    schedule_id: 21,
    due_at: null,
    delivery_id: null,
    after: 0,
    since: at,
    plan: 1,
    entered_at: at,
  });
  return { user_id, email, email_norm };
}

async function erased(): Promise<void> {
  await requestErasure(1, 'ada@example.com');
  const at = new Date();
  await Erasure.updateMany({}, { $set: { erased_at: at, done_at: at, due_at: null, sealed: null } });
}

/** One mail arrived, and was opened; another met a full mailbox. */
async function refused(mailing: string): Promise<void> {
  await doubted(mailing);
  const at = new Date();
  const [, second] = await Delivery.find({ mailing }).sort({ _id: 1 }).limit(2).toArray();
  await Delivery.updateMany(
    { mailing },
    {
      $set: {
        state: 'accepted',
        accepted_at: at,
        opens: 2,
        machine_opens: 1,
        first_opened_at: at,
        last_opened_at: at,
      },
      $unset: { in_doubt_at: '', reply: '', attempts: '' },
    },
  );
  await Delivery.updateOne(
    { _id: second!._id },
    {
      $set: { state: 'bounced', bounced_at: at, class: 'full', reply: '552 5.2.2 mailbox full', attempts: 1 },
      $unset: { accepted_at: '', opens: '', machine_opens: '', first_opened_at: '', last_opened_at: '' },
    },
  );
}

async function detailed(mailing: string): Promise<void> {
  await refused(mailing);
  await Mailing.updateOne({ _id: mailing }, { $set: { links: [{ id: 1, url: 'https://example.com/may' }] } });
  const clicked = { clicks: 1, first_clicked_at: new Date(), links: { 1: 1 } };
  await Delivery.updateOne({ _id: 1204 }, { $set: clicked });
  await markAllDirty(mailing);
}

/** Makes additional records that other records refer to. */
async function another(
  model: typeof Contact | typeof Segment,
  _id: number,
  like: number,
  changes: object,
): Promise<void> {
  const records = ofIds(model as typeof Contact);
  const found = await records.findOne({ _id: like });
  await records.insertOne({ ...found, ...changes, _id });
}

/** Collections that are not restored, because keys and sign-ins change with each call. */
const KEPT = new Set(['Account', 'Key', 'SigningKey', 'DataKey', 'StoreState', 'WorkerPresence']);
const RECORDS = MODELS.filter(({ modelName }) => !KEPT.has(modelName));

type Rows = readonly object[];

export async function prepareAccount(user_id: number): Promise<ExampleAccount> {
  if (user_id !== 1) throw new Error('the examples are of the account 1');
  const read = async (): Promise<readonly Rows[]> =>
    Promise.all(RECORDS.map(({ driver }) => driver.find({}).sort({ _id: 1 }).toArray()));
  let kept = await read();
  const keep = async (): Promise<void> => {
    kept = await read();
  };

  async function restore(): Promise<void> {
    const found = await read();
    await Promise.all(
      RECORDS.map(async ({ driver: collection }, at) => {
        if (JSON.stringify(found[at]) === JSON.stringify(kept[at])) return;
        await collection.deleteMany({});
        if (kept[at]!.length > 0) await collection.insertMany(kept[at] as never[]);
      }),
    );
    forgetMarks();
  }

  const after: { readonly [Name in EndpointName]?: () => Promise<unknown> } = {
    contactAdd: () =>
      another(Contact, 13, 12, {
        email: 'grace@example.com',
        email_norm: 'grace@example.com',
        city: 'New York',
      }),
    segmentStore: async () => {
      const { version } = (await Segment.findOne({ _id: 5 }))!;
      await Segment.updateOne({ _id: 5 }, { $set: { walked_version: version } });
      await another(Segment, 7, 5, { segment_name: 'Staff' });
    },
    // One of the contacts that match its rule.
    segmentRecipientStore: async () => {
      await SegmentRecipient.updateOne({ _id: 41 }, { $set: { contact_id: 12, by_hand: null } });
      await Segment.updateOne({ _id: 5 }, { $set: { segment_emails_count: 1 } });
    },
    // Its keys are those that the DNS of the example has.
    sendingDomainSave: () =>
      SendingDomain.updateOne(
        { _id: 11 },
        {
          $set: {
            'keys.rsa.selector': 'r3f9a1c27b04e',
            'keys.rsa.public_key': EXAMPLE_KEY,
            proven: ['rsa'],
            check: { at: new Date(), records: {} },
          },
        },
      ),
    senderSave: () => Sender.updateOne({ _id: 4 }, { $set: { is_verified: 1, utr: 'q7Zr0xJvT2aB' } }),
    singleSendCreate: () =>
      SingleSend.updateOne({ _id: 15 }, { $set: { utr: '5f0f1c2e-6f1d-4a51-9d0a-1f6f7a3f9b11' } }),
    messageSend: () =>
      Message.updateOne(
        { _id: 18 },
        {
          $set: {
            utr: '3c1d9a77-52e4-4b0e-9f6d-8a2b7c6d5e4f',
            attachments: [
              { name: 'receipt.pdf', type: 'application/pdf', bytes: 21_480, at: 200, length: 29_394 },
            ],
          },
        },
      ),
    automationCreate: () =>
      Automation.updateOne({ _id: 9 }, { $set: { utr: '0c8f4f5a-2a7b-4b43-9c0e-7d1be1c3e6a4' } }),
    automationScheduleCreate: () =>
      AutomationSchedule.updateOne({ _id: 21 }, { $set: { utr: '9d3b7c10-4e5f-4d21-b8a6-0a1f2e3d4c5b' } }),
  };

  async function finish(): Promise<void> {
    const now = new Date();
    await Import.updateOne(
      { _id: 8 },
      {
        $set: {
          state: 'completed',
          file_id: null,
          file_bytes: 48_211,
          rows_read: 1000,
          rows_added: 990,
          rows_updated: 6,
          rows_unchanged: 2,
          rows_refused: 2,
          percent: 100,
          finished_at: now,
        },
      },
    );
    await BulkChange.updateOne({ _id: 9 }, { $set: { state: 'ready', matched: 1200 } });
    const sender = (await Sender.findOne({ _id: 4 }))!;
    const mailing = {
      user_id,
      sender_id: 4,
      unsubscribe_group_id: 6,
      links: [],
      opened_at: now,
      done_at: now,
      state: 'done' as const,
    };
    const sent = {
      ...mailing,
      _id: SEND,
      single_send_id: 15,
      content: {
        ...content,
        from_name: sender.from_name,
        from_email: sender.from_email,
        reply_to: sender.reply_to_email,
        sender_address: senderAddress(sender),
      },
      audience: { members: 1012, duplicates: 7, excluded: 0, unsubscribed: 4, bounced: 1, recipients: 1000 },
      figures: SENT,
    };
    const email = {
      ...mailing,
      _id: EMAIL,
      automation_id: 9,
      schedule_id: 21,
      content,
      figures: FIGURES,
    };
    await Mailing.insertMany([newMailing(sent, now), newMailing(email, now)]);
    await SingleSend.updateOne({ _id: 15 }, { $set: { status: 3, sent_at: now, completed_at: now } });
    const standing = { reason: null, schedule_id: null } as const;
    await Automation.updateOne(
      { _id: 9 },
      {
        $set: {
          status: 1,
          live_at: now,
          tallies_dirty_at: null,
          tallies: [
            { state: 'waiting', reason: null, schedule_id: 21, count: 180 },
            { ...standing, state: 'done', count: 62 },
            { ...standing, state: 'left', reason: 'unsubscribed', count: 4 },
            { ...standing, state: 'left', reason: 'bounced', count: 1 },
            { ...standing, state: 'left', reason: 'deleted', count: 3 },
          ],
        },
      },
    );
    await keep();
  }

  return {
    async beforeCreate(name) {
      await count(...COUNTERS[name]!);
    },
    async afterCreate(name) {
      await after[name]?.();
      await keep();
    },
    finish,
    restore,
  };
}
