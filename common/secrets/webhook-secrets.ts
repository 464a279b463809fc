import { randomBytes } from 'node:crypto';
import type { WebhookDocument } from '../models/webhooks.ts';
import { type ServiceSecrets, sealerOf } from './data-keys.ts';

type WebhookOwner = Pick<WebhookDocument, '_id' | 'user_id'>;

/** Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32;
/** The prefix of Standard Webhooks before the base64. */
const PREFIX = 'whsec_';

const DATA_KEY = 'webhooks';
const nameOf = ({ _id, user_id }: WebhookOwner): string => `webhook ${user_id} ${_id}`;

/** A new secret as its owner sees it, and its stored form. */
export async function makeWebhookSecret(
  owner: WebhookOwner,
  secrets: ServiceSecrets,
): Promise<{ readonly shown: string; readonly sealed: string }> {
  const bytes = randomBytes(SECRET_BYTES);
  const sealer = await sealerOf(DATA_KEY, secrets);
  return { shown: `${PREFIX}${bytes.toString('base64')}`, sealed: sealer.seal(nameOf(owner), bytes) };
}

/** The secrets that sign calls at this time, the newest first. Throws if one was not sealed for this webhook. */
export async function openWebhookSecrets(
  webhook: WebhookOwner & Pick<WebhookDocument, 'sealed' | 'former'>,
  at: Date,
  secrets: ServiceSecrets,
): Promise<Buffer[]> {
  const former = (webhook.former ?? []).filter(({ until }) => until > at).reverse();
  const sealer = await sealerOf(DATA_KEY, secrets);
  return [webhook, ...former].map(({ sealed }) => sealer.open(nameOf(webhook), sealed));
}
