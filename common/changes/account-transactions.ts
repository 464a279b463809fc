import type { ClientSession } from 'mongodb';
import { Turns } from '../fairness/turns.ts';
import { inTransaction, isInTransaction, transaction } from '../store/transactions.ts';

/**
 * In a process, an account's transactions take turns, so that only those of different processes conflict: of 20 at once that write one
 * document, each conflict begins one of them again, which slows down other accounts.
 */
const turns = new Turns<number>({ total: Number.POSITIVE_INFINITY, each: 1 });

/** A transaction in the account's turn; within another transaction, a part of that. */
export const transactionInTurn = (
  userId: number,
  work: (session: ClientSession) => Promise<unknown>,
): Promise<void> => (isInTransaction() ? transaction(work) : turns.run(userId, () => transaction(work)));

/** The same for work whose queries and writes join the transaction without naming it. */
export const inTransactionInTurn = <Result>(userId: number, work: () => Promise<Result>): Promise<Result> =>
  isInTransaction() ? work() : turns.run(userId, () => inTransaction(work));
