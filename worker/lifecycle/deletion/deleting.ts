import { failpoint } from '../../../common/config/failpoints.ts';
import { type IdRange, withIds } from '../../../common/domain/id-ranges.ts';
import { DeletedAccount, type DeletedAccountDocument } from '../../../common/models/deleted-accounts.ts';
import { JobFailure } from '../../../common/models/job-failures.ts';
import type { AccountCollection, Filter, OfAccount, Rows } from '../../../common/store/collection.ts';
import { type KeptLease, keepRenewed, takeLease } from '../../../common/store/lease.ts';
import { turnMsOf } from '../../runtime/turn.ts';

const GROUP = 1000;

export interface DeletionTurn {
  readonly userId: number;
  mayGoOn(): boolean;
  /** Stores that these mails belong to the account, before their rows are deleted. False: another worker deletes now. */
  keepMails(ids: readonly number[]): Promise<boolean>;
  removed: number;
}

export type DeletionStep = (turn: DeletionTurn) => Promise<boolean>;

export type DeletionLease = KeptLease<DeletedAccountDocument>;

export async function beginDeletionTurn(
  userId: number,
  at: Date,
  stopping: AbortSignal,
): Promise<{ deleting: DeletionTurn; found: DeletedAccountDocument; lease: DeletionLease } | null> {
  const taken = await takeLease(
    { model: DeletedAccount, token: 'lease_token', until: 'lease_until' },
    {
      _id: userId,
      due_at: { $type: 'date', $lte: at },
      $or: [{ lease_token: null }, { lease_until: { $lte: at } }],
    },
  );
  if (!taken) return null;
  const lease = keepRenewed(taken.lease);
  const until = performance.now() + turnMsOf('delete-account');
  let { mails } = taken.found;
  const deleting: DeletionTurn = {
    userId,
    removed: 0,
    mayGoOn: () => performance.now() < until && !stopping.aborted && lease.stands(),
    async keepMails(ids) {
      const known = withIds(mails, ids);
      if (isSame(known, mails)) return true;
      const ours = await lease.write({ $set: { mails: known } });
      if (ours) mails = known;
      return ours;
    },
  };
  return { deleting, found: taken.found, lease };
}

const isSame = (some: readonly IdRange[], others: readonly IdRange[]): boolean =>
  some.length === others.length &&
  some.every(({ first, last }, at) => first === others[at]!.first && last === others[at]!.last);

/** `first` gets the ids of a group before its removal; if it returns false, the group stays. False: more may be left. */
export async function removeAll<Stored extends { _id: unknown }>(
  rows: Rows<Stored>,
  filter: Filter<Stored>,
  deleting: DeletionTurn,
  first: (ids: Stored['_id'][]) => Promise<boolean> = async () => true,
): Promise<boolean> {
  // Of `ownOrOld`; a view of an account adds its own.
  const owners = 'user_id' in filter ? { user_id: filter.user_id } : {};
  while (deleting.mayGoOn()) {
    const group = await (rows as unknown as Rows<{ _id: Stored['_id'] }>)
      .find(filter as Filter<{ _id: Stored['_id'] }>)
      .project<{ _id: Stored['_id'] }>({ _id: 1 })
      .limit(GROUP)
      .toArray();
    if (group.length === 0) return true;
    const ids = group.map(({ _id }) => _id);
    if (!(await first(ids))) return false;
    const { deletedCount } = await rows.deleteMany({
      ...owners,
      _id: { $in: ids },
    } as object);
    deleting.removed += deletedCount;
    failpoint('mid-deletion');
  }
  return false;
}

export async function allOf(...parts: readonly (() => Promise<boolean>)[]): Promise<boolean> {
  for (const part of parts) if (!(await part())) return false;
  return true;
}

const PARENTS = 100;

/** The children go first, so that a crash leaves the parent to find them by. False: the turn is over, and more may be left. */
export async function removeWithChildren<Parent extends OfAccount & { _id: number }>(
  model: AccountCollection<Parent>,
  filter: Filter<Parent>,
  deleting: DeletionTurn,
  removeChildren: (parents: Parent[]) => Promise<boolean>,
  fields: Partial<Record<keyof Parent & string, 1>> = {},
): Promise<boolean> {
  const rows = model.of(deleting.userId);
  while (deleting.mayGoOn()) {
    const parents = await rows
      .find(filter)
      .project({ _id: 1, ...fields })
      .limit(PARENTS)
      .toArray();
    if (parents.length === 0) return true;
    if (!(await removeChildren(parents))) return false;
    const ids = parents.map(({ _id }) => _id);
    const { deletedCount } = await rows.deleteMany({ _id: { $in: ids } } as unknown as Filter<Parent>);
    deleting.removed += deletedCount;
    failpoint('mid-deletion');
  }
  return false;
}

export const removeFailures = (subjects: readonly string[], deleting: DeletionTurn): Promise<boolean> =>
  removeAll(JobFailure, { subject: { $in: [...subjects] } }, deleting);
