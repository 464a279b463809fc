import { foldedKey } from '../../shared/contact-field-names.ts';
import type { FoldedName, FoldedNames } from '../../shared/contact-fields.ts';
import { foldName } from '../../shared/fold-name.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { at, type BulkWrite, type Rows } from '../store/collection.ts';
import { everywhere } from '../store/everywhere.ts';
import type { MigrationProgress } from './migration.ts';

const GROUP = 1000;
/** Attempts at a group whose values others change meanwhile. */
const TRIES = 5;

type NamedContact = Pick<ContactDocument, '_id' | FoldedName | keyof FoldedNames>;

/**
 * Null: the contact needs no change. The write does nothing if the value was changed meanwhile. Earlier versions change a value and leave its
 * folded form, so the two are compared.
 */
function foldingOf(contact: NamedContact, names: readonly FoldedName[]): BulkWrite<ContactDocument> | null {
  const wrong = names.filter((name) => foldName(contact[name] || '') !== (contact[foldedKey(name)] ?? ''));
  if (wrong.length === 0) return null;
  return {
    updateOne: {
      filter: { _id: contact._id, ...Object.fromEntries(wrong.map((name) => [name, contact[name] ?? null])) },
      update: {
        $set: Object.assign(
          {},
          ...wrong.map((name) => at(foldedKey(name), foldName(contact[name] || ''))),
        ) as FoldedNames,
      },
    },
  };
}

/** How a migration finds and corrects wrong values of contacts. */
interface Correction<Read> {
  readonly contacts: Rows<ContactDocument>;
  readonly fields: Readonly<Record<string, 1>>;
  /** Null: the contact needs no change. The write does nothing if the values were changed meanwhile. */
  readonly writeOf: (contact: Read) => BulkWrite<ContactDocument> | null;
}

/** Corrects all of these contacts, by ascending id from `after` on. */
export async function correctContacts<Read extends { readonly _id: number }>(
  { contacts, fields, writeOf }: Correction<Read>,
  after: number,
  checkpoint: (after: number) => Promise<void>,
): Promise<void> {
  for (let last = after; ; ) {
    const page = await contacts
      .find({ _id: { $gt: last } })
      .sort({ _id: 1 })
      .limit(GROUP)
      .project<Read>(fields)
      .toArray();
    let left = page;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const writes = left.flatMap((contact) => writeOf(contact) ?? []);
      if (writes.length === 0) break;
      const { matchedCount } = await contacts.bulkWrite(writes, { ordered: false });
      if (matchedCount === writes.length) break;
      left = await contacts
        .find({ _id: { $in: page.map(({ _id }) => _id) } })
        .project<Read>(fields)
        .toArray();
    }
    if (page.length < GROUP) return;
    last = page.at(-1)!._id;
    await checkpoint(last);
  }
}

/** Stores the folded form of these fields in all contacts where it is missing or wrong, by ascending id from `after` on. */
export const foldContacts = (
  names: readonly FoldedName[],
  after: number,
  checkpoint: MigrationProgress['checkpoint'],
): Promise<void> =>
  correctContacts<NamedContact>(
    {
      contacts: everywhere(Contact, 'migration'),
      fields: Object.fromEntries(names.flatMap((name) => [name, foldedKey(name)]).map((key) => [key, 1])),
      writeOf: (contact) => foldingOf(contact, names),
    },
    after,
    checkpoint,
  );
