import type { Config } from '../../common/config.ts';
import { domainOf } from '../../common/domain/domain-of.ts';
import { closestDomain, domainOfAddress } from '../../common/domain/sending-domains.ts';
import { SendingDomain } from '../../common/models/sending-domains.ts';
import { rows } from '../../common/mongo/connection.ts';

/** Warns about a sender whose mails no key of its own domain signs: neither one of the account nor one of the service. */
export async function senderWarnings(
  userId: number,
  fromEmail: string,
  { dkim }: Pick<Config, 'dkim'>,
): Promise<string[]> {
  const from = domainOfAddress(fromEmail);
  if (from === null) return [];
  const own = await rows(SendingDomain)
    .find({ user_id: userId, proven: 'rsa' })
    .project<{ domain: string }>({ domain: 1 })
    .toArray();
  const domains = [...own, ...(dkim?.selectors ?? [])].map(({ domain }) => domain);
  if ((await closestDomain(from, domains)) !== null) return [];
  return [
    `No key of ${domainOf(fromEmail)} signs mails from ${fromEmail}: Gmail, Yahoo and Microsoft refuse such mails in bulk. Add the domain ` +
      'by sending-domains/save, set its DNS records, and call sending-domains/check.',
  ];
}
