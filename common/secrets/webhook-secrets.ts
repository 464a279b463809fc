import { randomBytes } from 'node:crypto';
import type { WebhookDocument } from '../models/webhooks.ts';
import { outsideTransaction } from '../store/transactions.ts';
import { dataKey, type ServiceSecrets } from './data-keys.ts';
import { seal, unseal } from './seal.ts';

type WebhookOwner = Pick<WebhookDocument, '_id' | 'user_id'>;

/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;
/** What Standard Webhooks writes before the base64 of a secret. */
const PREFIX = 'whsec_';

/** The data key of secrets. That it is made is not undone with the call that needed it first. */
const sealingKey = async (secrets: ServiceSecrets): Promise<string> =>
  (await outsideTransaction(() => dataKey('webhooks', secrets))).toString('base64');

const nameOf = ({ _id, user_id }: WebhookOwner): string => `webhook ${user_id} ${_id}`;

/** Makes the secret that signs calls of a webhook, as its owner is shown it and as it is stored. */
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

/** Opens the secrets that sign calls at this time, the newest first. Throws where one was not made for this webhook. */
export async function openWebhookSecrets(
  webhook: WebhookOwner & Pick<WebhookDocument, 'sealed' | 'former'>,
  at: Date,
  secrets: ServiceSecrets,
): Promise<Buffer[]> {
  const former = (webhook.former ?? []).filter(({ until }) => until > at).reverse();
  const key = await sealingKey(secrets);
  return [webhook, ...former].map(({ sealed }) => {
    const bytes = unseal(key, nameOf(webhook), sealed);
    if (!bytes) throw new Error(`A secret of webhook ${webhook._id} can not be opened`);
    return bytes;
  });
}
