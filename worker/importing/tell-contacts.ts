import { noteContactChanges } from '../../common/changes/contact-changes.ts';
import { type ComingEvent, toldChange } from '../../common/changes/event-notes.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import type { ImportDocument } from '../../common/models/imports.ts';
import { toldEvents } from '../../common/queries/told-events.ts';

type ImportOrigin = Pick<ImportDocument, '_id' | 'user_id' | 'contact_type_id' | 'created_at'>;

/** Reports the contacts to webhooks, segments and automations. After a crash the batch is written and reported again. */
export async function tellOfContacts(
  found: ImportOrigin,
  firstLine: number,
  contactIds: readonly number[],
  added: ReadonlySet<number>,
): Promise<boolean> {
  await toldChange(await eventsOf(found, firstLine, contactIds, added), async () => true);
  return noteContactChanges(found.user_id, found.contact_type_id, contactIds);
}

async function eventsOf(
  { _id, user_id, created_at }: ImportOrigin,
  firstLine: number,
  contactIds: readonly number[],
  added: ReadonlySet<number>,
): Promise<ComingEvent[]> {
  const types = await toldEvents(user_id);
  if (!types.has('contact.added') && !types.has('contact.updated')) return [];
  const unsure = contactIds.filter((id) => !added.has(id));
  // A repeated batch does not insert the contacts that its first try inserted.
  const since = await Contact.of(user_id)
    .find({
      _id: { $in: unsure },
      created_at: { $gte: created_at },
      'written_by.import_id': _id,
    })
    .project<Pick<ContactDocument, '_id'>>({ _id: 1 })
    .toArray();
  const isNew = new Set([...added, ...since.map((one) => one._id)]);
  return contactIds.map((id) => ({
    user_id,
    type: isNew.has(id) ? 'contact.added' : 'contact.updated',
    id,
    occasion: `import-${_id}-${firstLine}`,
  }));
}
