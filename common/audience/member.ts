import type { LastIds } from '../models/mailings.ts';

/** A recipient whom an entry of `recipient_id` names, before exclusions and suppressions. */
export interface Member {
  /** Where the walk of the entry stands: the contact's id, or that of the segment's row. */
  _id: number;
  contact_id: number | null;
  /** Set for a recipient who was added to a segment by hand and is no contact. */
  segment_recipient_id: number | null;
  email: string;
  email_norm: string;
}

/** The moment of which an audience is: who came later is not in it, and rules compare dates with it. */
export interface Start {
  readonly upto?: LastIds | undefined;
  readonly at?: Date | undefined;
  /** False: rules see what is known of openings and clicks, and nothing is written to contacts for it. */
  readonly current?: boolean | undefined;
}
