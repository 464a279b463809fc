import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ZipFile } from 'yazl';
import { StoredDomainReport } from '../../../common/models/domain-reports.ts';
import { SendingDomain } from '../../../common/models/sending-domains.ts';
import { refusedMetric } from '../../../inbound/metrics.ts';
import { createSigner } from '../../../worker/sending/signing/signer.ts';
import { RECORD_NOT_FOUND } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { dkimKeys, dkimRecords } from '../../support/dkim.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { rows } from '../../support/rows.ts';
import { checkDomain, proveDomain } from '../../support/sending-domains.ts';
import type { Inbound } from './support/inbound.ts';
import { SECRETS } from './support/inbound.ts';
import { readFromMailbox, startRealInbound } from './support/real-inbound.ts';
import { handOver } from './support/smtp-dialogue.ts';

const DAY = '2026-11-20';
const [BEGIN, END] = [Date.UTC(2026, 10, 20) / 1000, Date.UTC(2026, 10, 21) / 1000 - 1];

interface Row {
  readonly ip?: string;
  readonly count?: number | string;
  readonly dkim?: 'pass' | 'fail';
  readonly spf?: 'pass' | 'fail';
  readonly selector?: string;
  readonly result?: string;
  readonly reason?: string;
}

const recordOf = ({
  ip = '192.0.2.10',
  count = 1,
  dkim = 'pass',
  spf = 'fail',
  selector,
  result = dkim,
  reason,
}: Row) => `
<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>none</disposition>
<dkim>${dkim}</dkim><spf>${spf}</spf>${reason ? `<reason><type>${reason}</type><comment/></reason>` : ''}</policy_evaluated></row>
<identifiers><header_from>own.example</header_from></identifiers><auth_results>
${selector ? `<dkim><domain>own.example</domain><selector>${selector}</selector><result>${result}</result></dkim>` : ''}
<spf><domain>elsewhere.example</domain><result>fail</result></spf></auth_results></record>`;

const aggregate = (
  all: readonly Row[],
  { id = 'report-1', domain = 'own.example', email = 'dmarc@shop.example', head = '' } = {},
): string => `<?xml version="1.0" encoding="UTF-8"?>${head}
<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0"><version>1.0</version><report_metadata><org_name>shop.example</org_name>
<email>${email}</email><report_id>${id}</report_id><date_range><begin>${BEGIN}</begin><end>${END}</end></date_range></report_metadata>
<policy_published><domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp></policy_published>
${all.map(recordOf).join('')}</feedback>`;

const tlsReport = (domain: string, id = 'tls-1') =>
  JSON.stringify({
    'organization-name': 'Shop',
    'date-range': { 'start-datetime': `${DAY}T00:00:00Z`, 'end-datetime': `${DAY}T23:59:59Z` },
    'contact-info': 'tls@shop.example',
    'report-id': id,
    policies: [
      {
        policy: { 'policy-type': 'sts', 'policy-string': [], 'policy-domain': domain },
        summary: { 'total-successful-session-count': 40, 'total-failure-session-count': 2 },
        'failure-details': [
          {
            'result-type': 'certificate-expired',
            'receiving-mx-hostname': 'mx.own.example',
            'failed-session-count': 2,
          },
        ],
      },
    ],
  });

const mailWith = (to: string, content: Buffer | string, type = 'application/gzip'): string =>
  [
    'From: reports@shop.example',
    `To: ${to}`,
    'Subject: Report Domain: own.example',
    'Message-ID: <1@shop.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'A report.',
    '--part',
    `Content-Type: ${type}; name=report`,
    'Content-Disposition: attachment; filename=report',
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    '--part--',
    '',
  ].join('\r\n');

const signed = async (mail: string): Promise<string> =>
  `${(await createSigner().sign(Buffer.from(mail), dkimKeys(['rsa']))).toString()}${mail}`;

