import mongoose from 'mongoose';
import { now } from '../clock.ts';
import { Contact } from '../models/contacts.ts';
import { CustomField, type CustomFieldDocument } from '../models/custom-fields.ts';
import { FieldRemoval, type FieldRemovalDocument } from '../models/field-removals.ts';
import { isDuplicateKey, rows } from '../mongo.ts';

/** Contacts of one transaction: a few tens of milliseconds, far below MongoDB's 60 s. */
const PAGE = 1000;

/** Deletes a field, once its removal is on record; true for who deleted it. */
export async function deleteField(field: CustomFieldDocument): Promise<boolean> {
  try {
    await FieldRemoval.create({
      _id: field._id,
      user_id: field.user_id,
      field_name: field.field_name,
      name_key: field.name_key,
      created_at: now(),
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return (await rows(CustomField).deleteOne({ _id: field._id })).deletedCount === 1;
}

/**
 * Brings pending removals of a name to their end, so that a new field of that name starts empty. That is nearly always
 * nothing to do; it takes as long as the walk when a name is used again within seconds of its deletion.
 */
export async function finishRemovals(userId: number, nameKey: string): Promise<void> {
  const pending = await rows(FieldRemoval).find({ user_id: userId, name_key: nameKey }).toArray();
  for (const { _id } of pending) await removeFieldValues(_id, () => false);
}

/**
 * Removes a deleted field's values from all contacts of its account, by id, and then its row; goes on where it was
 * left. Several at once share the work. Returns early when `stopped` says so.
 */
export async function removeFieldValues(fieldId: number, stopped: () => boolean): Promise<void> {
  // Whoever wrote the intent may have ended right behind it.
  if (await rows(FieldRemoval).findOne({ _id: fieldId })) await rows(CustomField).deleteOne({ _id: fieldId });
  while (!stopped()) {
    const removal = await rows(FieldRemoval).findOne({ _id: fieldId });
    if (!removal) return;
    await removePage(removal);
  }
}

/**
 * The page and the mark that it is done are one transaction: a worker that lags behind can never take values from a
 * new field of the same name, for which all of this had to be done, and the row to be gone.
 */
async function removePage({ _id, user_id, field_name, walked_to }: FieldRemovalDocument): Promise<void> {
  const page = await rows(Contact)
    .find({ user_id, _id: { $gt: walked_to } }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(PAGE)
    .toArray();
  const last = page.at(-1)?._id;
  if (last === undefined) {
    await rows(FieldRemoval).deleteOne({ _id, walked_to });
    return;
  }
  await mongoose.connection.transaction(async (session) => {
    const moved = await rows(FieldRemoval).updateOne(
      { _id, walked_to },
      { $set: { walked_to: last } },
      { session },
    );
    if (moved.matchedCount === 0) return;
    const value = `custom_field.${field_name}`;
    await rows(Contact).updateMany(
      { user_id, _id: { $gt: walked_to, $lte: last }, [value]: { $exists: true } },
      { $unset: { [value]: '', [`custom_number.${field_name}`]: '' } },
      { session },
    );
  });
}
