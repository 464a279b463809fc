import { CustomField, type CustomFieldDocument } from '../models/custom-fields.ts';
import { sharedQuestion } from '../store/shared-question.ts';

/** The custom fields of an account, in the order in which they were made. */
export const customFieldsOf = sharedQuestion(
  (userId: number) => userId,
  (userId): Promise<readonly CustomFieldDocument[]> =>
    CustomField.find({ user_id: userId }).sort({ _id: 1 }).toArray(),
);

/** Text fields that searches look into at most, the oldest of an account. */
const SEARCHED_FIELDS = 50;

/** The ids of the custom fields that searches look into. */
export async function searchedFieldsOf(userId: number): Promise<number[]> {
  const fields = await CustomField.find({ user_id: userId, field_type: 'text' }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(SEARCHED_FIELDS)
    .toArray();
  return fields.map(({ _id }) => _id);
}
