import { now } from '../clock.ts';
import { customPath } from '../domain/custom-path.ts';
import { foldedCustomKey } from '../domain/folded-custom.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { CustomField, type CustomFieldDocument } from '../models/custom-fields.ts';
import { FieldRemoval, type FieldRemovalDocument } from '../models/field-removals.ts';
import { isFieldInRule } from '../queries/segments.ts';
import { at, type Filter } from '../store/collection.ts';
import { transaction } from '../store/transactions.ts';
import { transactionInTurn } from './account-transactions.ts';

/** A transaction of this many contacts takes a few tens of milliseconds, far below MongoDB's 60 s. */
const PAGE = 1000;
/** Fields of a page; their conditions are alternatives of one query. */
const FIELDS = 100;

/** Also records the removal of the values. `used`: a segment's rule uses the field, which stays. `gone`: another request deleted it. */
export async function deleteField(field: CustomFieldDocument): Promise<'deleted' | 'used' | 'gone'> {
  const { _id, user_id, field_name, name_key } = field;
  let end: 'deleted' | 'used' | 'gone' = 'gone';
  await transactionInTurn(user_id, async (session) => {
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

/** Pages that a call removes: ten thousand contacts take some hundreds of milliseconds. */
const PAGES_OF_CALL = 10;

/**
 * A new field must start empty. Mostly no field of its name was deleted a moment ago; else the work is done in the account's turn. False:
 * more contacts are left than a call may change. Each page is a transaction of its own.
 */
export async function finishRemovals(
  userId: number,
  name_key: string,
  inTurn: (work: () => Promise<boolean>) => Promise<boolean>,
): Promise<boolean> {
  if ((await FieldRemoval.of(userId).countDocuments({ name_key }, { limit: 1 })) === 0) return true;
  let pages = 0;
  return inTurn(() => removeFieldValues(userId, () => pages++ === PAGES_OF_CALL, { name_key }));
}

/**
 * Of all deleted fields of an account, by one walk from the least checkpoint on; concurrent callers share the work. False: `stopped`
 * ended it.
 */
export async function removeFieldValues(
  userId: number,
  stopped: () => boolean,
  only: { name_key?: string } = {},
): Promise<boolean> {
  while (!stopped()) {
    const removals = await FieldRemoval.of(userId)
      .find(only)
      .sort({ walked_to: 1, _id: 1 })
      .limit(FIELDS)
      .toArray();
    if (removals.length === 0) return true;
    await removePage(userId, removals);
  }
  return false;
}

/** One transaction for page and checkpoints. A new field of a name needs its row to be gone, so a slow worker never empties it. */
async function removePage(userId: number, removals: readonly FieldRemovalDocument[]): Promise<void> {
  const [contacts, rows] = [Contact.of(userId), FieldRemoval.of(userId)];
  const from = removals[0]!.walked_to;
  const ids = removals.map(({ _id }) => _id);
  const page = await contacts
    .find({ _id: { $gt: from } }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(PAGE)
    .toArray();
  const last = page.at(-1)?._id;
  if (last === undefined) {
    await rows.deleteMany({ _id: { $in: ids }, walked_to: { $gte: from } });
    return;
  }
  const behind = { _id: { $in: ids }, walked_to: { $lt: last } };
  await transaction(async (session) => {
    const fields = await rows.find(behind, { session }).toArray();
    // A row that another worker changes meanwhile makes the transaction begin again.
    const moved = await rows.updateMany(behind, { $set: { walked_to: last } }, { session });
    if (moved.matchedCount === 0) return;
    const values = fields.map(({ field_name }) => customPath(field_name));
    const paths = fields.flatMap(({ _id, field_name }) => [
      customPath(field_name),
      `custom_number.${field_name}`,
      foldedCustomKey(_id),
    ]);
    await contacts.updateMany(
      {
        _id: { $gt: from, $lte: last },
        $or: values.map((value) => at(value, { $exists: true }) as Filter<ContactDocument>),
      },
      { $unset: Object.fromEntries(paths.map((path) => [path, ''])) },
      { session },
    );
  });
}
