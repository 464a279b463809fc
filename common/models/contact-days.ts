import { collection, model } from '../store/collection.ts';

/** A day of an account's time zone on which the number of a type's contacts changed. */
export interface ContactDayDocument {
  /** The type and the day, such as `3-2030-05-01`. */
  _id: string;
  user_id: number;
  contact_type_id: number;
  /** `YYYY-MM-DD` */
  day: string;
  /** Its contacts when this was first noted on the day, before that change … */
  before: number;
  /** … and when it was noted last, … */
  contacts: number;
  /** … which was then. */
  noted_at: Date;
}

const schema = collection<ContactDayDocument>('contact_days');
schema.index({ user_id: 1, day: 1 });

export const ContactDay = model<ContactDayDocument>('ContactDay', schema);
