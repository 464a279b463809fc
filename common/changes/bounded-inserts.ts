import type { ClientSession } from 'mongodb';
import { Account } from '../models/accounts.ts';
import type { Filter, Rows } from '../store/collection.ts';
import { transaction } from '../store/transactions.ts';

interface InsertBound<Stored extends object> {
  /** Of the account. */
  readonly rows: Rows<Stored>;
  /** The documents that count; by default all. */
  readonly filter?: Filter<Stored>;
  /** 0: no bound. */
  readonly most: number;
}

/** Returns false when the account has the most documents allowed, also for concurrent inserts in several processes. */
export async function insertBounded<Stored extends { readonly user_id: number }>(
  bound: InsertBound<Stored>,
  document: Stored,
): Promise<boolean> {
  let isInserted = false;
  await transaction(async (session) => {
    isInserted = await insertBoundedIn(session, bound, document);
  });
  return isInserted;
}

/** The same in a transaction of the caller. */
export async function insertBoundedIn<Stored extends { readonly user_id: number }>(
  session: ClientSession,
  { rows, filter = {}, most }: InsertBound<Stored>,
  document: Stored,
): Promise<boolean> {
  if (most > 0 && (await rows.countDocuments(filter, { session, limit: most })) >= most) return false;
  // Of two concurrent inserts one conflicts here, and counts again.
  if (most > 0)
    await Account.updateOne({ _id: document.user_id }, { $inc: { bounded_inserts: 1 } }, { session });
  await rows.insertOne(document, { session });
  return true;
}
