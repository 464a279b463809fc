import type { QueryType } from '../domain/segment-rules.ts';
import { collection, model } from '../store/collection.ts';

/** A walk checks the rows there are against the rule, and then the contacts that the rule matches against the rows. */
export interface SegmentWalk {
  phase: 'rows' | 'contacts';
  /** The last row's or contact's id that is done. */
  after: number;
  /** It was the rule's day then, or later. */
  began_at: Date;
}

/** A part of a contact type, by a rule; see `domain/segment-rules`. Its members are `segment_recipients`. */
export interface SegmentDocument {
  _id: number;
  user_id: number;
  contact_type_id: number;
  segment_name: string;
  /** One condition each: a field's own name … */
  select_field: string[];
  /** … with the operator at the same place … */
  select_operator: string[];
  /** … and the operands of all of them in order: none, one or two each. */
  value: string[];
  query_type: QueryType | null;
  /** How many recipients it has; moved in the transaction that adds or removes one. */
  segment_emails_count: number;
  /** Counts the changes of the rule and of its contact type. */
  version: number;
  /** The version whose rule all contacts were last checked against; below `version` during the first walk. */
  walked_version: number;
  /** How far the walk under way has come; null while there is none. */
  walk: SegmentWalk | null;
  /** When a new day alone changes which contacts match; null if it never does. */
  recheck_at: Date | null;
  /** The refresher that may write its rows, by the epoch of its lease: none of an earlier one. */
  fence: number;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A rule that no contact was checked against yet. */
export const unwalked = (at: Date) => ({
  walk: { phase: 'rows', after: 0, began_at: at } as const,
  recheck_at: null,
  fence: 0,
});

/** A segment without recipients, which is to be walked. */
export const newSegment = (
  given: Pick<
    SegmentDocument,
    | '_id'
    | 'user_id'
    | 'contact_type_id'
    | 'segment_name'
    | 'select_field'
    | 'select_operator'
    | 'value'
    | 'query_type'
  >,
  at: Date,
): SegmentDocument => ({
  ...given,
  segment_emails_count: 0,
  version: 1,
  walked_version: 0,
  ...unwalked(at),
  deleted_at: null,
  created_at: at,
  updated_at: at,
});

const schema = collection<SegmentDocument>('segments');
schema.index({ user_id: 1, _id: 1 });
// A changed contact is checked against the segments of its type.
schema.index({ contact_type_id: 1 }, { partialFilterExpression: { deleted_at: null } });

// The sweep: what is being walked, and what is due.
schema.index({ 'walk.began_at': 1 }, { partialFilterExpression: { 'walk.began_at': { $type: 'date' } } });
schema.index({ recheck_at: 1 }, { partialFilterExpression: { recheck_at: { $type: 'date' } } });

export const Segment = model<SegmentDocument>('Segment', schema);
