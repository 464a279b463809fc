import { collection, model } from '../store/collection.ts';

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
}

const schema = collection<ContactDayDocument>('contact_days');
schema.index({ user_id: 1, day: 1 });

export const ContactDay = model<ContactDayDocument>('ContactDay', schema);
