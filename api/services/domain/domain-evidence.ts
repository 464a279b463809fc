import type { DmarcRow, TlsRow } from '../../../common/domain/domain-reports.ts';
import { dayOf } from '../../../common/domain/segment-days.ts';
import type { DomainReportDocument } from '../../../common/models/domain-reports.ts';
import {
  DKIM_KINDS,
  type DomainChange,
  type SendingDomainDocument,
} from '../../../common/models/sending-domains.ts';

/** Why mails of ours fail at a receiver, or whose mails they are. */
export const CAUSES = ['unsigned', 'signature_broken', 'not_aligned', 'forwarded', 'not_ours'] as const;
export type Cause = (typeof CAUSES)[number];

/** Mails of one source in a report. */
export interface ReportSourceRow
  extends Pick<DmarcRow, 'ip' | 'mails' | 'aligned_spf' | 'aligned_dkim' | 'selector' | 'disposition'> {
  readonly date: string;
  readonly reporter: string;
  /** Signed by a key of the domain here, or sent by a server that sends its mails. */
  readonly ours: boolean;
  /** Null: the mails passed. */
  readonly cause: Cause | null;
  /** The first day of this failure; null: the mails passed, or they are not ours. */
  readonly since: string | null;
  /** The last change of the domain before it. */
  readonly change: DomainChange | null;
  readonly verified: boolean;
}

export interface ReportTlsRow extends TlsRow {
  readonly date: string;
  readonly reporter: string;
  readonly verified: boolean;
}

export interface ReportDay {
  readonly date: string;
  /** Accepted mails of the account, of all its domains. */
  readonly sent: number;
  readonly aligned: number;
  readonly broken: number;
  readonly foreign: number;
}

type EvidenceDomain = Pick<
  SendingDomainDocument,
  'domain' | 'keys' | 'former_selectors' | 'return_path_host' | 'changes'
>;

/** Forwarders break signatures or change the return path; receivers name it so. */
const FORWARDED: ReadonlySet<string> = new Set([
  'forwarded',
  'mailing_list',
  'trusted_forwarder',
  'policy_test_mode',
]);

export const selectorsOf = ({ keys, former_selectors = [] }: EvidenceDomain): ReadonlySet<string> =>
  new Set([...DKIM_KINDS.map((kind) => keys[kind].selector), ...former_selectors]);

/** The mails of reports, as ours or foreign, by day and source. */
export function sourcesOf(
  reports: readonly DomainReportDocument[],
  domain: EvidenceDomain,
  bounceDomain: string | null,
): ReportSourceRow[] {
  const selectors = selectorsOf(domain);
  const isSigned = ({ selector }: DmarcRow): boolean => selector !== null && selectors.has(selector);
  const returnHosts = [bounceDomain, domain.return_path_host].filter((host) => typeof host === 'string');
  const all = reports.flatMap((report) => report.rows.map((row) => ({ report, row })));
  const servers = serversOf(
    all.map(({ row }) => row),
    (row) => row.spf_result === 'pass' && row.spf_domain !== null && returnHosts.includes(row.spf_domain),
    (row) => isSigned(row) && row.dkim_result === 'pass',
  );

  const rows = all.map(({ report, row }) => {
    const isServer = servers.has(row.ip);
    const ours = isSigned(row) || isServer;
    const cause = causeOf(row, { ours, isServer, isSigned: isSigned(row) });
    return { date: report.day, reporter: report.reporter, verified: report.verified, ours, cause, row };
  });
  const began = failuresOf(rows);
  return rows.map(({ row, ...known }) => {
    const since = known.ours && known.cause !== null ? (began.get(sourceOf(row)) ?? known.date) : null;
    return {
      date: known.date,
      reporter: known.reporter,
      ip: row.ip,
      mails: row.mails,
      ours: known.ours,
      aligned_spf: row.aligned_spf,
      aligned_dkim: row.aligned_dkim,
      selector: row.selector,
      disposition: row.disposition,
      cause: known.cause,
      since,
      change: since === null ? null : changeBefore(domain.changes ?? [], since),
      verified: known.verified,
    };
  });
}

