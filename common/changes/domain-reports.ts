import { createHash } from 'node:crypto';
import { now } from '../clock.ts';
import type { DomainReport } from '../domain/domain-reports.ts';
import { dayOf } from '../domain/segment-days.ts';
import { type DomainReportDocument, StoredDomainReport } from '../models/domain-reports.ts';
import { SendingDomain } from '../models/sending-domains.ts';
import { isDuplicateKey } from '../store/connection.ts';

/** foreign: about a domain that this account does not have · full: more reports than a domain gets in a day. */
export type ReportResult = 'stored' | 'repeated' | 'foreign' | 'full';

const KEPT_MS = 190 * 24 * 3600_000;
/** Reports of a sending domain in a day: anybody can read the address in the DNS. */
const MOST_A_DAY = Object.freeze({ verified: 500, unverified: 100 });
/** Rows of a report without a proof. */
const MOST_UNPROVEN = 100;

/** Stores a report once. Idempotent. */
export async function storeDomainReport(
  { account, domainId }: { readonly account: number; readonly domainId: number },
  report: DomainReport,
  verified: boolean,
): Promise<ReportResult> {
  const owner = await SendingDomain.of(account).findOne({ _id: domainId }, { projection: { domain: 1 } });
  if (!owner || !isAbout(report, owner.domain)) return 'foreign';
  const rows = StoredDomainReport.of(account);
  const name = createHash('sha256')
    .update(`${report.reporter.toLowerCase()}\0${report.report_id}`)
    .digest('hex');
  const idOf = (isVerified: boolean): string =>
    `${domainId} ${report.kind} ${isVerified ? 'verified' : 'unverified'} ${name}`;
  const known = await rows.findOne(
    { _id: { $in: [idOf(true), idOf(verified)] } },
    { projection: { _id: 1 } },
  );
  if (known) return 'repeated';
  const at = now();
  const received_day = dayOf(at, 'utc');
  const most = verified ? MOST_A_DAY.verified : MOST_A_DAY.unverified;
  const ofToday = { sending_domain_id: domainId, received_day, verified };
  if ((await rows.countDocuments(ofToday, { limit: most })) >= most) return 'full';
  const { kind, reporter, begin } = report;
  const cut = <Row>(all: Row[]): Row[] => (verified ? all : all.slice(0, MOST_UNPROVEN));
  const document: DomainReportDocument = {
    _id: idOf(verified),
    user_id: account,
    sending_domain_id: domainId,
    kind,
    reporter,
    verified,
    day: dayOf(begin, 'utc'),
    received_day,
    expires_at: new Date(at.getTime() + KEPT_MS),
    rows: report.kind === 'dmarc' ? cut(report.rows) : [],
    tls: report.kind === 'tls' ? report.rows : [],
  };
  try {
    await rows.insertOne(document);
  } catch (error) {
    if (isDuplicateKey(error)) return 'repeated';
    throw error;
  }
  // The same report without a proof came first.
  if (verified) await rows.deleteOne({ _id: idOf(false) });
  return 'stored';
}

/** A report is about the domain itself, a domain above it, whose policy counts for it, or one below. */
function isAbout(report: DomainReport, domain: string): boolean {
  const domains = report.kind === 'dmarc' ? [report.domain] : report.rows.map((row) => row.policy_domain);
  return domains.some((one) => one === domain || domain.endsWith(`.${one}`) || one.endsWith(`.${domain}`));
}
