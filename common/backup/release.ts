import { mailingOfSend } from '../domain/mailing-keys.ts';
import { Mailing } from '../models/mailings.ts';
import { type HoldReason, SingleSend } from '../models/single-sends.ts';
import { rows } from '../mongo.ts';
import { releaseAutomation, releaseSend } from '../queries/restored-holds.ts';
import type { HeldByRestore } from './report.ts';

/** Lets something go that a restore holds: the sweep of any worker finds it within a second. */
export async function release({ kind, id }: Pick<HeldByRestore, 'kind' | 'id'>): Promise<boolean> {
  if (kind === 'scheduled send') return releaseSend(id);
  if (kind === 'live automation') return releaseAutomation(id);
  const { modifiedCount } = await rows(Mailing).updateOne(
    { _id: mailingOfSend(id), paused_reason: 'restored' },
    { $set: { paused_reason: null } },
  );
  return modifiedCount === 1;
}

/** What else a send waits for that a restore holds no longer. */
export async function holdOfSend(id: number): Promise<HoldReason | null> {
  const send = await rows(SingleSend).findOne({ _id: id }, { projection: { hold_reason: 1 } });
  return send?.hold_reason ?? null;
}
