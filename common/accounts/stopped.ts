import { Account, type AccountDocument } from '../models/accounts.ts';

type AccountStop = Pick<AccountDocument, 'suspended' | 'closed'>;

/** A projection of what {@link isStopped} asks for. */
export const STOP = { suspended: 1, closed: 1 } as const;

/** Whether nothing of an account is sent: an operator suspended it, or its owner closed it. */
export const isStopped = ({ suspended, closed }: AccountStop): boolean => Boolean(suspended ?? closed);

/** Such accounts: they are few, and found by two indexes. */
export const stoppedAccounts = (): Promise<number[]> =>
  Account.distinct('_id', {
    $or: [{ 'suspended.at': { $type: 'date' } }, { 'closed.next_at': { $type: 'date' } }],
  });
