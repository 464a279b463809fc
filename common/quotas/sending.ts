import { now } from '../clock.ts';
import { readStoreState } from '../migrations/store-state.ts';
import { StoreState, type StoreStateDocument } from '../models/store-states.ts';
import { rows } from '../mongo.ts';

export type SendingStop = NonNullable<StoreStateDocument['sending_stopped']>;

/** Since when and why an operator stopped all sending; null while mails go out. */
export async function sendingStop(): Promise<SendingStop | null> {
  const state = await rows(StoreState).findOne({ _id: 'store' }, { projection: { sending_stopped: 1 } });
  return state?.sending_stopped ?? null;
}

/** Stops all sending, of every account and of the service itself; one that is stopped already stays as it is. */
export async function stopSending(reason: string): Promise<SendingStop> {
  await readStoreState();
  const stop = { at: now(), reason };
  await rows(StoreState).updateOne(
    { _id: 'store', sending_stopped: null },
    { $set: { sending_stopped: stop } },
  );
  return (await sendingStop()) ?? stop;
}

/** Lets mails go out again, from where they stood. Answers whether they were stopped. */
export async function resumeSending(): Promise<boolean> {
  const { modifiedCount } = await rows(StoreState).updateOne(
    { _id: 'store', sending_stopped: { $ne: null } },
    { $set: { sending_stopped: null } },
  );
  return modifiedCount === 1;
}

/** Milliseconds for which a process believes what it read: a stop reaches every worker within a second. */
const BELIEVED_MS = 1000;

let known: { readonly until: number; readonly stop: Promise<SendingStop | null> } | undefined;

/** Asks the store at most once a second. Where that is away it throws, and nothing is sent either. */
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
