import type { Config } from '../../../common/config.ts';
import { domainOf } from '../../../common/domain/domain-of.ts';
import { closestDomain, domainOfAddress } from '../../../common/domain/sending-domains.ts';
import { type Problem, problem } from '../../../common/mail-check/problems.ts';
import { Sender, type SenderDocument } from '../../../common/models/senders.ts';
import {
  type RecordFinding,
  SendingDomain,
  type SendingDomainDocument,
} from '../../../common/models/sending-domains.ts';
import { canSendFrom } from '../../../common/queries/senders.ts';
import { isFreeMail } from '../../../common/replies/free-mail.ts';
import type { DomainChecks } from '../dns/domain-checks.ts';
import { type DomainRecord, dmarcOf, dmarcRecord, dnsRecordsOf } from '../dns/domain-records.ts';

type SenderSettings = Pick<
  Config,
  'dkim' | 'freeMailSenders' | 'bounceDomain' | 'publicUrl' | 'signingSecrets' | 'dkimCnameDomain'
>;

export async function senderProblems(
  { user_id, sender_id }: { readonly user_id: number; readonly sender_id: number },
  { config, domains, signal }: { config: SenderSettings; domains: DomainChecks; signal: AbortSignal },
): Promise<Problem[]> {
  const sender = await Sender.of(user_id).findOne({ _id: sender_id, deleted_at: null });
  if (!sender) return [problem('sender_deleted', 'sender', 'The sender was deleted; choose another.')];
  const own = await ownDomains(user_id);
  const [unsigned, dns] = await Promise.all([
    unsignedWarnings(sender.from_email, own, config),
    dnsProblems(sender, own, config, domains, signal),
  ]);
  return [...ownProblems(sender), ...(await unsignedProblems(sender, unsigned, domains, signal)), ...dns];
}

interface Lookup {
  readonly config: Pick<Config, 'dkim' | 'freeMailSenders'>;
  readonly domains: DomainChecks;
  readonly signal: AbortSignal;
}

/** Why receivers refuse mails from this address: its provider or the DMARC policy of its domain. Null if nothing is known. */
export async function refusalOf(
  userId: number,
  fromEmail: string,
  { config, domains, signal }: Lookup,
): Promise<string | null> {
  const [unsigned] = await senderWarnings(userId, fromEmail, config);
  if (unsigned === undefined) return null;
  if (isFreeMail(domainOf(fromEmail))) return unsigned;
  return (await protection(userId, fromEmail, domains, signal)).refused ?? null;
}

async function unsignedProblems(
  { user_id, from_email }: SenderDocument,
  texts: readonly string[],
  domains: DomainChecks,
  signal: AbortSignal,
): Promise<Problem[]> {
  if (texts.length === 0) return [];
  if (isFreeMail(domainOf(from_email))) return texts.map((text) => problem('from_free_mail', 'sender', text));
  const { refused, unknown } = await protection(user_id, from_email, domains, signal);
  if (refused !== undefined) return [problem('from_protected', 'sender', refused)];
  return [
    ...texts.map((text) => problem('sender_unsigned', 'sender', text)),
    ...(unknown === undefined ? [] : [problem('dns_record', `_dmarc.${domainOf(from_email)}`, unknown)]),
  ];
}

/** The wish of an unsigned address's domain, which receivers follow; `unknown`: the DNS gave no answer. */
async function protection(
  userId: number,
  fromEmail: string,
  domains: DomainChecks,
  signal: AbortSignal,
): Promise<{ readonly refused?: string; readonly unknown?: string }> {
  const domain = domainOfAddress(fromEmail);
  if (domain === null) return {};
  const policy = await policyOf(userId, domain, domains, signal);
  if (typeof policy !== 'string') return { unknown: recordText(dmarcRecord(domain, null), policy)! };
  if (policy !== 'quarantine' && policy !== 'reject') return {};
  const asks = policy === 'reject' ? 'refuse' : 'put into the spam folder';
  return {
    refused:
      `${domain} asks receivers to ${asks} mails that it did not sign (DMARC, p=${policy}), and no key of it signs these. Add the domain by ` +
      'sending-domains/save, set its DNS records, and call sending-domains/check.',
  };
}

