import { normalizeAddress } from '../../../common/domain/addresses.ts';
import { grouped } from '../../../common/domain/grouped.ts';
import { writeGroups } from '../../../common/domain/statuses/groups.ts';
import { timestamp } from '../../../common/domain/times.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import { Contact, type ContactDocument } from '../../../common/models/contacts.ts';
import {
  SUPPRESSION_REASONS,
  Suppression,
  type SuppressionDocument,
} from '../../../common/models/suppressions.ts';
import {
  UnsubscribeGroup,
  type UnsubscribeGroupDocument,
} from '../../../common/models/unsubscribe-groups.ts';
import { CONFIRMED } from '../../../common/queries/rule-filters.ts';
import type { ContactFilter } from '../../../common/queries/segment-filter.ts';
import { strictest } from '../../../shared/statuses/statuses.ts';
import { invalidField } from '../../http/failures.ts';
import type { QuestionStore } from '../../http/slow-questions.ts';

/** Columns that an import reads again. */
export const STATUS_COLUMNS = ['contact_status', 'status_at', 'opted_out_groups'] as const;
export type StatusCells = Readonly<Record<(typeof STATUS_COLUMNS)[number], string>>;

/** Statuses of contacts: a row of an import may be left out, a contact may not. */
export const LISTED_STATUSES = ['mailable', 'opted_out', 'bounced', 'complained', 'unconfirmed'] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

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
      ...known.map(wordOf),
      ...(unconfirmed.has(id) ? ['unconfirmed' as const] : []),
    ]);
    const ofGroups = own.filter((one) => groups.has(one.unsubscribe_groups_id ?? 0));
    const left = ofGroups.map((one) => groups.get(one.unsubscribe_groups_id!)!);
    // A person who left only groups has the last of these dates.
    const since = known.length > 0 ? known.find((one) => wordOf(one) === status) : latestOf(ofGroups);
    return {
      contact_status: status ?? 'mailable',
      status_at: timestamp(since?.created_at ?? null) ?? '',
      opted_out_groups: writeGroups(left.toSorted()),
    };
  };
}

const latestOf = (entries: readonly SuppressionOfPerson[]): SuppressionOfPerson | undefined =>
  entries.toSorted((a, b) => +b.created_at - +a.created_at)[0];

const wordOf = ({ reason }: SuppressionOfPerson) =>
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

/** Addresses that one filter takes. */
const MOST_ADDRESSES = 100_000;

/** The contacts with a status, as a filter. Throws a 422 when the account has more addresses of other statuses than a filter takes. */
export async function contactsOfStatus(
  userId: number,
  status: ListedStatus,
  { collection, options }: QuestionStore,
): Promise<ContactFilter> {
  const entries = (await collection(Suppression.of(userId))
    .find(
      {
        user_id: userId,
        reason: { $in: [...SUPPRESSION_REASONS] },
        unsubscribe_groups_id: null,
        state: { $ne: 'suspected' },
      },
      { ...options(), projection: { _id: 0, email_norm: 1, reason: 1 }, batchSize: MOST_ADDRESSES + 1 },
    )
    .limit(MOST_ADDRESSES + 1)
    .toArray()) as SuppressionOfPerson[];
  if (entries.length > MOST_ADDRESSES) throw invalidField('status', texts.selected('status'), TOO_MANY);
  const byAddress = grouped(entries, ({ email_norm }) => email_norm);
  if (status === 'mailable') return { email_norm: { $nin: [...byAddress.keys()] }, ...CONFIRMED };
  const addresses = [...byAddress].flatMap(([address, own]) =>
    strictest(own.map(wordOf)) === status ? [address] : [],
  );
  return status === 'unconfirmed'
    ? { unconfirmed: true, email_norm: { $nin: [...byAddress.keys()] } }
    : { email_norm: { $in: addresses } };
}

const TOO_MANY = `The account has more than ${MOST_ADDRESSES} addresses on its suppression list: choose by a segment.`;
