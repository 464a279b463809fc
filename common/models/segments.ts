import { model, Schema } from 'mongoose';

/** How a rule's conditions go together: all must hold, or any. Null is `and`, as it was left out. */
export const QUERY_TYPES = ['and', 'or'] as const;
export type QueryType = (typeof QUERY_TYPES)[number];

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
    deleted_at: { type: Date, default: null },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'segments', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, _id: 1 });
// A changed contact is checked against the segments of its type.
schema.index({ contact_type_id: 1 }, { partialFilterExpression: { deleted_at: null } });

export const Segment = model<SegmentDocument>('Segment', schema);
