import { strictest } from '../../shared/statuses/statuses.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { grouped } from '../domain/grouped.ts';
import { writeGroups } from '../domain/statuses/groups.ts';
import { timestamp } from '../domain/times.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { Suppression, type SuppressionDocument } from '../models/suppressions.ts';
import { UnsubscribeGroup, type UnsubscribeGroupDocument } from '../models/unsubscribe-groups.ts';

/** Columns that an import reads again. */
export const STATUS_COLUMNS = ['contact_status', 'status_at', 'opted_out_groups'] as const;
export type StatusCells = Readonly<Record<(typeof STATUS_COLUMNS)[number], string>>;

type SuppressionOfPerson = Pick<
  SuppressionDocument,
  'email_norm' | 'reason' | 'state' | 'unsubscribe_groups_id' | 'created_at'
>;

/** The status of each person, by address, and of contacts by id that have not confirmed. */
export async function statusesOf(
  userId: number,
  people: readonly { readonly id: number; readonly email: string }[],
): Promise<(person: { readonly id: number; readonly email: string }) => StatusCells> {
  const [entries, waiting] = await Promise.all([
    Suppression.of(userId)
      .find({ email_norm: { $in: people.map(({ email }) => normalizeAddress(email)) } })
      .project<SuppressionOfPerson>({
        _id: 0,
        email_norm: 1,
        reason: 1,
        state: 1,
        unsubscribe_groups_id: 1,
        created_at: 1,
      })
      .toArray(),
    Contact.of(userId)
      .find({ _id: { $in: people.map(({ id }) => id) }, unconfirmed: true })
      .project<Pick<ContactDocument, '_id'>>({ _id: 1 })
      .toArray(),
  ]);
  const unconfirmed = new Set(waiting.map(({ _id }) => _id));
  const groups = await groupNames(userId, entries);
  const byAddress = grouped(entries, ({ email_norm }) => email_norm);
  return ({ id, email }) => {
    const own = byAddress.get(normalizeAddress(email)) ?? [];
    const known = own.filter((one) => one.unsubscribe_groups_id === null && one.state !== 'suspected');
    const status = strictest([
      ...known.map(statusOfSuppression),
      ...(unconfirmed.has(id) ? ['unconfirmed' as const] : []),
    ]);
    const ofGroups = own.filter((one) => groups.has(one.unsubscribe_groups_id ?? 0));
    const left = ofGroups.map((one) => groups.get(one.unsubscribe_groups_id!)!);
    // A person who left only groups has the last of these dates.
    const since =
      known.length > 0 ? known.find((one) => statusOfSuppression(one) === status) : latestOf(ofGroups);
    return {
      contact_status: status ?? 'mailable',
      status_at: timestamp(since?.created_at ?? null) ?? '',
      opted_out_groups: writeGroups(left.toSorted()),
    };
  };
}

const latestOf = (entries: readonly SuppressionOfPerson[]): SuppressionOfPerson | undefined =>
  entries.toSorted((a, b) => +b.created_at - +a.created_at)[0];

export const statusOfSuppression = ({ reason }: Pick<SuppressionDocument, 'reason'>) =>
  reason === 'bounced' || reason === 'complained' ? reason : ('opted_out' as const);

async function groupNames(
  userId: number,
  entries: readonly SuppressionOfPerson[],
): Promise<Map<number, string>> {
  const ids = new Set(entries.flatMap((one) => one.unsubscribe_groups_id ?? []));
  if (ids.size === 0) return new Map();
  const found = await UnsubscribeGroup.of(userId)
    .find({ _id: { $in: [...ids] } })
    .project<Pick<UnsubscribeGroupDocument, '_id' | 'group_name'>>({ group_name: 1 })
    .toArray();
  return new Map(found.map(({ _id, group_name }) => [_id, group_name]));
}
