import { randomUUID } from 'node:crypto';
import { now } from '../clock.ts';
import { StoreState } from '../models/store-states.ts';
import { rows } from '../mongo.ts';

const LEASE_MS = 30_000;
const RENEW_MS = 8000;

/** The right to change the whole store: one at a time, for as long as it gives a sign of life. */
export interface StoreLease {
  readonly token: string;
  release(): Promise<void>;
}

const until = (): Date => new Date(now().getTime() + LEASE_MS);

/** Takes the lease where it is free; null where another has it. Of a dead one it is free after 30 s. */
export async function takeStoreLease(): Promise<StoreLease | null> {
  const token = randomUUID();
  const { matchedCount } = await rows(StoreState).updateOne(
    { _id: 'store', lease_until: { $lte: now() } },
    { $set: { lease_token: token, lease_until: until() } },
  );
  if (matchedCount === 0) return null;
  const ours = { _id: 'store', lease_token: token } as const;
  const timer = setInterval(() => {
    // A failed one is tried again; whoever lost the lease finds out by the next write on its token.
    rows(StoreState)
      .updateOne(ours, { $set: { lease_until: until() } })
      .catch(() => {});
  }, RENEW_MS);
  timer.unref();
  return {
    token,
    async release() {
      clearInterval(timer);
      await rows(StoreState).updateOne(ours, { $set: { lease_token: null, lease_until: new Date(0) } });
    },
  };
}
