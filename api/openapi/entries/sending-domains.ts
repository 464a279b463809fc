import { OWN_NAMES, RECORD_PURPOSES, RECORD_STATUSES } from '../../../common/models/sending-domains.ts';
import type { presentDomainReports } from '../../present/domain-reports.ts';
import type { presentDetailedSendingDomain, presentSendingDomain } from '../../present/sending-domains.ts';
import type { DmarcPolicy } from '../../services/dns/domain-records.ts';
import { CAUSES, type Cause } from '../../services/domain/domain-evidence.ts';
import { POLICY_WAITS, type PolicyWait } from '../../services/domain/policy-step.ts';
import { entries } from '../entry.ts';
import {
  boolean,
  count,
  id,
  like,
  list,
  nullable,
  object,
  oneOf,
  record,
  type ShapeFields,
  text,
  timestamp,
} from '../shapes.ts';

type SendingDomainAnswer = ReturnType<typeof presentDetailedSendingDomain>;

const fields = {
  id: id(),
  user_id: id(),
  domain: text('The domain as the DNS has it: A-labels, lower case.'),
  is_verified: oneOf(
    [0, 1],
    '1: a check found the RSA key in the DNS, and mails from this domain are signed with it.',
  ),
  link_host: like(
    nullable(text('The host for links, images and Message-IDs of its mails; null: that of the service.')),
    'links.example.com',
  ),
  return_path_host: like(
    nullable(text('The host of the return path of its mails; null: that of the service.')),
    'bounces.example.com',
  ),
  own_names: like(
    list(oneOf(OWN_NAMES), 'Those of these hosts whose record a check found. Mails use them.'),
    [],
  ),
  checked_at: nullable(timestamp('When the last check queried the DNS.')),
  created_at: timestamp(),
  updated_at: timestamp(),
};

const sendingDomain = record<ReturnType<typeof presentSendingDomain>>('SendingDomain', fields);

const recordFields: ShapeFields<SendingDomainAnswer['records'][number]> = {
  purpose: oneOf(
    RECORD_PURPOSES,
    '`return_path_mx` and `return_path_spf` are for the domain of return paths: the bounce domain of the service if it has one, otherwise the' +
      ' sending domain.',
  ),
  set_by: oneOf(
    ['owner', 'operator'],
    'Whether the owner of the domain or the operator of the service sets the record.',
  ),
  type: oneOf(['TXT', 'MX', 'CNAME']),
  host: like(text('The name of the record in the DNS.'), 'r3f9a1c27b04e._domainkey.example.com'),
  value: nullable(
    like(
      text('The value to set. Null if it depends on the mail servers of the service.'),
      'v=DKIM1; k=rsa; p=MIIBIjANBgkqh…',
    ),
  ),
  status: oneOf(
    RECORD_STATUSES,
    '`unknown`: the DNS did not answer, which changes nothing. `unchecked`: the DNS was not queried yet.',
  ),
  found: like(list(text(), 'The values in the DNS, at most ten of 1,024 characters each.'), [
    'v=DKIM1; k=rsa; p=MIIBIjANBgkqh…',
  ]),
  problem: nullable(like(text('The problem of the record.'), null as unknown as string)),
};

const dnsRecord = object(recordFields);

const optionalRecord = object<SendingDomainAnswer['records'][number]>({
  ...recordFields,
  purpose: like(oneOf(RECORD_PURPOSES), 'bimi'),
  host: like(text('The name of the record in the DNS.'), 'default._bimi.example.com'),
  value: like(nullable(text('The value to set. Null: the owner chooses it.')), null),
  status: like(oneOf(RECORD_STATUSES), 'missing'),
  found: like(list(text(), 'The values in the DNS.'), []),
});