/** The DMARC policy of a domain for mails that it did not sign. Without an answer of the DNS, the finding about its record. */
async function policyOf(
  userId: number,
  domain: string,
  domains: DomainChecks,
  signal: AbortSignal,
): Promise<string | RecordFinding> {
  const { dmarc } = await domains.look(userId, [dmarcRecord(domain, null)], signal);
  if (dmarc?.status === 'unknown') return dmarc;
  const found = dmarc && dmarcOf(dmarc.found);
  if (!found || found.testing) return 'none';
  const { organizationOf } = await import('../../../common/domain/organizations.ts');
  return organizationOf(domain) === domain ? found.policy : found.subdomains;
}

function ownProblems(sender: SenderDocument): Problem[] {
  if (!canSendFrom(sender))
    return [
      problem(
        'sender_address',
        'sender',
        'An address of the sender is not ASCII before the @: only some mail servers accept such addresses. Use another address.',
      ),
    ];
  if (sender.is_verified === 1) return [];
  return [
    problem(
      'sender_unverified',
      'sender',
      'The sender is not verified: open the link in the mail to its address, or call sender/resend-mail.',
    ),
  ];
}

async function dnsProblems(
  { user_id, from_email }: SenderDocument,
  own: readonly OwnDomain[],
  settings: SenderSettings,
  domains: DomainChecks,
  signal: AbortSignal,
): Promise<Problem[]> {
  const found = await sendingDomainOf(user_id, from_email, own);
  if (!found) return [];
  const records = dnsRecordsOf(found, settings).filter(({ optional }) => !optional);
  const findings = await domains.look(user_id, records, signal);
  return records.flatMap((record) => {
    const finding = findings[record.purpose];
    const said = finding && recordText(record, finding);
    return said ? [problem('dns_record', record.host, said)] : [];
  });
}

async function sendingDomainOf(
  userId: number,
  address: string,
  own: readonly OwnDomain[],
): Promise<SendingDomainDocument | null> {
  const from = domainOfAddress(address);
  if (from === null) return null;
  const domain = await closestDomain(
    from,
    own.map((one) => one.domain),
  );
  return domain === null ? null : SendingDomain.of(userId).findOne({ domain });
}

function recordText(
  { type, host, purpose, set_by }: DomainRecord,
  { status, problem: wrong }: RecordFinding,
): string | null {
  const who = set_by === 'operator' ? ' The operator of the service sets it.' : '';
  if (status === 'wrong') return `The ${type} record at ${host} is wrong. ${wrong}.${who}`;
  if (status === 'unknown') return `${host} could not be looked up. ${wrong}.`;
  // Few receivers check Ed25519.
  if (status === 'missing' && purpose !== 'dkim_ed25519')
    return `There is no ${type} record (${purpose}) at ${host}.${who || ' sending-domains/details says what to set.'}`;
  return null;
}

type OwnDomain = Pick<SendingDomainDocument, 'domain' | 'proven'>;

const ownDomains = (userId: number): Promise<OwnDomain[]> =>
  SendingDomain.of(userId).find().project<OwnDomain>({ domain: 1, proven: 1 }).toArray();

const freeMailText = (domain: string): string =>
  `${domain} belongs to a mail provider, which alone can sign its mails: Gmail, Yahoo and Microsoft refuse them from other servers. ` +
  'Use an address of a domain of your own, and add that domain by sending-domains/save.';

/** Warns about a sender whose domain has no key that signs its mails, of the account or the service. */
export const senderWarnings = async (
  userId: number,
  fromEmail: string,
  settings: Pick<Config, 'dkim' | 'freeMailSenders'>,
): Promise<string[]> => unsignedWarnings(fromEmail, await ownDomains(userId), settings);

async function unsignedWarnings(
  fromEmail: string,
  own: readonly OwnDomain[],
  { dkim, freeMailSenders }: Pick<Config, 'dkim' | 'freeMailSenders'>,
): Promise<string[]> {
  const from = domainOfAddress(fromEmail);
  if (from === null) return [];
  // Few receivers check Ed25519.
  const signing = own.filter(({ proven }) => proven.includes('rsa'));
  const domains = [...signing, ...(dkim?.selectors ?? [])].map(({ domain }) => domain);
  if ((await closestDomain(from, domains)) !== null) return [];
  const domain = domainOf(fromEmail);
  if (isFreeMail(domain)) return freeMailSenders === 'allow' ? [] : [freeMailText(domain)];
  return [
    `No key of ${domain} signs mails from ${fromEmail}: Gmail, Yahoo and Microsoft refuse such mails in bulk. Add the domain ` +
      'by sending-domains/save, set its DNS records, and call sending-domains/check.',
  ];
}
