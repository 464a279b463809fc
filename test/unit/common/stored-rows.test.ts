import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { QUOTA_NAMES, type QuotaName } from '../../../common/domain/quotas.ts';
import { programSources } from '../../support/sources.ts';

/** The bound of the rows that a file stores: its quotas with the call that asks them, or the reason why it needs none. */
type Bound = Partial<Record<QuotaName, string>> | string;

const CALLERS = 'Its callers are in this table.';
const BY_LIMIT = 'insertBounded';
const OWN_ROW = 'One for each row of another collection, and deleted with it.';
const OF_SERVICE = 'Not of an account, and bounded by the number of processes, keys or days.';
const FEW_FIELDS = 'A small row for one call; calls have a rate.';
const RECIPIENT = 'A recipient asks for it, and can always unsubscribe.';

const STORES: Readonly<Record<string, Bound>> = {
  'api/http/reserved-keys.ts': 'Kept for a day; calls have a rate.',
  'api/pages/account/sessions.ts': 'Sign-ins have limits, and sessions end.',
  'api/pages/mail-behind.ts': RECIPIENT,
  'api/pages/preferences.ts': RECIPIENT,
  'api/resources/automation-copies.ts': { automations: BY_LIMIT, stored_bytes: 'storeBytes' },
  'api/resources/automation-schedules.ts': { stored_bytes: 'storeDesign' },
  'api/resources/bulk-changes.ts': BY_LIMIT,
  'api/resources/contact-types.ts': FEW_FIELDS,
  'api/resources/contacts.ts': { contacts: 'countedContacts.within' },
  'api/resources/csv-uploads.ts': { imports: 'OPEN_IMPORTS', stored_bytes: 'haveBytesRoom' },
  'api/resources/custom-fields.ts': FEW_FIELDS,
  'api/resources/global-unsubscribes.ts': { opt_outs: 'addWithinOptOuts' },
  'api/resources/group-recipients.ts': { opt_outs: 'addWithinOptOuts' },
  'api/resources/new-fields.ts': FEW_FIELDS,
  'api/resources/move-plans.ts': { imports: 'storeImport', stored_bytes: 'storeBytes' },
  'api/resources/move-steps.ts': 'One for each dry run of the move, which was counted.',
  'api/resources/message-attachments.ts': { stored_bytes: 'storeBytes' },
  // Those that are due have the quota of mails, asked in api/resources/message-content.ts.
  'api/resources/message-records.ts': { scheduled_messages: 'addWithinScheduled' },
  'api/resources/own-templates.ts': { stored_bytes: 'storeDesign' },
  'api/resources/report-shares.ts': BY_LIMIT,
  'api/resources/segment-recipients.ts': { derived_rows: 'addWithinDerivedRows' },
  'api/resources/segments.ts': { segments: BY_LIMIT, derived_rows: 'checkDerivedRows' },
  'api/resources/senders.ts': FEW_FIELDS,
  'api/resources/sending-domains.ts': { sending_domains: BY_LIMIT },
  'api/resources/single-send-test.ts': 'Deleted when it was sent; calls have a rate.',
  'api/resources/single-sends.ts': { stored_bytes: 'storeDesign' },
  'api/resources/suppressions.ts': { opt_outs: 'addWithinOptOuts' },
  'api/resources/unsubscribe-groups.ts': FEW_FIELDS,
  'api/resources/webhooks.ts': BY_LIMIT,
  'api/resources/image-files.ts': { stored_bytes: 'storeBytes' },
  'api/resources/media.ts': 'Its image is stored first: api/resources/image-files.ts.',
  'api/services/media.ts': { stored_bytes: 'haveBytesRoom' },
  'api/services/queries/content-versions.ts': 'A fixed number of versions of each record.',
  'common/accounts/accounts.ts': OF_SERVICE,
  'common/accounts/first-account.ts': OF_SERVICE,
  'common/accounts/brands.ts': OWN_ROW,
  'common/accounts/change-notes.ts': 'Mails with links have limits, and expire.',
  'common/accounts/deletion.ts': OWN_ROW,
  'common/accounts/key-pairs.ts': 'Keys have a number of their own, checked by the call.',
  'common/changes/audit-entries.ts': 'Calls have a rate, and entries expire.',
  'common/changes/bounced-addresses.ts': 'One for each mailed address; mails have a quota.',
  'common/changes/bounded-inserts.ts': CALLERS,
  'common/changes/contact-changes.ts': 'Removed when segments have processed them.',
  'common/changes/contact-days.ts': 'One for each contact type and day.',
  'common/changes/domain-reports.ts': 'A number of reports of each sending domain and day, and they expire.',
  'common/changes/engagement-dates.ts': 'Removed when they are written to contacts.',
  'common/changes/event-notes.ts': 'Removed when webhooks were called, or they expire.',
  'common/changes/field-removals.ts': OWN_ROW,
  'common/changes/lost-mails.ts': RECIPIENT,
  'common/changes/mail-events.ts': 'A mail server or recipient reports a mail; mails have a quota.',
  'common/changes/notices.ts': 'One for each kind and subject, and it expires.',
  'common/changes/notification-recipients.ts': BY_LIMIT,
  'common/changes/reply-counts.ts': OF_SERVICE,
  'common/changes/run-counts.ts': OWN_ROW,
  'common/changes/segment-recipients.ts': CALLERS,
  'common/changes/suppressions.ts': CALLERS,
  'common/changes/verification-quotas.ts': OF_SERVICE,
  'common/erasures/request.ts': FEW_FIELDS,
  'common/quotas/mails.ts': OF_SERVICE,
  'common/quotas/renders.ts': OF_SERVICE,
  'common/rendering/kept.ts': 'Renders have a quota a minute, and results expire.',
  'common/secrets/data-keys.ts': OF_SERVICE,
  'common/secrets/signing-keys.ts': OF_SERVICE,
  'worker/automations/email-mailing.ts': OWN_ROW,
  'worker/automations/insert-enrollments.ts': { derived_rows: 'countedDerivedRows' },
  'worker/contacts/apply.ts': { opt_outs: 'addWithinOptOuts', derived_rows: 'addWithinDerivedRows' },
  'worker/importing/store-groups.ts': 'An account has at most 200 groups by files.',
  'worker/importing/refusals.ts': 'Rows of a file whose bytes were taken, and they count as stored bytes.',
  'worker/importing/remember.ts': 'Rows of a file that was counted, and they expire.',
  'worker/importing/store-statuses.ts': { opt_outs: 'addWithinOptOuts' },
  'worker/importing/store-suppressions.ts': { opt_outs: 'addWithinOptOuts' },
  'worker/importing/write-batch.ts': { contacts: 'room.take' },
  'worker/notices/quota.ts': OF_SERVICE,
  'worker/runtime/failures/count.ts': OF_SERVICE,
  'worker/runtime/presence.ts': OF_SERVICE,
  'worker/segments/lease.ts': OWN_ROW,
  'worker/segments/refresh-segments.ts': OWN_ROW,
  'worker/segments/settle.ts': { derived_rows: 'countedDerivedRows' },
  'worker/sending/ledger/insert-deliveries.ts': 'One for each mail; mails have a quota, and rows expire.',
  'worker/sending/ledger/retry-batches.ts': OWN_ROW,
  'worker/sending/single-sends/make-mailing.ts': OWN_ROW,
  'worker/webhooks/turn.ts': 'A fixed number of attempts of each webhook, and they expire.',
};

