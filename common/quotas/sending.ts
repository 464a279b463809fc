import { cached } from '../cache/cached.ts';
import { StoreState, type StoreStateDocument } from '../models/store-states.ts';

export type SendingStop = NonNullable<StoreStateDocument['sending_stopped']>;

/** Null: no operator has stopped all sending. */
export async function sendingStop(): Promise<SendingStop | null> {
  const state = await StoreState.findOne({ _id: 'store' }, { projection: { sending_stopped: 1 } });
  return state?.sending_stopped ?? null;
}

/** A stop reaches every worker within a second. */
const BELIEVED_MS = 1000;

/** Throws while the database is away, and nothing is sent. */
export const believedStop = cached(sendingStop, { ms: BELIEVED_MS });
