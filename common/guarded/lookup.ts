import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Milliseconds for a server's answer, and tries of each server. */
const [TRY_MS, TRIES] = [1500, 2];
/** Addresses of a name that are checked. */
const MOST = 20;
const LOOPBACK = ['127.0.0.1'];

/** `code`: `ENOTFOUND`, `ETIMEOUT` and other codes of c-ares. */
type HostLookup = { readonly addresses: readonly string[] } | { readonly code: string };

/**
 * The addresses of a URL's host, IPv4 first. Only DNS: `getaddrinfo` would read the operator's own files, and would block one of
 * libuv's four threads while a server is silent. `servers` null: those of the system.
 */
export async function lookUpHost(
  hostname: string,
  servers: readonly string[] | null,
  signal: AbortSignal,
): Promise<HostLookup> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return { addresses: [host] };
  // RFC 6761, 6.3: localhost names are not looked up.
  if (/^(?:.+\.)?localhost\.?$/i.test(host)) return { addresses: LOOPBACK };
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  if (signal.aborted) return { code: 'ETIMEOUT' };
  signal.addEventListener('abort', cancel);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return { addresses: addresses.slice(0, MOST) };
    const [v4] = answers as [PromiseRejectedResult, unknown];
    const { code = 'ENOTFOUND' } = v4.reason as NodeJS.ErrnoException;
    return { code: code === 'ENODATA' ? 'ENOTFOUND' : code };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
