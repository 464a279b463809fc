import { stoppedAccounts } from '../accounts/stopped.ts';
import { now } from '../clock.ts';
import { AutomationSchedule } from '../models/automation-schedules.ts';
import { AUTOMATION_STATUS, Automation } from '../models/automations.ts';
import { Batch } from '../models/batches.ts';
import { BulkChange, UNBEGUN_BULK } from '../models/bulk-changes.ts';
import { ContactChanges } from '../models/contact-changes.ts';
import { DeletedAccount } from '../models/deleted-accounts.ts';
import { Delivery } from '../models/deliveries.ts';
import { Enrollment } from '../models/enrollments.ts';
import { Erasure } from '../models/erasures.ts';
import { Import } from '../models/imports.ts';
import { Mailing } from '../models/mailings.ts';
import { Message } from '../models/messages.ts';
import { Notice } from '../models/notices.ts';
import { NotificationRecipient } from '../models/notification-recipients.ts';
import { PasswordMail } from '../models/password-mails.ts';
import { Sender } from '../models/senders.ts';
import { SEND_STATUS, SingleSend } from '../models/single-sends.ts';
import { TestMail } from '../models/test-mails.ts';
import { Webhook } from '../models/webhooks.ts';
import { toldOf } from '../queries/contact-changes.ts';
import { dueMessage } from '../queries/messages.ts';
import { dueTest } from '../queries/test-mails.ts';
import type { Filter, FindOptions, Path, Rows } from '../store/collection.ts';
import { everywhere } from '../store/everywhere.ts';

/** When the oldest due work that has not begun became due. Each query reads the first entry of an index. */
type DueQuery = () => Promise<Date | undefined>;

/** The most open mailings examined, the oldest first. */
const LOOKED_AT = 200;

const openMailings = () =>
  everywhere(Mailing, 'operator')
    .find({ state: 'open', message_id: { $exists: false }, paused_reason: null })
    .project<{ _id: string; user_id: number }>({ user_id: 1 })
    .limit(LOOKED_AT)
    .toArray();

/** The field of the first row by another field. */
async function first<Stored extends object>(
  rows: Rows<Stored>,
  filter: Filter<Stored>,
  field: Path<Stored>,
  by: Path<Stored> = field,
): Promise<Date | undefined> {
  const options = { projection: { [field]: 1 }, sort: { [by]: 1 } } as FindOptions<Stored>;
  const row = await rows.findOne<object>(filter, options);
  // A path may lead into a part of the record: `verification.due_at`.
  return field.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], row) as
    | Date
    | undefined;
}

async function earliest<Key>(
  keys: readonly Key[],
  ask: (key: Key) => Promise<Date | undefined>,
): Promise<Date | undefined> {
  const dates = await Promise.all(keys.map(ask));
  return dates.reduce((least, date) => (date && (!least || date < least) ? date : least), undefined);
}

const ASKS = {
  single_send: () =>
    first(
      everywhere(SingleSend, 'operator'),
      { status: SEND_STATUS.ready, due_at: { $lte: now() }, deleted_at: null },
      'due_at',
    ),
  /** Batches without a lease. The last batch of a large send waits for as long as the send takes. */
  batch: async () =>
    earliest(await openMailings(), ({ _id: mailing, user_id }) =>
      first(Batch.of(user_id), { mailing, state: 'ready', free_at: { $lte: now() } }, 'free_at', '_id'),
    ),
  deferred: async () =>
    earliest(await openMailings(), ({ _id: mailing, user_id }) =>
      first(Delivery.of(user_id), { mailing, state: 'deferred', due_at: { $lte: now() } }, 'due_at'),
    ),
  async enrollment() {
    // A mailing that waits for an operator is not late.
    const stopped = await stoppedAccounts();
    const live = await everywhere(Automation, 'operator').distinct('_id', {
      ...(stopped.length > 0 && { user_id: { $nin: stopped } }),
      status: AUTOMATION_STATUS.live,
      deleted_at: null,
      hold_reason: null,
    });
    const emails = await everywhere(AutomationSchedule, 'operator')
      .find({ automation_id: { $in: live } })
      .project<{ _id: number; user_id: number }>({ user_id: 1 })
      .limit(LOOKED_AT)
      .toArray();
    return earliest(emails, ({ _id: schedule_id, user_id }) =>
      first(Enrollment.of(user_id), { schedule_id, due_at: { $type: 'date', $lte: now() } }, 'due_at'),
    );
  },
  import: () => first(everywhere(Import, 'operator'), { state: 'waiting' }, 'created_at', '_id'),
  undo: () =>
    first(
      everywhere(Import, 'operator'),
      // An undo of an earlier version may have no time.
      { undo_state: 'waiting', undo_waits_since: { $type: 'date' } },
      'undo_waits_since',
    ),
  contact_change: () => first(everywhere(ContactChanges, 'operator'), toldOf(now()), 'created_at', '_id'),
  notice: () => first(everywhere(Notice, 'operator'), { due_at: { $type: 'date', $lte: now() } }, 'due_at'),
  message: () => first(everywhere(Message, 'operator'), dueMessage(now()), 'look_at'),
  test: () => first(everywhere(TestMail, 'operator'), dueTest(now()), 'due_at'),
  password_mail: () => first(PasswordMail, { due_at: { $type: 'date', $lte: now() } }, 'due_at'),
  verification: () =>
    first(
      everywhere(Sender, 'operator'),
      { 'verification.due_at': { $type: 'date', $lte: now() } },
      'verification.due_at',
    ),
  confirmation: () =>
    first(
      everywhere(NotificationRecipient, 'operator'),
      { 'confirmation.due_at': { $type: 'date', $lte: now() } },
      'confirmation.due_at',
    ),
  webhook: () => first(everywhere(Webhook, 'operator'), { enabled: true, due_at: { $lte: now() } }, 'due_at'),
  bulk_change: () =>
    first(
      everywhere(BulkChange, 'operator'),
      { ...UNBEGUN_BULK, waits_until: { $not: { $gt: now() } } },
      'updated_at',
      '_id',
    ),
  erasure: () =>
    first(
      everywhere(Erasure, 'operator'),
      { user_id: { $gt: 0 }, due_at: { $type: 'date', $lte: now() } },
      'due_at',
    ),
  deletion: () => first(DeletedAccount, { due_at: { $type: 'date', $lte: now() } }, 'due_at'),
} satisfies Readonly<Record<string, DueQuery>>;

export const DUE_KINDS = Object.keys(ASKS) as (keyof typeof ASKS)[];

/** Seconds, by kind. */
export async function oldestDue(): Promise<[string, number][]> {
  const at = now().getTime();
  return Promise.all(
    Object.entries(ASKS).map(async ([kind, ask]): Promise<[string, number]> => {
      const since = await ask();
      return [kind, since ? Math.max(0, (at - since.getTime()) / 1000) : 0];
    }),
  );
}
