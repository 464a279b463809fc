import { foldedKey } from '../../shared/contact-field-names.ts';
import type { FoldedName, FoldedNames } from '../../shared/contact-fields.ts';
import { foldName } from '../../shared/fold-name.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { at, type BulkWrite } from '../store/collection.ts';
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

/** Stores the folded form of these fields in all contacts where it is missing or wrong, by ascending id from `after` on. */
export async function foldContacts(
  names: readonly FoldedName[],
  after: number,
  checkpoint: MigrationProgress['checkpoint'],
): Promise<void> {
  const fields = Object.fromEntries(
    names.flatMap((name) => [name, foldedKey(name)]).map((key) => [key, 1 as const]),
  );
  for (let last = after; ; ) {
    const page = await everywhere(Contact, 'migration')
      .find({ _id: { $gt: last } })
      .sort({ _id: 1 })
      .limit(GROUP)
      .project<NamedContact>(fields)
      .toArray();
    let left = page;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const writes = left.flatMap((contact) => foldingOf(contact, names) ?? []);
      if (writes.length === 0) break;
      const { matchedCount } = await everywhere(Contact, 'migration').bulkWrite(writes, { ordered: false });
      if (matchedCount === writes.length) break;
      left = await everywhere(Contact, 'migration')
        .find({ _id: { $in: page.map(({ _id }) => _id) } })
        .project<NamedContact>(fields)
        .toArray();
    }
    if (page.length < GROUP) return;
    last = page.at(-1)!._id;
    await checkpoint(last);
  }
}
