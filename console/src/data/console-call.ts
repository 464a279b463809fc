import { ApiError } from '../../../client/src/index.ts';
import { consoleFetch } from './client.ts';

/** A call of the console that is not in the contract's table; answers its `message`, and throws as the client does. */
export async function consoleCall<Message>(path: string, init?: RequestInit): Promise<Message> {
  const answer = await consoleFetch(`/console/${path}`, init);
  const body = (await answer.json()) as { message?: Message; errors?: ApiError['errors'] };
  if (body.message !== undefined) return body.message;
  throw new ApiError({
    call: path.split('?', 1)[0]!,
    status: answer.status,
    errors: body.errors ?? '',
    hints: {},
    requestId: null,
    retryAfter: null,
  });
}
