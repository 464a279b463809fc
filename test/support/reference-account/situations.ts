import mongoose from 'mongoose';
import { markAllDirty } from '../../../common/changes/figures.ts';
import { requestErasure } from '../../../common/erasures/request.ts';
import { Account } from '../../../common/models/accounts.ts';
import { AuditEntry } from '../../../common/models/audit-entries.ts';
import { Automation } from '../../../common/models/automations.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { type ContentOwner, ContentVersion } from '../../../common/models/content-versions.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { Erasure } from '../../../common/models/erasures.ts';
import { ImportRefusal } from '../../../common/models/import-refusals.ts';
import { ImportStep } from '../../../common/models/import-steps.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { MoveRows } from '../../../common/models/move-rows.ts';
import { Segment } from '../../../common/models/segments.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { WebhookAttempt } from '../../../common/models/webhook-attempts.ts';
import type { Filter } from '../../../common/store/collection.ts';
import { leaveInDoubt } from '../doubts.ts';
import { anEnrollment, aVersion, aWebhookCall } from '../factories.ts';
import { rows } from '../rows.ts';
import { someMove } from './moves.ts';
import { at, EMAIL, MESSAGE, OWNER, SEND, SEND_UTR, set } from './records.ts';
import { setSequence } from './sequences.ts';

/** Changes that a call needs before it can succeed. */
export const SITUATIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  // One export of an account is served at a time, so these calls are made one after the other.
  accountExport: async () => {},
  calendarList: async () => {
    const { _id } = await enter();
    await set(rows(Enrollment), _id, { due_at: new Date(Date.now() + 24 * 3600_000) });
  },
  accountRelease: () =>
    Account.updateOne(
      { _id: OWNER },
      {
        $set: {
          brake: {
            reason: 'account_complaints',
            detail: '4 of 1200 recipients reported spam in 7 days',
            at: new Date(),
          },
        },
        $unset: { released_itself: '' },
      },
    ),
  moveList: () => someMove(false),
  moveDetails: () => someMove(false),
  moveApply: () => someMove(false),
  moveReceipt: () => someMove(true),
  moveReceiptRows: () => someMove(true),
  moveReceiptDownload: () => someMove(true),
  moveUndo: () => someMove(true),
  singleSendUpdate: unsent,
  singleSendVersions: () => replaced('send', 15),
  singleSendRestore: async () => {
    await unsent();
    await replaced('send', 15);
  },
  automationScheduleVersions: () => replaced('email', 21),
  automationScheduleRestore: () => replaced('email', 21),
  automationSchedulePreview: () => replaced('email', 21),
  ownTemplateVersions: () => replaced('template', 13),
  ownTemplateRestore: () => replaced('template', 13),
  singleSendAudience: willing,
  singleSendPause: () => running(null),
  singleSendResume: () => running('person'),
  singleSendCancel: () => running(null),
  singleSendRetry: () => refused(SEND),
  singleSendDeliveryList: () => refused(SEND),
  singleSendDeliveryDownload: () => refused(SEND),
  automationScheduleDeliveryList: () => refused(EMAIL),
  automationScheduleDeliveryDownload: () => refused(EMAIL),
  automationPerson: through,
  automationUpdate: () => set(rows(Automation), 9, { status: 0, live_at: null }),
  contactExport: known,
  contactPlaces: known,
  contactErasure: erased,
  webhookAttemptList: () => called(),
  auditList: acted,
  accountStatistics: () => detailed(SEND),
  singleSendLinks: () => detailed(SEND),
  singleSendTimeline: () => detailed(SEND),
  singleSendDomains: () => detailed(SEND),
  automationScheduleLinks: () => detailed(EMAIL),
  automationScheduleTimeline: () => detailed(EMAIL),
  automationScheduleDomains: () => detailed(EMAIL),
  singleSendDoubtList: () => doubted(SEND),
  singleSendDoubtDecide: () => doubted(SEND),
  messageList: arrived,
  messageDetails: arrived,
  messageDoubtList: () => doubted(MESSAGE),
  messageDoubtDecide: () => doubted(MESSAGE),
  automationScheduleDoubtList: () => doubted(EMAIL),
  automationScheduleDoubtDecide: () => doubted(EMAIL),
};

/** No contact has opted out, and the segment that is excluded has no contacts. */
async function willing(): Promise<void> {
  await rows(Suppression).deleteMany({});
  await set(rows(Segment), 7, { contact_type_id: 0 });
}

/** Other content took the place of what is here. */
const replaced = (owner: ContentOwner, owner_id: number) =>
  rows(ContentVersion).insertOne(
    aVersion(
      { _id: 31, user_id: OWNER, owner, owner_id },
      owner === 'template'
        ? { template_json: JSON.stringify({ mjml: '<mjml><mj-body></mj-body></mjml>' }) }
        : { template_html: '<p>May</p>' },
    ),
  );

