import { StoreState, type StoreStateDocument } from '../models/store-states.ts';
import { rows } from '../mongo/connection.ts';

export type SendingStop = NonNullable<StoreStateDocument['sending_stopped']>;

/** When and why an operator stopped all sending; null while mails are sent. */
export async function sendingStop(): Promise<SendingStop | null> {
  const state = await rows(StoreState).findOne({ _id: 'store' }, { projection: { sending_stopped: 1 } });
  return state?.sending_stopped ?? null;
}

/** Milliseconds for which a process reuses the last answer: a stop reaches every worker within a second. */
const BELIEVED_MS = 1000;

let known: { readonly until: number; readonly stop: Promise<SendingStop | null> } | undefined;

/** Asks the database at most once a second. When it is away this throws, and nothing is sent. */
export function believedStop(): Promise<SendingStop | null> {
  if (!known || performance.now() >= known.until) {
    const stop = sendingStop();
    const asked = { until: performance.now() + BELIEVED_MS, stop };
    known = asked;
    stop.catch(() => {
      if (known === asked) known = undefined;
    });
  }
  return known.stop;
}