/** A bound of the documents of a collection: a quota, which these files ask before they store, or the reason why it needs none. */
type Growth = { readonly quota: QuotaName; readonly by: readonly string[] } | string;

const [OF_CALLS, EXPIRES] = ['Calls have a rate.', 'Calls and mails have a rate, and the documents expire.'];
const WITH_MAILS = 'A few for each mail; mails have a quota.';
const NUMBER = 'Its calls have a number of their own.';
const api = (...names: string[]): string[] => names.map((name) => `api/resources/${name}.ts`);

const COLLECTIONS: Readonly<Record<string, Growth>> = {
  accounts: OF_SERVICE,
  audit_entries: EXPIRES,
  automation_schedules: { quota: 'stored_bytes', by: api('automation-copies', 'automation-schedules') },
  automations: { quota: 'automations', by: api('automation-copies') },
  batch_details: OWN_ROW,
  batches: WITH_MAILS,
  brands: OWN_ROW,
  bulk_changes: NUMBER,
  contact_changes: 'Removed when segments have processed them.',
  contact_counts: OWN_ROW,
  contact_days: 'One for each contact type and day.',
  contact_types: OF_CALLS,
  contacts: { quota: 'contacts', by: [...api('contacts'), 'worker/importing/write-batch.ts'] },
  content_versions: 'A fixed number of versions of each record.',
  custom_fields: OF_CALLS,
  data_keys: OF_SERVICE,
  deleted_accounts: OF_SERVICE,
  deliveries: 'A send writes one for each recipient; mails have a quota, and rows expire.',
  detail_sums: OWN_ROW,
  domain_reports: 'A number of reports of each sending domain and day, and they expire.',
  engagement_accounts: OWN_ROW,
  engagements: 'Removed when they are written to contacts.',
  enrollment_counts: OWN_ROW,
  enrollments: { quota: 'derived_rows', by: ['worker/automations/insert-enrollments.ts'] },
  erasures: OF_CALLS,
  event_notes: 'Removed when webhooks were called, or they expire.',
  field_removals: OWN_ROW,
  idempotency_beats: OWN_ROW,
  idempotency_keys: EXPIRES,
  import_refusals: 'Rows of a file whose bytes were taken, and they count as stored bytes.',
  import_steps: 'Rows of a file that was counted, and they expire.',
  imports: { quota: 'imports', by: api('csv-uploads', 'move-plans') },
  job_failures: OF_SERVICE,
  keys: NUMBER,
  mail_counts: OF_SERVICE,
  mail_links: WITH_MAILS,
  mailings: WITH_MAILS,
  media: { quota: 'stored_bytes', by: [...api('image-files'), 'api/services/media.ts'] },
  messages: { quota: 'scheduled_messages', by: api('message-records') },
  move_rows: 'Rows of files whose bytes were taken, and they count as stored bytes.',
  moves: { quota: 'imports', by: api('move-plans') },
  notice_quotas: OF_SERVICE,
  notices: EXPIRES,
  notification_recipients: NUMBER,
  own_templates: { quota: 'stored_bytes', by: api('own-templates') },
  password_mails: EXPIRES,
  render_counts: OF_SERVICE,
  renderings: 'Renders have a quota a minute, and results expire.',
  reply_counts: OF_SERVICE,
  report_shares: NUMBER,
  segment_recipients: {
    quota: 'derived_rows',
    by: [...api('segment-recipients', 'segments'), 'worker/contacts/apply.ts', 'worker/segments/settle.ts'],
  },
  segment_refreshes: OWN_ROW,
  segments: { quota: 'segments', by: api('segments') },
  senders: OF_CALLS,
  sending_domains: { quota: 'sending_domains', by: api('sending-domains') },
  sessions: 'Sign-ins have limits, and sessions end.',
  signing_keys: OF_SERVICE,
  single_sends: { quota: 'stored_bytes', by: api('single-sends') },
  store_states: OF_SERVICE,
  suppressions: {
    quota: 'opt_outs',
    by: [
      ...api('global-unsubscribes', 'group-recipients', 'suppressions'),
      'worker/contacts/apply.ts',
      'worker/importing/store-statuses.ts',
      'worker/importing/store-suppressions.ts',
    ],
  },
  test_mails: 'Deleted when they were sent; an account has a number of them an hour.',
  unsubscribe_counts: OWN_ROW,
  unsubscribe_groups: OF_CALLS,
  verification_quotas: OF_SERVICE,
  webhook_attempts: 'A fixed number of attempts of each webhook, and they expire.',
  webhooks: NUMBER,
  workers: OF_SERVICE,
};

