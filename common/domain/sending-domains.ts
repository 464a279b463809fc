import { asciiDomain } from './addresses.ts';
import { domainOf } from './domain-of.ts';

/** `address` comes from `parseAddress`. Returns the domain in the form of the DNS, or null. */
export const domainOfAddress = (address: string): string | null => asciiDomain(domainOf(address));

/**
 * The domain whose signature makes mails from `from` pass DMARC (RFC 7489, 3.1.1): `from` itself, which also passes with `adkim=s`;
 * otherwise the closest parent, or another domain of the organization. Null: none is aligned.
 */
export async function closestDomain(from: string, domains: readonly string[]): Promise<string | null> {
  if (domains.includes(from)) return from;
  if (domains.length === 0) return null;
  const { organizationOf } = await import('./organizations.ts');
  const organization = organizationOf(from);
  if (organization === null) return null;
  let closest: string | null = null;
  for (const domain of domains) {
    if (organizationOf(domain) !== organization) continue;
    if (closest === null || rank(domain, from) > rank(closest, from)) closest = domain;
  }
  return closest;
}

const rank = (domain: string, from: string): number => (from.endsWith(`.${domain}`) ? domain.length : 0);
