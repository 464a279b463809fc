import { now } from '../clock.ts';
import { StoreState, type StoreStateDocument } from '../models/store-states.ts';
import { type KeptLease, keepRenewed, takeLease } from '../store/lease.ts';

/** One process at a time may change the whole store. */
export type StoreLease = KeptLease<StoreStateDocument>;

const LEASES = { model: StoreState, token: 'lease_token', until: 'lease_until' } as const;

export async function takeStoreLease(): Promise<StoreLease | null> {
  const taken = await takeLease(LEASES, { _id: 'store', lease_until: { $lte: now() } });
  return taken && keepRenewed(taken.lease);
}

export async function releaseStoreLease(lease: StoreLease): Promise<void> {
  await lease.release({ lease_until: new Date(0) });
}
