import { CustomField, type CustomFieldDocument } from '../models/custom-fields.ts';
import { rows } from '../mongo/connection.ts';

/** The custom fields of an account, in the order in which they were made. */
export const customFieldsOf = (userId: number): Promise<CustomFieldDocument[]> =>
  rows(CustomField).find({ user_id: userId }).sort({ _id: 1 }).toArray();
