import { getDomain } from 'tldts';

/** The public suffix list with its private section: people register `shop.github.io`, but not `github.io`. */
const SUFFIXES = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

/** RFC 7489, 3.2: `shop.example` of `news.shop.example`; null for a public suffix. The list takes 9 MB: import it only where needed. */
export const organizationOf = (domain: string): string | null => getDomain(domain, SUFFIXES);
