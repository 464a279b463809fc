import type {
  RecordFinding,
  RecordFindings,
  RecordPurpose,
  SendingDomainDocument,
} from '../../../common/models/sending-domains.ts';
import { type DomainRecord, isDmarcTesting, isStrict, isTesting } from '../dns/domain-records.ts';

/** Why receivers may refuse mails with these records: the rules of Gmail, Yahoo and Microsoft for more than 5,000 mails a day. */
export function domainWarnings(
  { domain, proven }: Pick<SendingDomainDocument, 'domain' | 'proven'>,
  records: readonly DomainRecord[],
  findings: RecordFindings,
): string[] {
  const warnings: string[] = [];
  const all = records.map((record) => ({ ...record, finding: findings[record.purpose] }));
  const stateOf = (purpose: RecordPurpose): RecordFinding | undefined => findings[purpose];

  if (!proven.includes('rsa'))
    warnings.push(
      `Mails are not signed with the RSA key of ${domain} until a check has found its record. Gmail and Yahoo refuse bulk mail ` +
        `whose From has no aligned signature (550 5.7.26), Microsoft too (550 5.7.515).`,
    );
  for (const { host, type, finding } of all) {
    if (finding?.status === 'wrong')
      warnings.push(`The ${type} record at ${host} is wrong. ${finding.problem}.`);
    else if (finding?.status === 'unknown')
      warnings.push(`${host} could not be looked up. ${finding.problem}. The earlier result stays valid.`);
  }
  for (const purpose of ['dkim_rsa', 'dkim_ed25519'] as const)
    if (isTesting(stateOf(purpose)?.found ?? []))
      warnings.push(`The record of ${purpose} has t=y: receivers may treat its mails as unsigned.`);

  if (stateOf('dmarc')?.status === 'missing')
    warnings.push(
      `There is no DMARC record at _dmarc.${domain}. Gmail, Yahoo and Microsoft ask for one; p=none is enough.`,
    );
  if (isStrict(stateOf('dmarc')?.found ?? []))
    warnings.push(
      `The DMARC record has adkim=s: only mails from addresses at exactly ${domain} pass, none from its subdomains.`,
    );
  if (isDmarcTesting(stateOf('dmarc')?.found ?? []))
    warnings.push('The DMARC record has t=y: receivers do not apply its policy.');
  const asked = all.find(({ purpose }) => purpose === 'dmarc')?.value?.match(/rua=mailto:(\S+)$/)?.[1];
  const asks =
    asked !== undefined && stateOf('dmarc')?.found.some((one) => one.toLowerCase().includes(asked));
  for (const { purpose, host, set_by, finding } of all) {
    if (finding?.status !== 'missing') continue;
    if (purpose === 'dmarc_reports' && asks)
      warnings.push(
        `There is no TXT record at ${host}, so receivers send no DMARC reports here. The operator of the service sets it.`,
      );
    const who = set_by === 'operator' ? ' The operator of the service sets it.' : '';
    if (purpose === 'return_path_spf')
      warnings.push(
        `There is no SPF record at ${host}, the domain of return paths. Gmail and Microsoft ask for one that names the mail ` +
          `servers.${who}`,
      );
    if (purpose === 'return_path_mx')
      warnings.push(`There is no MX record at ${host}, so late bounces are lost.${who}`);
  }
  return warnings;
}
