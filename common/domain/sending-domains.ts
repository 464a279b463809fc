import { getDomain } from 'tldts';
import { asciiDomain } from './addresses.ts';
import { domainOf } from './domain-of.ts';

/** Characters of a domain at most, with a dot at its end (RFC 1035, 2.3.4). */
export const DOMAIN_MAX = 254;

/** The public suffix list with its private section: people register `shop.github.io`, but not `github.io`. */
const SUFFIXES = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

/**
 * The organizational domain (RFC 7489, 3.2): what a person registers, such as `shop.example` of `news.shop.example`. Null for
 * a public suffix. `domain` has A-labels.
 */
export const organizationOf = (domain: string): string | null => getDomain(domain, SUFFIXES);

/**
 * A domain that mails can be sent from, in the form of the DNS (A-labels, lower case). Null for what is no domain, an IP
 * address, a single label, or a public suffix.
 */
export function parseSendingDomain(text: string): string | null {
  if (text.length > DOMAIN_MAX) return null;
  const domain = asciiDomain(text.endsWith('.') ? text.slice(0, -1) : text);
  return domain !== null && domain.length < DOMAIN_MAX && organizationOf(domain) !== null ? domain : null;
}

/** The domain of an address that `parseAddress` returned, in the form of the DNS; null where there is none. */
export const domainOfAddress = (address: string): string | null => asciiDomain(domainOf(address));

/**
 * Of these domains, the one whose signature makes mails from `from` pass DMARC (RFC 7489, 3.1.1): `from` itself, which also
 * passes with `adkim=s`; else the closest parent; else another domain of the same organization. Null: none is aligned.
 */
export function closestDomain(from: string, domains: readonly string[]): string | null {
  if (domains.includes(from)) return from;
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
