import { type DmarcPolicy, type DmarcStrength, dmarcValue } from '../dns/domain-records.ts';
import type { ReportDay } from './domain-evidence.ts';

/** Why the next policy has to wait. */
export const POLICY_WAITS = [
  'no_record',
  'few_days',
  'few_mails',
  'own_mails_fail',
  'key_unproven',
  'unanswered',
] as const;
export type PolicyWait = (typeof POLICY_WAITS)[number];

export interface PolicyStep {
  /** Null: the domain has no valid DMARC record, or no check has seen it. */
  readonly policy: DmarcPolicy | null;
  /** Null: the policy is the strictest, or not known. */
  readonly next: DmarcPolicy | null;
  /** Whether the reports show that the next policy is safe. */
  readonly ready: boolean;
  /** The DMARC record with the next policy. */
  readonly value: string | null;
  readonly waits_for: readonly PolicyWait[];
  /** Days with verified reports, and their mails. */
  readonly days: number;
  readonly aligned: number;
  readonly broken: number;
  readonly foreign: number;
}

const NEXT = Object.freeze({ none: 'quarantine', quarantine: 'reject', reject: null } as const);
const [LEAST_DAYS, LEAST_MAILS, MOST_BROKEN] = [14, 100, 0.01];

/** The way to `p=reject` (RFC 9989, 5.1): one step at a time, each with two weeks of reports in which hardly any own mail fails. `unknown`: the DNS never answered; `isAnswered`: it did at the last check. */
export function policyStep(
  dmarc: DmarcStrength | 'unknown' | null,
  days: readonly ReportDay[],
  {
    isProven,
    isAnswered,
    reports,
  }: { readonly isProven: boolean; readonly isAnswered: boolean; readonly reports: string | null },
): PolicyStep {
  const sum = (kind: 'aligned' | 'broken' | 'foreign'): number =>
    days.reduce((all, day) => all + day[kind], 0);
  const [aligned, broken, foreign] = [sum('aligned'), sum('broken'), sum('foreign')];
  const reported = days.filter((day) => day.aligned + day.broken + day.foreign > 0).length;
  const isKnown = dmarc !== 'unknown';
  const found = isKnown ? dmarc : null;
  const first = isKnown ? 'none' : null;
  const next = found === null ? first : NEXT[found.policy];
  const waits_for: PolicyWait[] = [];
  if (!isKnown || !isAnswered) waits_for.push('unanswered');
  if (isKnown && found === null) waits_for.push('no_record');
  else if (next !== null) {
    if (!isProven) waits_for.push('key_unproven');
    if (reported < LEAST_DAYS) waits_for.push('few_days');
    if (aligned + broken < LEAST_MAILS) waits_for.push('few_mails');
    if (broken > MOST_BROKEN * (aligned + broken)) waits_for.push('own_mails_fail');
  }
  return {
    policy: found?.policy ?? null,
    next,
    ready: next !== null && isAnswered && (found === null || waits_for.length === 0),
    value: next === null ? null : dmarcValue(next, reports),
    waits_for,
    days: reported,
    aligned,
    broken,
    foreign,
  };
}
