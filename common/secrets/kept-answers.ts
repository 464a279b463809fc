import type { IdempotencyKeyDocument, KeptAnswer } from '../models/idempotency-keys.ts';
import { outsideTransaction } from '../store/transactions.ts';
import { dataKey, type ServiceSecrets } from './data-keys.ts';
import { seal, unseal } from './seal.ts';

type Key = Pick<IdempotencyKeyDocument, '_id'>;

/** The data key of answers. That it is made is not undone with the call that needed it first. */
const sealingKey = async (secrets: ServiceSecrets): Promise<string> =>
  (await outsideTransaction(() => dataKey('answers', secrets))).toString('base64');

const nameOf = ({ _id }: Key): string => `answer ${_id}`;

/** An answer that shows a secret, as it is stored under an `Idempotency-Key`. */
export async function sealAnswer(
  key: Key,
  { status, body }: KeptAnswer,
  secrets: ServiceSecrets,
): Promise<KeptAnswer> {
  return { status, body: seal(await sealingKey(secrets), nameOf(key), Buffer.from(body)), sealed: true };
}

/** A stored answer as it was given. Throws where it is not the one of this key. */
export async function openAnswer(key: Key, answer: KeptAnswer, secrets: ServiceSecrets): Promise<KeptAnswer> {
  if (!answer.sealed) return answer;
  const body = unseal(await sealingKey(secrets), nameOf(key), answer.body);
  if (!body) throw new Error(`The answer of the Idempotency-Key ${key._id} can not be opened`);
  return { status: answer.status, body: body.toString() };
}
