import { asciiDomain } from '../../../common/domain/addresses.ts';
import { organizationOf } from '../../../common/domain/organizations.ts';

/** Characters of a domain at most, with a dot at its end (RFC 1035, 2.3.4). */
export const DOMAIN_MAX = 254;

/**
 * A domain that mails can be sent from, in the form of the DNS (A-labels, lower case). Null for what is no domain, an IP
 * address, a single label, or a public suffix.
 */
export function parseSendingDomain(text: string): string | null {
  if (text.length > DOMAIN_MAX) return null;
  const domain = asciiDomain(text.endsWith('.') ? text.slice(0, -1) : text);
  return domain !== null && domain.length < DOMAIN_MAX && organizationOf(domain) !== null ? domain : null;
}
