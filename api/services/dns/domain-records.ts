import { publishedName, SLOTS, slotSelector } from '../../../common/domain/dkim-rotation.ts';
import { organizationOf } from '../../../common/domain/organizations.ts';
import { tagsOf } from '../../../common/domain/record-tags.ts';
import { reportAddressOf } from '../../../common/domain/token-addresses.ts';
import { tokenKey } from '../../../common/domain/tokens.ts';
import type {
  DkimKind,
  RecordFinding,
  RecordPurpose,
  SendingDomainDocument,
} from '../../../common/models/sending-domains.ts';
import type { Dns, DnsAnswer } from './resolver.ts';

export interface DomainRecord {
  readonly purpose: RecordPurpose;
  /** The owner of the domain, or the operator of the service. */
  readonly set_by: 'owner' | 'operator';
  readonly type: 'TXT' | 'MX' | 'CNAME';
  readonly host: string;
  /** The value to set; null if it depends on mail servers that the service does not know. */
  readonly value: string | null;
  /** It is no problem if the record is missing. */
  readonly optional?: true;
  look(dns: Dns): Promise<DnsAnswer>;
  /** The problem of the values in the DNS: null for none, `missing` if no value is of this kind. */
  judge(values: readonly string[]): RecordProblem;
}

type RecordProblem = 'missing' | { readonly wrong: string } | null;
type DomainKeys = Pick<
  SendingDomainDocument,
  '_id' | 'user_id' | 'domain' | 'keys' | 'link_host' | 'return_path_host' | 'rotation'
>;

/** Where the names of a sending domain lead to. */
export interface ServiceHosts {
  readonly publicUrl: string;
  readonly bounceDomain: string | null;
  readonly signingSecrets: readonly string[];
  readonly dkimCnameDomain: string | null;
}

/**
 * The records of a sending domain. With a bounce domain, mails have it as return path, so the operator sets its MX and SPF. Without, the
 * sender is the return path, and receivers check the SPF of the sending domain (RFC 7208, 2.4).
 */
export const dnsRecordsOf = (
  { _id, user_id, domain, keys, link_host, return_path_host, rotation }: DomainKeys,
  { publicUrl, bounceDomain, signingSecrets, dkimCnameDomain }: ServiceHosts,
): readonly DomainRecord[] => [
  {
    ...dkimRecord('rsa', domain, keys.rsa),
    ...(typeof rotation?.slot === 'number' && { set_by: 'operator' as const }),
  },
  dkimRecord('ed25519', domain, keys.ed25519),
  ...(bounceDomain === null
    ? [spfRecord(domain, 'owner')]
    : [mxRecord(bounceDomain), spfRecord(bounceDomain, 'operator')]),
  dmarcRecord(
    domain,
    bounceDomain && reportAddressOf({ account: user_id, id: _id }, tokenKey(signingSecrets), bounceDomain),
  ),
  ...(link_host ? [cnameRecord('link_host', link_host, new URL(publicUrl).hostname)] : []),
  ...(return_path_host && bounceDomain !== null
    ? [cnameRecord('return_path_host', return_path_host, bounceDomain)]
    : []),
  ...(bounceDomain === null ? [] : [reportsRecord(domain, bounceDomain)]),
  bimiRecord(domain),
  ...(dkimCnameDomain === null
    ? []
    : SLOTS.map((slot): DomainRecord => {
        const selector = slotSelector(keys.ed25519.selector, slot);
        const host = `${selector}._domainkey.${domain}`;
        const record = cnameRecord(SLOT_PURPOSES[slot], host, publishedName(selector, dkimCnameDomain));
        return { ...record, optional: true };
      })),
];

export const SLOT_PURPOSES = ['dkim_cname_1', 'dkim_cname_2'] as const;

const cnameRecord = (purpose: RecordPurpose, host: string, target: string): DomainRecord => ({
  purpose,
  set_by: 'owner',
  type: 'CNAME',
  host,
  value: target,
  look: (dns) => dns.cname(host),
  judge(values) {
    if (values.length === 0) return 'missing';
    const leads = values.some((value) => value.toLowerCase().replace(/\.$/, '') === target.toLowerCase());
    return leads ? null : { wrong: `It does not lead to ${target}` };
  },
});

const txtAt = (host: string) => ({
  type: 'TXT' as const,
  host,
  look: (dns: Dns) => dns.txt(host),
});

const dkimRecord = (
  kind: DkimKind,
  domain: string,
  { selector, public_key }: SendingDomainDocument['keys'][DkimKind],
): DomainRecord => ({
  purpose: `dkim_${kind}`,
  set_by: 'owner',
  ...txtAt(`${selector}._domainkey.${domain}`),
  value: `v=DKIM1; k=${kind}; p=${public_key}`,
  judge: (values) => judgeDkim(values, kind, public_key),
});

const mxRecord = (host: string): DomainRecord => ({
  purpose: 'return_path_mx',
  set_by: 'operator',
  type: 'MX',
  host,
  value: null,
  look: (dns) => dns.mx(host),
  judge(values) {
    if (values.length === 0) return 'missing';
    // RFC 7505: a null MX says that the domain takes no mail.
    return values.every((value) => value.endsWith(' .'))
      ? { wrong: 'It says that the domain takes no mail' }
      : null;
  },
});

