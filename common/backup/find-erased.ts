import { addressesInFile } from '../addresses-in-file.ts';
import { chunksOf } from '../chunks.ts';
import { now } from '../clock.ts';
import type { CsvEncoding } from '../domain/csv-encoding.ts';
import { createAddressFinder } from '../domain/erased-addresses.ts';
import { type ErasureKey, erasureId, erasureKey } from '../erasures/key.ts';
import { Automation } from '../models/automations.ts';
import { Contact } from '../models/contacts.ts';
import { Delivery } from '../models/deliveries.ts';
import { Enrollment } from '../models/enrollments.ts';
import { Erasure } from '../models/erasures.ts';
import { IdempotencyKey } from '../models/idempotency-keys.ts';
import { ImportRefusal } from '../models/import-refusals.ts';
import { Import } from '../models/imports.ts';
import { MailLink } from '../models/mail-links.ts';
import { Notice } from '../models/notices.ts';
import { SegmentRecipient } from '../models/segment-recipients.ts';
import { Segment } from '../models/segments.ts';
import { Suppression } from '../models/suppressions.ts';
import { rows } from '../mongo/connection.ts';
import { refusalIds } from '../queries/imports.ts';
import { keptAnswersOf, noticesOfUnsubscribes } from '../queries/keys-of-account.ts';
import { mailingsOfAccount } from '../queries/mailings-of-account.ts';
import { readUpload, UploadGone } from '../uploads.ts';

/** Mailings whose addresses are read together. */
const AT_ONCE = 200;

/**
 * A restored store may have addresses again that were erased after its backup. The hashes do not tell them, so all addresses of these
 * accounts are hashed, and those that were erased are given to the workers, which erase them once more. Answers how many there are.
 */
export async function findErased(since: Date): Promise<number> {
  const later = { $or: [{ done_at: null }, { done_at: { $gt: since } }] };
  const accounts = await rows(Erasure).distinct('user_id', later);
  if (accounts.length === 0) return 0;
  const key = await erasureKey();
  let found = 0;
  for (const userId of accounts) {
    const ids = await rows(Erasure).distinct('_id', { ...later, user_id: userId });
    const wanted = new Set(ids);
    const met = await addressesOf(userId, wanted, key);
    const at = now();
    await rows(Erasure).updateMany(
      { _id: { $in: ids } },
      { $set: { sealed: null, due_at: null, erased_at: at, passes: 0, done_at: at } },
    );
    for (const [_id, address] of met) {
      await rows(Erasure).updateOne(
        { _id },
        { $set: { sealed: key.seal(_id, address), due_at: at, erased_at: null, done_at: null } },
      );
    }
    found += met.size;
  }
  return found;
}

/** The addresses of an account whose erasures are wanted, by the erasures' ids. */
async function addressesOf(
  userId: number,
  wanted: ReadonlySet<string>,
  { hashOf }: ErasureKey,
): Promise<Map<string, string>> {
  const met = new Map<string, string>();
  const look = (norm: string): undefined => {
    const id = erasureId(userId, hashOf(userId, norm));
    if (wanted.has(id)) met.set(id, norm);
  };
  const finder = createAddressFinder(look);
  const read = (value: unknown): void => {
    if (typeof value === 'string') finder.find(value);
    else if (Array.isArray(value)) value.forEach(read);
    else if (value !== null && typeof value === 'object' && !(value instanceof Date))
      Object.values(value).forEach(read);
  };
  for await (const text of textsOf(userId)) read(text);
  await readUploads(userId, finder);
  return met;
}

/** Everything of an account that may have addresses. */
async function* textsOf(userId: number): AsyncGenerator {
  const own = { user_id: userId };
  yield* rows(Contact).find(own).hint({ user_id: 1, _id: 1 }).project({ _id: 0, user_id: 0 });
  yield* rows(Suppression).find(own).project({ _id: 0, email_norm: 1 });
  yield* rows(MailLink).find(own).project({ _id: 0, email: 1 });
  yield* rows(Segment).find(own).project({ _id: 0, value: 1 });
  for (const segment_id of await rows(Segment).distinct('_id', own)) {
    yield* rows(SegmentRecipient)
      .find({ segment_id, 'by_hand.email_norm': { $gte: '' } })
      .project({ _id: 0, by_hand: 1 });
  }
  const automations = await rows(Automation).distinct('_id', own);
  yield* rows(Enrollment)
    .find({ automation_id: { $in: automations } })
    .project({ _id: 0, email_norm: 1 });
  for (const mailings of chunksOf(await mailingsOfAccount(userId), AT_ONCE)) {
    yield* rows(Delivery)
      .find({ mailing: { $in: [...mailings] } })
      .hint({ mailing: 1, email_norm: 1 })
      .project({ _id: 0, email_norm: 1 });
  }
  yield* rows(IdempotencyKey)
    .find({ _id: keptAnswersOf(userId) })
    .project({ _id: 0, answer: 1 });
  yield* rows(Notice)
    .find({ _id: noticesOfUnsubscribes(userId) })
    .project({ _id: 0, addresses: 1 });
  for await (const { _id: import_id, file_name } of rows(Import).find(own).project({ file_name: 1 })) {
    yield file_name;
    yield* rows(ImportRefusal)
      .find({ _id: refusalIds(import_id) })
      .project({ _id: 0, cells: 1 });
  }
}

async function readUploads(userId: number, finder: Parameters<typeof addressesInFile>[2]): Promise<void> {
  for await (const { file_id, encoding } of rows(Import).find({ user_id: userId, file_id: { $ne: null } })) {
    if (!file_id) continue;
    try {
      // The finder itself notes what it finds.
      for await (const _ of addressesInFile(readUpload(file_id, 0), encoding as CsvEncoding, finder));
    } catch (error) {
      if (!(error instanceof UploadGone)) throw error;
    }
  }
}
