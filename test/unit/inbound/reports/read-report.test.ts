import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { readReport } from '../../../../inbound/reports/read-report.ts';
import type { Report } from '../../../../inbound/reports/report.ts';
import { hostileReports } from '../../../support/hostile-reports.ts';

const FOLDER = new URL('../../../fixtures/replies/', import.meta.url);

/** The expected reading of a mail of the fixture; `kind` null: no report. */
interface Known {
  readonly kind: Report['kind'] | null;
  readonly recipients: readonly { readonly address: string | null; readonly class: string }[];
  readonly message_ids: readonly string[];
}

const known = JSON.parse(readFileSync(new URL('mails.json', FOLDER), 'utf8')) as Record<string, Known>;
const mailOf = (name: string): Buffer => readFileSync(new URL(`mails/${name}.eml`, FOLDER));

/** The report in a mail; null where it has none that changes something. */
async function reportIn(raw: Uint8Array): Promise<Report | null> {
  const report = await readReport(raw);
  return report === 'unheard' ? null : report;
}

describe('the reader of returned mails', () => {
  it('expects a result for each of at least 30 fixtures', () => {
    const files = readdirSync(new URL('mails/', FOLDER)).map((file) => basename(file, '.eml'));
    expect(files.sort()).to.deep.equal(Object.keys(known).sort());
    expect(
      Object.values(known).filter(({ kind }) => kind !== null && kind !== 'auto_reply').length,
    ).to.be.at.least(30);
  });

  for (const [name, { kind, recipients, message_ids }] of Object.entries(known))
    it(`reads ${kind ?? 'no report'} in ${name}`, async () => {
      const report = await reportIn(mailOf(name));
      expect(report?.kind ?? null).to.equal(kind);
      const read = (report?.recipients ?? []).map(({ address, class: one }) => ({ address, class: one }));
      expect(read, JSON.stringify(report)).to.deep.equal(recipients);
      expect(report?.messageIds ?? []).to.deep.equal(message_ids);
    });

  it('takes line ends of LF or CR alone', async () => {
    const text = mailOf('postfix-user-unknown').toString();
    for (const end of ['\n', '\r']) {
      const report = await reportIn(Buffer.from(text.replaceAll('\r\n', end)));
      expect(report?.recipients[0]?.class).to.equal('gone');
    }
  });

  it('names the return path of the mail when its Message-ID was removed', async () => {
    expect((await reportIn(mailOf('redacted-abuse')))?.returnPaths).to.deep.equal([
      'b-token@bounces.example.net',
    ]);
    expect((await reportIn(mailOf('yahoo-abuse')))?.returnPaths).to.include('b-token@bounces.example.net');
  });

  it('keeps a hundred recipients at most, with texts of 500 characters', async () => {
    const group = (number: number) =>
      `Final-Recipient: rfc822; r${number}@example.com\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 ${'no such user '.repeat(45)}\n\n`;
    const groups = Array.from({ length: 120 }, (_, number) => group(number)).join('');
    const raw = `From: MAILER-DAEMON@example.com\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; a\n\n${groups}\n--b--\n`;
    const report = await reportIn(Buffer.from(raw));
    expect(report!.recipients.length).to.be.within(10, 100);
    for (const { reply } of report!.recipients) expect(reply.length).to.be.at.most(500);
  });

  it('reads a mail whatever is in it', async () => {
    for (const raw of hostileReports(0.01)) await readReport(raw);
  });

  it('throws nothing', async () => {
    const all = Object.keys(known).map(mailOf);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...all),
        fc.array(fc.record({ at: fc.nat(4000), bytes: fc.uint8Array({ maxLength: 20 }), cut: fc.nat(200) }), {
          maxLength: 6,
        }),
        async (mail, changes) => {
          let raw: Buffer = mail;
          for (const { at, bytes, cut } of changes)
            raw = Buffer.concat([raw.subarray(0, at), bytes, raw.subarray(Math.min(raw.length, at + cut))]);
          const report = await reportIn(raw);
          for (const { reply, address } of report?.recipients ?? []) {
            expect(reply.length).to.be.at.most(500);
            expect(address === null || address.length <= 320).to.equal(true);
          }
        },
      ),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (raw) => {
        await reportIn(raw);
      }),
      { numRuns: 200 },
    );
  });
});
