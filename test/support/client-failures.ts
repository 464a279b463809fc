import { ApiError } from '../../client/src/index.ts';

/** The failure of a call of the client that has to fail. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const answer = await call.catch((error: unknown) => error);
  if (answer instanceof ApiError) return answer;
  throw new Error(`no failure: ${String(answer)}`);
}
