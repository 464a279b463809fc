import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { dnsRecordsOf, findingOf } from '../../../api/services/dns/domain-records.ts';
import { withDns } from '../../../api/services/dns/resolver.ts';
import { lookUpHost } from '../../../common/guarded/lookup.ts';
import { domainsWithoutMail } from '../../../common/hygiene/mail-domains.ts';
import { RECORD_PURPOSES } from '../../../common/models/sending-domains.ts';
import { type DnsServer, startDnsServer, type Zone } from '../../support/dns-server.ts';
import { programSources } from '../../support/sources.ts';

/** Modules that query the DNS, each with the test of what it says without an answer. */
const READERS: Readonly<Record<string, string>> = {
  'api/services/dns/domain-checks.ts': 'this file, by record; test/store/contract/sending-domains.test.ts',
  'api/services/dns/mail-providers.ts': 'test/store/contract/mail-providers.test.ts',
  'api/services/dns/resolver.ts': 'test/store/api/services/dns/resolver.test.ts',
  'common/commands/rotate-dkim.ts': 'test/store/common/changes/dkim-rotation.test.ts',
  'common/guarded/client.ts': 'this file, by kind of address',
  'common/guarded/lookup.ts': 'this file, by kind of address',
  'common/hygiene/mail-domains.ts': 'this file, by type of record',
  'inbound/domain-reports/take.ts': 'test/store/inbound/domain-reports.test.ts',
};

const FAULTS = ['servfail', 'refused'] as const;

describe('a DNS that gives no answer', () => {
  let dns: DnsServer;
  before(async () => {
    dns = await startDnsServer();
  });
  beforeEach(() => dns.zones.clear());
  after(() => dns.close());
  const { signal } = new AbortController();

  it('has a test for each module that asks it', () => {
    const asks = /import \{[^}]*\b(?:withResolver|createResolver|withDns|lookUpHost)\b/;
    const readers = programSources().filter((file) => asks.test(readFileSync(file, 'utf8')));
    expect(readers.sort()).to.deep.equal(Object.keys(READERS).sort());
  });

  const DOMAIN = 'news.shop.example';
  const key = (selector: string) => ({ selector, public_key: 'KEY', sealed: '' });
  const records = dnsRecordsOf(
    {
      _id: 1,
      user_id: 1,
      domain: DOMAIN,
      keys: { rsa: key('r1'), ed25519: key('e1') },
      link_host: `l.${DOMAIN}`,
      return_path_host: `b.${DOMAIN}`,
    },
    {
      publicUrl: 'https://service.example',
      bounceDomain: 'bounces.example',
      signingSecrets: ['x'.repeat(32)],
      dkimCnameDomain: 'keys.example',
    },
  );

  it('has records of all purposes in this test', () => {
    expect(records.map(({ purpose }) => purpose).sort()).to.deep.equal([...RECORD_PURPOSES].sort());
  });

  for (const record of records)
    for (const fault of FAULTS)
      it(`leaves ${record.purpose} unknown (${fault})`, async () => {
        // The domain above that counts without an own record is away, too.
        const hosts = [record.host, record.host.replace('news.', '')];
        for (const away of hosts) {
          dns.zones.clear();
          if (away !== record.host && !/^(?:_dmarc|default\._bimi)/.test(away)) continue;
          dns.zones.set(away, { fault });
          const looked = await withDns({ servers: [dns.address], ms: 5000, signal }, (asked) =>
            record.look(asked),
          );
          expect(findingOf(record, looked), away).to.deep.include({ status: 'unknown', found: [] });
        }
      });

  const partly: [what: string, zone: Zone][] = [
    ['mail servers', { fault: 'servfail', faultOf: 'MX' }],
    ['IPv4 addresses', { fault: 'servfail', faultOf: 'A' }],
    ['IPv6 addresses', { fault: 'servfail', faultOf: 'AAAA' }],
    ['anything', { fault: 'refused' }],
  ];
  for (const [what, zone] of partly)
    it(`says no domain takes no mail without an answer about ${what}`, async () => {
      dns.zones.set('shop.example', zone);
      const bounds = { most: 10, mostMs: 10_000 };
      const asked = ['shop.example', 'gone.example'];
      // Answers are kept by domain and server, so each row asks by other servers.
      const servers = [dns.address, `127.0.0.1:${9 + partly.findIndex(([one]) => one === what)}`];
      expect([...(await domainsWithoutMail(asked, servers, bounds))]).to.deep.equal(['gone.example']);
    });

  for (const [what, zone] of partly.slice(1))
    it(`says no host has no address without an answer about ${what}`, async () => {
      dns.zones.set('shop.example', zone);
      const found = await lookUpHost('shop.example', [dns.address], signal);
      expect(found).to.have.property('code').that.is.oneOf(['ESERVFAIL', 'EREFUSED']);
      expect(await lookUpHost('gone.example', [dns.address], signal)).to.deep.equal({ code: 'ENOTFOUND' });
    });
});
