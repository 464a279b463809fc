import { now } from '../clock.ts';
import { Account, type AccountDocument } from '../models/accounts.ts';
import { ContactType } from '../models/contact-types.ts';
import { mailsOfAccountsToday } from './mails.ts';

/** The fields that an operator sees: no address and no password. */
export type ListedAccount = Pick<
  AccountDocument,
  '_id' | 'name' | 'suspended' | 'closed' | 'quotas' | 'brake' | 'reputation' | 'created_at'
>;

export interface AccountVolume {
  readonly account: ListedAccount;
  /** As last counted: a new count would take too long for a list. */
  readonly contacts: number;
  /** Reserved today (UTC). */
  readonly mailsToday: number;
}

/** Milliseconds after which the last count says nothing, because the account sent no mail since. */
const JUDGED_MS = 7 * 24 * 3600_000;

const PROJECTION = {
  name: 1,
  suspended: 1,
  closed: 1,
  quotas: 1,
  brake: 1,
  reputation: 1,
  created_at: 1,
} as const;

export const listedAccount = (id: number): Promise<ListedAccount | null> =>
  Account.findOne<ListedAccount>({ _id: id }, { projection: PROJECTION });

/** Accounts in ascending id, each with its volume, by three queries for the whole page. */
export async function accountVolumes(range: {
  readonly afterId: number;
  readonly limit: number;
  readonly suspended: boolean;
  /** Only accounts with many complaints or bounces, or that wait because of them. */
  readonly troubled: boolean;
}): Promise<AccountVolume[]> {
  const found = await Account.find({
    _id: { $gt: range.afterId },
    ...(range.suspended && { 'suspended.at': { $type: 'date' } }),
    ...(range.troubled && {
      $or: [
        { 'brake.at': { $type: 'date' } },
        {
          'reputation.level': { $in: ['warned', 'paused'] },
          'reputation.at': { $gte: new Date(now().getTime() - JUDGED_MS) },
        },
      ],
    }),
  })
    .project<ListedAccount>(PROJECTION)
    .sort({ _id: 1 })
    .limit(range.limit)
    .toArray();
  const ids = found.map(({ _id }) => _id);
  const [contacts, mails] = await Promise.all([contactsOf(ids), mailsOfAccountsToday(ids)]);
  return found.map((account) => ({
    account,
    contacts: contacts.get(account._id) ?? 0,
    mailsToday: mails.get(account._id) ?? 0,
  }));
}

async function contactsOf(ids: readonly number[]): Promise<Map<number, number>> {
  const sums = await ContactType.among(ids)
    .aggregate<{ _id: number; contacts: number }>([
      { $match: { deleted_at: null } },
      { $group: { _id: '$user_id', contacts: { $sum: '$contacts' } } },
    ])
    .toArray();
  return new Map(sums.map(({ _id, contacts }) => [_id, contacts]));
}
