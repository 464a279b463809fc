import { noStatuses } from '../../shared/statuses/statuses.ts';
import type { EndpointName } from '../contract.ts';

type ExampleValues = Readonly<Record<string, unknown>>;

/** The records of the example account. All examples use the same ones. */
const SINGLE_SEND = { id: 15, utr: '5f0f1c2e-6f1d-4a51-9d0a-1f6f7a3f9b11' } as const;
const SEND_COPY = { id: 16, utr: 'b6a2f1d0-93a4-4c5e-8f27-6f0f4d7c2a58' } as const;
const AUTOMATION = { id: 9, utr: '0c8f4f5a-2a7b-4b43-9c0e-7d1be1c3e6a4' } as const;
const AUTOMATION_COPY = { id: 10, utr: 'e1d7a3c9-5b60-4f0d-a1c2-3f9b8e7d6c51' } as const;
export const EMAIL = { id: 21, utr: '9d3b7c10-4e5f-4d21-b8a6-0a1f2e3d4c5b' } as const;
const MESSAGE = { id: 18, utr: '3c1d9a77-52e4-4b0e-9f6d-8a2b7c6d5e4f' } as const;
const NEXT_MESSAGE = { id: 19, utr: 'a4e0b6d2-7c1f-4f38-8d95-2b6c9e0f1a73' } as const;
const SENDER = { id: 4, utr: 'q7Zr0xJvT2aB' } as const;

const EVENTS = {
  accepted: 3,
  opened: 3,
  clicked: 1,
  unsubscribed: 0,
  complained: 0,
  bounced: 1,
};

/** A file without statuses, with this number of rows. */
const plainFile = (mailable: number) => ({
  statuses: { ...noStatuses(), mailable },
  status_by: null,
  unknown_statuses: [],
});

const DELIVERY = {
  id: 1204,
  state: 'accepted',
  class: null,
  reply: null,
  skip_reason: null,
  bounced_at: null,
  opens: 2,
  machine_opens: 1,
  machine_clicks: 0,
  unsubscribed_at: null,
  complained_at: null,
};

const SENT = {
  ...SINGLE_SEND,
  recipient_id: [
    { id: '3', table: 'contacts_' },
    { id: '5', table: 'segments_' },
  ],
  exclude_specific_recipient_id: [{ id: '7', table: 'segments_' }],
  schedule_date: '0000-00-00',
  schedule_time: '00:00:00',
  status: 3,
  unique_open_token: { contacts_3: 'kD0mUq2Xb1sTz7aQ', segments_5: 'Rw8eLn5VyC3pHf6J' },
  unique_clicks: 120,
  total_clicks: 151,
};

