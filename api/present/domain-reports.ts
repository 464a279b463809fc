import { timestamp } from '../../common/domain/times.ts';
import type { DomainChange } from '../../common/models/sending-domains.ts';
import type { ReportDay, ReportSourceRow, ReportTlsRow } from '../services/domain/domain-evidence.ts';
import type { PolicyStep } from '../services/domain/policy-step.ts';

export interface ShownReports {
  readonly from: string;
  readonly to: string;
  readonly sources: readonly ReportSourceRow[];
  readonly days: readonly ReportDay[];
  readonly tls: readonly ReportTlsRow[];
  readonly step: PolicyStep;
  readonly address: string | null;
  readonly isWhole: boolean;
}

export const presentDomainReports = ({
  from,
  to,
  sources,
  days,
  tls,
  step,
  address,
  isWhole,
}: ShownReports) => ({
  from,
  to,
  address,
  is_complete: isWhole,
  sources: sources.map((row) => ({
    date: row.date,
    reporter: row.reporter,
    ip: row.ip,
    mails: row.mails,
    ours: row.ours,
    aligned_spf: row.aligned_spf,
    aligned_dkim: row.aligned_dkim,
    selector: row.selector,
    disposition: row.disposition,
    cause: row.cause,
    since: row.since,
    change: row.change && presentChange(row.change),
    verified: row.verified,
  })),
  days: days.map(({ date, sent, aligned, broken, foreign }) => ({ date, sent, aligned, broken, foreign })),
  tls: tls.map((row) => ({
    date: row.date,
    reporter: row.reporter,
    policy_type: row.policy_type,
    policy_domain: row.policy_domain,
    successes: row.successes,
    failures: row.failures,
    details: row.details.map(({ result_type, receiving_mx, sessions }) => ({
      result_type,
      receiving_mx,
      sessions,
    })),
    verified: row.verified,
  })),
  next_step: {
    policy: step.policy,
    next: step.next,
    ready: step.ready,
    value: step.value,
    waits_for: [...step.waits_for],
    days: step.days,
    aligned: step.aligned,
    broken: step.broken,
    foreign: step.foreign,
  },
});

const presentChange = ({ at, purpose, status }: DomainChange) => ({ at: timestamp(at), purpose, status });
