import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { isEmailMailing } from '../domain/mailing-keys.ts';

export interface MailList {
  /** RFC 2919, 3: labels with dots between them, at most 255 characters. */
  readonly id: string;
  readonly name: string;
}

const NAME_LENGTH = 80;
/** Leaves room for the labels of group and account in the 255 characters of a list's id. */
const DOMAIN_LENGTH = 200;

/** RFC 2919. The id stays when the group is renamed. `domain` is that of Message-IDs; an IPv6 address gets hyphens. */
export function listIdOf(group: number, account: number, name: string, domain: string): MailList {
  const host = (domainToASCII(domain) || domain).replace(/[^\w.-]+/g, '-').slice(-DOMAIN_LENGTH);
  const namespace = host.replace(/^[.-]+|[.-]+$/g, '') || 'localhost';
  return {
    id: `g${group}.u${account}.${namespace}`,
    // A code point has at most two units, so this is enough.
    name: Array.from(name.slice(0, 2 * NAME_LENGTH))
      .slice(0, NAME_LENGTH)
      .join(''),
  };
}

/** Gmail reads campaign, account, kind and sender (5 to 15 characters), and reports complaint rates by field: none is a recipient. */
export function feedbackIdOf(mailing: string, account: number, domain: string): string {
  const sender = createHash('sha256').update(domain).digest('hex').slice(0, 10);
  return `${mailing}:u${account}:${kindOf(mailing)}:${sender}`;
}

function kindOf(mailing: string): 'automation' | 'single' | 'message' {
  if (isEmailMailing(mailing)) return 'automation';
  return mailing.startsWith('message') ? 'message' : 'single';
}