/** Example values by record, for fields whose name alone does not give one. */
export const RECORD_EXAMPLES: Readonly<Record<string, ExampleValues>> = Object.freeze({
  AutomationWay: { state: 'done', reason: null },
  OwnTemplate: { id: 13, template_name: 'Monthly news' },
  ContentVersion: { id: 31, by: 'person', kind: 'html', template_id: 1 },
  TemplatePreview: { html: '<!doctype html>…' },
  Media: {
    id: 9,
    name: 'banner',
    type: 'image/png',
    width: 1200,
    height: 400,
    frames: 1,
    bytes: 48_211,
  },
  Webhook: {
    id: 4,
    events: ['delivery.bounced', 'delivery.complained'],
    batch: 0,
    is_enabled: 1,
    failing_since: null,
    last_failure: null,
  },
  WebhookAttempt: {
    id: 52,
    message_id: 'delivery-1204-bounced-1',
    types: ['delivery.bounced'],
    events: 1,
    status: 200,
    failure: null,
    took_ms: 84,
  },
  AuditEntry: {
    id: 1203,
    by: 'key',
    act: 'singleSendPause',
    record_id: null,
    subject: null,
    records: null,
    outcome: 'done',
  },
  Sender: { ...SENDER, is_verified: 1 },
  SendingDomain: { id: 11, is_verified: 1 },
  DetailedSendingDomain: { id: 11, is_verified: 1, warnings: [] },
  ContactType: { id: 3 },
  ListedContactType: { id: 3, contacts_count: 2 },
  Contact: { id: 12, country: '236' },
  ListedContact: { id: 12 },
  Import: { id: 8, trial: null, undo: null, ...plainFile(998) },
  ReservedField: { id: 1 },
  CustomField: { id: 2 },
  Segment: { id: 5, segment_emails_count: 1 },
  SegmentRecipient: { id: 41 },
  Template: { id: 2, created_at: '2026-11-01T00:00:00.000000Z', updated_at: '2026-11-01T00:00:00.000000Z' },
  SingleSend: SENT,
  SingleSendOverview: SENT,
  Preview: {
    subject: '…, it is May',
    html: '<!doctype html>…',
    text: '…',
    raw: 'From: "The Gazette" <editor@example.com>…',
  },
  MailProblem: {
    level: 'warning',
    code: 'unsubscribe_missing',
    text: 'The mail has no link to unsubscribe, so a footer with the link is added. Put ((unsubscribe_preferences)) where you want it.',
    where: 'template',
  },
  Automation: AUTOMATION,
  ListedAutomation: { ...AUTOMATION, automation_schedule_count: 1 },
  AutomationSchedule: EMAIL,
  MailInDoubt: { id: 1204 },
  Delivery: DELIVERY,
  Message: {
    ...MESSAGE,
    template_id: 2,
    unsubscribe_group_id: 6,
    subject: 'Your code',
    data: { company_name: 'Analytical Engines' },
    state: 'accepted',
    class: null,
    reply: null,
    skip_reason: null,
    bounced_at: null,
    unsubscribed_at: null,
    complained_at: null,
    doubted: 0,
  },
  Person: { other_addresses: [], erasure: null },
  PersonContact: { id: 12, country: '236', contact_type: 'Customers', import_id: 8 },
  PersonSegment: { contact_id: 12, first_name: null, last_name: null },
  PersonOptOut: { reason: 'unsubscribed', unsubscribe_groups_id: 6, class: null, reply: null, utr: null },
  PersonDelivery: { ...SINGLE_SEND, ...DELIVERY },
  PersonAutomation: { utr: AUTOMATION.utr, state: 'waiting', reason: null },
  ImportedChange: { import_id: 8, contact_id: 12 },
  ImportedCell: { field: 'city', before: 'London', after: 'Cambridge' },
  RefusedRow: {
    import_id: 8,
    line: 17,
    reason: 'The selected country is invalid.',
    cells: ['ada@example.com', 'Ada', 'Nowhere'],
  },
  LinkDetails: { url: 'https://example.com/may', people: 1, clicks: 1, machine_clicks: 0 },
  PeriodDetails: { local_time: '2030-05-01 09:00:00', ...EVENTS },
  DomainDetails: { domain: 'example.com', ...EVENTS, bounces: { full: 1 } },
  Statistics: { date: '2030-05-01', domain: null, ...EVENTS },
  Activity: { utr: null, subject: null, detail: null },
  ReportShare: { id: 12, url: 'https://mail.example.com/report/4fQpZ1uX8kVwN0aYtR6hJmC3sLdE7gBiOeKvUyWxPqA' },
  UnsubscribeGroup: { id: 6 },
  ListedUnsubscribeGroup: { id: 6, unsubscribe_clients_count: 2 },
  NotificationRecipient: { id: 7 },
  Country: { id: 236 },
  State: { id: 3652, country_id: 236 },
  City: { id: 20_308, country_id: 236, state_id: 3652 },
  Quota: { limit: 10_000_000_000, used: 48_211 },
});

