import { markDirty } from '../../common/changes/figures.ts';
import { chunksOf } from '../../common/chunks.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { isErased } from '../../common/domain/erased-addresses.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { ADDRESS_COLLATION, MailLink } from '../../common/models/mail-links.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { isDuplicateKey, rows } from '../../common/mongo/connection.ts';
import { mailingsOfAccount } from '../../common/queries/mailings-of-account.ts';
import type { WorkerContext } from '../context.ts';
import { type Erasing, namesOf, ownName, spellingsOf } from './erasing.ts';

/** Mailings whose rows are looked for together. */
const AT_ONCE = 200;

type Row = Pick<DeliveryDocument, '_id' | 'mailing' | 'batch' | 'email_norm' | 'reply'>;

/**
 * Puts what stands for the addresses into the ledger and into what is left of older mails, and takes the addresses out of what mail
 * servers said. The rows keep their outcomes, so figures stay. Rows that were not handed over are skipped when their turn comes.
 */
export async function eraseFromLedger(
  erasing: Erasing,
  { stopping }: Pick<WorkerContext, 'stopping'>,
): Promise<boolean> {
  const email_norm = { $in: namesOf(erasing) };
  for (const mailings of chunksOf(await mailingsOfAccount(erasing.userId), AT_ONCE)) {
    if (stopping.aborted) return false;
    const found = await rows(Delivery)
      .find({ mailing: { $in: [...mailings] }, email_norm })
      .project<Row>({ mailing: 1, batch: 1, email_norm: 1, reply: 1 })
      .hint({ mailing: 1, email_norm: 1 })
      .toArray();
    await eraseRows(erasing, found);
    await eraseReplies(erasing, [...new Set(found.map(({ mailing }) => mailing))]);
  }
  await eraseLinks(erasing);
  return true;
}

async function eraseRows({ people, finder }: Erasing, found: readonly Row[]): Promise<void> {
  const named = found.filter(({ email_norm }) => !isErased(email_norm));
  // Where figures are kept by recipient domain, the rows change theirs.
  if (named.length > 0) await markDirty([...new Set(named.map(({ batch }) => batch))]);
  for (const { _id, email_norm, reply } of found) {
    const said = reply === undefined ? undefined : finder.replace(reply);
    const change = said === reply ? {} : { reply: said! };
    const erased = people.get(email_norm)?.erased;
    if (erased === undefined) {
      if ('reply' in change)
        await rows(Delivery).updateOne({ _id, email_norm, reply: reply! }, { $set: change });
      continue;
    }
    const rename = (name: string) =>
      rows(Delivery).updateOne({ _id, email_norm }, { $set: { ...change, email: name, email_norm: name } });
    await rename(erased).catch((error: unknown) => {
      // The address came back into a mailing that it was in before.
      if (!isDuplicateKey(error)) throw error;
      return rename(ownName(erased, _id));
    });
  }
}

type Said = Pick<MailingDocument, '_id' | 'standing' | 'paused_detail'>;

/** A mailing keeps the last reply of a domain that refused it, and its reason for a pause may repeat one. */
async function eraseReplies({ finder }: Erasing, mailings: readonly string[]): Promise<void> {
  const found = await rows(Mailing)
    .find({
      _id: { $in: [...mailings] },
      $or: [{ standing: { $exists: true } }, { paused_detail: { $type: 'string' } }],
    })
    .project<Said>({ standing: 1, paused_detail: 1 })
    .toArray();
  for (const { _id, standing, paused_detail = null } of found) {
    if (standing) {
      const domains = standing.domains.map((one) => ({ ...one, reply: finder.replace(one.reply) }));
      if (domains.some(({ reply }, at) => reply !== standing.domains[at]!.reply)) {
        await rows(Mailing).updateOne(
          { _id, 'standing.version': standing.version },
          { $set: { 'standing.domains': domains }, $inc: { 'standing.version': 1 } },
        );
      }
    }
    const detail = paused_detail && finder.replace(paused_detail);
    if (detail !== paused_detail)
      await rows(Mailing).updateOne({ _id, paused_detail }, { $set: { paused_detail: detail } });
  }
}

/** Links keep the address as it was spelt. */
async function eraseLinks({ userId, people }: Erasing): Promise<void> {
  const spellings = [...people.keys()].flatMap(spellingsOf);
  const found = await rows(MailLink)
    .find({ user_id: userId, email: { $in: spellings } })
    .collation(ADDRESS_COLLATION)
    .project<{ _id: number; email: string }>({ email: 1 })
    .toArray();
  const changes = found.flatMap(({ _id, email }) => {
    const person = people.get(normalizeAddress(email));
    return person ? [{ updateOne: { filter: { _id }, update: { $set: { email: person.erased } } } }] : [];
  });
  if (changes.length > 0) await rows(MailLink).bulkWrite(changes, { ordered: false });
}
