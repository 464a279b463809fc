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

/** When the oldest due work that has not begun became due. Each query reads the first entry of an index. */
type DueQuery = () => Promise<Date | null | undefined>;

/** The most open mailings examined, the oldest first. */
const LOOKED_AT = 200;

const openMailings = () =>
  Mailing.find({ state: 'open', message_id: { $exists: false }, paused_reason: null })
    .project<{ _id: string }>({ _id: 1 })
    .limit(LOOKED_AT)
    .map(({ _id }) => _id)
    .toArray();

const earliest = (dates: readonly (Date | undefined)[]): Date | undefined =>
  dates.reduce((first, date) => (date && (!first || date < first) ? date : first), undefined);

const ASKS: Readonly<Record<string, DueQuery>> = {
  async single_send() {
    const due = { status: SEND_STATUS.ready, due_at: { $lte: now() }, deleted_at: null };
    return (await SingleSend.find(due).sort({ due_at: 1 }).limit(1).next())?.due_at;
  },
  /** Batches without a lease. The last batch of a large send waits for as long as the send takes. */
  async batch() {
    const firsts = await Promise.all(
      (await openMailings()).map(
        async (mailing) =>
          (
            await Batch.findOne(
              { mailing, state: 'ready', free_at: { $lte: now() } },
              { projection: { free_at: 1 }, sort: { _id: 1 } },
            )
          )?.free_at,
      ),
    );
    return earliest(firsts);
  },
  async deferred() {
    const firsts = await Promise.all(
      (await openMailings()).map(
        async (mailing) =>
          (
            await Delivery.findOne(
              { mailing, state: 'deferred', due_at: { $lte: now() } },
              { projection: { due_at: 1 }, sort: { due_at: 1 } },
            )
          )?.due_at,
      ),
    );
    return earliest(firsts);
  },
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
    const firsts = await Promise.all(
      emails
        .slice(0, LOOKED_AT)
        .map(
          async (schedule_id) =>
            (
              await Enrollment.findOne(
                { schedule_id, due_at: { $type: 'date', $lte: now() } },
                { projection: { due_at: 1 }, sort: { due_at: 1 } },
              )
            )?.due_at,
        ),
    );
    return earliest(firsts.map((date) => date ?? undefined));
  },
  async import() {
    const oldest = await Import.find({ state: 'waiting' })
      .project<{ created_at: Date }>({ created_at: 1 })
      .sort({ _id: 1 })
      .limit(1)
      .next();
    return oldest?.created_at;
  },
  async contact_change() {
    const oldest = await ContactChanges.find(toldOf(now())).sort({ _id: 1 }).limit(1).next();
    return oldest?.created_at;
  },
  async notice() {
    const due = { due_at: { $type: 'date' as const, $lte: now() } };
    return (await Notice.find(due).sort({ due_at: 1 }).limit(1).next())?.due_at;
  },
  async message() {
    return (await Message.find(dueMessage(now())).sort({ look_at: 1 }).limit(1).next())?.look_at;
  },
  async test() {
    return (await TestMail.find(dueTest(now())).sort({ due_at: 1 }).limit(1).next())?.due_at;
  },
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
