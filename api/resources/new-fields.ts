import { finishRemovals } from '../../common/changes/field-removals.ts';
import { now } from '../../common/clock.ts';
import type { FieldType } from '../../common/domain/custom-values.ts';
import { CustomField, newCustomField } from '../../common/models/custom-fields.ts';
import { isDuplicateKey } from '../../common/store/connection.ts';
import { nextId } from '../../common/store/ids.ts';
import { tooMany } from '../http/failures.ts';
import { isFieldName } from './proposed-fields.ts';

const AGAIN_SECONDS = 5;
/** A field gets the name of a deleted one once all values of that one are gone. */
export const FIELD_REMOVALS = 'A deleted field with this name, whose values are still being removed';

/** The name of the field with this name, which is added unless it exists. Null: no field may have it. `isTrial`: none is added. */
export async function newField(
  userId: number,
  name: string,
  type: FieldType,
  isTrial: boolean,
): Promise<string | null> {
  if (!isFieldName(name)) return null;
  const fields = CustomField.of(userId);
  const field = newCustomField(
    { _id: await nextId('custom_fields'), user_id: userId, field_name: name, field_type: type },
    now(),
  );
  const there = await fields.findOne({ name_key: field.name_key });
  if (there || isTrial) return there?.field_name ?? name;
  // A new field starts empty.
  if (!(await finishRemovals(userId, field.name_key, (work) => work())))
    throw tooMany(AGAIN_SECONDS, FIELD_REMOVALS);
  try {
    await fields.insertOne(field);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return name;
}
