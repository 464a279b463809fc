import PostalMime from 'postal-mime';
import type { DomainReport } from '../../common/domain/domain-reports.ts';
import { readAggregate } from './aggregate.ts';
import { type MailSignature, signaturesOf } from './dkim.ts';
import { REPORT_LIMITS } from './limits.ts';
import { readTlsReport } from './tls-report.ts';
import { unpacked } from './unpack.ts';

export interface ReadReports {
  readonly reports: readonly DomainReport[];
  readonly signatures: readonly MailSignature[];
}

const NESTING = 10;
const HEADERS = 128 * 1024;
const OPEN_BRACE = '{'.charCodeAt(0);

/** The reports in a mail: attachments, or the body itself. What is none is left out. */
export async function readDomainReports(raw: Uint8Array): Promise<ReadReports> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const mail = await PostalMime.parse(bytes, {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: NESTING,
    maxHeadersSize: HEADERS,
  });
  const files = mail.attachments.map(({ content }) =>
    typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
  );
  // Some reporters send the report as the only text.
  if (files.length === 0 && mail.text) files.push(Buffer.from(mail.text.trim()));
  const reports: DomainReport[] = [];
  for (const file of files.slice(0, REPORT_LIMITS.attachments)) {
    const report = await readFile(file).catch(() => null);
    if (report) reports.push(report);
  }
  return { reports, signatures: reports.length > 0 ? signaturesOf(bytes) : [] };
}

async function readFile(file: Buffer): Promise<DomainReport> {
  let first: Buffer = Buffer.alloc(0);
  for await (const chunk of unpacked(file, REPORT_LIMITS.xml)) {
    first = chunk;
    break;
  }
  const isJson = first.toString('utf8').replace('\uFEFF', '').trimStart().charCodeAt(0) === OPEN_BRACE;
  return isJson
    ? readTlsReport(unpacked(file, REPORT_LIMITS.json))
    : readAggregate(unpacked(file, REPORT_LIMITS.xml));
}
