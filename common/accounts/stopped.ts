import { Account, type AccountDocument } from '../models/accounts.ts';

type AccountStop = Pick<AccountDocument, 'suspended' | 'closed'>;

/** The projection for {@link isStopped}. */
export const STOP = { suspended: 1, closed: 1 } as const;

/** Whether an account sends nothing: an operator suspended it, or its owner closed it. */
export const isStopped = ({ suspended, closed }: AccountStop): boolean => Boolean(suspended ?? closed);

/** They are few, and two indexes find them. */
export const stoppedAccounts = (): Promise<number[]> =>
  Account.distinct('_id', {
    $or: [{ 'suspended.at': { $type: 'date' } }, { 'closed.next_at': { $type: 'date' } }],
  });