/** Of the mails with a passing key of ours, a server of ours has at least this share; forwarders keep signatures, too. */
const SHARE = 0.1;

/** Addresses of servers that send the domain's mails: they pass SPF with a return path of ours, or carry a large share of the signed mails. */
function serversOf(
  rows: readonly DmarcRow[],
  isReturned: (row: DmarcRow) => boolean,
  isSigned: (row: DmarcRow) => boolean,
): ReadonlySet<string> {
  const signed = new Map<string, number>();
  let total = 0;
  for (const row of rows) {
    if (!isSigned(row)) continue;
    signed.set(row.ip, (signed.get(row.ip) ?? 0) + row.mails);
    total += row.mails;
  }
  const returned = rows.filter(isReturned).map(({ ip }) => ip);
  const large = [...signed].filter(([, mails]) => mails >= SHARE * total).map(([ip]) => ip);
  return new Set([...returned, ...large]);
}

function causeOf(
  row: DmarcRow,
  {
    ours,
    isServer,
    isSigned,
  }: { readonly ours: boolean; readonly isServer: boolean; readonly isSigned: boolean },
): Cause | null {
  if (row.aligned_spf || row.aligned_dkim) return null;
  if (!ours) return 'not_ours';
  if (isSigned && row.dkim_result === 'pass') return 'not_aligned';
  if (!isServer && row.reason !== null && FORWARDED.has(row.reason)) return 'forwarded';
  return isSigned ? 'signature_broken' : 'unsigned';
}

const sourceOf = ({ ip }: DmarcRow): string => ip;

/** By source: the first day of the failures that no later day without one ended. */
function failuresOf(
  rows: readonly {
    readonly date: string;
    readonly ours: boolean;
    readonly cause: Cause | null;
    readonly row: DmarcRow;
  }[],
): ReadonlyMap<string, string> {
  const began = new Map<string, string>();
  const byDay = [...rows].sort((one, other) => one.date.localeCompare(other.date));
  const failed = new Set(
    byDay.filter(({ cause }) => cause !== null).map(({ date, row }) => `${date} ${sourceOf(row)}`),
  );
  for (const { date, cause, row } of byDay) {
    const source = sourceOf(row);
    if (cause === null) {
      if (!failed.has(`${date} ${source}`)) began.delete(source);
    } else if (!began.has(source)) began.set(source, date);
  }
  return began;
}

/** The last change until the end of a day. */
const changeBefore = (changes: readonly DomainChange[], day: string): DomainChange | null =>
  changes.findLast(({ at }) => dayOf(at, 'utc') <= day) ?? null;

export const tlsOf = (reports: readonly DomainReportDocument[]): ReportTlsRow[] =>
  reports.flatMap(({ day, reporter, verified, tls }) =>
    tls.map((row) => ({ date: day, reporter, ...row, verified })),
  );

/** Days with reports or mails. Only verified reports count. */
export function daysOf(sources: readonly ReportSourceRow[], sent: ReadonlyMap<string, number>): ReportDay[] {
  const days = new Map<string, { aligned: number; broken: number; foreign: number }>();
  const dayOf = (date: string) => {
    const day = days.get(date) ?? { aligned: 0, broken: 0, foreign: 0 };
    days.set(date, day);
    return day;
  };
  for (const date of sent.keys()) dayOf(date);
  for (const row of sources) {
    const day = dayOf(row.date);
    if (row.verified) day[kindOf(row)] += row.mails;
  }
  return [...days]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([date, day]) => ({ date, sent: sent.get(date) ?? 0, ...day }));
}

const kindOf = ({ ours, cause }: ReportSourceRow): 'aligned' | 'broken' | 'foreign' =>
  !ours ? 'foreign' : cause === null ? 'aligned' : 'broken';
