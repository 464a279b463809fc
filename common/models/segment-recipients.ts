import { collection, model } from '../store/collection.ts';

/** The data of a person who was added by hand. A contact's data is never copied, so it can't be out of date. */
export interface AddedRecipient {
  first_name: string;
  last_name: string;
  email: string;
  email_norm: string;
  /** What searches compare: the address as it compares, and the folded names that are not blank. */
  search_keys?: string[];
}

/**
 * A member of a segment: a contact that the rule matches (`contact_id`), or a person who was added by hand
 * (`by_hand`), whom no rule removes. One of the two is set.
 */
export interface SegmentRecipientDocument {
  _id: number;
  user_id: number;
  segment_id: number;
  contact_id: number | null;
  by_hand: AddedRecipient | null;
  /** A person took this contact out: the row stays, to keep it out whatever the rule says. Only of contacts. */
  removed: boolean;
  created_at: Date;
  updated_at: Date;
}

/** A contact, or a person who was added by hand, as a member of a segment. */
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

/** The index of those of a segment who were added by hand: for searches among them, and whether there are any. */
export const BY_HAND_INDEX = Object.freeze({ segment_id: 1, 'by_hand.search_keys': 1 } as const);

const schema = collection<SegmentRecipientDocument>('segment_recipients');
// The bounds are no `$type`: an index with one is not asked for a value (MongoDB 6.0 reads all rows instead).
// A contact is in a segment once, or kept out of it: the lock that makes a refresh done twice harmless. The contact
// comes first, as a changed one is looked up in all segments at once.
schema.index(
  { contact_id: 1, segment_id: 1 },
  { unique: true, partialFilterExpression: { contact_id: { $gte: 0 } } },
);
// An address is added by hand once; and "which of these thousand addresses were".
schema.index(
  { 'by_hand.email_norm': 1, segment_id: 1 },
  { unique: true, partialFilterExpression: { 'by_hand.email_norm': { $gte: '' } } },
);
schema.index(BY_HAND_INDEX, { partialFilterExpression: { 'by_hand.email_norm': { $gte: '' } } });
// Lists and walks.
schema.index({ segment_id: 1, removed: 1, _id: 1 });

export const SegmentRecipient = model<SegmentRecipientDocument>('SegmentRecipient', schema);
