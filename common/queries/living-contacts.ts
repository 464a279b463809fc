import { ContactType } from '../models/contact-types.ts';
import { sharedQuestion } from '../store/shared-question.ts';

/** Living contacts of living types: a deleted type hides its contacts long before each is marked (docs/rules.md 4.5). */
export async function livingContacts(userId: number) {
  const hidden = await hiddenTypes(userId);
  const living = { user_id: userId, deleted_at: null };
  return hidden.length === 0 ? living : { ...living, contact_type_id: { $nin: [...hidden] } };
}

const hiddenTypes = sharedQuestion(
  (userId: number) => userId,
  async (userId): Promise<readonly number[]> => {
    const hidden = await ContactType.of(userId)
      .find({ deleted_at: { $ne: null }, purged_at: null }, { projection: { _id: 1 } })
      .toArray();
    return hidden.map((type) => type._id);
  },
);