async function zipped(text: string): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(text), 'report.xml');
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('reports about sending domains', () => {
  let api: Api;
  let dns: DnsServer;
  let inbound: Inbound;
  let client: Client;
  let id: number;
  let address: string;
  let selector: string;

  before(async () => {
    dns = await startDnsServer();
    const settings = {
      DNS_SERVERS: dns.address,
      BOUNCE_DOMAIN: 'bounces.example',
      APP_SECRETS: SECRETS.join(','),
    };
    api = await startApi('domain-reports', settings);
    inbound = await startRealInbound('domain-reports', { ...settings, INBOUND_SMTP_PORT: '0' });
  });
  after(async () => {
    await inbound?.stop();
    await api.stop();
    await dns.close();
  });
  beforeEach(async () => {
    dns.zones.clear();
    for (const [name, text] of Object.entries(dkimRecords)) dns.zones.set(name, { txt: [text] });
    client = await api.account();
    const domain = await proveDomain(client, 'own.example', dns);
    id = domain.id;
    address = /rua=mailto:(\S+)/.exec(domain.of('dmarc').value!)![1]!;
    selector = domain.of('dkim_rsa').host.split('.')[0]!;
  });

  const send = async (mail: string, to = address) =>
    expect(await handOver(inbound.smtpPort!, '', to, mail)).to.match(/^250 /);
  const read = async (query = `from=${DAY}&to=${DAY}`) =>
    (await client.get(`/sending-domains/reports?id=${id}&${query}`)).body.message.reports;
  const stored = () => rows(StoredDomainReport).countDocuments({ sending_domain_id: id });

  it('names an address of the service in the DMARC record to set', () => {
    expect(address).to.match(/^dmarc-[a-z2-7]{48}@bounces\.example$/);
  });

  it('tells own mails that pass from own mails that fail, and from mails of others', async () => {
    const report = aggregate([
      { count: 90, selector },
      { ip: '192.0.2.10', count: 3, selector, dkim: 'fail' },
      { ip: '192.0.2.10', count: 2, dkim: 'fail' },
      { ip: '198.51.100.7', count: 4, selector, dkim: 'fail', reason: 'forwarded' },
      { ip: '2001:db8::1', count: 5, dkim: 'fail' },
    ]);
    await send(await signed(mailWith(address, gzipSync(report))));
    const { sources, days, next_step, is_complete } = await read();
    expect(sources[0]).to.deep.equal({
      date: DAY,
      reporter: 'shop.example',
      ip: '192.0.2.10',
      mails: 90,
      ours: true,
      aligned_spf: false,
      aligned_dkim: true,
      selector,
      disposition: 'none',
      cause: null,
      since: null,
      change: null,
      verified: true,
    });
    expect(
      sources
        .slice(1)
        .map(({ mails, ours, cause, since }: Record<string, unknown>) => [mails, ours, cause, since]),
    ).to.deep.equal([
      [3, true, 'signature_broken', DAY],
      [2, true, 'unsigned', DAY],
      [4, true, 'forwarded', DAY],
      [5, false, 'not_ours', null],
    ]);
    expect(days).to.deep.equal([{ date: DAY, sent: 0, aligned: 90, broken: 9, foreign: 5 }]);
    expect(is_complete).to.equal(true);
    expect(next_step).to.deep.include({
      policy: null,
      next: 'none',
      ready: true,
      aligned: 90,
      broken: 9,
      foreign: 5,
    });
  });

  it('names the change with which own mails began to fail', async () => {
    dns.zones.delete(`${selector}._domainkey.own.example`);
    await checkDomain(client, id);
    await rows(SendingDomain).updateOne(
      { _id: id },
      { $set: { 'changes.$[].at': new Date(`${DAY}T10:00:00Z`) } },
    );
    await send(await signed(mailWith(address, gzipSync(aggregate([{ selector, dkim: 'fail' }])))));
    const [source] = (await read()).sources;
    expect(source).to.deep.include({ cause: 'signature_broken', since: DAY });
    expect(source.change).to.deep.include({ status: 'missing' });
  });

  it('counts a report once, by SMTP, from the mailbox, and when it comes at once twice', async () => {
    const mail = await signed(mailWith(address, await zipped(aggregate([{ selector }])), 'application/zip'));
    await Promise.all([send(mail), send(mail)]);
    await readFromMailbox(inbound, mail);
    expect(await stored()).to.equal(1);
    expect((await read()).sources).to.have.length(1);
  });

  it('keeps a report without a valid signature of its reporter apart, until it comes with one', async () => {
    const mail = mailWith(address, aggregate([{ selector }]), 'text/xml');
    await send(mail);
    expect((await read()).sources[0]).to.include({ verified: false });
    expect((await read()).days).to.deep.equal([{ date: DAY, sent: 0, aligned: 0, broken: 0, foreign: 0 }]);
    await send((await signed(mail)).replace('A report.', 'A changed report.'));
    // Signed, but by another than its reporter.
    await send(
      await signed(mailWith(address, gzipSync(aggregate([{ selector }], { email: 'd@google.example' })))),
    );
    expect((await read()).sources.map(({ verified }: { verified: boolean }) => verified)).to.deep.equal([
      false,
    ]);
    await send(await signed(mail));
    expect((await read()).sources.map(({ verified }: { verified: boolean }) => verified)).to.deep.equal([
      true,
    ]);
    await send(mail);
    expect(await stored()).to.equal(1);
  });

  it('asks for a signed report again while the DNS gives no answer about its key', async () => {
    const mail = await signed(mailWith(address, gzipSync(aggregate([{ selector }]))));
    const keys = new Map(Object.keys(dkimRecords).map((name) => [name, dns.zones.get(name)!]));
    for (const name of keys.keys()) dns.zones.set(name, { fault: 'servfail' });
    const refused = async () =>
      (await refusedMetric.get()).values.find(({ labels }) => labels.reason === 'dns')?.value ?? 0;
    const before = await refused();
    expect(await handOver(inbound.smtpPort!, '', address, mail)).to.match(/^451 /);
    expect([await stored(), (await refused()) - before]).to.deep.equal([0, 1]);
    // From the mailbox it is taken, as one without a proof.
    await readFromMailbox(inbound, mail);
    expect((await read()).sources[0]).to.include({ verified: false });
    for (const [name, zone] of keys) dns.zones.set(name, zone);
    await send(mail);
    expect((await read()).sources.map(({ verified }: { verified: boolean }) => verified)).to.deep.equal([
      true,
    ]);
  });

  it('takes a report whose signature names no possible key', async () => {
    const mail = await signed(mailWith(address, gzipSync(aggregate([{ selector }]))));
    await send(mail.replace(/(?<=[\s;]s=)[^;\s]+/, 'x'.repeat(64)));
    expect((await read()).sources[0]).to.include({ verified: false });
  });

  it('reads reports on TLS', async () => {
    const mail = await signed(
      mailWith(address, gzipSync(tlsReport('own.example')), 'application/tlsrpt+gzip'),
    );
    await send(mail);
    await send(mail);
    expect((await read()).tls).to.deep.equal([
      {
        date: DAY,
        reporter: 'Shop',
        policy_type: 'sts',
        policy_domain: 'own.example',
        successes: 40,
        failures: 2,
        details: [{ result_type: 'certificate-expired', receiving_mx: 'mx.own.example', sessions: 2 }],
        verified: true,
      },
    ]);
  });

  const broken: Readonly<Record<string, () => Buffer | string>> = {
    'a bomb of zeros': () => gzipSync(Buffer.alloc(200 * 2 ** 20)),
    'entities that grow': () =>
      aggregate([{ count: '&b;' }], {
        head: `<!DOCTYPE x [<!ENTITY a "1111111111"><!ENTITY b "${'&a;'.repeat(1000)}">]>`,
      }),
    'deep nesting': () => `<feedback>${'<a>'.repeat(200_000)}`,
    'no end': () => gzipSync(aggregate([{ selector }]).slice(0, -12)),
    'a cut archive': () => gzipSync(aggregate([{ selector }])).subarray(0, 200),
    'another language': () => '<html><body>Hello</body></html>',
    'JSON that is no report': () => '{"policies": 4}',
    'no policy': () =>
      '{"report-id": "x", "date-range": {"start-datetime": "2026-11-20T00:00:00Z"}, "policies": []}',
    'a domain of another': () => aggregate([{ selector }], { domain: 'other.example' }),
    'TLS of another': () => tlsReport('other.example'),
    nothing: () => '',
  };
  for (const [what, content] of Object.entries(broken)) {
    it(`changes nothing by a report with ${what}`, async () => {
      await send(await signed(mailWith(address, content(), 'application/octet-stream')));
      expect((await read()).sources.filter(({ mails }: { mails: number }) => mails > 0)).to.deep.equal([]);
      expect((await read()).tls).to.deep.equal([]);
    });
  }

  it('drops reports when the domain is gone, and refuses addresses that are not its own', async () => {
    const mail = await signed(mailWith(address, gzipSync(aggregate([{ selector }]))));
    await send(mail);
    await client.delete(`/sending-domains/delete?id=${id}`);
    expect(await stored()).to.equal(0);
    await send(mail);
    expect(await stored()).to.equal(0);
    expect(await handOver(inbound.smtpPort!, '', `x${address}`, mail)).to.match(/^550 /);
  });

  it('is refused for domains of others, and for periods that are none', async () => {
    const other = await api.account();
    expect(await other.get(`/sending-domains/reports?id=${id}`)).to.deep.include(RECORD_NOT_FOUND);
    for (const [query, key] of [
      ['from=2026-11-20&to=2026-11-19', 'to'],
      ['from=2026-01-01&to=2026-11-19', 'from'],
      ['from=yesterday', 'from'],
    ] as const) {
      const { status, body } = await client.get(`/sending-domains/reports?id=${id}&${query}`);
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, [key]]);
    }
  });
});
