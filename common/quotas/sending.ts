import { cached } from '../cache/cached.ts';
import { StoreState, type StoreStateDocument } from '../models/store-states.ts';

export type SendingStop = NonNullable<StoreStateDocument['sending_stopped']>;

/** When and why an operator stopped all sending; null while mails are sent. */
export async function sendingStop(): Promise<SendingStop | null> {
  const state = await StoreState.findOne({ _id: 'store' }, { projection: { sending_stopped: 1 } });
  return state?.sending_stopped ?? null;
}

/** Milliseconds for which a process reuses the last answer: a stop reaches every worker within a second. */
const BELIEVED_MS = 1000;

/** Asks the database at most once a second. When it is away this throws, and nothing is sent. */
export const believedStop = cached(sendingStop, { ms: BELIEVED_MS });