/** Inserts, and the functions of `common/changes` that insert for their callers. */
const STORING =
  /\.insertOne\(|\.insertMany\(|upsert: true|upserting\(|insertAtOnce\(|insertBounded(?:In)?\(|\.storeOnce\(|newSegmentRecipient\(|\b(?:addOptOuts|addManual|addKnown|addImported|addComplaint|addByHand|addAllByHand|addMedia|storeChunks|storeUpload)\(/;
/** They write what is stored already, or copy stores. */
const NOT_OF_CALLS = /^(?:local|shared|common\/(?:migrations|store|backup|commands))\//;

describe('each file that stores rows', () => {
  const sources = new Map(programSources().map((file) => [file, readFileSync(file, 'utf8')]));

  it('is in the table with its bound, call or job', () => {
    const storing = [...sources].flatMap(([file, text]) =>
      STORING.test(text) && !NOT_OF_CALLS.test(file) ? [file] : [],
    );
    expect(storing.filter((file) => !(file in STORES))).to.deep.equal([]);
    expect(Object.keys(STORES).filter((file) => !storing.includes(file))).to.deep.equal([]);
  });

  for (const [file, bound] of Object.entries(STORES)) {
    if (typeof bound === 'string' && bound !== BY_LIMIT) continue;
    const asks = typeof bound === 'string' ? [bound] : Object.values(bound);
    it(`asks for its bound: ${file}`, () => {
      for (const call of asks) expect(sources.get(file)!.includes(call), call).to.equal(true);
      if (typeof bound === 'object') expect(QUOTA_NAMES).to.include.members(Object.keys(bound));
    });
  }
});

describe('a collection', () => {
  it('is in the table, with the limit of its documents', () => {
    const names = readdirSync('common/models').flatMap((file) =>
      [...readFileSync(`common/models/${file}`, 'utf8').matchAll(/ collection<\w+>\('(\w+)'/g)].map(
        ([, name]) => name!,
      ),
    );
    expect(Object.keys(COLLECTIONS)).to.have.members(names);
  });

  it('has its quota asked by each file that stores its documents, and no quota is asked for another', () => {
    const asked = Object.entries(STORES).flatMap(([file, bound]) =>
      typeof bound === 'object' ? Object.keys(bound).map((quota) => `${quota} ${file}`) : [],
    );
    const wanted = Object.values(COLLECTIONS).flatMap((growth) =>
      typeof growth === 'object' ? growth.by.map((file) => `${growth.quota} ${file}`) : [],
    );
    // The files of an import or a message count as bytes, too.
    const files = api('csv-uploads', 'move-plans', 'message-attachments').map(
      (file) => `stored_bytes ${file}`,
    );
    expect([...new Set([...wanted, ...files])]).to.have.members(asked);
  });
});
