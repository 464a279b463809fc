import { collection, model } from '../store/collection.ts';

/** What is done to contacts: deleted, taken off the mails of a group, added to a segment by hand, or taken out of it. */
export const BULK_ACTIONS = ['delete', 'unsubscribe', 'segment_add', 'segment_remove'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/**
 * counting: a worker counts the contacts · ready: they are counted, and a person or program has to say that it goes · running ·
 * completed · cancelled: what was done until then stays · failed.
 */
export const BULK_STATES = ['counting', 'ready', 'running', 'completed', 'cancelled', 'failed'] as const;

/** One change of all contacts that a search finds. */
export interface BulkChangeDocument {
  _id: number;
  user_id: number;
  action: BulkAction;
  /** As in lists of contacts. Null: none, or the change has ended: a search may be an address, and is not kept. */
  search: string | null;
  /** Only contacts of this type; null: of all. */
  contact_type_id: number | null;
  segment_id: number | null;
  unsubscribe_groups_id: number | null;
  state: (typeof BULK_STATES)[number];
  /** Why it ended before its end. */
  failure: string | null;
  /** The last contact that there was when it was made: later ones are none of its business. */
  last: number;
  /** Contacts up to here are counted, or changed. */
  after: number;
  /** How many contacts the search found when they were counted. */
  matched: number;
  /** How many it has gone through. */
  done: number;
  /** The contacts that are changed now, and where their look ended: stored before they are changed, so that a crash repeats just these. */
  step?: { ids: number[]; after: number };
  /** It is to end after the step that is under way. */
  stop?: boolean;
  /** It was started, and no contact is changed before then, so that a person can take it back. Absent: it begins at once. */
  waits_until?: Date;
  lease_token: string | null;
  lease_until: Date | null;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
  /** When the document goes: a day after it was made if it does not begin, and {@link KEPT_DAYS} after its end. */
  expires_at: Date | null;
}

/** Days for which an ended change is shown. */
export const KEPT_DAYS = 90;

/** Changes on which a worker works, as a filter. */
export const OPEN_BULK = { state: { $in: ['counting', 'running'] } } as const;
/** Changes that have not ended. */
export const UNENDED_BULK = { state: { $in: ['counting', 'ready', 'running'] } } as const;
/** Changes that were not started. */
export const UNSTARTED_BULK = { state: { $in: ['counting', 'ready'] } } as const;
/** Changes that were started and have changed no contact: a step is stored before it is done. */
export const UNBEGUN_BULK = { state: 'running', done: 0, step: { $exists: false } } as const;
/** Changes that were given up while they ran: they go on where they are started again. */
export const GIVEN_UP_BULK = { state: 'failed', finished_at: null } as const;

const schema = collection<BulkChangeDocument>('bulk_changes');
schema.index({ user_id: 1, _id: 1 });
// What the sweep looks for.
schema.index({ state: 1, _id: 1 }, { partialFilterExpression: OPEN_BULK });
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const BulkChange = model<BulkChangeDocument>('BulkChange', schema);