interface Example {
  /** Inputs that refer to records, and inputs with a special meaning. */
  readonly inputs?: ExampleValues;
  /** Values that only this answer has. */
  readonly outputs?: ExampleValues;
}

const list = (...ids: number[]): ExampleValues => ({ strIds: ids });
const addresses = { email_address: 'ada@example.com,grace@example.com' };

const EXAMPLES: { readonly [Name in EndpointName]?: Example } = {
  senderSave: { outputs: SENDER },
  sendingDomainSave: { outputs: { id: 11 } },
  sendingDomainDetails: { inputs: { id: 11 } },
  sendingDomainCheck: { inputs: { id: 11 } },
  sendingDomainDelete: { inputs: { id: 11 } },
  contactTypeAdd: { outputs: { id: 3 } },
  contactTypeUpdate: { inputs: { id: 3 } },
  contactUploadCsv: { outputs: { id: 8, ...plainFile(1), whole: true } },
  suppressionUploadCsv: { outputs: { id: 8, ...plainFile(0), whole: true } },
  bulkChangeSave: { outputs: { id: 9 } },
  bulkChangeDetails: { inputs: { id: 9 } },
  bulkChangeStart: { inputs: { id: 9 } },
  bulkChangeCancel: { inputs: { id: 9 } },
  importDetails: { inputs: { id: 8 } },
  importUndo: { inputs: { id: 8 } },
  importErrors: { inputs: { id: 8 } },
  importPartial: { inputs: { id: 8 } },
  customFieldSave: { outputs: { id: 2 } },
  customFieldDelete: { inputs: { id: 2 } },
  segmentStore: { outputs: { id: 5 } },
  segmentRecipientStore: { outputs: { id: 41 } },
  singleSendCreate: { outputs: SINGLE_SEND },
  messageSend: {
    inputs: { subject: 'Your code', template_html: '<p>((code))</p>' },
    outputs: MESSAGE,
  },
  messageSendMany: {
    inputs: { subject: 'Your code', template_html: '<p>((code))</p>' },
    outputs: {
      results: [MESSAGE, NEXT_MESSAGE].map((one) => ({ ...one, errors: null, hints: null })),
      ids: [MESSAGE.id, NEXT_MESSAGE.id],
    },
  },
  messageDetails: { inputs: { utr: MESSAGE.utr } },
  messageCancel: { inputs: { utr: MESSAGE.utr } },
  messageDoubtList: { inputs: { utr: MESSAGE.utr } },
  messageDoubtDecide: { inputs: { utr: MESSAGE.utr } },
  singleSendRestore: { inputs: { utr: SINGLE_SEND.utr, version: 31 } },
  singleSendTest: { inputs: { utr: SINGLE_SEND.utr } },
  singleSendShare: { outputs: { id: 12 } },
  singleSendShares: { outputs: { id: 12, url: null } },
  singleSendShareDelete: { inputs: { id: 12 } },
  singleSendDuplicate: { outputs: SEND_COPY },
  singleSendBulkDelete: { inputs: list(SINGLE_SEND.id, SEND_COPY.id) },
  automationCreate: { inputs: { utr: AUTOMATION.utr }, outputs: AUTOMATION },
  automationUpdate: { inputs: { utr: AUTOMATION.utr }, outputs: AUTOMATION },
  automationDuplicate: { inputs: { utr: AUTOMATION.utr }, outputs: AUTOMATION_COPY },
  automationDetails: { inputs: { utr: AUTOMATION.utr } },
  automationProgress: { inputs: { utr: AUTOMATION.utr } },
  automationPerson: { inputs: { utr: AUTOMATION.utr, email: 'ada@example.com' } },
  automationPause: { inputs: { utr: AUTOMATION.utr } },
  automationSetLive: { inputs: { utr: AUTOMATION.utr } },
  automationDelete: { inputs: { utr: AUTOMATION.utr } },
  automationBulkDelete: { inputs: list(AUTOMATION.id, AUTOMATION_COPY.id) },
  automationScheduleList: { inputs: { utr: AUTOMATION.utr } },
  automationScheduleCreate: { inputs: { utr: AUTOMATION.utr }, outputs: EMAIL },
  automationScheduleUpdate: { inputs: { utr: EMAIL.utr }, outputs: EMAIL },
  automationScheduleVersions: { inputs: { utr: EMAIL.utr } },
  automationScheduleRestore: { inputs: { utr: EMAIL.utr, version: 31 } },
  automationScheduleDelete: { inputs: { utr: EMAIL.utr } },
  automationSchedulePreview: { inputs: { utr: EMAIL.utr } },
  automationScheduleCheck: { inputs: { utr: EMAIL.utr } },
  automationScheduleDoubtList: { inputs: { utr: EMAIL.utr } },
  automationScheduleDeliveryList: { inputs: { utr: EMAIL.utr } },
  automationScheduleDeliveryDownload: { inputs: { utr: EMAIL.utr } },
  automationScheduleLinks: { inputs: { utr: EMAIL.utr } },
  automationScheduleTimeline: { inputs: { utr: EMAIL.utr } },
  automationScheduleDomains: { inputs: { utr: EMAIL.utr } },
  automationScheduleDoubtDecide: { inputs: { utr: EMAIL.utr } },
  unsubscribeGroupSave: { outputs: { id: 6 } },
  unsubscribeGroupDetails: { inputs: { id: 6 } },
  unsubscribeGroupUpdate: { inputs: { id: 6 } },
  groupRecipientAdd: { inputs: addresses, outputs: { ids: [31, 32] } },
  groupRecipientList: { outputs: { id: 31, unsubscribe_groups_id: 6 } },
  groupRecipientDelete: { inputs: { id: 31 } },
  groupRecipientBulkDelete: { inputs: list(31, 32) },
  globalUnsubscribeSave: { inputs: addresses, outputs: { ids: [33, 34] } },
  globalUnsubscribeList: { outputs: { id: 33 } },
  globalUnsubscribeDelete: { inputs: { id: 33 } },
  globalUnsubscribeBulkDelete: { inputs: list(33, 34) },
  suppressionSave: { inputs: addresses, outputs: { ids: [36, 37] } },
  suppressionList: {
    outputs: { id: 36, reason: 'manual', class: null, reply: null, utr: null, state: 'active' },
  },
  suppressionDelete: { inputs: { id: 36 } },
  suppressionBulkDelete: { inputs: list(36, 37) },
  notificationRecipientSave: { outputs: { id: 7 } },
  notificationRecipientDelete: { inputs: { id: 7 } },
  notificationRecipientBulkDelete: { inputs: list(7, 8) },
  ownTemplateSave: { outputs: { id: 13 } },
  ownTemplateDetails: { inputs: { id: 13 } },
  ownTemplatePreview: { inputs: { id: 13 } },
  ownTemplateUpdate: { inputs: { id: 13 } },
  ownTemplateVersions: { inputs: { id: 13 }, outputs: { kind: 'design' } },
  ownTemplateRestore: { inputs: { id: 13, version: 31 } },
  ownTemplateDelete: { inputs: { id: 13 } },
  mediaUpload: { outputs: { id: 9 } },
  mediaDetails: { inputs: { id: 9 } },
  mediaUpdate: { inputs: { id: 9 } },
  mediaDelete: { inputs: { id: 9 } },
  webhookSave: { outputs: { id: 4 } },
  webhookUpdate: { inputs: { id: 4 } },
  webhookRotate: { inputs: { id: 4 } },
  webhookDelete: { inputs: { id: 4 } },
  webhookAttemptList: { inputs: { id: 4 } },
  webhookTest: { inputs: { id: 4 } },
  webhookRedeliver: { inputs: { id: 4 } },
};

export const exampleFor = (name: EndpointName): Example => EXAMPLES[name] ?? {};
