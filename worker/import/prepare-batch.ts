import type { ImportRow, RowReader } from '../../common/domain/import-rows.ts';
import { reserveIds } from '../../common/ids.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { readAtOnce } from '../../common/read-at-once.ts';

/** Whose contacts these are, and on whose behalf they are written. */
export interface BatchOwner {
  readonly importId: number;
  readonly userId: number;
  readonly contactTypeId: number;
}

/** A batch whose rows are read and, where they could be, their addresses looked up. */
export interface PreparedBatch {
  readonly owner: BatchOwner;
  readonly firstLine: number;
  readonly reader: RowReader;
  /** Rows by address, in file order. */
  readonly groups: ReadonlyMap<string, ImportRow[]>;
  /** What was found of the addresses, but for those that were `late`. */
  readonly known: ReadonlyMap<string, ContactDocument>;
  readonly late: readonly string[];
  /** Reserved for those that were not found, so that the write need not wait for it. */
  readonly ids: number[];
  /** How many of the addresses were there, once it is written. */
  there: number;
}

/**
 * Looking up what is not there costs mongod a third of an import of new contacts. So after a batch in which hardly any
 * was there the next goes unasked: the unique index tells of the few that are, at some 100 µs each.
 */
const HARDLY = 0.01;
export const isMostlyNew = ({ there, groups }: PreparedBatch): boolean => there <= groups.size * HARDLY;
/**
 * Groups the rows of a batch and looks the addresses up in one query. `before` is the batch that is being written: what
 * it has in common with this one is looked up later. The first one since the lease was taken has none before it, and
 * may have been written already. `expectNew` spares the query.
 */
export async function prepareBatch(
  owner: BatchOwner,
  reader: RowReader,
  read: readonly ImportRow[],
  firstLine: number,
  before: PreparedBatch | null,
  expectNew = false,
): Promise<PreparedBatch> {
  const groups = new Map<string, ImportRow[]>();
  for (const row of read) {
    const group = groups.get(row.key);
    if (group) group.push(row);
    else groups.set(row.key, [row]);
  }
  const addresses = [...groups.keys()];
  const late = before ? addresses.filter((address) => before.groups.has(address)) : [];
  const early = late.length === 0 ? addresses : addresses.filter((address) => !before?.groups.has(address));
  const known =
    expectNew && before
      ? new Map<string, ContactDocument>()
      : await lookUp(owner, reader, early, before === null);
  const ids = await freshIds(early.length - known.size);
  return { owner, firstLine, reader, groups, late, known, ids, there: known.size };
}

export async function freshIds(count: number): Promise<number[]> {
  if (count === 0) return [];
  const first = await reserveIds('contacts', count);
  return Array.from({ length: count }, (_, at) => first + at);
}

/** `again`: the batch may have been written before, so that who wrote a contact matters. */
export async function lookUp(
  { userId, contactTypeId }: BatchOwner,
  reader: RowReader,
  addresses: readonly string[],
  again: boolean,
): Promise<Map<string, ContactDocument>> {
  if (addresses.length === 0) return new Map();
  // Reading is most of what an unchanged row costs, by the field.
  const fields = ['email_norm', 'updated_at', ...(again ? ['written_by'] : []), ...reader.fields];
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  const found = await readAtOnce<ContactDocument, ContactDocument>(Contact, {
    filter: {
      user_id: userId,
      contact_type_id: contactTypeId,
      email_norm: { $in: [...addresses] },
      deleted_at: null,
    },
    projection,
  });
  return new Map(found.map((contact) => [contact.email_norm, contact]));
}
