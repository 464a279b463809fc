import { model, Schema } from 'mongoose';

/** How a rule's conditions go together: all must hold, or any. Null is `and`, as it was left out. */
export const QUERY_TYPES = ['and', 'or'] as const;
export type QueryType = (typeof QUERY_TYPES)[number];

/** A walk holds the rows there are against the rule, and then the contacts that the rule matches against the rows. */
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
  /** The version whose rule all contacts were last held against; below `version` while it is first walked. */
  walked_version: number;
  /** How far the walk under way has come; null while there is none. */
  walk: SegmentWalk | null;
  /** When days alone will have changed who matches; null where they do not. */
  recheck_at: Date | null;
  /** The refresher that may write its rows, by the epoch of its lease: none of an earlier one. */
  fence: number;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const schema = new Schema<SegmentDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    contact_type_id: { type: Number, required: true },
    segment_name: { type: String, required: true },
    select_field: { type: [String], required: true },
    select_operator: { type: [String], required: true },
    value: { type: [String], required: true },
    query_type: { type: String, default: null },
    segment_emails_count: { type: Number, default: 0 },
    version: { type: Number, default: 1 },
    walked_version: { type: Number, default: 0 },
    walk: { type: Schema.Types.Mixed, default: null },
    recheck_at: { type: Date, default: null },
    fence: { type: Number, default: 0 },
    deleted_at: { type: Date, default: null },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'segments', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, _id: 1 });
// A changed contact is checked against the segments of its type.
schema.index({ contact_type_id: 1 }, { partialFilterExpression: { deleted_at: null } });

// The sweep: what is being walked, and what is due.
schema.index({ 'walk.began_at': 1 }, { partialFilterExpression: { 'walk.began_at': { $type: 'date' } } });
schema.index({ recheck_at: 1 }, { partialFilterExpression: { recheck_at: { $type: 'date' } } });

export const Segment = model<SegmentDocument>('Segment', schema);
