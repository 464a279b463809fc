import { Batch, type BatchDocument } from '../models/batches.ts';
import { Delivery, type DeliveryDocument } from '../models/deliveries.ts';
import { MailLink, type MailLinkDocument } from '../models/mail-links.ts';
import { everywhere } from '../store/everywhere.ts';

/** The mail behind a link, for a page. `batch` is absent once the retention has deleted its row. */
export type MailBehind = MailLinkDocument &
  Pick<DeliveryDocument, 'unsubscribed_at' | 'unsubscribe_reason'> & { batch?: number };

/** A projection of the fields that a ledger row and its later link have in common. */
export const LINK = { mailing: 1, user_id: 1, contact_id: 1, segment_recipient_id: 1, email: 1 } as const;

/** The mail with this delivery id, however old. */
export async function findMail(deliveryId: number): Promise<MailBehind | null> {
  const ofThis = { _id: deliveryId };
  return (
    (await everywhere(Delivery, 'old-tokens').findOne<MailBehind>(ofThis, {
      projection: { ...LINK, unsubscribed_at: 1, unsubscribe_reason: 1, batch: 1 },
    })) ?? everywhere(MailLink, 'old-tokens').findOne(ofThis)
  );
}

/** Deliveries of one batch. */
export type MailRange = Pick<BatchDocument, 'first' | 'last' | 'mailing'>;

/** Further batches read with a mail's own: the next click is likely to be on a mail of the same mailing. */
const NEAR = 32;

/** The range of each delivery, and the ranges that follow in its mailing. Deliveries whose ledger row is gone are missing. */
export async function findRanges(
  deliveryIds: readonly number[],
): Promise<Map<number, [MailRange, ...MailRange[]]>> {
  const mails = await everywhere(Delivery, 'old-tokens')
    .find({ _id: { $in: deliveryIds } })
    .project<Pick<DeliveryDocument, '_id' | 'user_id' | 'batch'>>({ user_id: 1, batch: 1 })
    .toArray();
  const near = (batch: number): number[] => Array.from({ length: NEAR }, (_, at) => batch + at);
  const batches = await Batch.among(mails.map(({ user_id }) => user_id))
    .find({ _id: { $in: [...new Set(mails.flatMap(({ batch }) => near(batch)))] }, ids: null })
    .project<MailRange & Pick<BatchDocument, '_id'>>({ first: 1, last: 1, mailing: 1 })
    .toArray();
  const ranges = new Map(batches.map(({ _id, ...range }) => [_id, range]));
  return new Map(
    mails.flatMap(({ _id, batch }) => {
      const own = ranges.get(batch);
      if (!own) return [];
      const others = near(batch).flatMap((one) => ranges.get(one) ?? []);
      return [[_id, [own, ...others.filter((one) => one !== own && one.mailing === own.mailing)]] as const];
    }),
  );
}
