import { ApiError } from '../../../client/src/index.ts';
import { consoleFetch } from './client.ts';

/** A call that is not in the contract's table; returns the whole body, and throws like the client. */
export async function consoleAnswer<Body extends { readonly message: unknown }>(
  path: string,
  init?: RequestInit,
): Promise<Body> {
  const answer = await consoleFetch(`/console/${path}`, init);
  const body = (await answer.json()) as Partial<Body> & {
    errors?: ApiError['errors'];
    code?: ApiError['code'];
    codes?: ApiError['codes'];
  };
  if (body.message !== undefined) return body as Body;
  throw new ApiError({
    call: path.split('?', 1)[0]!,
    status: answer.status,
    errors: body.errors ?? '',
    ...(body.code !== undefined && { code: body.code }),
    ...(body.codes !== undefined && { codes: body.codes }),
    hints: {},
    requestId: null,
    retryAfter: null,
  });
}

/** Returns only `message`. */
export const consoleCall = async <Message>(path: string, init?: RequestInit): Promise<Message> =>
  (await consoleAnswer<{ message: Message }>(path, init)).message;

/** Sends a form as text: only such a body still arrives while the page closes. */
export const postForm = <Message>(
  path: string,
  fields: Readonly<Record<string, string>>,
  idempotencyKey?: string,
): Promise<Message> =>
  consoleCall(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    body: String(new URLSearchParams(fields)),
  });
