import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { lookUpHost } from '../guarded/lookup.ts';
import { withResolver } from '../guarded/resolver.ts';

/** Questions at the same time: the DNS servers serve others, too. */
const AT_ONCE = 20;
/** Answers are valid for an hour. */
const [KEPT, KEPT_MS] = [20_000, 3_600_000];

const nowhere = new LRUCache<string, boolean>({ max: KEPT, ttl: KEPT_MS });

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Whether a domain has neither mail servers nor an address, or says that it takes no mail (RFC 7505). False without an answer. */
async function takesNoMail(
  domain: string,
  servers: readonly string[] | null,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const found = await withResolver(servers, signal, (resolver) => resolver.resolveMx(domain));
    return found.every(({ exchange }) => exchange === '' || exchange === '.');
  } catch (error) {
    if (codeOf(error) === 'ENOTFOUND') return true;
    if (codeOf(error) !== 'ENODATA') return false;
  }
  const host = await lookUpHost(domain, servers, signal);
  return 'code' in host && host.code === 'ENOTFOUND';
}

/**
 * Those of the domains that take no mail, asked once an hour each. Domains beyond `most`, and those without an answer after `mostMs`,
 * count as fine.
 */
export async function domainsWithoutMail(
  domains: Iterable<string>,
  servers: readonly string[] | null,
  { most, mostMs }: { readonly most: number; readonly mostMs: number },
): Promise<Set<string>> {
  const all = [...new Set(domains)];
  const keyOf = (domain: string): string => [domain, ...(servers ?? [])].join(' ');
  const open = all.filter((domain) => nowhere.get(keyOf(domain)) === undefined).slice(0, most);
  const over = new AbortController();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < open.length && !over.signal.aborted) {
      const domain = open[next++]!;
      const answer = await takesNoMail(domain, servers, over.signal).catch(() => false);
      if (!over.signal.aborted) nowhere.set(keyOf(domain), answer);
    }
  };
  const asked = Promise.all(Array.from({ length: Math.min(AT_ONCE, open.length) }, lane));
  await Promise.race([asked, delay(mostMs, undefined, { signal: over.signal, ref: false }).catch(() => {})]);
  over.abort();
  return new Set(all.filter((domain) => nowhere.get(keyOf(domain)) === true));
}
