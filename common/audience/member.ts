import type { LastIds } from '../models/mailings.ts';

/** A recipient of an entry of `recipient_id`, before exclusions and suppressions. */
export interface Member {
  /** The cursor of the walk: the contact's id, or that of the segment's row. */
  _id: number;
  contact_id: number | null;
  /** Set for a recipient who was added to a segment by hand and is no contact. */
  segment_recipient_id: number | null;
  email: string;
  email_norm: string;
}

/** The moment of an audience: later contacts are not in it, and rules compare dates with it. */
export interface Start {
  readonly upto?: LastIds | undefined;
  readonly at?: Date | undefined;
}
