import { Account, type AccountDocument } from '../models/accounts.ts';

type AccountStop = Pick<AccountDocument, 'suspended' | 'closed'>;

export const STOP = { suspended: 1, closed: 1 } as const;

/** Whether an account sends nothing: an operator suspended it, or its owner closed it. */
export const isStopped = ({ suspended, closed }: AccountStop): boolean => Boolean(suspended ?? closed);

export const stoppedAccounts = (): Promise<number[]> =>
  Account.distinct('_id', {
    $or: [{ 'suspended.at': { $type: 'date' } }, { 'closed.next_at': { $type: 'date' } }],
  });
