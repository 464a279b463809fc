import type { IncomingMessage } from 'node:http';
import type { Logger } from '../log.ts';

/** Warns once of X-Forwarded-For while no proxy is trusted: all clients of a proxy then share its rate limits. */
export function createProxyWarning(trustProxy: number, log: Logger): (request: IncomingMessage) => void {
  let isDue = trustProxy === 0;
  return ({ headers }) => {
    if (!isDue || headers['x-forwarded-for'] === undefined) return;
    isDue = false;
    log.warn(
      'X-Forwarded-For ignored because TRUST_PROXY is false; all clients of a proxy share its rate limits',
    );
  };
}
