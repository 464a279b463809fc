import { collection, model } from '../store/collection.ts';

/** A person who was added by hand. A contact's data is never copied, so it cannot be out of date. */
export interface AddedRecipient {
  first_name: string;
  last_name: string;
  email: string;
  email_norm: string;
  /** The normalized address and the folded names that are not blank. */
  search_keys?: string[];
}

/** A contact that matches the rule (`contact_id`), or a person added by hand (`by_hand`), which no rule removes: one of the two. */
export interface SegmentRecipientDocument {
  _id: number;
  user_id: number;
  segment_id: number;
  contact_id: number | null;
  by_hand: AddedRecipient | null;
  /** A person removed this contact: the row stays, to exclude it whatever the rule says. */
  removed: boolean;
  created_at: Date;
  updated_at: Date;
}

export const newSegmentRecipient = (
  id: number,
  segment: { readonly _id: number; readonly user_id: number },
  member: number | AddedRecipient,
  at: Date,
): SegmentRecipientDocument => ({
  _id: id,
  user_id: segment.user_id,
  segment_id: segment._id,
  contact_id: typeof member === 'number' ? member : null,
  by_hand: typeof member === 'number' ? null : member,
  removed: false,
  created_at: at,
  updated_at: at,
});

export const BY_HAND_INDEX = Object.freeze({ user_id: 1, segment_id: 1, 'by_hand.search_keys': 1 } as const);

const schema = collection<SegmentRecipientDocument>('segment_recipients');
// The bounds are no `$type`: MongoDB 6.0 would read all rows instead of the index. A contact has one row in a segment: this lock
// makes a repeated refresh harmless. The contact is the first key, because a changed contact is looked up in all segments at
// once.
schema.index(
  { user_id: 1, contact_id: 1, segment_id: 1 },
  { unique: true, partialFilterExpression: { contact_id: { $gte: 0 } } },
);
// An address is added by hand once; also answers "which of these thousand addresses were".
schema.index(
  { user_id: 1, 'by_hand.email_norm': 1, segment_id: 1 },
  { unique: true, partialFilterExpression: { 'by_hand.email_norm': { $gte: '' } } },
);
schema.index(BY_HAND_INDEX, { partialFilterExpression: { 'by_hand.email_norm': { $gte: '' } } });
schema.index({ user_id: 1, segment_id: 1, removed: 1, _id: 1 });

export const SegmentRecipient = model<SegmentRecipientDocument>('SegmentRecipient', schema);
