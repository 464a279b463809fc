import { Delivery, type DeliveryDocument } from '../models/deliveries.ts';
import { MailLink } from '../models/mail-links.ts';
import { LINK } from '../queries/mail-links.ts';
import type { Filter } from '../store/collection.ts';

/** Keeps the link data of rows that are about to be deleted, if a server accepted the mail or may have. It is idempotent. */
export async function keepLinks(userId: number, ledgerRows: Filter<DeliveryDocument>): Promise<void> {
  await Delivery.of(userId)
    .aggregate(
      [
        { $match: { ...ledgerRows, state: { $in: ['accepted', 'in_doubt'] } } },
        { $project: LINK },
        { $merge: { into: MailLink.name, whenMatched: 'keepExisting' } },
      ],
      { writeConcern: { w: 'majority', journal: true } },
    )
    .toArray();
}
