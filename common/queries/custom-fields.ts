import { CustomField, type CustomFieldDocument } from '../models/custom-fields.ts';
import { sharedQuestion } from '../store/shared-question.ts';

/** In the order of their creation. */
export const customFieldsOf = sharedQuestion(
  (userId: number) => userId,
  (userId): Promise<readonly CustomFieldDocument[]> =>
    CustomField.of(userId).find().sort({ _id: 1 }).toArray(),
);

/** The most text fields that searches use: the oldest of an account. */
const SEARCHED_FIELDS = 50;

export async function searchedFieldsOf(userId: number): Promise<number[]> {
  const fields = await CustomField.of(userId)
    .find({ field_type: 'text' }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(SEARCHED_FIELDS)
    .toArray();
  return fields.map(({ _id }) => _id);
}
