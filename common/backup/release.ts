import type { HoldReason } from '../../shared/hold-reasons.ts';
import { releaseAutomation, releaseSend } from '../changes/restored-holds.ts';
import { mailingOfSend } from '../domain/mailing-keys.ts';
import { Mailing } from '../models/mailings.ts';
import { SingleSend } from '../models/single-sends.ts';
import { releaseMessages } from './held-messages.ts';
import { releaseWebhooks } from './held-webhooks.ts';
import type { RestoreHold } from './report.ts';

export async function releaseHold({
  kind,
  id,
  user_id: userId,
}: Pick<RestoreHold, 'kind' | 'id' | 'user_id'>): Promise<boolean> {
  if (kind === 'scheduled send') return releaseSend(userId, id);
  if (kind === 'live automation') return releaseAutomation(userId, id);
  if (kind === 'messages') return releaseMessages(id);
  if (kind === 'webhooks') return releaseWebhooks(id);
  const { modifiedCount } = await Mailing.of(userId).updateOne(
    { _id: mailingOfSend(id), paused_reason: 'restored' },
    { $set: { paused_reason: null } },
  );
  return modifiedCount === 1;
}

/** The reason that still holds a send after the hold of the restore has ended. */
export async function holdOfSend(userId: number, id: number): Promise<HoldReason | null> {
  const send = await SingleSend.of(userId).findOne({ _id: id }, { projection: { hold_reason: 1 } });
  return send?.hold_reason ?? null;
}
