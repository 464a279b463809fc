import type { IdempotencyKeyDocument, KeptAnswer } from '../models/idempotency-keys.ts';
import { outsideTransaction } from '../store/transactions.ts';
import { dataKey, type ServiceSecrets } from './data-keys.ts';
import { seal, unseal } from './seal.ts';

type Key = Pick<IdempotencyKeyDocument, '_id'>;

/** Outside of the caller's transaction: a rollback must not undo the key. */
const sealingKey = async (secrets: ServiceSecrets): Promise<string> =>
  (await outsideTransaction(() => dataKey('answers', secrets))).toString('base64');

const nameOf = ({ _id }: Key): string => `answer ${_id}`;

/** The stored form of an answer that shows a secret. */
export async function sealAnswer(
  key: Key,
  { status, body }: KeptAnswer,
  secrets: ServiceSecrets,
): Promise<KeptAnswer> {
  return { status, body: seal(await sealingKey(secrets), nameOf(key), Buffer.from(body)), sealed: true };
}

/** Throws if the answer was not sealed for this key. */
export async function openAnswer(key: Key, answer: KeptAnswer, secrets: ServiceSecrets): Promise<KeptAnswer> {
  if (!answer.sealed) return answer;
  const body = unseal(await sealingKey(secrets), nameOf(key), answer.body);
  if (!body)
    throw new Error(
      `The answer of the Idempotency-Key ${key._id} cannot be decrypted with the configured secrets`,
    );
  return { status: answer.status, body: body.toString() };
}
