import { Delivery, type DeliveryDocument } from '../models/deliveries.ts';
import { MailLink } from '../models/mail-links.ts';
import { LINK } from '../queries/mail-links.ts';
import type { Filter } from '../store/collection.ts';

/**
 * Keeps what the links in mails need of ledger rows that are about to go: those that a server took, or may have taken.
 * Done twice it does no more.
 */
export async function keepLinks(ledgerRows: Filter<DeliveryDocument>): Promise<void> {
  await Delivery.aggregate(
    [
      { $match: { ...ledgerRows, state: { $in: ['accepted', 'in_doubt'] } } },
      { $project: LINK },
      { $merge: { into: MailLink.name, whenMatched: 'keepExisting' } },
    ],
    { writeConcern: { w: 'majority', journal: true } },
  ).toArray();
}