const detailed = record<SendingDomainAnswer>('DetailedSendingDomain', {
  ...fields,
  records: list(dnsRecord),
  optional_records: list(
    optionalRecord,
    'Records that mails do not need: for reports about the domain, and for its logo.',
  ),
  bimi: object<SendingDomainAnswer['bimi']>({
    host: like(text('The name of the BIMI record in the DNS.'), 'default._bimi.example.com'),
    status: like(
      oneOf(RECORD_STATUSES, '`wrong`: mailbox providers do not show the logo; `problems` says why.'),
      'missing',
    ),
    logo: like(nullable(text('The URL of the logo.')), null),
    certificate: like(nullable(text('The URL of its certificate, which Gmail and Apple ask for.')), null),
    policy_ok: like(
      nullable(
        boolean(
          'Whether the DMARC policy is strong enough: quarantine or reject, for all mails. Null: the DNS gave no answer.',
        ),
      ),
      false,
    ),
    problems: like(
      list(
        text(),
        'Problems of the record, of the logo (SVG Tiny PS, https, at most 32 kB) and of the policy.',
      ),
      [],
    ),
  }),
  warnings: list(text(), 'What mail servers refuse because of these records.'),
});

type ReportsAnswer = ReturnType<typeof presentDomainReports>;

const date = (about: string) => like(text(about), '2030-05-01');
const reporter = like(text('The receiver of the mails, as it names itself.'), 'google.com');
const verified = like(boolean('Whether the report has a valid signature (DKIM) of its reporter.'), true);

const reports = record<ReportsAnswer>('DomainReports', {
  from: date('The first day, UTC.'),
  to: date('The last day, UTC.'),
  address: like(
    nullable(text('The address for `rua=` of the DMARC record; null: the service takes no reports.')),
    null,
  ),
  is_complete: like(
    boolean('False: the reports have more than 20,000 sources, and those of the oldest days are left out.'),
    true,
  ),
  sources: list(
    object<ReportsAnswer['sources'][number]>({
      date: date('The day on which the period of the report begins, UTC.'),
      reporter,
      ip: like(text('The address of the server that sent the mails.'), '192.0.2.10'),
      mails: like(count('Mails of this source.'), 120),
      ours: like(
        boolean('Whether a key of the domain signed the mails, or a server that sends its mails sent them.'),
        true,
      ),
      aligned_spf: like(boolean('Whether SPF passed for the domain.'), false),
      aligned_dkim: like(boolean('Whether a signature of the domain passed.'), false),
      selector: nullable(like(text('The selector of the signature; null: there is none.'), 'r3f9a1c27b04e')),
      disposition: like(text('What the receiver did: `none`, `pass`, `quarantine` or `reject`.'), 'none'),
      cause: nullable(
        like<Cause>(
          oneOf(
            CAUSES,
            'Why neither SPF nor DKIM passed; null if one did. `unsigned`: no signature of the domain; `signature_broken`; `not_aligned`: a key of ' +
              'the domain signed, but the policy does not count it; `forwarded`; `not_ours`.',
          ),
          'signature_broken',
        ),
      ),
      since: nullable(date('The first day of this failure of our mails.')),
      change: nullable(
        object<NonNullable<ReportsAnswer['sources'][number]['change']>>({
          at: timestamp('When a check found the change.'),
          purpose: oneOf(RECORD_PURPOSES),
          status: like(oneOf([...RECORD_STATUSES, 'changed'] as const), 'missing'),
        }),
      ),
      verified,
    }),
  ),
  days: list(
    object<ReportsAnswer['days'][number]>({
      date: date('The day, UTC.'),
      sent: like(count('Accepted mails of the account, of all its domains.'), 0),
      aligned: like(count('Reported mails that are ours and passed.'), 0),
      broken: like(count('Reported mails that are ours and failed.'), 120),
      foreign: like(count('Reported mails that are not ours.'), 0),
    }),
    'Only verified reports are counted.',
  ),
  tls: list(
    object<ReportsAnswer['tls'][number]>({
      date: date('The day on which the period of the report begins, UTC.'),
      reporter,
      policy_type: like(text('`sts`, `tlsa` or `no-policy-found`.'), 'sts'),
      policy_domain: like(text('The domain whose policy was used.'), 'example.com'),
      successes: like(count('Connections with TLS.'), 40),
      failures: like(count('Connections that failed.'), 1),
      details: list(
        object<ReportsAnswer['tls'][number]['details'][number]>({
          result_type: like(text('Why connections failed (RFC 8460, 4.3).'), 'certificate-expired'),
          receiving_mx: nullable(like(text('The mail server.'), 'mx.example.com')),
          sessions: like(count('Failed connections.'), 1),
        }),
      ),
      verified,
    }),
  ),
  next_step: object<ReportsAnswer['next_step']>({
    policy: like<DmarcPolicy | null>(
      nullable(
        oneOf(
          ['none', 'quarantine', 'reject'],
          'The policy that the last check with an answer found; null: none.',
        ),
      ),
      null,
    ),
    next: nullable(
      oneOf(['none', 'quarantine', 'reject'], 'The next policy; null: it is the strictest, or not known.'),
    ),
    ready: like(boolean('Whether the reports show that the next policy is safe.'), true),
    value: nullable(like(text('The DMARC record with the next policy.'), 'v=DMARC1; p=none;')),
    waits_for: list(
      like<PolicyWait>(
        oneOf(
          POLICY_WAITS,
          '`few_days`: fewer than 14 days have reports. `few_mails`: fewer than 100 of our mails were reported. `own_mails_fail`: more than 1 % of them ' +
            'failed. `key_unproven`: the RSA key is not in the DNS. `no_record`: there is no DMARC record. `unanswered`: the DNS gave the last check no answer about it.',
        ),
        'no_record',
      ),
    ),
    days: like(count('Days with verified reports.'), 1),
    aligned: like(count('Mails that are ours and passed.'), 0),
    broken: like(count('Mails that are ours and failed.'), 120),
    foreign: like(count('Mails that are not ours.'), 0),
  }),
});

