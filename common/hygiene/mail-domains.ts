import { LRUCache } from 'lru-cache';
import { lookUpHost } from '../guarded/lookup.ts';
import { withResolver } from '../guarded/resolver.ts';
import { type AskingBounds, answerKey, askEach } from './ask-each.ts';

/** Answers are valid for an hour; a domain without an answer is asked again after five minutes. */
const [KEPT, KEPT_MS, FAILED_MS] = [20_000, 3_600_000, 5 * 60_000];

const nowhere = new LRUCache<string, boolean>({ max: KEPT, ttl: KEPT_MS });

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Whether a domain has neither mail servers nor an address, or says that it takes no mail (RFC 7505). Null without an answer. */
async function takesNoMail(
  domain: string,
  servers: readonly string[] | null,
  signal: AbortSignal,
): Promise<boolean | null> {
  try {
    const found = await withResolver(servers, signal, (resolver) => resolver.resolveMx(domain));
    return found.every(({ exchange }) => exchange === '' || exchange === '.');
  } catch (error) {
    if (codeOf(error) === 'ENOTFOUND') return true;
    if (codeOf(error) !== 'ENODATA') return null;
  }
  const host = await lookUpHost(domain, servers, signal);
  if ('addresses' in host) return false;
  return host.code === 'ENOTFOUND' || null;
}

/** Those of the domains that take no mail, asked once an hour each. Domains beyond the bounds or without an answer count as fine. */
export async function domainsWithoutMail(
  domains: Iterable<string>,
  servers: readonly string[] | null,
  bounds: AskingBounds,
): Promise<Set<string>> {
  const all = [...new Set(domains)];
  const keyOf = (domain: string): string => answerKey(domain, servers);
  const open = all.filter((domain) => nowhere.get(keyOf(domain)) === undefined);
  await askEach(open, bounds, async (domain, signal) => {
    const answer = await takesNoMail(domain, servers, signal).catch(() => null);
    if (!signal.aborted)
      nowhere.set(keyOf(domain), answer ?? false, { ttl: answer === null ? FAILED_MS : KEPT_MS });
  });
  return new Set(all.filter((domain) => nowhere.get(keyOf(domain)) === true));
}
