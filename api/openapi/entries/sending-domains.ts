import { RECORD_PURPOSES, RECORD_STATUSES } from '../../../common/models/sending-domains.ts';
import type { presentDetailedSendingDomain, presentSendingDomain } from '../../present/sending-domains.ts';
import { entries } from '../entry.ts';
import { id, like, list, nullable, object, oneOf, record, text, timestamp } from '../shapes.ts';

type SendingDomainAnswer = ReturnType<typeof presentDetailedSendingDomain>;

const fields = {
  id: id(),
  user_id: id(),
  domain: text('In the form of the DNS: A-labels, lower case.'),
  is_verified: oneOf(
    [0, 1],
    '1: a check has seen the RSA key in the DNS, and mails from this domain are signed with it.',
  ),
  checked_at: nullable(timestamp('When the last check asked the DNS.')),
  created_at: timestamp(),
  updated_at: timestamp(),
};

const sendingDomain = record<ReturnType<typeof presentSendingDomain>>('SendingDomain', fields);

const dnsRecord = object<SendingDomainAnswer['records'][number]>({
  purpose: oneOf(
    RECORD_PURPOSES,
    '`return_path_mx` and `return_path_spf` are about the domain of return paths: that of the service where it has one for ' +
      'bounces, else the sending domain.',
  ),
  set_by: oneOf(['owner', 'operator'], 'Who sets it: the owner of the domain, or who runs the service.'),
  type: oneOf(['TXT', 'MX']),
  host: like(text('The name in the DNS.'), 'r3f9a1c27b04e._domainkey.example.com'),
  value: nullable(
    like(
      text('What to set. Null where it depends on the mail servers of the service.'),
      'v=DKIM1; k=rsa; p=MIIBIjANBgkqh…',
    ),
  ),
  status: oneOf(
    RECORD_STATUSES,
    '`unknown`: the DNS gave no answer, which changes nothing. `unchecked`: it was not asked yet.',
  ),
  found: like(list(text(), 'What the DNS has, at most ten values of 1,024 characters.'), [
    'v=DKIM1; k=rsa; p=MIIBIjANBgkqh…',
  ]),
  problem: nullable(like(text('What is wrong with it.'), null as unknown as string)),
});

const detailed = record<SendingDomainAnswer>('DetailedSendingDomain', {
  ...fields,
  records: list(dnsRecord),
  warnings: list(text(), 'What receivers refuse while the records are as they are.'),
});

export const sendingDomains = entries(
  {
    name: 'Sending domains',
    about:
      'Gmail, Yahoo and Microsoft refuse bulk mail that is not signed with a key of its From domain. A sending domain has two ' +
      'keys (RSA of 2048 bits, and Ed25519), whose public halves go into the DNS. Once `sending-domains/check` has seen them ' +
      'there, mails from addresses at that domain, and at others of the same organization, are signed with it. Mails of ' +
      'senders without such a domain are signed with the key of the service, if it has one. Several accounts may have the same ' +
      'domain, each with selectors of its own.',
  },
  {
    sendingDomainList: { summary: 'List sending domains', output: sendingDomain },
    sendingDomainSave: {
      summary: 'Add a sending domain',
      about:
        'Makes its keys. Public suffixes such as `co.uk`, IP addresses and single labels are refused. No mail is signed with ' +
        'the keys before a check has seen them in the DNS.',
    },
    sendingDomainDetails: {
      summary: 'Get one sending domain with the DNS records to set',
      about:
        'Says what the DNS has now, and stores nothing. 429 where four calls of the account wait already.',
      output: detailed,
    },
    sendingDomainCheck: {
      summary: 'Look the DNS records of a sending domain up',
      about:
        'Stores what the DNS says, within five seconds. A key signs from then on if its record is right, and no longer if the ' +
        'record is gone or wrong; without an answer of the DNS nothing changes. 429 where four calls of the account wait ' +
        'already.',
      output: detailed,
    },
    sendingDomainDelete: {
      summary: 'Delete a sending domain with its keys',
      about:
        'The keys sign no further mail within seconds. Leave their records in the DNS for a week: mails may be on their way.',
    },
  },
);
