import { createPublicKey, type KeyObject } from 'node:crypto';
import { expect } from 'chai';
import { changesBy } from '../../../api/resources/sending-domains.ts';
import { quotaText } from '../../../common/domain/quotas.ts';
import { AuditEntry } from '../../../common/models/audit-entries.ts';
import { type RecordFindings, SendingDomain } from '../../../common/models/sending-domains.ts';
import { ownNamesOf } from '../../../common/queries/own-names.ts';
import { ADDED, DELETED, failed, RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type DnsServer, startDnsServer, type Zone } from '../../support/dns-server.ts';
import { withoutHints, withoutNames } from '../../support/made.ts';
import { rows } from '../../support/rows.ts';
import { newRsaKeys, rsaPairs } from '../../support/rsa-keys.ts';
import { addDomain, checkDomain, proveDomain } from '../../support/sending-domains.ts';
import { until } from '../../support/until.ts';

describe('the API of sending domains', () => {
  let api: Api;
  let dns: DnsServer;
  let client: Client;

  before(async () => {
    dns = await startDnsServer();
    api = await startApi('contract-sending-domains', {
      DNS_SERVERS: dns.address,
      BOUNCE_DOMAIN: 'Bounces.service.example',
      QUOTA_SENDING_DOMAINS: '3',
      RATE_CALLS: '0',
    });
  });
  beforeEach(async () => {
    dns.zones.clear();
    client = await api.account();
  });
  after(async () => {
    await api.stop();
    await dns.close();
  });

  const save = (domain: string, by = client) => by.post('/sending-domains/save', { domain });
  const details = async (id: number) =>
    (await client.get(`/sending-domains/details?id=${id}`)).body.message.sendingDomain;
  const listed = async (by = client) => (await by.get('/sending-domains')).body.message.sendingDomains;
  const states = ({ records }: { records: { purpose: string; status: string }[] }) =>
    Object.fromEntries(records.map(({ purpose, status }) => [purpose, status]));

  it('lists domains in the form of the DNS, and hides their keys', async () => {
    const saved = await save(' News.MÜNCHEN.example. ');
    expect(withoutNames(saved)).to.deep.include(ADDED);
    const [domain] = await listed();
    expect(domain).to.deep.equal({
      id: saved.body.id,
      user_id: client.user_id,
      domain: 'news.xn--mnchen-3ya.example',
      is_verified: 0,
      link_host: null,
      return_path_host: null,
      own_names: [],
      checked_at: null,
      created_at: domain.created_at,
      updated_at: domain.created_at,
    });
    expect(domain.created_at).to.match(TIMESTAMP);
  });

  it('has hosts of its own, which mails use once a check has found their CNAMEs', async () => {
    const named = {
      domain: 'own.example',
      link_host: 'Links.own.example',
      return_path_host: 'b.own.example',
    };
    const { id } = (await client.post('/sending-domains/save', named)).body;
    const hosts = ({ records }: { records: Record<string, string>[] }) =>
      records
        .filter(({ type }) => type === 'CNAME')
        .map(({ purpose, host, value }) => [purpose, host, value]);
    const publicHost = (await details(id)).records.find(
      ({ purpose }: { purpose: string }) => purpose === 'link_host',
    ).value;
    expect(hosts(await details(id))).to.deep.equal([
      ['link_host', 'links.own.example', publicHost],
      ['return_path_host', 'b.own.example', 'bounces.service.example'],
    ]);
    const checked = () => checkDomain(client, id);
    expect((await checked()).own_names).to.deep.equal([]);
    dns.zones.set('links.own.example', { cname: publicHost });
    // Without a key in the DNS it may be another's domain.
    expect(await checked()).to.deep.include({ own_names: [], is_verified: 0 });
    const [key] = (await details(id)).records;
    dns.zones.set(key.host, { txt: [key.value] });
    dns.zones.set('b.own.example', { cname: 'elsewhere.example' });
    const found = await checked();
    expect(found.own_names).to.deep.equal(['link_host']);
    expect(states(found)).to.include({ link_host: 'ok', return_path_host: 'wrong' });
    expect(await ownNamesOf(client.user_id, 'ada@own.example')).to.deep.equal({
      link_host: 'links.own.example',
      return_path_host: null,
    });
    // Mails go back to the names of the service when a record is no longer right.
    dns.zones.set('links.own.example', { cname: 'elsewhere.example' });
    expect((await checked()).own_names).to.deep.equal([]);
    // A changed host is not used before a check; a blank one is turned off.
    await client.post('/sending-domains/save', { domain: 'own.example', link_host: 'l.own.example' });
    expect(await details(id)).to.deep.include({ link_host: 'l.own.example', own_names: [] });
    await client.post('/sending-domains/save', { domain: 'own.example', link_host: ' ' });
    expect(await details(id)).to.deep.include({ link_host: null, return_path_host: 'b.own.example' });
    expect((await listed()).length).to.equal(1);
  });

  it('refuses hosts outside of the domain, and those of the service', async () => {
    for (const link_host of ['links.other.example', 'own.example', 'a b.own.example', 'xown.example'])
      expect(
        (await client.post('/sending-domains/save', { domain: 'own.example', link_host })).body.errors,
      ).to.deep.equal({ link_host: ['The link host field format is invalid.'] });
    const same = { domain: 'own.example', link_host: 'a.own.example', return_path_host: 'a.own.example' };
    expect((await client.post('/sending-domains/save', same)).status).to.equal(422);
    expect(await listed()).to.deep.equal([]);
  });

  it('adds a domain once in an account, in any spelling, and again in other accounts', async () => {
    await save('shop.example');
    for (const domain of ['shop.example', 'SHOP.example.', 'ｓhop.example'.normalize('NFKC')])
      expect(withoutHints(await save(domain))).to.deep.include(
        failed(422, { domain: ['The domain has already been taken.'] }),
      );
    const other = await api.account();
    expect((await save('shop.example', other)).status).to.equal(200);
    const keys = await rows(SendingDomain).distinct('keys.rsa.selector', { domain: 'shop.example' });
    expect(keys).to.have.length(2);
  });

  it('adds a domain once when two calls add it at once', async () => {
    const answers = await Promise.all([save('twice.example'), save('twice.example')]);
    expect(answers.map(({ status }) => status)).to.have.members([200, 422]);
    expect(await listed()).to.have.length(1);
  });

  for (const domain of [
    'example',
    'com',
    'co.uk',
    'github.io',
    'com.',
    '192.0.2.1',
    '[192.0.2.1]',
    '2001:db8::1',
    'a..example',
    '-a.example',
    'a_b.example',
    'shop.example/x',
    'ada@shop.example',
    'xn--.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(125)}example`,
    '%73hop.example',
  ]) {
    it(`refuses ${domain.slice(0, 40)}`, async () => {
      const answer = await save(domain);
      expect(answer.status).to.equal(422);
      expect(Object.keys(answer.body.errors)).to.deep.equal(['domain']);
      expect(await listed()).to.deep.equal([]);
    });
  }

  it('adds as many as the quota allows', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((one) => save(`${one}.example`)));
    expect(answers.map(({ status }) => status)).to.have.members([200, 200, 200, 409]);
    expect(await save('e.example')).to.deep.include(failed(409, quotaText('sending_domains')));
  });

  describe('in production', () => {
    newRsaKeys();

    it('gives each domain an RSA key of its own, of 2048 bits', async () => {
      const found = [];
      for (const domain of ['one.example', 'two.example']) {
        const { value } = (await addDomain(client, domain)).of('dkim_rsa');
        const key = Buffer.from(value!.replace(/^.* p=/, ''), 'base64');
        found.push(createPublicKey({ key, format: 'der', type: 'spki' }));
      }
      const [one, two] = found as [KeyObject, KeyObject];
      expect([one, two].map((key) => key.asymmetricKeyDetails?.modulusLength)).to.deep.equal([2048, 2048]);
      for (const key of [two, ...rsaPairs.map(({ publicKey }) => publicKey)])
        expect(one.equals(key)).to.equal(false);
    });
  });

  it('shows the records to set, and what the DNS has', async () => {
    const { id, of } = await addDomain(client, 'shop.example');
    const rsa = of('dkim_rsa');
    expect(rsa.host).to.match(/^r[0-9a-f]{12}\._domainkey\.shop\.example$/);
    expect(rsa.value).to.match(/^v=DKIM1; k=rsa; p=MIIBIjANBgkqh[\w+/=]{379}$/);
    const ed = of('dkim_ed25519');
    expect(ed.host).to.match(/^e[0-9a-f]{12}\._domainkey\.shop\.example$/);
    expect(ed.value).to.match(/^v=DKIM1; k=ed25519; p=[\w+/]{43}=$/);
    dns.zones.set(rsa.host, { txt: [rsa.value!] });
    dns.zones.set('bounces.service.example', {
      mx: [{ priority: 10, exchange: 'in.service.example' }],
      txt: ['something else', 'v=spf1 ip4:192.0.2.1 -all'],
    });
    dns.zones.set('_dmarc.shop.example', { txt: ['v=DMARC1; p=none'] });
    const found = await details(id);
    const dmarcValue = of('dmarc').value;
    expect(dmarcValue).to.match(
      /^v=DMARC1; p=none; rua=mailto:dmarc-[a-z2-7]{48}@bounces\.service\.example$/,
    );
    expect(found.records).to.deep.equal([
      {
        purpose: 'dkim_rsa',
        set_by: 'owner',
        type: 'TXT',
        host: rsa.host,
        value: rsa.value,
        status: 'ok',
        found: [rsa.value],
        problem: null,
      },
      {
        purpose: 'dkim_ed25519',
        set_by: 'owner',
        type: 'TXT',
        host: ed.host,
        value: ed.value,
        status: 'missing',
        found: [],
        problem: null,
      },
      {
        purpose: 'return_path_mx',
        set_by: 'operator',
        type: 'MX',
        host: 'bounces.service.example',
        value: null,
        status: 'ok',
        found: ['10 in.service.example'],
        problem: null,
      },
      {
        purpose: 'return_path_spf',
        set_by: 'operator',
        type: 'TXT',
        host: 'bounces.service.example',
        value: null,
        status: 'ok',
        found: ['v=spf1 ip4:192.0.2.1 -all'],
        problem: null,
      },
      {
        purpose: 'dmarc',
        set_by: 'owner',
        type: 'TXT',
        host: '_dmarc.shop.example',
        value: dmarcValue,
        status: 'ok',
        found: ['v=DMARC1; p=none'],
        problem: null,
      },
    ]);
    // Details store nothing: a check does.
    expect([found.is_verified, found.checked_at]).to.deep.equal([0, null]);
    expect(found.warnings).to.have.length(1);
  });

  it('asks for SPF of the domain itself when the service has no domain for bounces', async () => {
    const plain = await api.another({ BOUNCE_DOMAIN: '' });
    const { id } = await addDomain(client, 'shop.example');
    const headers = { PublicKey: client.public_key, SecretKey: client.secret_key };
    const { body } = await plain.request(`/api/sending-domains/details?id=${id}`, { headers });
    const hosts = body.message.sendingDomain.records.map(
      ({ purpose, host, set_by }: Record<string, string>) => `${purpose} ${host} ${set_by}`,
    );
    expect(hosts.slice(2)).to.deep.equal([
      'return_path_spf shop.example owner',
      'dmarc _dmarc.shop.example owner',
    ]);
    await plain.stop();
  });

  it('verifies a domain by a check that sees the RSA key, and no longer when it is gone', async () => {
    const { id, of } = await proveDomain(client, 'shop.example', dns);
    const [domain] = await listed();
    expect(domain.is_verified).to.equal(1);
    expect(domain.checked_at).to.match(TIMESTAMP);
    dns.zones.delete(of('dkim_rsa').host);
    expect(await checkDomain(client, id)).to.include({ is_verified: 0 });
    expect((await rows(SendingDomain).findOne({ _id: id }))!.proven).to.deep.equal(['ed25519']);
  });

  it('refuses to verify a domain by the key of another account', async () => {
    const { of } = await proveDomain(client, 'shop.example', dns);
    const other = await api.account();
    const theirs = await addDomain(other, 'shop.example');
    dns.zones.set(theirs.of('dkim_rsa').host, { txt: [of('dkim_rsa').value!] });
    const checked = await checkDomain(other, theirs.id);
    expect([checked.is_verified, states(checked)['dkim_rsa']]).to.deep.equal([0, 'wrong']);
  });

  for (const [what, fault] of [
    ['fails', 'servfail'],
    ['is silent', 'silent'],
  ] as const) {
    it(`keeps a domain verified while the DNS ${what}`, async () => {
      const { id, of } = await proveDomain(client, 'shop.example', dns);
      dns.zones.set(of('dkim_rsa').host, { fault });
      const checked = await checkDomain(client, id);
      expect(states(checked)).to.include({ dkim_rsa: 'unknown', dkim_ed25519: 'ok' });
      expect(checked.is_verified).to.equal(1);
      expect(checked.warnings.join(' ')).to.include('could not be looked up');
    });
  }

  it('keeps the DMARC policy that it knows while the DNS gives no answer, and claims none before', async () => {
    const { id } = await addDomain(client, 'shop.example');
    const step = async () =>
      (await client.get(`/sending-domains/reports?id=${id}`)).body.message.reports.next_step;
    const away: Zone = { fault: 'servfail' };
    const strict: Zone = { txt: ['v=DMARC1; p=reject'] };
    dns.zones.set('_dmarc.shop.example', away);
    await checkDomain(client, id);
    const advice = { policy: null, next: null, ready: false, value: null, waits_for: ['unanswered'] };
    expect(await step()).to.deep.include(advice);
    dns.zones.set('_dmarc.shop.example', strict);
    await checkDomain(client, id);
    expect(await step()).to.include({ policy: 'reject', next: null });
    dns.zones.set('_dmarc.shop.example', away);
    expect(states(await checkDomain(client, id))).to.include({ dmarc: 'unknown' });
    const kept = await step();
    expect(kept).to.include({ policy: 'reject', next: null });
    expect(kept.waits_for).to.include('unanswered');
    dns.zones.set('_dmarc.shop.example', strict);
    await checkDomain(client, id);
    const { changes = [] } = (await rows(SendingDomain).findOne({ _id: id }))!;
    expect(changes.filter(({ purpose }) => purpose === 'dmarc')).to.deep.equal([]);
  });

  for (const [order, first] of [
    ['before', 'answered'],
    ['after', 'silent'],
  ] as const)
    it(`keeps the answers of a check that ends ${order} a later one without any`, async () => {
      const { id } = await addDomain(client, 'shop.example');
      dns.zones.set('_dmarc.shop.example', { txt: ['v=DMARC1; p=none'] });
      await checkDomain(client, id);
      // What the two checks store at their ends, by the document that both read at their beginning.
      const [old] = await rows(SendingDomain).find({ _id: id }).toArray();
      const [earlier, later] = [1, 2].map((minute) => new Date(old!.check!.at.getTime() + minute * 60_000));
      const answered: RecordFindings = {
        dmarc: { status: 'ok', found: ['v=DMARC1; p=reject'], problem: null },
      };
      const silent: RecordFindings = { dmarc: { status: 'unknown', found: [], problem: 'no answer' } };
      const config = { dkimCnameDomain: null };
      const ends = [
        [answered, earlier!],
        [silent, later!],
      ] as const;
      let document = old!;
      for (const [findings, at] of first === 'answered' ? ends : ends.toReversed())
        document = { ...document, ...changesBy(document, findings, at, config) };
      expect(document.check).to.deep.equal({
        at: later,
        records: { dmarc: { ...answered.dmarc!, at: earlier } },
      });
    });

  it('has an entry in the audit log for each change of an outcome, and none for a check that finds the same', async () => {
    const { id } = await addDomain(client, 'shop.example');
    const checks = () =>
      rows(AuditEntry).countDocuments({ user_id: client.user_id, act: 'sendingDomainCheck', record_id: id });
    await checkDomain(client, id);
    expect(await checks()).to.equal(1);
    await checkDomain(client, id);
    await checkDomain(client, id);
    expect(await checks()).to.equal(1);
    dns.zones.set('_dmarc.shop.example', { txt: [['v=DMARC1; p=reject']] });
    await checkDomain(client, id);
    expect(await checks()).to.equal(2);
    // Without an answer the earlier outcome stays.
    dns.zones.set('_dmarc.shop.example', { fault: 'silent' });
    await checkDomain(client, id);
    expect(await checks()).to.equal(2);
    dns.zones.delete('_dmarc.shop.example');
    await checkDomain(client, id);
    const entries = await rows(AuditEntry).find({ user_id: client.user_id, record_id: id }).toArray();
    expect(entries.map(({ act, outcome }) => [act, outcome])).to.deep.equal([
      ['sendingDomainSave', 'done'],
      ...[1, 2, 3].map(() => ['sendingDomainCheck', 'done']),
    ]);
    const { status } = await client.request('/sending-domains/check?id=999999999', { method: 'POST' });
    expect([status, await checks()]).to.deep.equal([404, 3]);
  });

  it('has a refused entry of a check whose findings another one stored first', async () => {
    const { id } = await addDomain(client, 'shop.example');
    dns.zones.set('_dmarc.shop.example', { fault: 'silent' });
    dns.asked.length = 0;
    const slow = checkDomain(client, id);
    await until(() => dns.asked.some((one) => one.endsWith(' _dmarc.shop.example')), 'the question');
    dns.zones.delete('_dmarc.shop.example');
    await checkDomain(client, id);
    await slow;
    const entries = await rows(AuditEntry)
      .find({ user_id: client.user_id, act: 'sendingDomainCheck', record_id: id })
      .toArray();
    // Which of the two has its entry first, and which stores first, is not said.
    expect(entries.map(({ outcome }) => outcome)).to.have.members(['done', 'refused']);
  });

  it('stores findings over those of no other check', async () => {
    const { id } = await addDomain(client, 'shop.example');
    dns.zones.set('_dmarc.shop.example', { fault: 'silent' });
    const slow = checkDomain(client, id);
    await until(() => dns.asked.some((one) => one.endsWith(' _dmarc.shop.example')), 'the question');
    await rows(SendingDomain).updateOne(
      { _id: id },
      {
        $set: {
          updated_at: new Date(),
          check: {
            at: new Date(Date.now() - 1000),
            records: { dmarc: { status: 'ok', found: ['v=DMARC1; p=reject'], problem: null } },
          },
        },
      },
    );
    await slow;
    const { check } = (await rows(SendingDomain).findOne({ _id: id }))!;
    expect(check!.records.dmarc).to.deep.include({ status: 'ok', found: ['v=DMARC1; p=reject'] });
  });

  it('does not take the CNAME of a host for that of another, saved during the check', async () => {
    const { id } = await proveDomain(client, 'shop.example', dns);
    const saveHost = (link_host: string) =>
      client.post('/sending-domains/save', { domain: 'shop.example', link_host });
    await saveHost('links.shop.example');
    dns.zones.set('links.shop.example', { cname: new URL(api.config.publicUrl).hostname });
    dns.zones.set('_dmarc.shop.example', { fault: 'silent' });
    dns.asked.length = 0;
    const slow = checkDomain(client, id);
    await until(() => dns.asked.some((one) => one.endsWith(' _dmarc.shop.example')), 'the question');
    await saveHost('other.shop.example');
    expect(await slow).to.include({ link_host: 'other.shop.example', is_verified: 1 });
    expect(await details(id)).to.deep.include({ own_names: [] });
  });

  const records: [what: string, zone: (value: string) => Zone, status: string][] = [
    ['as it is', (value) => ({ txt: [value] }), 'ok'],
    ['in several strings', (value) => ({ txt: [[value.slice(0, 200), value.slice(200)]] }), 'ok'],
    ['with other blanks and tags', (value) => ({ txt: [`${value.replaceAll('; ', ' ;')}; t=s; n=x`] }), 'ok'],
    ['behind a CNAME', () => ({ cname: 'keys.elsewhere.example' }), 'ok'],
    ['twice', (value) => ({ txt: [value, value] }), 'wrong'],
    ['next to another text', (value) => ({ txt: [value, 'other'] }), 'wrong'],
    ['cut at 255 characters', (value) => ({ txt: [value.slice(0, 255)] }), 'wrong'],
    ['revoked', () => ({ txt: ['v=DKIM1; k=rsa; p='] }), 'wrong'],
    ['of another kind', (value) => ({ txt: [value.replace('k=rsa', 'k=ed25519')] }), 'wrong'],
    ['for SHA-1 only', (value) => ({ txt: [`${value}; h=sha1`] }), 'wrong'],
    ['not for e-mail', (value) => ({ txt: [`${value}; s=tlsrpt`] }), 'wrong'],
    ['of another version', (value) => ({ txt: [value.replace('DKIM1', 'DKIM2')] }), 'wrong'],
    ['no DKIM record', () => ({ txt: ['hello'] }), 'wrong'],
    ['very long', () => ({ txt: ['x'.repeat(20_000)] }), 'wrong'],
    ['many', () => ({ txt: Array.from({ length: 200 }, (_, at) => `text ${at}`) }), 'wrong'],
    ['empty', () => ({}), 'missing'],
  ];
  for (const [what, zone, status] of records) {
    it(`reads a DKIM record: ${what}`, async () => {
      const { id, of } = await addDomain(client, 'shop.example');
      const { host, value } = of('dkim_rsa');
      dns.zones.set(host, zone(value!));
      dns.zones.set('keys.elsewhere.example', { txt: [value!] });
      const checked = await checkDomain(client, id);
      expect(states(checked)['dkim_rsa']).to.equal(status);
      expect(checked.is_verified).to.equal(status === 'ok' ? 1 : 0);
      const { found } = checked.records[0];
      expect(found.length).to.be.at.most(10);
      for (const text of found) expect(text.length).to.be.at.most(1025);
      const warned = checked.warnings.join(' ').includes('5.7.26');
      expect(warned).to.equal(status !== 'ok');
    });
  }

  const dmarc: [what: string, zones: Record<string, Zone>, status: string, warning: string | null][] = [
    ['of its organization', { '_dmarc.shop.example': { txt: ['v=DMARC1; p=reject'] } }, 'ok', null],
    ['of the suffix', { '_dmarc.example': { txt: ['v=DMARC1; p=reject; psd=y; np=reject'] } }, 'ok', null],
    ['that is a test', { '_dmarc.shop.example': { txt: ['v=DMARC1; p=reject; t=y'] } }, 'ok', 'has t=y'],
    [
      'twice at its organization',
      { '_dmarc.shop.example': { txt: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] } },
      'missing',
      'There is no DMARC record',
    ],
    ['none', {}, 'missing', 'There is no DMARC record'],
    [
      'several',
      { '_dmarc.news.shop.example': { txt: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] } },
      'wrong',
      'several DMARC',
    ],
    ['without a policy', { '_dmarc.news.shop.example': { txt: ['v=DMARC1; p=x'] } }, 'wrong', 'Its tag p'],
    [
      'strict',
      { '_dmarc.news.shop.example': { txt: ['v=DMARC1; p=none; adkim=s'] } },
      'ok',
      'only mails from addresses at exactly news.shop.example',
    ],
  ];
  for (const [what, zones, status, warning] of dmarc) {
    it(`reads DMARC: ${what}`, async () => {
      const { id } = await addDomain(client, 'news.shop.example');
      for (const [name, zone] of Object.entries(zones)) dns.zones.set(name, zone);
      const checked = await checkDomain(client, id);
      expect(states(checked)['dmarc']).to.equal(status);
      if (warning !== null) expect(checked.warnings.join(' ')).to.include(warning);
    });
  }

  it('warns about a return path without MX or SPF, or with several SPF records', async () => {
    const { id } = await addDomain(client, 'shop.example');
    const missing = (await checkDomain(client, id)).warnings.join(' ');
    expect(missing).to.include('no SPF record at bounces.service.example').and.include('no MX record');
    dns.zones.set('bounces.service.example', {
      mx: [{ priority: 0, exchange: '' }],
      txt: ['v=spf1 -all', 'v=spf1 +all'],
    });
    const checked = await checkDomain(client, id);
    expect(states(checked)).to.include({ return_path_mx: 'wrong', return_path_spf: 'wrong' });
  });

  it('keeps the result of the newer check when an older one ends later', async () => {
    const { id, of } = await addDomain(client, 'shop.example');
    await rows(SendingDomain).updateOne(
      { _id: id },
      {
        $set: {
          check: {
            at: new Date(Date.now() + 60_000),
            records: { dkim_rsa: { status: 'ok', found: [], problem: null } },
          },
          proven: ['rsa'],
        },
      },
    );
    dns.zones.delete(of('dkim_rsa').host);
    expect(await checkDomain(client, id)).to.include({ is_verified: 1 });
  });

  it('has no reports of a domain before receivers send some, and none of domains of others', async () => {
    const { id } = await addDomain(client, 'shop.example');
    const { body } = await client.get(`/sending-domains/reports?id=${id}`);
    expect(body.message.reports).to.deep.include({ sources: [], tls: [], is_complete: true });
    expect(body.message.reports.next_step).to.deep.include({ policy: null, next: 'none', ready: true });
    const other = await api.account();
    expect(await other.get(`/sending-domains/reports?id=${id}`)).to.deep.include(RECORD_NOT_FOUND);
  });

  it('deletes a domain with its keys, and adds it again with others', async () => {
    const { id, of } = await proveDomain(client, 'shop.example', dns);
    const gone = () => client.delete(`/sending-domains/delete?id=${id}`);
    expect(await gone()).to.deep.include(DELETED);
    expect(await gone()).to.deep.include(RECORD_NOT_FOUND);
    expect(await rows(SendingDomain).findOne({ _id: id })).to.equal(null);
    const again = await addDomain(client, 'shop.example');
    expect(again.of('dkim_rsa').host).not.to.equal(of('dkim_rsa').host);
  });

  it('answers the same to the same call with an Idempotency-Key, and makes one pair of keys', async () => {
    const keyed = () =>
      client.request('/sending-domains/save', {
        method: 'POST',
        headers: { 'Idempotency-Key': 'once', 'Content-Type': 'application/json' },
        body: JSON.stringify({ domain: 'shop.example' }),
      });
    const [first, second] = [await keyed(), await keyed()];
    expect([first.status, second.body]).to.deep.equal([200, first.body]);
    expect(await listed()).to.have.length(1);
  });

  it('lets an account pass while the checks of another one hang', async () => {
    const busy = await api.account();
    const slow = await addDomain(busy, 'slow.example');
    const { id } = await addDomain(client, 'shop.example');
    for (const purpose of ['dkim_rsa', 'dkim_ed25519'])
      dns.zones.set(slow.of(purpose).host, { fault: 'silent' });
    let ended = 0;
    const hanging = Array.from({ length: 20 }, async () => {
      const answer = await busy.request(`/sending-domains/check?id=${slow.id}`, { method: 'POST' });
      if (answer.status === 200) ended += 1;
      return answer;
    });
    await checkDomain(client, id);
    expect(ended).to.equal(0);
    const statuses = (await Promise.all(hanging)).map(({ status }) => status);
    expect(new Set(statuses)).to.deep.equal(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).to.be.at.most(2);
  });

  describe('of senders', () => {
    const FIELDS = {
      from_name: 'Ada',
      reply_to_email: 'reply@shop.example',
      country_id: 1,
      company_address: '1 Main Street',
      nickname: 'ada',
    };
    const saved = (from_email: string) => client.post('/sender/save', { ...FIELDS, from_email });

    it('warns of a missing domain, also when a sender is changed', async () => {
      const { body } = await saved('ada@Shop.example');
      expect(body.warnings).to.have.length(1);
      expect(body.warnings[0]).to.include('No key of Shop.example signs mails from ada@Shop.example');
      const update = () =>
        client.post('/sender/update', { ...FIELDS, sender_id: body.id, from_email: 'ada@shop.example' });
      expect((await update()).body.warnings).to.have.length(1);
      await proveDomain(client, 'shop.example', dns);
      expect((await update()).body.warnings).to.deep.equal([]);
    });

    it('counts a domain for its whole organization, and for no other', async () => {
      await proveDomain(client, 'news.shop.example', dns);
      for (const [address, warnings] of [
        ['ada@news.shop.example', 0],
        ['ada@shop.example', 0],
        ['ada@other.shop.example', 0],
        ['ada@otherшоп.example', 1],
        ['ada@myshop.example', 1],
      ] as const)
        expect((await saved(address)).body.warnings, address).to.have.length(warnings);
    });

    it('sends no warning when a key of the service is aligned', async () => {
      const signing = await api.another({
        DKIM_DOMAIN: 'shop.example',
        DKIM_SELECTOR: 'a',
        DKIM_KEY: '-----BEGIN PRIVATE KEY-----\nonly workers read it\n-----END PRIVATE KEY-----',
      });
      const headers = {
        PublicKey: client.public_key,
        SecretKey: client.secret_key,
        'Content-Type': 'application/json',
      };
      const answer = await signing.request('/api/sender/save', {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...FIELDS, from_email: 'ada@mail.shop.example' }),
      });
      expect(answer.body.warnings).to.deep.equal([]);
      await signing.stop();
    });
  });
});
