import type { QueryType } from '../domain/segment-rules.ts';
import { collection, model } from '../store/collection.ts';

/** A walk checks the existing rows against the rule, then the contacts that match the rule against the rows. */
export interface SegmentWalk {
  phase: 'rows' | 'contacts';
  after: number;
  /** The rule's day is this one or later. */
  began_at: Date;
}

/** A part of a contact type, by a rule (`domain/segment-rules`). Its members are `segment_recipients`. */
export interface SegmentDocument {
  _id: number;
  user_id: number;
  contact_type_id: number;
  segment_name: string;
  /** One condition each: a field name … */
  select_field: string[];
  /** … the operator at the same index … */
  select_operator: string[];
  /** … and the operands of all conditions in order: none, one or two each. */
  value: string[];
  query_type: QueryType | null;
  /** Changed in the transaction that adds or removes a recipient. */
  segment_emails_count: number;
  /** Counts the changes of the rule and of its contact type. */
  version: number;
  /** The version that all contacts were last checked against; below `version` during a walk. */
  walked_version: number;
  walk: SegmentWalk | null;
  /** When a new day alone changes which contacts match; null: never. */
  recheck_at: Date | null;
  /** The lease epoch of the refresher that may write its rows; earlier ones may not. */
  fence: number;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const unwalked = (at: Date) => ({
  walk: { phase: 'rows', after: 0, began_at: at } as const,
  recheck_at: null,
  fence: 0,
});

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
schema.index({ contact_type_id: 1 }, { partialFilterExpression: { deleted_at: null } });

schema.index({ 'walk.began_at': 1 }, { partialFilterExpression: { 'walk.began_at': { $type: 'date' } } });
schema.index({ recheck_at: 1 }, { partialFilterExpression: { recheck_at: { $type: 'date' } } });

export const Segment = model<SegmentDocument>('Segment', schema);
