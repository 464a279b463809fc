import { now } from '../clock.ts';
import type { ReplyClass } from '../domain/reply-classes.ts';
import { Batch } from '../models/batches.ts';
import { Delivery, type DeliveryDocument } from '../models/deliveries.ts';
import { Mailing, type MailingDocument } from '../models/mailings.ts';
import type { Filter } from '../store/collection.ts';
import { transaction } from '../store/transactions.ts';
import { markDirty } from './figures.ts';
import { FORGET_DOMAINS } from './mailings.ts';
import { reopenMailing } from './reopened-mailings.ts';

export type RetryRefusal = 'notCompleted' | 'cancelled' | 'expired' | 'nothing';

type MailingRetry = NonNullable<MailingDocument['retry']>;

/** Rows that bounced with these classes. Version 0.1.0 stored no classes: its rows count as `unknown`. */
const refused = (mailing: string, { classes, at }: MailingRetry): Filter<DeliveryDocument> => ({
  mailing,
  state: 'bounced',
  class: { $in: [...classes, ...(classes.includes('unknown') ? [null] : [])] },
  // Rows that bounce again meanwhile stay.
  bounced_at: { $not: { $gt: at } },
});

const withBounces = (userId: number, mailing: string) =>
  Batch.of(userId)
    .find({
      mailing,
      ids: null,
      retired: { $exists: false },
      $or: [{ dirty_at: { $type: 'date' } }, { 'figures.bounced': { $gt: 0 } }],
    })
    .project<{ _id: number; first: number; last: number }>({ first: 1, last: 1 })
    .sort({ _id: 1 });

/** The send runs again; a worker opens its rows ({@link openRetried}), because there may be a million. Returns the refusal, if any. */
export async function retryRefused(
  userId: number,
  mailing: string,
  classes: readonly ReplyClass[],
): Promise<RetryRefusal | null> {
  const retry: MailingRetry = { classes: [...classes], at: now() };
  const found = await Mailing.of(userId).findOne({ _id: mailing }, { projection: { state: 1, stopped: 1 } });
  if (found?.stopped) return 'cancelled';
  if (found?.state !== 'done') return 'notCompleted';
  const retired = { mailing, retired: { $exists: true } };
  if (await Batch.of(userId).findOne(retired, { projection: { _id: 1 } })) return 'expired';
  if (!(await isAnyRefused(userId, mailing, retry))) return 'nothing';
  let isOpen = false;
  await transaction(async (session) => {
    isOpen = await reopenMailing(userId, mailing, session, {
      at: retry.at,
      ended: true,
      set: { retry, ...FORGET_DOMAINS.$set },
      inc: FORGET_DOMAINS.$inc,
    });
    if (!isOpen) await session.abortTransaction();
  });
  return isOpen ? null : 'notCompleted';
}

async function isAnyRefused(userId: number, mailing: string, retry: MailingRetry): Promise<boolean> {
  const ledger = Delivery.of(userId);
  for await (const { first, last } of withBounces(userId, mailing)) {
    const one = await ledger.findOne(
      { ...refused(mailing, retry), _id: { $gte: first, $lte: last } },
      { projection: { _id: 1 }, hint: { _id: 1 } },
    );
    if (one) return true;
  }
  return false;
}

/** Makes the rows due for the retry that a person requested. After a crash it continues. */
export async function openRetried(userId: number, mailing: string, retry: MailingRetry): Promise<void> {
  const ledger = Delivery.of(userId);
  for await (const { _id, first, last } of withBounces(userId, mailing)) {
    const filter = { ...refused(mailing, retry), _id: { $gte: first, $lte: last } };
    const one = await ledger.findOne(filter, { projection: { _id: 1 }, hint: { _id: 1 } });
    if (!one) continue;
    await markDirty(userId, [_id]);
    const at = now();
    await ledger.updateMany(
      filter,
      [
        {
          $set: {
            state: 'deferred',
            due_at: at,
            retried_at: at,
            first_tried_at: { $ifNull: ['$first_tried_at', '$first_deferred_at', '$bounced_at', '$$REMOVE'] },
          },
        },
        // The time until a mail is given up starts again.
        { $unset: ['first_deferred_at', 'bounced_at', 'refused_at', 'refusing_domain'] },
      ],
      { hint: { _id: 1 } },
    );
  }
  await Mailing.of(userId).updateOne({ _id: mailing, 'retry.at': retry.at }, { $unset: { retry: '' } });
}
