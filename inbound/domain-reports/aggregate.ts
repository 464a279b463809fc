import { Parser } from 'htmlparser2';
import ipaddr from 'ipaddr.js';
import { now } from '../../common/clock.ts';
import type { DmarcRow, DomainReport } from '../../common/domain/domain-reports.ts';
import { REPORT_LIMITS } from './limits.ts';
import { ReportRefusal } from './unpack.ts';

/** Elements of a report that are read, as paths below `feedback`. */
type ElementTexts = Map<string, string>;

interface Signature {
  readonly domain: string;
  readonly selector: string | null;
  readonly result: string;
}

const MOST_MAILS = 1e9;
const PASS = 'pass';

/**
 * Reads an aggregate report (RFC 9990 and RFC 7489, appendix C) as it is unpacked. Entities other than those of XML itself stay as they
 * are, so they cannot grow. Throws if it is no report.
 */
export async function readAggregate(chunks: AsyncIterable<Buffer>): Promise<DomainReport> {
  const head: ElementTexts = new Map();
  const rows = new Map<string, DmarcRow>();
  const path: string[] = [];
  let record: ElementTexts = new Map();
  let signatures: Signature[] = [];
  let signature: ElementTexts = new Map();
  let elements = 0;
  let text = '';

  const close = (): void => {
    const at = path.slice(1).join('/');
    const value = text.trim();
    text = '';
    if (at === 'record') {
      addRow(rows, rowOf(record, signatures));
      record = new Map();
      signatures = [];
    } else if (at === 'record/auth_results/dkim') {
      const domain = signature.get('domain')?.toLowerCase();
      if (domain && signatures.length < REPORT_LIMITS.signatures)
        signatures.push({
          domain,
          selector: signature.get('selector') || null,
          result: signature.get('result') ?? '',
        });
      signature = new Map();
    } else if (value === '') return;
    else if (at.startsWith('record/auth_results/dkim/')) signature.set(path.at(-1)!, value);
    // Of several SPF results or reasons the first counts.
    else if (at.startsWith('record/')) {
      if (!record.has(at)) record.set(at, value);
    } else if (!head.has(at)) head.set(at, value);
  };
  const parser = new Parser(
    {
      onopentag(name) {
        elements += 1;
        path.push(name.slice(name.indexOf(':') + 1));
        if (path.length > REPORT_LIMITS.nesting || elements > REPORT_LIMITS.elements)
          throw new ReportRefusal('too_deep');
        if (path.length === 1 && path[0] !== 'feedback') throw new ReportRefusal('no_report');
        text = '';
      },
      ontext(part) {
        if (text.length < REPORT_LIMITS.text) text = (text + part).slice(0, REPORT_LIMITS.text);
      },
      onclosetag() {
        close();
        path.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  let decoder: TextDecoder | null = null;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  // Refuse a report that was cut: its rest would never arrive. The parser itself closes tags that are open at the end.
  if (path.length > 0) throw new ReportRefusal('cut');
  parser.end();

  const [begin, end] = ['begin', 'end'].map((edge) => timeOf(head.get(`report_metadata/date_range/${edge}`)));
  const domain = head.get('policy_published/domain')?.toLowerCase().replace(/\.$/, '');
  const reportId = head.get('report_metadata/report_id');
  const email = head.get('report_metadata/email');
  const reporter = head.get('report_metadata/org_name') ?? email;
  if (!begin || !domain || !reportId || !reporter) throw new ReportRefusal('no_report');
  return {
    kind: 'dmarc',
    reporter,
    report_id: reportId,
    reporter_domain: domainIn(email),
    begin,
    end: end ?? begin,
    domain,
    rows: [...rows.values()],
  };
}

const encodingOf = (chunk: Buffer): string =>
  chunk[0] === 0xff && chunk[1] === 0xfe
    ? 'utf-16le'
    : chunk[0] === 0xfe && chunk[1] === 0xff
      ? 'utf-16be'
      : 'utf-8';

/** Seconds since 1970. */
function timeOf(text: string | undefined): Date | null {
  const seconds = Number(text);
  return text !== undefined && isPlausible(seconds * 1000) ? new Date(seconds * 1000) : null;
}

/** DMARC began in 2012. */
export const isPlausible = (ms: number): boolean =>
  ms >= Date.UTC(2010, 0) && ms <= now().getTime() + 2 * 24 * 3600_000;

export const domainIn = (address: string | undefined): string | null =>
  /@([a-z0-9.-]{1,253})>?$/i
    .exec(address ?? '')?.[1]
    ?.toLowerCase()
    .replace(/\.$/, '') ?? null;

function rowOf(record: ElementTexts, signatures: readonly Signature[]): DmarcRow | null {
  const ip = record.get('record/row/source_ip') ?? '';
  const mails = Number(record.get('record/row/count'));
  if (!ipaddr.isValid(ip) || !Number.isSafeInteger(mails) || mails < 1 || mails > MOST_MAILS) return null;
  const policy = (name: string) => record.get(`record/row/policy_evaluated/${name}`)?.toLowerCase();
  // The signature that says most about the mail: one that passed, of the domain of From.
  const from = record.get('record/identifiers/header_from')?.toLowerCase() ?? '';
  const rank = ({ domain, result }: Signature): number =>
    Number(domain === from || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`)) * 2 +
    Number(result === PASS);
  const best = [...signatures].sort((one, other) => rank(other) - rank(one))[0];
  return {
    ip: ipaddr.process(ip).toString(),
    mails,
    disposition: policy('disposition') ?? 'none',
    aligned_spf: policy('spf') === PASS,
    aligned_dkim: policy('dkim') === PASS,
    selector: best?.selector ?? null,
    dkim_domain: best?.domain ?? null,
    dkim_result: best?.result ?? null,
    spf_domain: record.get('record/auth_results/spf/domain')?.toLowerCase() ?? null,
    spf_result: record.get('record/auth_results/spf/result')?.toLowerCase() ?? null,
    reason: policy('reason/type') ?? null,
  };
}

function addRow(rows: Map<string, DmarcRow>, row: ReturnType<typeof rowOf>): void {
  if (row === null) return;
  const { mails, ...rest } = row;
  const key = JSON.stringify(rest);
  const known = rows.get(key);
  if (known) known.mails = Math.min(MOST_MAILS, known.mails + mails);
  else if (rows.size < REPORT_LIMITS.rows) rows.set(key, { ...rest, mails });
}
