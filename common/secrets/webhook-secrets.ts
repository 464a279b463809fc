import { randomBytes } from 'node:crypto';
import type { WebhookDocument } from '../models/webhooks.ts';
import { outsideTransaction } from '../store/transactions.ts';
import { dataKey, type ServiceSecrets } from './data-keys.ts';
import { seal, unseal } from './seal.ts';

type WebhookOwner = Pick<WebhookDocument, '_id' | 'user_id'>;

/** Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32;
/** The prefix of Standard Webhooks before the base64. */
const PREFIX = 'whsec_';

/** Outside of the caller's transaction: a rollback must not undo the key. */
const sealingKey = async (secrets: ServiceSecrets): Promise<string> =>
  (await outsideTransaction(() => dataKey('webhooks', secrets))).toString('base64');

const nameOf = ({ _id, user_id }: WebhookOwner): string => `webhook ${user_id} ${_id}`;

/** A new secret as its owner sees it, and its stored form. */
export async function makeWebhookSecret(
  owner: WebhookOwner,
  secrets: ServiceSecrets,
): Promise<{ readonly shown: string; readonly sealed: string }> {
  const bytes = randomBytes(SECRET_BYTES);
  return {
    shown: `${PREFIX}${bytes.toString('base64')}`,
    sealed: seal(await sealingKey(secrets), nameOf(owner), bytes),
  };
}

/** The secrets that sign calls at this time, the newest first. Throws if one was not sealed for this webhook. */
export async function openWebhookSecrets(
  webhook: WebhookOwner & Pick<WebhookDocument, 'sealed' | 'former'>,
  at: Date,
  secrets: ServiceSecrets,
): Promise<Buffer[]> {
  const former = (webhook.former ?? []).filter(({ until }) => until > at).reverse();
  const key = await sealingKey(secrets);
  return [webhook, ...former].map(({ sealed }) => {
    const bytes = unseal(key, nameOf(webhook), sealed);
    if (!bytes)
      throw new Error(`A secret of webhook ${webhook._id} cannot be decrypted with the configured secrets`);
    return bytes;
  });
}
