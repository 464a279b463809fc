import { expect } from 'chai';
import { withDns } from '../../../../../api/services/dns/resolver.ts';
import { type DnsServer, startDnsServer } from '../../../../support/dns-server.ts';

describe('the DNS resolver', () => {
  let server: DnsServer;
  before(async () => {
    server = await startDnsServer();
  });
  beforeEach(() => {
    server.zones.clear();
    server.asked.length = 0;
  });
  after(() => server.close());

  const signal = new AbortController().signal;
  const ask = (name: string, type: 'txt' | 'mx' = 'txt') =>
    withDns({ servers: [server.address], ms: 5000, signal }, (dns) => dns[type](name));

  it('joins the strings of a TXT record without blanks', async () => {
    server.zones.set('a.example', { txt: [['v=DKIM1; ', 'k=rsa; p=AB', 'C'], 'other'] });
    expect(await ask('a.example')).to.deep.equal({
      kind: 'answered',
      values: ['v=DKIM1; k=rsa; p=ABC', 'other'],
    });
  });

  it('answers no values for a name that does not exist, or has other records only', async () => {
    server.zones.set('mx.example', { mx: [{ priority: 10, exchange: 'in.example' }] });
    for (const name of ['none.example', 'mx.example'])
      expect(await ask(name)).to.deep.equal({ kind: 'answered', values: [] });
  });

  it('sorts MX records by preference', async () => {
    server.zones.set('mx.example', {
      mx: [
        { priority: 20, exchange: 'second.example' },
        { priority: 5, exchange: 'first.example' },
      ],
    });
    server.zones.set('null.example', { mx: [{ priority: 0, exchange: '' }] });
    expect(await ask('mx.example', 'mx')).to.deep.equal({
      kind: 'answered',
      values: ['5 first.example', '20 second.example'],
    });
    expect(await ask('null.example', 'mx')).to.deep.equal({ kind: 'answered', values: ['0 .'] });
  });

  it('asks by TCP when an answer does not fit into a packet', async () => {
    const text = 'x'.repeat(3000);
    server.zones.set('large.example', { txt: [text] });
    expect(await ask('large.example')).to.deep.equal({ kind: 'answered', values: [text] });
    expect(server.asked).to.include('tcp large.example');
  });

  it('reads a hundred records at most', async () => {
    server.zones.set('many.example', { txt: Array.from({ length: 300 }, (_, at) => `text ${at}`) });
    const looked = await ask('many.example');
    expect(looked.kind === 'answered' && looked.values).to.have.length(100);
  });

  for (const bare of [false, true]) {
    it(`follows a CNAME that the server ${bare ? 'does not follow' : 'follows'}`, async () => {
      server.zones.set('alias.example', { cname: 'next.example', bare });
      server.zones.set('next.example', { cname: 'target.example', bare });
      server.zones.set('target.example', { txt: ['found'] });
      expect(await ask('alias.example')).to.deep.equal({ kind: 'answered', values: ['found'] });
    });
  }

  it('ends a circle of CNAMEs', async () => {
    server.zones.set('one.example', { cname: 'two.example', bare: true });
    server.zones.set('two.example', { cname: 'one.example', bare: true });
    expect(await ask('one.example')).to.deep.equal({ kind: 'answered', values: [] });
  });

  for (const fault of ['servfail', 'refused'] as const) {
    it(`gives no answer when the server says ${fault}`, async () => {
      server.zones.set('broken.example', { fault });
      expect(await ask('broken.example')).to.include({ kind: 'unanswered' });
    });
  }

  it('gives no answer when no server listens', async () => {
    const looked = await withDns({ servers: ['127.0.0.1:9'], ms: 5000, signal }, (dns) =>
      dns.txt('a.example'),
    );
    expect(looked.kind).to.equal('unanswered');
  });

  it('gives up after its time, whatever the server does, and keeps what was answered', async () => {
    server.zones.set('silent.example', { fault: 'silent' });
    server.zones.set('fast.example', { txt: ['here'] });
    const looked = await withDns({ servers: [server.address], ms: 300, signal }, (dns) =>
      Promise.all([dns.txt('silent.example'), dns.txt('fast.example')]),
    );
    expect(looked.map(({ kind }) => kind)).to.deep.equal(['unanswered', 'answered']);
  }).timeout(5000);

  it('ends when the client hangs up', async () => {
    server.zones.set('silent.example', { fault: 'silent' });
    const hangUp = new AbortController();
    const looked = withDns({ servers: [server.address], ms: 60_000, signal: hangUp.signal }, (dns) =>
      dns.txt('silent.example'),
    );
    hangUp.abort();
    expect((await looked).kind).to.equal('unanswered');
  });
});
