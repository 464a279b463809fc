import { Batch, type BatchDocument } from '../models/batches.ts';
import { Delivery, type DeliveryDocument } from '../models/deliveries.ts';
import { MailLink, type MailLinkDocument } from '../models/mail-links.ts';
import { rowsOfToken, type TokenSubject } from './token-rows.ts';

/** The mail behind a link, for a page. `batch` is absent once the retention has deleted its row. */
export type MailBehind = MailLinkDocument &
  Pick<DeliveryDocument, 'unsubscribed_at' | 'unsubscribe_reason'> & { batch?: number };

/** A projection of the fields that a ledger row and its later link have in common. */
export const LINK = { mailing: 1, user_id: 1, contact_id: 1, segment_recipient_id: 1, email: 1 } as const;

/** The mail that a token names, however old. */
export async function findMail({ account, id }: TokenSubject): Promise<MailBehind | null> {
  const ofThis = { _id: id };
  return (
    (await rowsOfToken(Delivery, account).findOne<MailBehind>(ofThis, {
      projection: { ...LINK, unsubscribed_at: 1, unsubscribe_reason: 1, batch: 1 },
    })) ?? rowsOfToken(MailLink, account).findOne(ofThis)
  );
}

/** The account of each delivery, by its id. Deliveries of older tokens whose ledger row is gone are missing. */
export async function accountsOf(asked: Iterable<TokenSubject>): Promise<Map<number, number>> {
  const accounts = new Map<number, number>();
  const nameless = new Set<number>();
  for (const { account, id } of asked) {
    if (account === null) nameless.add(id);
    else accounts.set(id, account);
  }
  if (nameless.size === 0) return accounts;
  const mails = await rowsOfToken(Delivery, null, nameless.size)
    .find({ _id: { $in: [...nameless] } })
    .project<Pick<DeliveryDocument, '_id' | 'user_id'>>({ user_id: 1 })
    .toArray();
  for (const { _id, user_id } of mails) accounts.set(_id, user_id);
  return accounts;
}

/** Deliveries of one batch. */
export type MailRange = Pick<BatchDocument, 'first' | 'last' | 'mailing' | 'user_id'>;

/** Further batches read with a mail's own: the next click is likely to be on a mail of the same mailing. */
const NEAR = 32;

/** The range of each delivery, and the ranges that follow in its mailing. Deliveries whose ledger row is gone are missing. */
export async function findRanges<Asked extends TokenSubject>(
  asked: readonly Asked[],
): Promise<Map<Asked, [MailRange, ...MailRange[]]>> {
  const accounts = await accountsOf(asked);
  const mails = await Delivery.among(accounts.values())
    .find({ _id: { $in: [...accounts.keys()] } })
    .project<Pick<DeliveryDocument, '_id' | 'user_id' | 'batch'>>({ user_id: 1, batch: 1 })
    .toArray();
  const near = (batch: number): number[] => Array.from({ length: NEAR }, (_, at) => batch + at);
  const batches = await Batch.among(mails.map(({ user_id }) => user_id))
    .find({ _id: { $in: [...new Set(mails.flatMap(({ batch }) => near(batch)))] }, ids: null })
    .project<MailRange & Pick<BatchDocument, '_id'>>({ first: 1, last: 1, mailing: 1, user_id: 1 })
    .toArray();
  const ranges = new Map(batches.map(({ _id, ...range }) => [_id, range]));
  const found = new Map(mails.map((mail) => [mail._id, mail]));
  return new Map(
    asked.flatMap((one) => {
      const mail = found.get(one.id);
      if (!mail) return [];
      const { batch } = mail;
      const own = ranges.get(batch);
      if (!own) return [];
      const others = near(batch).flatMap((other) => ranges.get(other) ?? []);
      return [
        [one, [own, ...others.filter((other) => other !== own && other.mailing === own.mailing)]] as const,
      ];
    }),
  );
}
