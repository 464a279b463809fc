import { now } from '../../common/clock.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import type { ImportDocument } from '../../common/models/imports.ts';
import { readAtOnce } from '../../common/store/bulk-read.ts';
import type { Projection } from '../../common/store/collection.ts';
import { reserveIds } from '../../common/store/ids.ts';
import type { ImportRow, RowReader } from './import-rows.ts';
import { rememberWrites } from './remember.ts';

export interface BatchOwner {
  readonly importId: number;
  readonly userId: number;
  readonly contactTypeId: number;
  /** Contacts that existed before the import are not changed. */
  readonly skipsExisting?: boolean;
}

export const ownerOf = ({ _id, user_id, contact_type_id, existing }: ImportDocument): BatchOwner => ({
  importId: _id,
  userId: user_id,
  contactTypeId: contact_type_id,
  skipsExisting: existing === 'skip',
});

export interface PreparedBatch {
  readonly owner: BatchOwner;
  readonly firstLine: number;
  readonly reader: RowReader;
  readonly groups: ReadonlyMap<string, ImportRow[]>;
  readonly known: ReadonlyMap<string, ContactDocument>;
  readonly late: readonly string[];
  /** Ids reserved for addresses without a contact, so that the write need not wait for them. */
  readonly ids: number[];
  /** The number of addresses that had a contact already; complete only after the write. */
  there: number;
}

/**
 * Looking up addresses without a contact costs mongod a third of an import of new contacts. After a batch in which hardly any
 * address had a contact, the next batch is not looked up: the unique index refuses the few that exist, at about 100 µs each.
 */
const HARDLY = 0.01;
export const isMostlyNew = ({ there, groups }: PreparedBatch): boolean => there <= groups.size * HARDLY;
/**
 * Looks up all addresses with one query, or with none if `expectNew`. Addresses that are also in `before`, the batch that is being
 * written, are looked up later. The first batch of a lease has no `before`, and may have been written already.
 */
export async function prepareBatch(
  owner: BatchOwner,
  reader: RowReader,
  read: readonly ImportRow[],
  firstLine: number,
  before: PreparedBatch | null,
  expectNew = false,
): Promise<PreparedBatch> {
  const groups = groupRows(read);
  const addresses = [...groups.keys()];
  const late = before ? addresses.filter((address) => before.groups.has(address)) : [];
  const early = late.length === 0 ? addresses : addresses.filter((address) => !before?.groups.has(address));
  const known =
    expectNew && before
      ? new Map<string, ContactDocument>()
      : await lookUpAddresses(owner, reader, early, before === null);
  const ids = await freshIds(early.length - known.size);
  // Stored while the previous batch is written, so that the write of this batch need not wait.
  await rememberWrites({ owner, firstLine }, now(), ids, []);
  return { owner, firstLine, reader, groups, late, known, ids, there: known.size };
}

export function groupRows(read: readonly ImportRow[]): Map<string, ImportRow[]> {
  const groups = new Map<string, ImportRow[]>();
  for (const row of read) {
    const group = groups.get(row.key);
    if (group) group.push(row);
    else groups.set(row.key, [row]);
  }
  return groups;
}

export async function freshIds(count: number): Promise<number[]> {
  if (count === 0) return [];
  const first = await reserveIds('contacts', count);
  return Array.from({ length: count }, (_, at) => first + at);
}

/** `again`: the batch may have been written before, so it matters which import wrote a contact. */
export async function lookUpAddresses(
  { userId, contactTypeId, skipsExisting }: BatchOwner,
  reader: RowReader,
  addresses: readonly string[],
  again: boolean,
): Promise<Map<string, ContactDocument>> {
  if (addresses.length === 0) return new Map();
  // Most of the cost of an unchanged row is reading its fields.
  const fields = [
    'email_norm',
    'updated_at',
    ...(again || skipsExisting ? ['written_by'] : []),
    ...reader.fields,
  ];
  const projection: Projection<ContactDocument> = Object.fromEntries(
    fields.map((field) => [field, 1 as const]),
  );
  const found = await readAtOnce<ContactDocument, ContactDocument>(Contact.of(userId), {
    filter: {
      contact_type_id: contactTypeId,
      email_norm: { $in: [...addresses] },
      deleted_at: null,
    },
    projection,
  });
  return new Map(found.map((contact) => [contact.email_norm, contact]));
}
