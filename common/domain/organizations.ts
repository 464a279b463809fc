import { getDomain } from 'tldts';

/** The public suffix list with its private section: people register `shop.github.io`, but not `github.io`. */
const SUFFIXES = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

/**
 * The organizational domain (RFC 7489, 3.2), such as `shop.example` of `news.shop.example`. Null for a public suffix. `domain` has
 * A-labels. The list takes 9 MB of memory: import this module only where needed.
 */
export const organizationOf = (domain: string): string | null => getDomain(domain, SUFFIXES);
