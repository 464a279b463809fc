import type { ClientSession } from 'mongodb';
import { Account } from '../models/accounts.ts';
import type { Filter, Rows } from '../store/collection.ts';
import { inTransactionInTurn, transactionInTurn } from './account-transactions.ts';

const NEXT = { $inc: { bounded_inserts: 1 } } as const;

/** Of two transactions of an account that call this, in any processes, one begins again, and counts again. */
export const takeInsertTurn = async (userId: number, session: ClientSession): Promise<void> => {
  await Account.updateOne({ _id: userId }, NEXT, { session });
};

interface InsertBound<Stored extends object> {
  /** Of the account. */
  readonly rows: Rows<Stored>;
  /** The documents that count; by default all. */
  readonly filter?: Filter<Stored>;
  /** 0: no bound. */
  readonly most: number;
  /** A further bound, counted outside of the transaction (`readingLatest`) while no other insert of the account is under way. */
  readonly fits?: () => Promise<boolean>;
}

/** Returns false when the account has the most documents allowed, also for concurrent inserts in several processes. */
export async function insertBounded<Stored extends { readonly user_id: number }>(
  bound: InsertBound<Stored>,
  document: Stored,
): Promise<boolean> {
  let isInserted = false;
  await transactionInTurn(document.user_id, async (session) => {
    isInserted = await insertBoundedIn(session, bound, document);
  });
  return isInserted;
}

/** The same in a transaction of the caller. */
export async function insertBoundedIn<Stored extends { readonly user_id: number }>(
  session: ClientSession,
  { rows, filter = {}, most, fits }: InsertBound<Stored>,
  document: Stored,
): Promise<boolean> {
  if (most > 0 && (await rows.countDocuments(filter, { session, limit: most })) >= most) return false;
  if (most > 0 || fits) await takeInsertTurn(document.user_id, session);
  if (fits && !(await fits())) return false;
  await rows.insertOne(document, { session });
  return true;
}

/**
 * Work of an account near a limit: it counts outside of the transaction (`readingLatest`), and then stores. Of two such works at once, in any processes, one
 * begins again. Its queries and writes join one transaction.
 */
export const storeInTurn = <Answer>(userId: number, work: () => Promise<Answer>): Promise<Answer> =>
  inTransactionInTurn(userId, async () => {
    await Account.updateOne({ _id: userId }, NEXT);
    return work();
  });
