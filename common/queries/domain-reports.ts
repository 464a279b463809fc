import { type DomainReportDocument, StoredDomainReport } from '../models/domain-reports.ts';

/** Rows of reports that one answer has. */
const MOST_ROWS = 20_000;

/** Reports about days of a sending domain, the newest first. `isWhole` false: older ones were left out. */
export async function reportsOfDomain(
  userId: number,
  domainId: number,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<{ readonly reports: readonly DomainReportDocument[]; readonly isWhole: boolean }> {
  const reports: DomainReportDocument[] = [];
  let rows = 0;
  const found = StoredDomainReport.of(userId)
    .find({ sending_domain_id: domainId, day: { $gte: first, $lte: last } })
    .sort({ day: -1, _id: 1 })
    .batchSize(50);
  for await (const report of found) {
    rows += report.rows.length + report.tls.length;
    if (rows > MOST_ROWS && reports.length > 0) return { reports, isWhole: false };
    reports.push(report);
  }
  return { reports, isWhole: true };
}
