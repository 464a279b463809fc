import type { IdempotencyKeyDocument, KeptAnswer } from '../models/idempotency-keys.ts';
import { type ServiceSecrets, sealerOf } from './data-keys.ts';

type Key = Pick<IdempotencyKeyDocument, '_id'>;

const DATA_KEY = 'answers';
const nameOf = ({ _id }: Key): string => `answer ${_id}`;

/** The stored form of an answer that shows a secret. */
export async function sealAnswer(
  key: Key,
  { status, body }: KeptAnswer,
  secrets: ServiceSecrets,
): Promise<KeptAnswer> {
  const sealer = await sealerOf(DATA_KEY, secrets);
  return { status, body: sealer.seal(nameOf(key), Buffer.from(body)), sealed: true };
}

/** Throws if the answer was not sealed for this key. */
export async function openAnswer(key: Key, answer: KeptAnswer, secrets: ServiceSecrets): Promise<KeptAnswer> {
  if (!answer.sealed) return answer;
  const sealer = await sealerOf(DATA_KEY, secrets);
  return { status: answer.status, body: sealer.open(nameOf(key), answer.body).toString() };
}
