import { Resolver } from 'node:dns/promises';
import { expect } from 'chai';
import { rotateDkim } from '../../../../common/changes/dkim-rotation.ts';
import { setClock } from '../../../../common/clock.ts';
import { SendingDomain } from '../../../../common/models/sending-domains.ts';
import { createMailKeys } from '../../../../worker/sending/signing/mail-keys.ts';
import { type Api, type Client, startApi } from '../../../support/api.ts';
import { type DnsServer, startDnsServer } from '../../../support/dns-server.ts';
import { rows } from '../../../support/rows.ts';
import { checkDomain, proveDomain } from '../../../support/sending-domains.ts';

const DAY = 24 * 3600_000;

describe('the rotation of DKIM keys', () => {
  let api: Api;
  let dns: DnsServer;
  let client: Client;
  const resolver = new Resolver({ timeout: 1000, tries: 1 });

  before(async () => {
    dns = await startDnsServer();
    resolver.setServers([dns.address]);
    api = await startApi('dkim-rotation', {
      DNS_SERVERS: dns.address,
      DKIM_CNAME_DOMAIN: 'dkim.service.example',
      RATE_CALLS: '0',
    });
    client = await api.account();
  });
  beforeEach(() => dns.zones.clear());
  afterEach(() => setClock());
  after(async () => {
    await api.stop();
    await dns.close();
  });

  const rotate = (days = 90) =>
    rotateDkim({
      appSecret: api.config.appSecret,
      signingSecrets: api.config.signingSecrets,
      cnameDomain: 'dkim.service.example',
      days,
      lookUp: async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
    });
  const publish = (zone: readonly string[]) => {
    for (const line of zone) {
      const [name = ''] = line.split('. ');
      dns.zones.set(name, { txt: [[...line.matchAll(/"([^"]*)"/g)].map(([, text]) => text!)] });
    }
  };
  const later = (days: number) => setClock(() => Date.now() + days * DAY);
  const optional = async (id: number) =>
    (await client.get(`/sending-domains/details?id=${id}`)).body.message.sendingDomain.optional_records;
  /** Adds a domain whose owner has set both CNAMEs, checked. */
  async function rotating(name: string) {
    const domain = await proveDomain(client, name, dns);
    for (const { purpose, host, value } of await optional(domain.id))
      if (purpose.startsWith('dkim_cname')) dns.zones.set(host, { cname: value });
    await checkDomain(client, domain.id);
    return domain;
  }
  const signer = async (name: string) => {
    const keys = await createMailKeys(api.config, []).of(client.user_id, `ada@${name}`);
    return keys.find(({ algorithm }) => algorithm === 'rsa-sha256')?.selector;
  };

  it('lets a new key sign once the DNS shows it, and each step twice changes nothing', async () => {
    const { id, of } = await rotating('one.example');
    const first = of('dkim_rsa').host.split('.')[0]!;
    const made = await rotate();
    expect([made.made, made.switched, made.zone.length]).to.deep.equal([1, 0, 1]);
    // Not published yet: the first key signs on.
    expect(await rotate()).to.deep.equal({ made: 0, switched: 0, zone: made.zone });
    expect(await signer('one.example')).to.equal(first);
    publish(made.zone);
    expect(await rotate()).to.deep.include({ made: 0, switched: 1 });
    expect(await rotate()).to.deep.equal({ made: 0, switched: 0, zone: made.zone });
    const selector = await signer('one.example');
    expect(selector).to.equal(`s1${first.slice(1)}`);
    const checked = await checkDomain(client, id);
    expect(checked.is_verified).to.equal(1);
    expect(checked.records[0]).to.deep.include({
      host: `${selector}._domainkey.one.example`,
      set_by: 'operator',
      status: 'ok',
    });
    expect(JSON.stringify(checked)).not.to.include('sealed');

    // The next key has the other selector, and the record before stays for a week.
    later(91);
    const second = await rotate();
    expect(second.made).to.equal(1);
    publish(second.zone);
    const both = await rotate();
    expect([both.switched, both.zone.length]).to.deep.equal([1, 2]);
    expect(await signer('one.example')).to.equal(`s2${first.slice(1)}`);
    later(99);
    expect((await rotate()).zone).to.have.length(1);
    later(182);
    const third = await rotate();
    expect(third.made).to.equal(1);
    publish(third.zone);
    expect((await rotate()).switched).to.equal(1);
    // A slot that is used again has another key.
    expect(await signer('one.example')).to.equal(`s1${first.slice(1)}`);
    expect((await rows(SendingDomain).findOne({ _id: id }))?.former_selectors).to.have.length(3);
    await rows(SendingDomain).deleteMany({ _id: id });
  });

  it('leaves domains without both CNAMEs, and those whose DNS has another key', async () => {
    const { id } = await proveDomain(client, 'two.example', dns);
    const [cname] = (await optional(id)).filter(({ purpose }: { purpose: string }) =>
      purpose.startsWith('dkim_cname'),
    );
    dns.zones.set(cname.host, { cname: cname.value });
    await checkDomain(client, id);
    expect(await rotate()).to.deep.equal({ made: 0, switched: 0, zone: [] });
    const other = await rotating('three.example');
    const { zone } = await rotate();
    publish(zone.map((line) => line.replace(/p=.{10}/, 'p=AAAAAAAAAA')));
    expect((await rotate()).switched).to.equal(0);
    dns.zones.set(zone[0]!.split('. ')[0]!, { fault: 'servfail' });
    expect((await rotate()).switched).to.equal(0);
    expect(await signer('three.example')).to.equal(other.of('dkim_rsa').host.split('.')[0]);
    await rows(SendingDomain).deleteMany({ _id: { $in: [id, other.id] } });
  });
});
