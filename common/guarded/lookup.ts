import { isIP } from 'node:net';
import { NOTHING, withResolver } from './resolver.ts';

/** Addresses of a name that are checked. */
const MOST = 20;
const LOOPBACK = ['127.0.0.1'];

/** `code`: `ENOTFOUND` (the name has no address), `ETIMEOUT` and other codes of c-ares. */
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
  if (signal.aborted) return { code: 'ETIMEOUT' };
  const answers = await withResolver(servers, signal, (resolver) =>
    Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]),
  );
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return { addresses: addresses.slice(0, MOST) };
  const codes = (answers as PromiseRejectedResult[]).map(
    ({ reason }) => (reason as NodeJS.ErrnoException).code,
  );
  // Without an answer about one kind of address, the name may have some.
  return { code: codes.find((code) => code !== undefined && !NOTHING.has(code)) ?? 'ENOTFOUND' };
}
