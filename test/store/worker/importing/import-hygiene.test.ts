import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { presentImport } from '../../../../api/present/imports.ts';
import type { ImportDocument } from '../../../../common/models/imports.ts';
import { type CsvImports, startCsvImports } from '../../../support/csv-imports.ts';
import { type DnsServer, startDnsServer } from '../../../support/dns-server.ts';
import { suppressBounced } from '../../../support/suppressions.ts';

const FILE = readFileSync(new URL('../../../fixtures/hygiene/contacts-hygiene.csv', import.meta.url), 'utf8');
const KINDS = { typo: 4, role: 3, disposable: 2 };
/** Rows that can be read, of 14: one has two addresses. */
const READ = 13;

const shown = (found: ImportDocument) => {
  const { hygiene, hygiene_examples, leave_out, statuses, rows_read, rows_added } = presentImport(found);
  return { hygiene, hygiene_examples, leave_out, left: statuses.left_out, rows_read, rows_added };
};

describe('an import of doubtful addresses', () => {
  let csv: CsvImports;
  let dns: DnsServer;

  before(async () => {
    dns = await startDnsServer();
    const mx = [{ priority: 10, exchange: 'mx.example' }];
    for (const line of FILE.split('\n')) {
      const [, domain = ''] = /@([a-z.]+[a-z])/.exec(line) ?? [];
      if (domain !== '') dns.zones.set(domain, { mx });
    }
    csv = await startCsvImports('worker-import-hygiene', { DNS_SERVERS: dns.address });
  });
  after(async () => {
    await csv.stop();
    await dns.close();
  });

  it('counts them by kind, imports all, and does not wait for the DNS', async () => {
    dns.asked.length = 0;
    const done = shown(await csv.load(await csv.type(), FILE));
    expect(done).to.deep.include({
      hygiene: { ...KINDS, no_mail_domain: null, undeliverable: null },
      leave_out: [],
      left: 0,
      rows_read: READ + 1,
      rows_added: READ,
    });
    expect(done.hygiene_examples.typo).to.deep.equal([
      { line: 2, meant: 'gmail.com' },
      { line: 3, meant: 'gmail.com' },
      { line: 4, meant: 'hotmail.com' },
      { line: 5, meant: 'yahoo.com' },
    ]);
    expect(done.hygiene_examples.disposable.map(({ line }) => line)).to.deep.equal([9, 10]);
    expect(dns.asked).to.deep.equal([]);
  });

  it('counts domains without mail in a dry run', async () => {
    const tried = shown(await csv.load(await csv.type(), FILE, { isTrial: true }));
    expect(tried.hygiene).to.deep.equal({ ...KINDS, no_mail_domain: 1, undeliverable: 0 });
    expect(tried.hygiene_examples.no_mail_domain).to.deep.equal([{ line: 11, meant: null }]);
  });

  it('counts addresses from which mail bounced for good in a dry run, and leaves them out when asked', async () => {
    const known =
      'email,status\ngone@example.org,subscribed\nann@example.org,subscribed\nbob@example.org,bounced\n';
    await suppressBounced(csv.userId, ['gone@example.org']);
    const tried = shown(await csv.load(await csv.type(), known, { isTrial: true }));
    expect(tried.hygiene?.undeliverable).to.equal(1);
    expect(tried.hygiene_examples.undeliverable).to.deep.equal([{ line: 2, meant: null }]);
    const type = await csv.type();
    const done = shown(await csv.load(type, known, { leaveOut: ['undeliverable'] }));
    expect(done).to.deep.include({ left: 1, rows_added: 2 });
    expect(done.hygiene?.undeliverable).to.equal(1);
    expect((await csv.contacts(type)).map(({ email }) => email)).to.deep.equal([
      'ann@example.org',
      'bob@example.org',
    ]);
  });

  it('leaves out the kinds that the caller names, and counts them', async () => {
    const type = await csv.type();
    const leaveOut = ['role', 'disposable', 'no_mail_domain'] as const;
    const done = shown(await csv.load(type, FILE, { leaveOut }));
    expect(done).to.deep.include({
      hygiene: { ...KINDS, no_mail_domain: 1, undeliverable: null },
      leave_out: [...leaveOut],
      left: 6,
      rows_read: READ + 1,
      rows_added: READ - 6,
    });
    const contacts = await csv.contacts(type);
    expect(contacts.map(({ email }) => email)).to.deep.equal([
      'ann@gmial.com',
      'ben@gmail.con',
      'cleo@hotmial.com',
      'dan@yaho.com',
      'hal@example.org',
      'ida@example.org',
      'lea@example.org',
    ]);
  });
});
