import type { DomainReport, TlsRow } from '../../common/domain/domain-reports.ts';
import { domainIn, isPlausible } from './aggregate.ts';
import { REPORT_LIMITS } from './limits.ts';
import { ReportRefusal } from './unpack.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

const [MOST_POLICIES, MOST_DETAILS, MOST_SESSIONS] = [50, 50, 1e9];

/** Reads a report on TLS (RFC 8460, 4.4). Throws if it is none. */
export async function readTlsReport(chunks: AsyncIterable<Buffer>): Promise<DomainReport> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  const report = objectOf(JSON.parse(new TextDecoder().decode(Buffer.concat(all))));
  const range = objectOf(report['date-range']);
  const [begin, end] = ['start-datetime', 'end-datetime'].map((edge) => timeOf(range[edge]));
  const [reporter, reportId] = [textOf(report['organization-name']), textOf(report['report-id'])];
  const contact = textOf(report['contact-info']);
  const rows = listOf(report['policies']).slice(0, MOST_POLICIES).map(rowOf);
  if (!begin || !reportId || rows.length === 0) throw new ReportRefusal('no_report');
  return {
    kind: 'tls',
    reporter: reporter ?? contact ?? reportId,
    report_id: reportId,
    reporter_domain: domainIn(contact ?? undefined),
    begin,
    end: end ?? begin,
    rows,
  };
}

const objectOf = (value: unknown): JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, REPORT_LIMITS.text) : null;

function timeOf(value: unknown): Date | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return isPlausible(ms) ? new Date(ms) : null;
}

const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? Math.min(value, MOST_SESSIONS) : 0;

function rowOf(given: unknown): TlsRow {
  const [policy, summary] = [objectOf(objectOf(given)['policy']), objectOf(objectOf(given)['summary'])];
  const details = listOf(objectOf(given)['failure-details']).slice(0, MOST_DETAILS).map(objectOf);
  return {
    policy_type: textOf(policy['policy-type']) ?? 'no-policy-found',
    policy_domain: textOf(policy['policy-domain'])?.toLowerCase().replace(/\.$/, '') ?? '',
    successes: countOf(summary['total-successful-session-count']),
    failures: countOf(summary['total-failure-session-count']),
    details: details.map((detail) => ({
      result_type: textOf(detail['result-type']) ?? 'unknown',
      receiving_mx: textOf(detail['receiving-mx-hostname']),
      sessions: countOf(detail['failed-session-count']),
    })),
  };
}
