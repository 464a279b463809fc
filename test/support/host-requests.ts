import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** The status of a request that names `host`, which `fetch` does not set. */
export async function statusAt(origin: string, path: string, host: string, method = 'GET'): Promise<number> {
  const asking = request(new URL(path, origin), { method, headers: { host } });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode!;
}
