import type { Config } from '../../../common/config.ts';
import { domainOf } from '../../../common/domain/domain-of.ts';
import { closestDomain, domainOfAddress } from '../../../common/domain/sending-domains.ts';
import { SendingDomain, type SendingDomainDocument } from '../../../common/models/sending-domains.ts';

type SignatureSettings = Pick<Config, 'dkim'>;

/** A sending domain of an account, with the keys that sign. */
export type OwnDomain = Pick<SendingDomainDocument, 'domain' | 'proven'>;

export const ownDomains = (userId: number): Promise<OwnDomain[]> =>
  SendingDomain.find({ user_id: userId }).project<OwnDomain>({ domain: 1, proven: 1 }).toArray();

/** Warns about a sender whose domain has no key that signs its mails, of the account or the service. */
export const senderWarnings = async (
  userId: number,
  fromEmail: string,
  settings: SignatureSettings,
): Promise<string[]> => unsignedWarnings(fromEmail, await ownDomains(userId), settings);

/** The same for domains that were read already. */
export async function unsignedWarnings(
  fromEmail: string,
  own: readonly OwnDomain[],
  { dkim }: SignatureSettings,
): Promise<string[]> {
  const from = domainOfAddress(fromEmail);
  if (from === null) return [];
  // Few receivers check Ed25519.
  const signing = own.filter(({ proven }) => proven.includes('rsa'));
  const domains = [...signing, ...(dkim?.selectors ?? [])].map(({ domain }) => domain);
  if ((await closestDomain(from, domains)) !== null) return [];
  return [
    `No key of ${domainOf(fromEmail)} signs mails from ${fromEmail}: Gmail, Yahoo and Microsoft refuse such mails in bulk. Add the domain ` +
      'by sending-domains/save, set its DNS records, and call sending-domains/check.',
  ];
}
