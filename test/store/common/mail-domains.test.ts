import { expect } from 'chai';
import { domainsWithoutMail } from '../../../common/hygiene/mail-domains.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';

describe('the search for domains without mail', () => {
  let dns: DnsServer;
  before(async () => {
    dns = await startDnsServer();
    dns.zones.set('with-mx.example', { mx: [{ priority: 10, exchange: 'mx.example' }] });
    dns.zones.set('with-address.example', { a: ['192.0.2.1'] });
    dns.zones.set('null-mx.example', { mx: [{ priority: 0, exchange: '.' }] });
    dns.zones.set('text-only.example', { txt: ['nothing else'] });
    dns.zones.set('broken.example', { fault: 'servfail' });
    dns.zones.set('silent.example', { fault: 'silent' });
  });
  after(() => dns.close());

  const found = async (domains: readonly string[], bounds = {}) =>
    [...(await domainsWithoutMail(domains, [dns.address], { most: 2000, mostMs: 30_000, ...bounds }))].sort();

  it('finds those without mail servers and addresses, and those that take no mail', async () => {
    const domains = ['with-mx', 'with-address', 'null-mx', 'text-only', 'broken', 'gone'];
    expect(await found(domains.map((name) => `${name}.example`))).to.deep.equal([
      'gone.example',
      'null-mx.example',
      'text-only.example',
    ]);
  });

  it('asks once for each domain', async () => {
    dns.asked.length = 0;
    expect(await found(['gone.example', 'gone.example', 'with-mx.example'])).to.deep.equal(['gone.example']);
    expect(dns.asked).to.deep.equal([]);
  });

  it('takes domains as fine that a silent server does not answer in time, and those beyond its bound', async () => {
    expect(await found(['silent.example', 'gone-2.example'], { mostMs: 300 })).to.deep.equal([
      'gone-2.example',
    ]);
    expect(await found(['gone-3.example', 'gone-4.example'], { most: 1 })).to.deep.equal(['gone-3.example']);
  });
});
