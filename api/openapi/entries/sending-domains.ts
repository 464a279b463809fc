import { OWN_NAMES, RECORD_PURPOSES, RECORD_STATUSES } from '../../../common/models/sending-domains.ts';
import type { presentDetailedSendingDomain, presentSendingDomain } from '../../present/sending-domains.ts';
import { entries } from '../entry.ts';
import { id, like, list, nullable, object, oneOf, record, text, timestamp } from '../shapes.ts';

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

const dnsRecord = object<SendingDomainAnswer['records'][number]>({
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
});

const detailed = record<SendingDomainAnswer>('DetailedSendingDomain', {
  ...fields,
  records: list(dnsRecord),
  warnings: list(text(), 'What mail servers refuse because of these records.'),
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
        'missing or wrong. If the DNS does not answer, nothing changes. The answer is 429 if four calls of the account are already waiting.',
      output: detailed,
    },
    sendingDomainDelete: {
      summary: 'Delete a sending domain with its keys',
      about:
        'The keys stop signing within seconds. Leave their records in the DNS for a week, for mails that are still on their way.',
    },
  },
);
