import { now } from '../clock.ts';
import { dayOf } from '../domain/segment-days.ts';
import { Account } from '../models/accounts.ts';
import { ContactDay } from '../models/contact-days.ts';
import { ContactType, type ContactTypeDocument, type NotedUntil } from '../models/contact-types.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { type Filter, updating, upserting } from '../store/collection.ts';
import { ignoringDuplicates } from '../store/connection.ts';
import { everywhere } from '../store/everywhere.ts';
import { lastIds } from '../store/ids.ts';
import { countContacts } from './contact-counts.ts';

const AT_ONCE = 200;

const NOTED_FIELDS = {
  user_id: 1,
  contacts: 1,
  contacts_dirty_at: 1,
  contacts_noted: 1,
  contacts_noted_until: 1,
  deleted_at: 1,
} as const;
type NotedContactType = Pick<ContactTypeDocument, '_id' | keyof typeof NOTED_FIELDS>;

const CHANGED: Filter<ContactTypeDocument> = {
  $or: [
    { contacts_dirty_at: { $type: 'date' }, deleted_at: null },
    { $expr: { $ne: ['$contacts_noted', { $cond: [{ $eq: ['$deleted_at', null] }, '$contacts', 0] }] } },
  ],
};

/**
 * Notes the number of contacts of each type for the current day of its account, and how many joined and left; an unchanged day has no
 * document. It is idempotent, and of concurrent runs the latest read is kept. Changes after the last run of a day count for the next. So do
 * a join and a leave between two runs if a reader counted in between: the type does not look changed.
 */
export async function noteContactDays(userId: number | null, stopped: () => boolean): Promise<void> {
  const all = userId === null ? everywhere(ContactType, 'sweep') : ContactType.of(userId);
  for (let after = 0; !stopped(); ) {
    const types = await all
      .find({ _id: { $gt: after }, ...CHANGED })
      .project<NotedContactType>(NOTED_FIELDS)
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray();
    if (types.length > 0) await note(types);
    if (types.length < AT_ONCE) return;
    after = types.at(-1)!._id;
  }
}

async function note(types: readonly NotedContactType[]): Promise<void> {
  const until = await noteUntil();
  const { at } = until;
  const counts = await countContacts(types.filter(({ deleted_at }) => deleted_at === null));
  // Read again: what the counts may have included begins no later day.
  const counted = await noteUntil();
  const accounts = await Account.find({ _id: { $in: [...new Set(types.map(({ user_id }) => user_id))] } })
    .project<{ _id: number; timezone: string }>({ timezone: 1 })
    .toArray();
  const zones = new Map(accounts.map(({ _id, timezone }) => [_id, timezone]));
  const dated = types.map((type) => ({ ...type, day: dayOf(at, zones.get(type.user_id) ?? 'utc') }));
  const found = await ContactDay.among(zones.keys())
    .find({ _id: { $in: dated.map(({ _id, day }) => `${_id}-${day}`) } })
    .toArray();
  const daysByType = new Map(found.map((day) => [day.contact_type_id, day]));
  const noted = await Promise.all(
    dated.map(async (type) => {
      const count = counts.get(type._id) ?? 0;
      const day = daysByType.get(type._id);
      const begins = day ? day.begins : type.contacts_noted_until;
      const before = day?.before ?? type.contacts_noted;
      const turnover =
        begins && before !== undefined && (await turnoverOf(type, begins, until, count - before));
      return { ...type, count, begins, turnover: turnover || undefined };
    }),
  );
  // The days first: the next run repairs a crash between the two writes, because it finds the type changed.
  const days = noted.filter(
    ({ contacts_noted, count, turnover }) =>
      contacts_noted !== undefined && (contacts_noted !== count || (turnover?.joined ?? 0) > 0),
  );
  if (days.length > 0) {
    // A day with a later note is not found, and its insert is refused as a duplicate.
    await ignoringDuplicates(
      ContactDay.among(days.map(({ user_id }) => user_id)).bulkWrite(
        days.map(({ _id, user_id, day, contacts_noted, count, begins, turnover }) =>
          upserting(
            { _id: `${_id}-${day}`, user_id, noted_at: { $lte: at } },
            {
              $set: { contacts: count, noted_at: at, ...turnover },
              $setOnInsert: { contact_type_id: _id, day, before: contacts_noted!, ...(begins && { begins }) },
            },
          ),
        ),
        { ordered: false },
      ),
    );
  }
  await ContactType.among(zones.keys()).bulkWrite(
    noted.map(({ _id, user_id, count }) =>
      updating(
        { _id, user_id, contacts_noted_at: { $not: { $gt: at } } },
        { $set: { contacts_noted: count, contacts_noted_at: at, contacts_noted_until: counted } },
      ),
    ),
    { ordered: false },
  );
}

async function noteUntil(): Promise<NotedUntil> {
  const { contacts } = await lastIds(['contacts']);
  return { id: contacts, at: now() };
}

/**
 * Contacts with later ids joined, and contacts with later deletions left: ranges of one index. What the change of the number needs beyond
 * that came from other types, or went there.
 */
async function turnoverOf(
  { _id, user_id }: Pick<NotedContactType, '_id' | 'user_id'>,
  begins: NotedUntil,
  until: NotedUntil,
  change: number,
): Promise<{ joined: number; left: number }> {
  const count = (filter: Filter<ContactDocument>): Promise<number> =>
    Contact.of(user_id).countDocuments({ contact_type_id: _id, ...filter });
  const ids = { $gt: begins.id, $lte: until.id };
  const deleted = { $gt: begins.at, $lte: until.at };
  const [added, addedAndDeleted, removed] = await Promise.all([
    count({ deleted_at: null, _id: ids }),
    count({ deleted_at: deleted, _id: ids }),
    count({ deleted_at: deleted }),
  ]);
  const created = added + addedAndDeleted;
  const joined = Math.max(created, change + removed);
  return { joined, left: joined - change };
}
