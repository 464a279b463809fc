import { LRUCache } from 'lru-cache';
import type { Config } from '../../../common/config.ts';
import { NOTHING, withResolver } from '../../../common/guarded/resolver.ts';
import { answerKey, askEach } from '../../../common/hygiene/ask-each.ts';
import { mailboxOfDomain, mailboxOfServer } from '../../../common/replies/mailbox-names.ts';

/** More than an answer has domains, and the time that its caller waits for the DNS. */
const BOUNDS = { most: 300, mostMs: 1500 } as const;

/** Answers are valid for a day; a domain without an answer is asked again after five minutes. */
const [KEPT, KEPT_MS, FAILED_MS] = [20_000, 24 * 3_600_000, 5 * 60_000];

/** By domain; `''`: none that is known. */
const known = new LRUCache<string, string>({ max: KEPT, ttl: KEPT_MS });

/** The provider of the most preferred MX host with a known one; null without an answer. */
async function ask(
  domain: string,
  servers: readonly string[] | null,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const found = await withResolver(servers, signal, (resolver) => resolver.resolveMx(domain));
    const sorted = found.toSorted((one, other) => one.priority - other.priority);
    for (const { exchange } of sorted) {
      const provider = mailboxOfServer(exchange);
      if (provider !== null) return provider;
    }
    return '';
  } catch (error) {
    return NOTHING.has((error as NodeJS.ErrnoException).code ?? '') ? '' : null;
  }
}

/** The mailbox provider of each domain, by its MX records. Domains without a known provider, or beyond the bounds, are left out. */
async function providersOf(
  domains: readonly string[],
  servers: readonly string[] | null,
): Promise<ReadonlyMap<string, string>> {
  const keyOf = (domain: string): string => answerKey(domain, servers);
  const nameOf = (domain: string): string | undefined => mailboxOfDomain(domain) ?? known.get(keyOf(domain));
  const open = domains.filter((domain) => nameOf(domain) === undefined);
  await askEach(open, BOUNDS, async (domain, signal) => {
    const answer = await ask(domain, servers, signal);
    known.set(keyOf(domain), answer ?? '', { ttl: answer === null ? FAILED_MS : KEPT_MS });
  });
  return new Map(
    domains.flatMap((domain) => {
      const name = nameOf(domain);
      return name ? [[domain, name] as const] : [];
    }),
  );
}

/** The domains of an answer with their mailbox providers, as far as these are `wanted`. */
export async function withProviders<Shown extends { readonly domain: string | null }>(
  shown: readonly Shown[],
  wanted: boolean,
  { dnsServers }: Pick<Config, 'dnsServers'>,
): Promise<(Shown & { readonly provider: string | null })[]> {
  const domains = wanted ? shown.flatMap(({ domain }) => domain ?? []) : [];
  const providers = await providersOf(domains, dnsServers);
  return shown.map((one) => ({ ...one, provider: providers.get(one.domain ?? '') ?? null }));
}
