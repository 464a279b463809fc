import { model, Schema } from 'mongoose';
import type { Figures } from './figures.ts';

/** filling: rows are still being written · ready: may be leased · done: each row was worked through. */
export const BATCH_STATES = ['filling', 'ready', 'done'] as const;

/**
 * About 500 ledger rows that one worker leases at a time. A *range* owns the rows it was frozen with and keeps
 * their figures; a *list* only gathers deferred rows for another try, and has none.
 */
export interface BatchDocument {
  _id: number;
  mailing: string;
  user_id: number;
  /** Delivery ids from `first` to `last` … */
  first: number;
  last: number;
  /** … or these among them. */
  ids: number[] | null;
  state: (typeof BATCH_STATES)[number];
  /** Rows up to this delivery id may have been handed to a mail server by whoever held the lease. */
  intent: number;
  lease_token: string | null;
  /** It may be leased from here on: the end of the lease, or of a pause after a mail server failed. */
  free_at: Date;
  figures: Figures | null;
  /** Rows changed since the figures were counted; set before a row changes. */
  dirty_at: Date | null;
  /** When the figures were counted. */
  counted_at?: Date | null;
  /** Of an automation's email: once it is done, what became of its rows moves enrollments on. Absent: it did. */
  moves?: boolean;
  /** One more with each time that `moves` is set: who passed something on takes it back only where nobody set it since. */
  moves_no?: number | null;
  /** Its rows are being put down in enrollments: before that is done, or who does it is dead, nothing is passed on. */
  handing_until?: Date | null;
  /** Its rows are older than the retention: they are `going`, then `gone`, and its figures stand as they are. */
  retired?: 'going' | 'gone';
  created_at: Date;
}

const schema = new Schema<BatchDocument>(
  {
    _id: Number,
    mailing: { type: String, required: true },
    user_id: { type: Number, required: true },
    first: { type: Number, required: true },
    last: { type: Number, required: true },
    ids: { type: [Number], default: null },
    state: { type: String, required: true, enum: BATCH_STATES },
    intent: { type: Number, default: 0 },
    lease_token: { type: String, default: null },
    free_at: { type: Date, required: true },
    figures: { type: Schema.Types.Mixed, default: null },
    dirty_at: { type: Date, default: null },
    counted_at: Date,
    moves: Boolean,
    moves_no: Number,
    handing_until: Date,
    retired: String,
    created_at: { type: Date, required: true },
  },
  { collection: 'batches', versionKey: false, strict: 'throw' },
);
// Leasing: the next free batch of a mailing.
schema.index({ mailing: 1, state: 1, _id: 1 });
// What a crash left half filled: asked for every second, and nearly always empty.
schema.index({ created_at: 1 }, { partialFilterExpression: { state: 'filling' } });
// Figures that must be counted again before they are shown.
schema.index({ mailing: 1, dirty_at: 1 }, { partialFilterExpression: { dirty_at: { $type: 'date' } } });
// Outcomes that enrollments still wait for.
schema.index({ state: 1, mailing: 1 }, { partialFilterExpression: { moves: true } });
// All that an account ever sent, for rules that begin to ask for it.
schema.index({ user_id: 1, _id: 1 }, { partialFilterExpression: { ids: null } });

// What is old enough to go.
schema.index({ retired: 1, created_at: 1 });

export const Batch = model<BatchDocument>('Batch', schema);
