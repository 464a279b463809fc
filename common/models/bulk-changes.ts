import type { ListedStatus } from '../../shared/statuses/statuses.ts';
import type { WrittenRule } from '../domain/segment-rules.ts';
import { collection, model } from '../store/collection.ts';

export const BULK_ACTIONS = [
  'delete',
  'unsubscribe',
  'unsubscribe_all',
  'segment_add',
  'segment_remove',
  'tag_add',
  'tag_remove',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** ready: counted, and waits for a person or program to start it · cancelled: the changes made until then stay. */
export const BULK_STATES = ['counting', 'ready', 'running', 'completed', 'cancelled', 'failed'] as const;

/** The filters of a search, without its text and its contact type. Each must hold. */
export interface FurtherFilters {
  /** Normalized. */
  email_norm?: string;
  status?: ListedStatus;
  segment_id?: number;
  /** The change ends when its conditions change, since other contacts were counted. */
  segment_version?: number;
  tag?: string;
  rule?: WrittenRule;
}

/** One change of all contacts that a search finds. */
export interface BulkChangeDocument {
  _id: number;
  user_id: number;
  action: BulkAction;
  /** Absent: a program with a key. */
  by?: 'console';
  /** Null: no search, or the change has ended: a search may be an address, and is deleted then. */
  search: string | null;
  /** Absent: all contacts that the search finds. */
  contact_ids?: number[];
  contact_type_id: number | null;
  /** Absent: no further filters. Null: the change has ended; they may have an address, too. */
  where?: FurtherFilters | null;
  segment_id: number | null;
  unsubscribe_groups_id: number | null;
  /** That contacts get or lose. */
  tag?: string;
  state: (typeof BULK_STATES)[number];
  failure: string | null;
  /** The last contact id when it was created: later contacts are not changed. */
  last: number;
  /** Contacts up to this id are counted, or changed. */
  after: number;
  matched: number;
  done: number;
  /** The contacts being changed, and the last id examined. Stored before the change, so that a crash repeats just these. */
  step?: { ids: number[]; after: number };
  /** It ends after the step under way. */
  stop?: boolean;
  /** A started change waits until then, so that a person can undo the start. Absent: it begins at once. */
  waits_until?: Date;
  lease_token: string | null;
  lease_until: Date | null;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
  /** A day after its creation if it does not start, {@link KEPT_DAYS} after its end otherwise. */
  expires_at: Date | null;
}

export const KEPT_DAYS = 90;

export const OPEN_BULK = { state: { $in: ['counting', 'running'] } } as const;
export const UNENDED_BULK = { state: { $in: ['counting', 'ready', 'running'] } } as const;
export const UNSTARTED_BULK = { state: { $in: ['counting', 'ready'] } } as const;
/** Started, and no contact is changed yet: a step is stored before it is done. */
export const UNBEGUN_BULK = { state: 'running', done: 0, step: { $exists: false } } as const;
/** Given up while running: they resume when they are started again. */
export const GIVEN_UP_BULK = { state: 'failed', finished_at: null } as const;

const schema = collection<BulkChangeDocument>('bulk_changes');
schema.index({ user_id: 1, _id: 1 });
schema.index({ state: 1, _id: 1 }, { partialFilterExpression: OPEN_BULK });
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const BulkChange = model<BulkChangeDocument>('BulkChange', schema);