export const sendingDomains = entries(
  {
    name: 'Sending domains',
    about:
      'Gmail, Yahoo and Microsoft refuse bulk mail that is not signed with a key of its From domain. A sending domain has two keys (RSA of 2048' +
      ' bits, and Ed25519). Their public halves belong in the DNS. `sending-domains/check` looks for them there. Once it has found them, mails ' +
      'from this domain, and from other domains of the same organization, are signed with them. Mails of other senders are signed with the key ' +
      'of the service, if it has one. Several accounts may have the same domain, each with its own selectors.',
  },
  {
    sendingDomainList: { summary: 'List sending domains', output: sendingDomain },
    sendingDomainSave: {
      summary: 'Add a sending domain',
      about:
        'Creates the keys of the domain. Public suffixes such as `co.uk`, IP addresses and single labels are refused. The keys sign no mail until' +
        ' a check has found them in the DNS.',
    },
    sendingDomainDetails: {
      summary: 'Get one sending domain with the DNS records to set',
      about:
        'Returns what the DNS has now, and stores nothing. The answer is 429 if four calls of the account are already waiting.',
      output: detailed,
    },
    sendingDomainCheck: {
      summary: 'Look up the DNS records of a sending domain',
      about:
        'Stores the answers of the DNS, within five seconds. From then on a key signs if its record is correct, and stops if its record is ' +
        'missing or wrong. If the DNS does not answer, nothing changes. The audit log has an entry if the status of a record changes. The answer is 429 if four calls of the account are already waiting.',
      output: detailed,
    },
    sendingDomainReports: {
      summary: 'Get DMARC and TLS reports about a sending domain',
      about:
        'Receivers send a report a day to the address in `rua=` of the DMARC record that `sending-domains/details` lists. Each is compared with the ' +
        'keys and mails of the account: ours and passed, ours and failed, or not ours. Reports are kept for 190 days. Anybody may send a report: ' +
        'those without a valid signature of their reporter have `verified: false`, and do not count in `days` and `next_step`.',
      output: reports,
    },
    sendingDomainDelete: {
      summary: 'Delete a sending domain with its keys',
      about:
        'The keys stop signing within seconds. Leave their records in the DNS for a week, for mails that are still on their way.',
    },
  },
);
