import type { IncomingMessage } from 'node:http';

/** Addresses of a header that are read: no chain has more proxies. */
const MOST = 50;

/** The address of the connection, or the one that the outermost of `trustProxy` proxies wrote into `X-Forwarded-For`. */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const own = request.socket.remoteAddress ?? '';
  if (trustProxy === 0) return own;
  const forwarded = [request.headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .slice(-4096)
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .slice(-MOST);
  return forwarded.at(-Math.min(trustProxy, forwarded.length)) ?? own;
}
