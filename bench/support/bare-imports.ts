import { createReadStream } from 'node:fs';
import papaparse from 'papaparse';
import { foldNames } from '../../common/domain/folded-names.ts';
import { Contact, type ContactDocument, newContact } from '../../common/models/contacts.ts';
import { insertAtOnce } from '../../common/store/bulk-insert.ts';
import { readAtOnce } from '../../common/store/bulk-read.ts';
import { reserveIds } from '../../common/store/ids.ts';
import { tableUpdate } from '../../common/store/table-update.ts';
import { CONTACT_FIELD_NAMES } from '../../shared/contact-field-names.ts';
import type { ContactFieldName } from '../../shared/contact-fields.ts';
import { rows } from '../../test/support/rows.ts';

/** Rows that are written together, and of one update, as in an import. */
const [BATCH, TABLE] = [1000, 250];
type Cells = Readonly<Record<ContactFieldName, string>>;
/** The id of Germany, in which all rows are. */
const COUNTRY = 82;
const OWNER = { userId: 1, contactTypeId: 2 };

/** The rows of a file of `writePeople`, a batch at a time. No cell has a newline. */
async function* batchesOf(path: string): AsyncGenerator<Cells[]> {
  let [left, lines] = ['', [] as string[]];
  let isHeader = true;
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 255 * 1024 })) {
    const parts = (left + chunk).split('\n');
    left = parts.pop()!;
    if (isHeader) parts.shift();
    isHeader = false;
    lines.push(...parts);
    for (; lines.length >= BATCH; lines = lines.slice(BATCH)) yield parsed(lines.slice(0, BATCH));
  }
  if (lines.length > 0) yield parsed(lines);
}

const parsed = (lines: readonly string[]): Cells[] =>
  papaparse
    .parse<string[]>(lines.join('\n'), { delimiter: ',', newline: '\n', header: false })
    .data.map(
      (cells) => Object.fromEntries(CONTACT_FIELD_NAMES.map((name, at) => [name, cells[at]!])) as Cells,
    );

const valuesOf = (cells: Cells) => ({ ...cells, alt_email: null, country: COUNTRY });

/** Parses a file, and inserts its rows as contacts with all indexes. */
export async function insertBare(path: string): Promise<void> {
  const at = new Date();
  let line = 1;
  let before: Promise<unknown> = Promise.resolve();
  for await (const batch of batchesOf(path)) {
    const first = await reserveIds('contacts', batch.length);
    const contacts = batch.map((cells, index): ContactDocument => {
      line += 1;
      return {
        ...newContact(first + index, OWNER, cells.email, cells.email, at),
        ...valuesOf(cells),
        ...foldNames(cells),
        written_by: { import_id: 1, line, added: true },
      };
    });
    await before;
    const half = contacts.length >> 1;
    before = Promise.all([
      insertAtOnce(rows(Contact), contacts.slice(0, half)),
      insertAtOnce(rows(Contact), contacts.slice(half)),
    ]);
  }
  await before;
}

/** Parses a file, looks its addresses up, compares their cells, and writes those that changed. Answers how many did. */
export async function updateBare(path: string): Promise<number> {
  let changed = 0;
  let before: Promise<unknown> = Promise.resolve();
  const projection = Object.fromEntries(
    [...CONTACT_FIELD_NAMES, 'email_norm', 'updated_at'].map((name) => [name, 1 as const]),
  );
  for await (const batch of batchesOf(path)) {
    const found = await readAtOnce<ContactDocument, ContactDocument>(Contact.of(OWNER.userId), {
      filter: {
        contact_type_id: OWNER.contactTypeId,
        email_norm: { $in: batch.map(({ email }) => email) },
        deleted_at: null,
      },
      projection,
    });
    const known = new Map(found.map((contact) => [contact.email_norm, contact]));
    const updates = batch.flatMap((cells) => {
      const contact = known.get(cells.email)!;
      const values: Readonly<Record<string, unknown>> = valuesOf(cells);
      const set: Record<string, unknown> = {};
      for (const name of CONTACT_FIELD_NAMES) if (contact[name] !== values[name]) set[name] = values[name];
      return Object.keys(set).length > 0 ? [{ id: contact._id, before: contact.updated_at, set }] : [];
    });
    changed += updates.length;
    await before;
    before = updates.length > 0 ? writeTables(updates) : Promise.resolve();
  }
  await before;
  return changed;
}

async function writeTables(updates: readonly { id: number; before: Date; set: object }[]): Promise<void> {
  const updated_at = new Date();
  const tables = [];
  for (let from = 0; from < updates.length; from += TABLE)
    tables.push(
      tableUpdate<ContactDocument>(
        'updated_at',
        updates.slice(from, from + TABLE).map((row) => ({ ...row, set: { ...row.set, updated_at } })),
      ),
    );
  await rows(Contact).bulkWrite(tables, { ordered: false });
}
