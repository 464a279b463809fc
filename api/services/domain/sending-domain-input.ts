import { asciiDomain } from '../../../common/domain/addresses.ts';
import { organizationOf } from '../../../common/domain/organizations.ts';

/** Maximum characters of a domain, with a final dot (RFC 1035, 2.3.4). */
export const DOMAIN_MAX = 254;

/** A domain that can send mails, as A-labels in lower case. Null for other texts, IP addresses, single labels and public suffixes. */
export function parseSendingDomain(text: string): string | null {
  if (text.length > DOMAIN_MAX) return null;
  const domain = asciiDomain(text.endsWith('.') ? text.slice(0, -1) : text);
  return domain !== null && domain.length < DOMAIN_MAX && organizationOf(domain) !== null ? domain : null;
}
