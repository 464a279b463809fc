import { fillContacts } from '../../../bench/support/contacts.ts';
import { BulkChange, UNENDED_BULK } from '../../../common/models/bulk-changes.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { Message } from '../../../common/models/messages.ts';
import { ReportShare } from '../../../common/models/report-shares.ts';
import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { Segment } from '../../../common/models/segments.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { Webhook } from '../../../common/models/webhooks.ts';
import { changeQuotas } from '../../../common/quotas/change-standing.ts';
import { rows } from '../../support/rows.ts';
import type { Attack, AttackCalls, Attacker } from './attack.ts';
import { endFurtherApi, furtherOrigin, layFurtherApi } from './further-api.ts';
import { addDraft } from './old-sends.ts';

const CONTACTS = 10_000;
const LISTED = 10_000;
const MESSAGES = 500;
const BREATH_MS = 100;
/** The second call of each kind reaches one of them, because a busy machine answers few calls in the short form. */
const QUOTAS = {
  opt_outs: 15_000,
  segments: 1,
  automations: 1,
  derived_rows: 15_000,
  scheduled_messages: 800,
} as const;

/** Counts that exceed their limits, as texts. */
async function beyond(counts: Readonly<Record<string, readonly [Promise<number>, number]>>) {
  const counted = await Promise.all(
    Object.entries(counts).map(async ([what, [count, most]]) => ({ what, count: await count, most })),
  );
  return counted.flatMap(({ what, count, most }) => (count > most ? [`${count} ${what} of ${most}`] : []));
}

const rowsWithoutEnd: Attack = {
  name: 'rows',
  what: `lists of ${LISTED.toLocaleString('en')} opt-outs, segments and automations over ${CONTACTS.toLocaleString('en')} contacts, and scheduled messages`,
  async lay({ user_id, contact_type_id }) {
    await fillContacts(user_id, CONTACTS, contact_type_id, 1);
    await changeQuotas(user_id, QUOTAS);
    return {};
  },
  async run(calls, { contact_type_id, sender_id, unsubscribe_group_id }) {
    const send_at = new Date(Date.now() + 24 * 3600_000).toISOString();
    const addresses = (at: number): string =>
      Array.from({ length: LISTED }, (_, one) => `out${at}.${one}@x.example`).join(',');
    const messages = Array.from({ length: MESSAGES }, (_, at) => ({ email: `later${at}@x.example` }));
    const ways: readonly ((at: number) => Promise<unknown>)[] = [
      (at) => calls.api('/global-unsubscribes/save', { email_address: addresses(at) }),
      (at) =>
        calls.api('/segment/store', {
          segment_name: `Everybody ${at}`,
          contact_type_id,
          select_field: ['city'],
          select_operator: ['is not'],
          value: ['Nowhere'],
          query_type: 'and',
        }),
      async (at) => {
        const made = await calls.api('/automations/create', {
          automation_name: `Everybody ${at}`,
          type: 'custom',
          automation_for: `contacts_${contact_type_id}`,
          unsubscribe_group_id,
        });
        if (made?.status === 200)
          await calls.api(`/automations/set-live?utr=${(JSON.parse(made.text) as { utr: string }).utr}`);
      },
      () =>
        calls.api('/messages/send-many', {
          sender_id,
          subject: 'Later',
          template_html: '<p>Later</p>',
          send_at,
          messages,
        }),
      // Each makes an entry of the audit log.
      () => calls.api('/contacts-type/update', { id: 999_999_999, name: 'Nothing' }),
    ];
    await calls.again(ways.length, (at) => ways[at % ways.length]!(at), BREATH_MS);
  },
  async judge({ user_id }, answers) {
    const mine = { user_id };
    const derived = async (): Promise<number> =>
      (await rows(SegmentRecipient).countDocuments(mine)) + (await rows(Enrollment).countDocuments(mine));
    const broken = await beyond({
      'opt-outs': [rows(Suppression).countDocuments(mine), QUOTAS.opt_outs],
      segments: [rows(Segment).countDocuments({ ...mine, deleted_at: null }), QUOTAS.segments],
      'rows of segments and automations': [derived(), QUOTAS.derived_rows],
      'scheduled messages': [rows(Message).countDocuments(mine), QUOTAS.scheduled_messages],
    });
    return answers['409'] ? broken : [...broken, 'no quota was reached'];
  },
};

const [WEBHOOKS, CHANGES, SHARES] = [10, 3, 20];

const twoProcesses: Attack = {
  name: 'two-processes',
  what: 'webhooks, bulk changes and links to reports, each asked of two API processes at once',
  async lay(attacker, arena) {
    return { ...(await layFurtherApi(arena)), utr: [await addDraft(attacker)] };
  },
  run(calls, attacker) {
    const ways: readonly (readonly [path: string, body: (at: number) => object])[] = [
      ['/webhooks/save', (at) => ({ url: `http://127.0.0.1:9/${at}`, events: ['delivery.complained'] })],
      ['/contacts/bulk/save', () => ({ action: 'delete' })],
      ['/single-send/share', () => ({ utr: attacker.laid['utr']![0] })],
    ];
    return calls.again(
      ways.length,
      async (at) => {
        const [path, body] = ways[at % ways.length]!;
        await atBoth(calls, attacker, path, body(at));
      },
      BREATH_MS,
    );
  },
  async judge(attacker, answers) {
    const mine = { user_id: attacker.user_id };
    const broken = await beyond({
      webhooks: [rows(Webhook).countDocuments(mine), WEBHOOKS],
      'bulk changes': [rows(BulkChange).countDocuments({ ...mine, ...UNENDED_BULK }), CHANGES],
      'links to reports': [rows(ReportShare).countDocuments(mine), SHARES],
    });
    const isReached = answers['409'] ? [] : ['no limit was reached'];
    return [...broken, ...isReached, ...endFurtherApi(attacker)];
  },
};

const atBoth = (calls: AttackCalls, attacker: Attacker, path: string, body: object): Promise<unknown> =>
  Promise.all(
    [attacker.origin, furtherOrigin(attacker)].map((origin) =>
      calls.call(`${origin}/api${path}`, {
        method: 'POST',
        headers: {
          PublicKey: attacker.public_key,
          SecretKey: attacker.secret_key,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
      }),
    ),
  );

/** Calls for more than an account may have. */
export const quotaAttacks: readonly Attack[] = [rowsWithoutEnd, twoProcesses];
