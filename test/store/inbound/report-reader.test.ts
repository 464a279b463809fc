import { expect } from 'chai';
import { createLogger } from '../../../common/log.ts';
import { createReportReader, type ReportReader } from '../../../inbound/reports/apart.ts';
import { readReport } from '../../../inbound/reports/read-report.ts';

const BOUNCE = `From: mailer-daemon@x.example\r
Subject: Undelivered Mail\r
Content-Type: multipart/report; report-type=delivery-status; boundary=b\r
\r
--b\r
Content-Type: message/delivery-status\r
\r
Reporting-MTA: dns; x.example\r
\r
Final-Recipient: rfc822; ann@x.example\r
Action: failed\r
Status: 5.1.1\r
Diagnostic-Code: smtp; 550 5.1.1 no such user\r
\r
--b--\r
`;
const HEAD = 'From: mailer-daemon@x.example\r\nSubject: Undelivered Mail\r\n';
/** 256 kB each; without the bounds each takes seconds. */
const SLOW: Readonly<Record<string, string>> = {
  'empty lines': `${HEAD}\r\n${'\r\n'.repeat(131_000)}`,
  'lines that end in CR': `${HEAD}\r\n${'\r'.repeat(256_000)}`,
  'borders of parts': `${HEAD}Content-Type: multipart/mixed; boundary="-"\r\n\r\n${'---\r\n'.repeat(52_000)}`,
  'reports in parts': `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: message/delivery-status\r\n\r\n'.repeat(5000)}`,
  'one line': `${HEAD}\r\n${'x'.repeat(256_000)}`,
};

describe('the reader of reports', () => {
  let reader: ReportReader;
  before(() => {
    reader = createReportReader(null, createLogger('inbound', 'silent'));
  });
  after(() => reader.close());

  it('reads a report in another process as in this one', async () => {
    const raw = Buffer.from(BOUNCE);
    const report = await readReport(raw);
    expect(report).to.deep.include({ kind: 'bounced' });
    expect(await reader.read(raw, 1)).to.deep.equal(report);
  });

  it('reads a report whatever the returned mail after it is', async () => {
    const raw = Buffer.from(
      BOUNCE.replace('--b--\r\n', `--b\r\nContent-Type: message/rfc822\r\n\r\n${'a\r\n'.repeat(300_000)}`),
    );
    expect(await reader.read(raw, 1)).to.deep.include({ kind: 'bounced' });
  });

  for (const [what, text] of Object.entries(SLOW))
    it(`reads the start of a mail of ${what}`, async () => {
      const raw = Buffer.from(text);
      expect(await reader.read(raw, 1)).to.deep.equal(await readReport(raw));
    });

  it('leaves this process free while accounts fill it', async () => {
    const slow = Array.from({ length: 8 }, () => reader.read(Buffer.from(SLOW['reports in parts']!), 1));
    expect(await reader.read(Buffer.from(BOUNCE), 2)).to.deep.include({ kind: 'bounced' });
    for (const one of await Promise.all(slow)) expect(one).to.deep.include({ kind: 'bounced' });
  });
});
