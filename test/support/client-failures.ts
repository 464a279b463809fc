import { ApiError } from '../../client/src/index.ts';

/** The error of a client call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const answer = await call.catch((error: unknown) => error);
  if (answer instanceof ApiError) return answer;
  throw new Error(`no failure: ${String(answer)}`);
}
