import { expect } from 'chai';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { createSend, type Engine, startEngine } from '../../support/engine.ts';
import type { Ground } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { addContacts } from '../../support/world.ts';

interface Line {
  readonly domain: string | null;
  readonly provider: string | null;
  readonly accepted: number;
}

describe('the mailbox provider behind a domain', () => {
  let dns: DnsServer;
  let engine: Engine;
  let ground: Ground;
  let utr: string;

  before(async () => {
    dns = await startDnsServer();
    const mx = (...exchanges: string[]) => ({
      mx: exchanges.map((exchange, at) => ({ exchange, priority: 10 * (exchanges.length - at) })),
    });
    dns.zones.set('shop.example', mx('backup.example', 'aspmx.l.google.com'));
    dns.zones.set('office.example', mx('office-example.mail.protection.outlook.com'));
    dns.zones.set('own.example', mx('mail.own.example'));
    dns.zones.set('failing.example', { fault: 'servfail' });
    dns.zones.set('silent.example', { fault: 'silent' });
    engine = await startEngine('contract-mail-providers', { RATE_CALLS: '0', DNS_SERVERS: dns.address });
    ground = await engine.ground();
    await addContacts(
      ground,
      ['shop', 'office', 'own', 'failing', 'silent', 'unknown'].map((name) => `ada@${name}.example`),
    );
    await addContacts(ground, ['bob@shop.example', 'bob@gmail.com']);
    const subject = await createSend(ground);
    utr = subject.utr;
    await until(async () => {
      await engine.sweepOnce();
      return (await subject.details())['status'] === 3;
    }, 'the end of the send');
  });
  after(async () => {
    await engine.stop();
    await dns.close();
  });

  const asked = (): string[] => dns.asked.filter((name) => /\.example|gmail/.test(name));
  const of = async (path: string, key: string): Promise<Record<string, string | null>> => {
    const { status, body } = await ground.client.get(path);
    expect(status, JSON.stringify(body)).to.equal(200);
    return Object.fromEntries(
      (body.message[key] as Line[]).map(({ domain, provider }) => [domain, provider]),
    );
  };
  const NONE = {
    'shop.example': null,
    'office.example': null,
    'own.example': null,
    'failing.example': null,
    'silent.example': null,
    'unknown.example': null,
    'gmail.com': null,
  };
  const KNOWN = { ...NONE, 'shop.example': 'Google', 'office.example': 'Microsoft', 'gmail.com': 'Google' };

  it('is asked for only where the caller wants it', async () => {
    dns.asked.length = 0;
    expect(await of(`/single-send/domains?utr=${utr}`, 'domains')).to.deep.equal(NONE);
    expect(await of('/statistics?by=domain', 'statistics')).to.deep.equal(NONE);
    expect(asked()).to.deep.equal([]);
  });

  it('is named by the MX records, once asked, and no silence of the DNS holds up the answer', async () => {
    expect(await of(`/single-send/domains?utr=${utr}&providers=1`, 'domains')).to.deep.equal(KNOWN);
    expect(asked().some((name) => name.includes('gmail'))).to.equal(false);
    dns.asked.length = 0;
    expect(await of('/statistics?by=domain&providers=1', 'statistics')).to.deep.equal(KNOWN);
    expect(await of(`/single-send/domains?utr=${utr}&providers=1`, 'domains')).to.deep.equal(KNOWN);
    expect(asked()).to.deep.equal([]);
    const days = (await ground.client.get('/statistics?providers=1')).body.message.statistics as Line[];
    expect(days.every(({ provider }) => provider === null)).to.equal(true);
  });
});
