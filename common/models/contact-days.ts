import { collection, model } from '../store/collection.ts';
import type { NotedUntil } from './contact-types.ts';

/** A day (in the account's time zone) on which the number of a type's contacts changed. */
export interface ContactDayDocument {
  /** The type and the day, such as `3-2030-05-01`. */
  _id: string;
  user_id: number;
  contact_type_id: number;
  /** `YYYY-MM-DD` */
  day: string;
  /** The number before the day's first change … */
  before: number;
  /** … and the last number noted … */
  contacts: number;
  /** … at this time. */
  noted_at: Date;
  /** Where the day's changes begin. Absent, as are the next two: the day was first noted by version 0.1.0. */
  begins?: NotedUntil;
  /** Contacts that were added or came from another type, also those that were deleted on the same day … */
  joined?: number;
  /** … and those that were deleted or went to another type: `joined - left` is `contacts - before`. */
  left?: number;
}

const schema = collection<ContactDayDocument>('contact_days');
schema.index({ user_id: 1, day: 1 });

export const ContactDay = model<ContactDayDocument>('ContactDay', schema);
