import { markDirty } from '../../../common/changes/figures.ts';
import { normalizeAddress } from '../../../common/domain/addresses.ts';
import { chunksOf } from '../../../common/domain/chunks.ts';
import { isErased, ownName } from '../../../common/domain/erased-addresses.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import type { ErasurePass } from '../../../common/models/erasures.ts';
import { ADDRESS_COLLATION, MailLink } from '../../../common/models/mail-links.ts';
import { Mailing, type MailingDocument } from '../../../common/models/mailings.ts';
import { mailingsOfAccount } from '../../../common/queries/mailings-of-account.ts';
import { isDuplicateKey } from '../../../common/store/connection.ts';
import { type ErasureWork, namesOf, spellingsOf } from './erasing.ts';
import type { ErasingWorker } from './pass.ts';

/** Pairs of a mailing and an address in one query; each is a look into an index, some 5 µs. */
const PAIRS = 100_000;

export type ErasedRow = Pick<DeliveryDocument, '_id' | 'mailing' | 'batch' | 'email_norm' | 'reply'>;

/** The rows keep their outcomes, so figures stay. Rows that were not handed over are skipped at their turn. */
export async function eraseFromLedger(
  erasing: ErasureWork,
  { isOver }: Pick<ErasingWorker, 'isOver'>,
  after: ErasurePass['after'],
): Promise<string | void> {
  const names = namesOf(erasing);
  const atOnce = Math.ceil(PAIRS / names.length);
  const keys = (await mailingsOfAccount(erasing.userId))
    .filter((key) => after === null || key > after)
    .sort();
  for (const mailings of chunksOf(keys, atOnce)) {
    const found = await Delivery.of(erasing.userId)
      .find({ mailing: { $in: [...mailings] }, email_norm: { $in: names } })
      .project<ErasedRow>({ mailing: 1, batch: 1, email_norm: 1, reply: 1 })
      .hint({ user_id: 1, mailing: 1, email_norm: 1 })
      .toArray();
    await eraseRows(erasing, found);
    await eraseReplies(erasing, [...new Set(found.map(({ mailing }) => mailing))]);
    if (isOver()) return mailings.at(-1);
  }
  await eraseLinks(erasing);
}

export async function eraseRows(
  { userId, people, finder }: ErasureWork,
  found: readonly ErasedRow[],
): Promise<void> {
  const named = found.filter(({ email_norm }) => !isErased(email_norm));
  // The figures by recipient domain change.
  if (named.length > 0) {
    await markDirty(
      userId,
      named.map(({ batch }) => batch),
    );
  }
  const changes = found.flatMap((row): RowErasure[] => {
    const { _id, email_norm, reply } = row;
    const said = reply === undefined ? reply : finder.replace(reply);
    const erased = people.get(email_norm)?.erased;
    if (erased === undefined && said === reply) return [];
    const name = erased ?? email_norm;
    return [{ _id, email_norm, name, set: said === reply ? {} : { reply: said! } }];
  });
  if (changes.length === 0) return;
  const deliveries = Delivery.of(userId);
  try {
    await deliveries.bulkWrite(
      changes.map((change) => ({ updateOne: updateOf(change, change.name) })),
      { ordered: false },
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // The address came back into a mailing that it was in before. All others are changed already.
    await deliveries.bulkWrite(
      changes
        .filter(({ name, email_norm }) => name !== email_norm)
        .map((change) => ({ updateOne: updateOf(change, ownName(change.name, change._id)) })),
      { ordered: false },
    );
  }
}

interface RowErasure {
  readonly _id: number;
  readonly email_norm: string;
  readonly name: string;
  readonly set: { readonly reply?: string };
}

const updateOf = ({ _id, email_norm, set }: RowErasure, name: string) => ({
  filter: { _id, email_norm },
  update: { $set: { ...set, email: name, email_norm: name } },
});

type MailingReplies = Pick<MailingDocument, '_id' | 'standing' | 'paused_detail'>;

/** A mailing keeps the last reply of a domain that refused it, and its reason for a pause may repeat one. */
export async function eraseReplies({ userId, finder }: ErasureWork, keys: readonly string[]): Promise<void> {
  const mailings = Mailing.of(userId);
  const found = await mailings
    .find({
      _id: { $in: [...keys] },
      $or: [{ standing: { $exists: true } }, { paused_detail: { $type: 'string' } }],
    })
    .project<MailingReplies>({ standing: 1, paused_detail: 1 })
    .toArray();
  for (const { _id, standing, paused_detail = null } of found) {
    if (standing) {
      const domains = standing.domains.map((one) => ({ ...one, reply: finder.replace(one.reply) }));
      if (domains.some(({ reply }, at) => reply !== standing.domains[at]!.reply)) {
        await mailings.updateOne(
          { _id, 'standing.version': standing.version },
          { $set: { 'standing.domains': domains }, $inc: { 'standing.version': 1 } },
        );
      }
    }
    const detail = paused_detail && finder.replace(paused_detail);
    if (detail !== paused_detail)
      await mailings.updateOne({ _id, paused_detail }, { $set: { paused_detail: detail } });
  }
}

/** Links keep the original spelling of the address. */
async function eraseLinks({ userId, people }: ErasureWork): Promise<void> {
  const spellings = [...people.keys()].flatMap(spellingsOf);
  const links = MailLink.of(userId);
  const found = await links
    .find({ email: { $in: spellings } })
    .collation(ADDRESS_COLLATION)
    .project<{ _id: number; email: string }>({ email: 1 })
    .toArray();
  const changes = found.flatMap(({ _id, email }) => {
    const person = people.get(normalizeAddress(email));
    return person ? [{ updateOne: { filter: { _id }, update: { $set: { email: person.erased } } } }] : [];
  });
  if (changes.length > 0) await links.bulkWrite(changes, { ordered: false });
}