const spfRecord = (host: string, set_by: DomainRecord['set_by']): DomainRecord => ({
  purpose: 'return_path_spf',
  set_by,
  ...txtAt(host),
  value: null,
  judge(values) {
    // RFC 7208, 4.5: the version, then a space or the end. Two such records are a permanent error.
    const records = values.filter((value) => /^v=spf1(?: |$)/i.test(value));
    if (records.length === 0) return 'missing';
    return records.length > 1 ? { wrong: 'There are several SPF records, so none counts' } : null;
  },
});

/** RFC 9990, 4: with this record, receivers send reports about a domain to an address of another organization. */
const reportsRecord = (domain: string, bounceDomain: string): DomainRecord => ({
  purpose: 'dmarc_reports',
  set_by: 'operator',
  ...txtAt(`${domain}._report._dmarc.${bounceDomain}`),
  value: 'v=DMARC1;',
  optional: true,
  judge(values) {
    if (values.length === 0) return 'missing';
    return values.some(isDmarc) ? null : { wrong: 'It does not begin with v=DMARC1' };
  },
});

/** The logo of a domain (BIMI). Its URL is checked by `bimi.ts`. */
const bimiRecord = (domain: string): DomainRecord => ({
  purpose: 'bimi',
  set_by: 'owner',
  ...txtAt(`default._bimi.${domain}`),
  value: null,
  optional: true,
  /** Without an own record, the record of the organizational domain counts. */
  async look(dns) {
    const found = await dns.txt(`default._bimi.${domain}`);
    const organization = organizationOf(domain);
    if (found.kind === 'unanswered' || found.values.some(isBimi) || !organization || organization === domain)
      return found;
    return dns.txt(`default._bimi.${organization}`);
  },
  judge(values) {
    const records = values.filter(isBimi);
    if (records.length === 0) return 'missing';
    if (records.length > 1) return { wrong: 'There are several BIMI records, so none counts' };
    return bimiOf(records)!.logo === null ? { wrong: 'Its tag l has no https URL of an SVG' } : null;
  },
});

const isBimi = (value: string): boolean => /^v\s{0,9}=\s{0,9}BIMI1\s{0,9}(?:;|$)/.test(value);

export interface BimiUrls {
  /** Null: the record has no https URL of a logo. */
  readonly logo: string | null;
  readonly certificate: string | null;
}

/** The URLs of a BIMI record; null if there is none, or several. */
export function bimiOf(values: readonly string[]): BimiUrls | null {
  const records = values.filter(isBimi);
  if (records.length !== 1) return null;
  const tags = tagsOf(records[0]!);
  const urlOf = (tag: string): string | null => {
    const text = tags.get(tag) ?? '';
    return URL.canParse(text) && new URL(text).protocol === 'https:' ? text : null;
  };
  return { logo: urlOf('l'), certificate: urlOf('a') };
}

export const dmarcRecord = (domain: string, reports: string | null): DomainRecord => {
  const own = txtAt(`_dmarc.${domain}`);
  return {
    purpose: 'dmarc',
    set_by: 'owner',
    ...own,
    value: dmarcValue('none', reports),
    /** RFC 9989, 4.10: without an own record, the record of the organizational domain counts. */
    async look(dns) {
      const found = await own.look(dns);
      if (found.kind === 'unanswered' || found.values.some(isDmarc)) return found;
      return recordAbove(domain, dns);
    },
    judge: judgeDmarc,
  };
};

export const dmarcValue = (policy: string, reports: string | null): string =>
  reports === null ? `v=DMARC1; p=${policy};` : `v=DMARC1; p=${policy}; rua=mailto:${reports}`;

/** Labels below which a long name is cut, so that a walk has at most eight names (RFC 9989, 4.10). */
const WALKED_LABELS = 7;

/** The DMARC record of the organizational domain, or of the public suffix above it. No values if there is none. */
async function recordAbove(domain: string, dns: Dns): Promise<DnsAnswer> {
  const labels = domain.split('.');
  let above = labels.length > WALKED_LABELS ? labels.slice(-WALKED_LABELS) : labels.slice(1);
  let last: DnsAnswer = { kind: 'answered', values: [] };
  let below: DnsAnswer = last;
  for (; above.length > 0; above = above.slice(1)) {
    const found = await dns.txt(`_dmarc.${above.join('.')}`);
    if (found.kind === 'unanswered') return found;
    const records = found.values.filter(isDmarc);
    // Of several records none counts.
    const psd = records.length === 1 ? tagsOf(records[0]!).get('psd')?.toLowerCase() : undefined;
    // The organizational domain is the one below a public suffix; without its own record, that of the suffix counts.
    if (psd === 'y') return below.kind === 'answered' && below.values.length > 0 ? below : found;
    below = records.length === 1 ? found : { kind: 'answered', values: [] };
    if (records.length === 1) last = found;
    if (psd === 'n') return found;
  }
  return last;
}

