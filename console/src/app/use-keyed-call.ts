import { useState } from 'react';
import { ApiError } from '../../../client/src/index.ts';

/** The service keeps these with the key, though the same inputs may be accepted later. */
const REFUSALS: readonly number[] = [404, 409, 422];

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && REFUSALS.includes(error.status) && error.code !== 'idempotency_running';

/**
 * A call that makes a record. The same inputs have the same `Idempotency-Key` until the service has answered: a press that is repeated after a lost answer
 * makes no second record.
 */
export function useKeyedCall<Inputs, Answer>(
  call: (inputs: Inputs, idempotencyKey: string) => Promise<Answer>,
): (inputs: Inputs) => Promise<Answer> {
  const [keys] = useState(() => new Map<string, string>());
  return async (inputs) => {
    const written = JSON.stringify(inputs);
    const key = keys.get(written) ?? crypto.randomUUID();
    keys.set(written, key);
    try {
      const answer = await call(inputs, key);
      keys.clear();
      return answer;
    } catch (error) {
      if (isRefusal(error)) keys.delete(written);
      throw error;
    }
  };
}