/** One entry of the audit log, and no other. */
async function acted(): Promise<void> {
  await rows(AuditEntry).deleteMany({});
  await rows(AuditEntry).insertOne({
    _id: 1203,
    user_id: OWNER,
    by: 'key',
    key: 'pk_8Hq2vXyT',
    key_name: 'The shop',
    device: 'Firefox on Linux',
    network: '192.0.2.0/24',
    act: 'singleSendPause',
    record_id: null,
    utr: SEND_UTR,
    subject: null,
    records: null,
    outcome: 'done',
    at: new Date(),
  });
}

/** The webhook is called. */
const called = () =>
  rows(WebhookAttempt).insertOne(
    aWebhookCall(
      { _id: 52, user_id: OWNER, webhook_id: 4 },
      {
        message_id: 'delivery-1204-bounced-1',
        took_ms: 84,
        body: '{"id":"delivery-1204-bounced-1","type":"delivery.bounced","timestamp":"2026-11-25T08:00:00.000000Z","data":{"delivery_id":1204}}',
        answer: 'OK',
      },
    ),
  );

async function unsent(): Promise<void> {
  await rows(Mailing).deleteOne({ _id: SEND });
  await set(rows(SingleSend), 15, { status: 1, sent_at: null, completed_at: null });
}

async function running(paused_reason: 'person' | null): Promise<void> {
  await set(rows(SingleSend), 15, { status: 2, completed_at: null });
  await set(rows(Mailing), SEND, { state: 'open', done_at: null, paused_reason });
}

async function arrived(): Promise<void> {
  const now = new Date();
  await rows(Delivery).updateOne({ mailing: MESSAGE }, { $set: { state: 'accepted', accepted_at: now } });
  await set(rows(Mailing), MESSAGE, { state: 'done', done_at: now });
}

/** Four mails are in doubt, the first of them to the contact of the examples. */
async function doubted(mailing: string): Promise<void> {
  await rows(Delivery).deleteMany({});
  await setSequence('deliveries', 1203);
  const ids = await leaveInDoubt(mailing, OWNER, 4);
  if (String(ids) !== '1204,1205,1206,1207') throw new Error('mails in doubt have other ids');
  await set(rows(Delivery), 1204, { contact_id: 12, ...at('ada@example.com') });
}

/** The contact of the examples is on its way through the automation, and a file named it. */
async function known(): Promise<void> {
  await refused(SEND);
  const now = new Date();
  const written_by = { import_id: 8, line: 2, added: false };
  await set(rows(Contact), 12, { written_by, last_sent_at: now, last_opened_at: now, last_clicked_at: now });
  const { email, email_norm: key } = await enter();
  await ImportRefusal.insertOne({
    _id: { import_id: 8, line: 17 },
    reason: 'The selected country is invalid.',
    cells: [email, 'Ada', 'Nowhere'],
  });
  await rows(MoveRows).insertOne({
    _id: { import_id: 8, status: 'mailable', line: 3 },
    user_id: OWNER,
    rows: [{ line: 2, email }],
  });
  await rows(ImportStep).insertOne({
    _id: new mongoose.Types.ObjectId(),
    import_id: 8,
    user_id: OWNER,
    line: 2,
    at: now,
    added: [],
    changed: [{ id: 12, key, cells: [{ path: 'city', before: 'London', after: 'Cambridge' }] }],
  });
}

/** The contact of the examples got the one email, and is through. */
async function through(): Promise<void> {
  await refused(EMAIL);
  await enter();
  await set(rows(Enrollment), 1, { state: 'done', schedule_id: null, after: 21, ended_at: new Date() });
}

/** The contact of the examples enters the automation. */
async function enter() {
  const contact = (await rows(Contact).findOne({ _id: 12 }))!;
  const enrollment = anEnrollment(contact, { _id: 1, automation_id: 9, schedule_id: 21 });
  await rows(Enrollment).insertOne(enrollment);
  return enrollment;
}

async function erased(): Promise<void> {
  await requestErasure(OWNER, 'ada@example.com');
  const now = new Date();
  await rows(Erasure).updateMany({}, { $set: { erased_at: now, done_at: now, due_at: null, sealed: null } });
}

/** One mail arrived, and was opened; another met a full mailbox. */
async function refused(mailing: string): Promise<void> {
  await doubted(mailing);
  const now = new Date();
  const opened = { opens: 2, machine_opens: 1, first_opened_at: now, last_opened_at: now };
  await decide({ mailing, _id: { $ne: 1205 } }, { state: 'accepted', accepted_at: now, ...opened });
  const full = { class: 'full', reply: '552 5.2.2 mailbox full', attempts: 1 } as const;
  await decide({ _id: 1205 }, { state: 'bounced', bounced_at: now, ...full });
}

/** Nothing of the doubt stays but what the fields say. */
const decide = (filter: Filter<DeliveryDocument>, fields: Partial<DeliveryDocument>) =>
  rows(Delivery).updateMany(filter, [{ $unset: ['in_doubt_at', 'reply', 'attempts'] }, { $set: fields }]);

async function detailed(mailing: string): Promise<void> {
  await refused(mailing);
  await set(rows(Mailing), mailing, { links: [{ id: 1, url: 'https://example.com/may' }] });
  await set(rows(Delivery), 1204, { clicks: 1, first_clicked_at: new Date(), links: { 1: 1 } });
  await markAllDirty(OWNER, mailing);
}
