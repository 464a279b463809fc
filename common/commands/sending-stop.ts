import { now } from '../clock.ts';
import { readStoreState } from '../migrations/store-state.ts';
import { StoreState } from '../models/store-states.ts';
import { type SendingStop, sendingStop } from '../quotas/sending.ts';

/** Stops all sending, of every account and of the service itself. It is idempotent. */
export async function stopSending(reason: string): Promise<SendingStop> {
  await readStoreState();
  const stop = { at: now(), reason };
  await StoreState.updateOne({ _id: 'store', sending_stopped: null }, { $set: { sending_stopped: stop } });
  return (await sendingStop()) ?? stop;
}

export async function resumeSending(): Promise<boolean> {
  const { modifiedCount } = await StoreState.updateOne(
    { _id: 'store', sending_stopped: { $ne: null } },
    { $set: { sending_stopped: null } },
  );
  return modifiedCount === 1;
}