const listOf = (text: string | undefined, standard: string): string[] =>
  (text ?? standard).toLowerCase().split(':');

function judgeDkim(values: readonly string[], kind: DkimKind, publicKey: string): RecordProblem {
  if (values.length === 0) return 'missing';
  // RFC 6376, 3.6.2.2: several records are undefined, and most receivers take any one of them.
  if (values.length > 1) return { wrong: 'There are several records, so receivers may read another' };
  const tags = tagsOf(values[0]!);
  const key = tags.get('p');
  if (key === undefined) return { wrong: 'It is not a DKIM record: it has no tag p' };
  if (key === '') return { wrong: 'Its tag p is empty: the key is revoked' };
  if (key !== publicKey) return { wrong: 'It has another key, or a part of the key is missing' };
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1') return { wrong: 'Its version is not DKIM1' };
  if ((tags.get('k') ?? 'rsa').toLowerCase() !== kind) return { wrong: `Its tag k is not ${kind}` };
  if (!listOf(tags.get('h'), 'sha256').includes('sha256')) return { wrong: 'Its tag h excludes sha256' };
  if (!listOf(tags.get('s'), '*').some((service) => service === '*' || service === 'email'))
    return { wrong: 'Its tag s excludes e-mail' };
  return null;
}

/** RFC 9989, 4.7: the version is the first tag, and its case counts. */
const isDmarc = (value: string): boolean => /^v\s{0,9}=\s{0,9}DMARC1\s{0,9}(?:;|$)/.test(value);

function judgeDmarc(values: readonly string[]): RecordProblem {
  const records = values.filter(isDmarc);
  if (records.length === 0) return 'missing';
  if (records.length > 1) return { wrong: 'There are several DMARC records, so none counts' };
  const tags = tagsOf(records[0]!);
  const policy = tags.get('p')?.toLowerCase();
  // RFC 9989, 4.10.1: without a valid policy, a record that asks for reports counts as `p=none`.
  const valid = policy === 'none' || policy === 'quarantine' || policy === 'reject';
  return valid || tags.has('rua') ? null : { wrong: 'Its tag p is not none, quarantine or reject' };
}

const [MOST_FOUND, LONGEST] = [10, 1024];

export function findingOf(record: DomainRecord, looked: DnsAnswer): RecordFinding {
  if (looked.kind === 'unanswered')
    return { status: 'unknown', found: [], problem: `The DNS gave no answer (${looked.reason})` };
  // A domain itself has TXT records for many other purposes.
  const own = record.purpose === 'return_path_spf' ? looked.values.filter(isSpfLike) : looked.values;
  const found = own
    .slice(0, MOST_FOUND)
    .map((value) => (value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value));
  const problem = record.judge(looked.values);
  if (problem === null) return { status: 'ok', found, problem: null };
  if (problem === 'missing') return { status: 'missing', found, problem: null };
  return { status: 'wrong', found, problem: problem.wrong };
}

const isSpfLike = (value: string): boolean => /^\s{0,9}v=spf/i.test(value);

/** Whether a DMARC record requires the signing domain to equal that of From (RFC 9989, 4.7). */
export const isStrict = (found: readonly string[]): boolean =>
  found.some((value) => isDmarc(value) && tagsOf(value).get('adkim')?.toLowerCase() === 's');

/** Whether a DKIM record says that its domain is testing (RFC 6376, 3.6.1). */
export const isTesting = (found: readonly string[]): boolean =>
  found.some((value) => listOf(tagsOf(value).get('t'), '').includes('y'));

export type DmarcPolicy = 'none' | 'quarantine' | 'reject';

export interface DmarcStrength {
  readonly policy: DmarcPolicy;
  /** The policy for domains below. */
  readonly subdomains: string;
  readonly testing: boolean;
  /** Percent of mails that the policy is for (RFC 7489; receivers of RFC 9989 ignore it). */
  readonly percent: number;
}

/** The policy of a DMARC record; null without a valid record. */
export function dmarcOf(found: readonly string[]): DmarcStrength | null {
  const records = found.filter(isDmarc);
  if (records.length !== 1) return null;
  const tags = tagsOf(records[0]!);
  const policy = tags.get('p')?.toLowerCase();
  const isValid = policy === 'none' || policy === 'quarantine' || policy === 'reject';
  if (!isValid && !tags.has('rua')) return null;
  const percent = Number(tags.get('pct') ?? 100);
  return {
    policy: isValid ? policy : 'none',
    subdomains: tags.get('sp')?.toLowerCase() ?? (isValid ? policy : 'none'),
    testing: tags.get('t')?.toLowerCase() === 'y',
    percent: Number.isInteger(percent) && percent >= 0 && percent <= 100 ? percent : 100,
  };
}

/** Whether a DMARC record asks receivers not to apply its policy (RFC 9989, 4.7). */
export const isDmarcTesting = (found: readonly string[]): boolean =>
  found.some((value) => isDmarc(value) && tagsOf(value).get('t')?.toLowerCase() === 'y');
