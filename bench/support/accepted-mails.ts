import { now } from '../../common/clock.ts';
import { Batch, newBatch } from '../../common/models/batches.ts';
import { Delivery, type DeliveryDocument, newDelivery } from '../../common/models/deliveries.ts';
import { NO_FIGURES } from '../../common/models/figures.ts';
import { reserveIds } from '../../common/store/ids.ts';
import { rows } from '../../test/support/rows.ts';

const BATCH = 500;

/** Writes a ledger of accepted mails, as the worker leaves it. Returns the first id; the others follow it. */
export async function writeAccepted(mailing: string, user_id: number, count: number): Promise<number> {
  const first = await reserveIds('deliveries', count);
  const firstBatch = await reserveIds('batches', Math.ceil(count / BATCH));
  const at = now();
  for (let done = 0; done < count; done += BATCH) {
    const batch = firstBatch + done / BATCH;
    const ids = Array.from({ length: BATCH }, (_, index) => first + done + index);
    const range = { first: ids[0]!, last: ids.at(-1)! };
    await rows(Batch).insertOne({
      ...newBatch({ _id: batch, mailing, user_id, ...range }, at),
      state: 'done',
      figures: { ...NO_FIGURES },
    });
    await rows(Delivery).insertMany(
      ids.map((_id): DeliveryDocument => {
        // One network that fetches for many recipients of a domain is a gateway.
        const email = `person@mail-${_id}.example.com`;
        const to = { contact_id: null, segment_recipient_id: null, email, email_norm: email };
        const row = newDelivery(_id, { _id: mailing, user_id }, batch, to);
        return { ...row, state: 'accepted', attempts: 1, accepted_at: at };
      }),
    );
  }
  return first;
}

/** A person's browser behind a proxy, which `TRUST_PROXY` has the API believe. */
export const PERSON = {
  environment: { TRUST_PROXY: 'true' },
  headers: {
    'User-Agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'X-Forwarded-For': '203.0.113.40',
  },
} as const;

/** Sums what the ledger counts of a mailing's mails. */
export async function countedIn(mailing: string, what: 'opens' | 'clicks'): Promise<number> {
  const [sum] = await rows(Delivery)
    .aggregate<{ count: number }>([
      { $match: { mailing } },
      { $group: { _id: null, count: { $sum: { $ifNull: [`$${what}`, 0] } } } },
    ])
    .toArray();
  return sum?.count ?? 0;
}
