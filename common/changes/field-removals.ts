import { now } from '../clock.ts';
import { customPath } from '../domain/custom-path.ts';
import { foldedCustomKey } from '../domain/folded-custom.ts';
import { Contact } from '../models/contacts.ts';
import { CustomField, type CustomFieldDocument } from '../models/custom-fields.ts';
import { FieldRemoval, type FieldRemovalDocument } from '../models/field-removals.ts';
import { isFieldInRule } from '../queries/segments.ts';
import { at } from '../store/collection.ts';
import { transaction } from '../store/transactions.ts';

/** A transaction of this many contacts takes a few tens of milliseconds, far below MongoDB's 60 s. */
const PAGE = 1000;

/** Also records the removal of the values. `used`: a segment's rule uses the field, which stays. `gone`: another request deleted it. */
export async function deleteField(field: CustomFieldDocument): Promise<'deleted' | 'used' | 'gone'> {
  const { _id, user_id, field_name, name_key } = field;
  let end: 'deleted' | 'used' | 'gone' = 'gone';
  await transaction(async (session) => {
    end = (await isFieldInRule(user_id, field_name, session)) ? 'used' : 'gone';
    if (end === 'used') return;
    const { deletedCount } = await CustomField.of(user_id).deleteOne({ _id }, { session });
    if (deletedCount === 0) return;
    const removal = { _id, user_id, field_name, name_key, walked_to: 0, created_at: now() };
    await FieldRemoval.of(user_id).insertOne(removal, { session });
    end = 'deleted';
  });
  return end;
}

/** A new field must start empty. There is mostly nothing to do; a name that is reused within seconds waits for the walk. */
export async function finishRemovals(userId: number, nameKey: string): Promise<void> {
  const pending = await FieldRemoval.of(userId).find({ name_key: nameKey }).toArray();
  for (const { _id } of pending) await removeFieldValues(userId, _id, () => false);
}

/** Continues from the checkpoint; concurrent callers share the work. It returns early when `stopped` returns true. */
export async function removeFieldValues(
  userId: number,
  fieldId: number,
  stopped: () => boolean,
): Promise<void> {
  while (!stopped()) {
    const removal = await FieldRemoval.of(userId).findOne({ _id: fieldId });
    if (!removal) return;
    await removePage(removal);
  }
}

/** One transaction for page and checkpoint. A new field of this name needs the row to be gone, so a slow worker never empties it. */
async function removePage({ _id, user_id, field_name, walked_to }: FieldRemovalDocument): Promise<void> {
  const [contacts, removals] = [Contact.of(user_id), FieldRemoval.of(user_id)];
  const page = await contacts
    .find({ _id: { $gt: walked_to } }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(PAGE)
    .toArray();
  const last = page.at(-1)?._id;
  if (last === undefined) {
    await removals.deleteOne({ _id, walked_to });
    return;
  }
  await transaction(async (session) => {
    const moved = await removals.updateOne({ _id, walked_to }, { $set: { walked_to: last } }, { session });
    if (moved.matchedCount === 0) return;
    const value = customPath(field_name);
    await contacts.updateMany(
      { _id: { $gt: walked_to, $lte: last }, ...at(value, { $exists: true }) },
      {
        $unset: {
          ...at(value, ''),
          ...at(`custom_number.${field_name}`, ''),
          ...at(foldedCustomKey(_id), ''),
        },
      },
      { session },
    );
  });
}
