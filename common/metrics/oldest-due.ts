import { stoppedAccounts } from '../accounts/stopped.ts';
import { now } from '../clock.ts';
import { AutomationSchedule } from '../models/automation-schedules.ts';
import { AUTOMATION_STATUS, Automation } from '../models/automations.ts';
import { Batch } from '../models/batches.ts';
import { ContactChanges } from '../models/contact-changes.ts';
import { Delivery } from '../models/deliveries.ts';
import { Enrollment } from '../models/enrollments.ts';
import { Import } from '../models/imports.ts';
import { Mailing } from '../models/mailings.ts';
import { Message } from '../models/messages.ts';
import { Notice } from '../models/notices.ts';
import { SEND_STATUS, SingleSend } from '../models/single-sends.ts';
import { TestMail } from '../models/test-mails.ts';
import { toldOf } from '../queries/contact-changes.ts';
import { dueMessage } from '../queries/messages.ts';
import { dueTest } from '../queries/test-mails.ts';
import type { Collection, Filter, FindOptions, Path } from '../store/collection.ts';

/** When the oldest due work that has not begun became due. Each query reads the first entry of an index. */
type DueQuery = () => Promise<Date | undefined>;

/** The most open mailings examined, the oldest first. */
const LOOKED_AT = 200;

const openMailings = () =>
  Mailing.find({ state: 'open', message_id: { $exists: false }, paused_reason: null })
    .project<{ _id: string }>({ _id: 1 })
    .limit(LOOKED_AT)
    .map(({ _id }) => _id)
    .toArray();

/** The field of the first row by another field. */
async function first<Stored extends object>(
  model: Collection<Stored>,
  filter: Filter<Stored>,
  field: Path<Stored>,
  by: Path<Stored> = field,
): Promise<Date | undefined> {
  const options = { projection: { [field]: 1 }, sort: { [by]: 1 } } as FindOptions<Stored>;
  const row = await model.findOne<Record<string, Date>>(filter, options);
  return row?.[field];
}

async function earliest<Key>(
  keys: readonly Key[],
  ask: (key: Key) => Promise<Date | undefined>,
): Promise<Date | undefined> {
  const dates = await Promise.all(keys.map(ask));
  return dates.reduce((least, date) => (date && (!least || date < least) ? date : least), undefined);
}

const ASKS: Readonly<Record<string, DueQuery>> = {
  single_send: () =>
    first(SingleSend, { status: SEND_STATUS.ready, due_at: { $lte: now() }, deleted_at: null }, 'due_at'),
  /** Batches without a lease. The last batch of a large send waits for as long as the send takes. */
  batch: async () =>
    earliest(await openMailings(), (mailing) =>
      first(Batch, { mailing, state: 'ready', free_at: { $lte: now() } }, 'free_at', '_id'),
    ),
  deferred: async () =>
    earliest(await openMailings(), (mailing) =>
      first(Delivery, { mailing, state: 'deferred', due_at: { $lte: now() } }, 'due_at'),
    ),
  async enrollment() {
    // A mailing that waits for an operator is not late.
    const stopped = await stoppedAccounts();
    const live = await Automation.distinct('_id', {
      ...(stopped.length > 0 && { user_id: { $nin: stopped } }),
      status: AUTOMATION_STATUS.live,
      deleted_at: null,
      hold_reason: null,
    });
    const emails = await AutomationSchedule.distinct('_id', { automation_id: { $in: live } });
    return earliest(emails.slice(0, LOOKED_AT), (schedule_id) =>
      first(Enrollment, { schedule_id, due_at: { $type: 'date', $lte: now() } }, 'due_at'),
    );
  },
  import: () => first(Import, { state: 'waiting' }, 'created_at', '_id'),
  contact_change: () => first(ContactChanges, toldOf(now()), 'created_at', '_id'),
  notice: () => first(Notice, { due_at: { $type: 'date', $lte: now() } }, 'due_at'),
  message: () => first(Message, dueMessage(now()), 'look_at'),
  test: () => first(TestMail, dueTest(now()), 'due_at'),
};

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
