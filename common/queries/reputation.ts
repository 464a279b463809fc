import type { AccountBrakeReason } from '../../shared/hold-reasons.ts';
import { cached } from '../cache/cached.ts';
import { now } from '../clock.ts';
import { countOfEvent, type EventCounts, QUARTER_MS, quarterOf } from '../domain/mail-details.ts';
import { Account, type AccountDocument, type ReputationLevel } from '../models/accounts.ts';
import { timesOfAccount } from './mail-details.ts';

const DAY = 24 * 3600_000;
/** Days over which the mails of an account are judged. */
const PERIODS = [1, 7];
/** Fewer accepted mails in a period say nothing. */
const LEAST = 1000;

/** Shares of accepted mails (docs/rules.md 9.22). Gmail and Yahoo demand fewer than 0.3 % complaints. */
const LIMITS = Object.freeze({
  account_complaints: { warned: 0.001, paused: 0.003, what: 'recipients reported spam' },
  account_bounces: { warned: 0.05, paused: 0.1, what: 'mailboxes do not exist' },
} satisfies Record<AccountBrakeReason, unknown>);

export interface ReputationFinding {
  readonly reason: AccountBrakeReason;
  readonly level: 'warned' | 'paused';
  /** For the account's owner. */
  readonly detail: string;
}

/** Of all mail of an account in so many days, since its brake was last released. */
interface MailRates {
  readonly days: number;
  readonly accepted: number;
  readonly complaints: number;
  readonly bounces: number;
}

export interface Reputation {
  /** Of 24 hours, then of 7 days. */
  readonly rates: readonly MailRates[];
  /** The worst first. */
  readonly findings: readonly ReputationFinding[];
}

export async function readReputation(
  userId: number,
  account: Pick<AccountDocument, 'brake_release'> | null,
): Promise<Reputation> {
  const at = now();
  const released = account?.brake_release?.at;
  // The quarter of the release also has mails before it.
  const since = released ? (quarterOf(released) + 1) * QUARTER_MS : 0;
  const to = new Date(at.getTime() + QUARTER_MS);
  const longest = PERIODS.at(-1)! * DAY;
  const times = await timesOfAccount(userId, { from: new Date(Math.max(at.getTime() - longest, since)), to });
  const rates = PERIODS.map((days) => {
    const first = quarterOf(new Date(Math.max(at.getTime() - days * DAY, since)));
    return ratesOf(
      [...times].filter(([quarter]) => quarter >= first).map(([, counts]) => counts),
      days,
    );
  });
  const findings = rates.flatMap(judged);
  return {
    rates,
    findings: findings.sort(
      (one, other) => Number(other.level === 'paused') - Number(one.level === 'paused'),
    ),
  };
}

/** Findings about all mail of an account since its brake was last released, the worst first. */
export const reputationOf = async (userId: number): Promise<readonly ReputationFinding[]> =>
  (await readReputation(userId, await Account.findOne({ _id: userId }, { projection: { brake_release: 1 } })))
    .findings;

/** For warnings, which may be a minute old. */
export const believedReputation = cached(reputationOf, { ms: 60_000, most: 10_000 });

function ratesOf(times: readonly EventCounts[], days: number): MailRates {
  const sum = (event: Parameters<typeof countOfEvent>[1]): number =>
    times.reduce((all, counts) => all + countOfEvent(counts, event), 0);
  return {
    days,
    accepted: sum('accepted'),
    complaints: sum('complained'),
    bounces: sum('gone') + sum('inactive'),
  };
}

function judged({ days, accepted, complaints, bounces }: MailRates): ReputationFinding[] {
  if (accepted < LEAST) return [];
  const counts = { account_complaints: complaints, account_bounces: bounces };
  return (Object.keys(LIMITS) as AccountBrakeReason[]).flatMap((reason) => {
    const { warned, paused, what } = LIMITS[reason];
    const share = counts[reason] / accepted;
    if (share < warned) return [];
    const detail = `${counts[reason]} of ${accepted} ${what} in ${days === 1 ? '24 hours' : `${days} days`}`;
    return [{ reason, level: share < paused ? 'warned' : 'paused', detail } as const];
  });
}

/** Accounts by how their mail is received; `paused` are those whose campaigns wait. */
export async function accountsByReputation(): Promise<Record<ReputationLevel, number>> {
  const [all, warned, paused] = await Promise.all([
    Account.countDocuments({}),
    Account.countDocuments({
      'reputation.level': 'warned',
      'reputation.at': { $gte: new Date(now().getTime() - PERIODS.at(-1)! * DAY) },
      brake: null,
    }),
    Account.countDocuments({ 'brake.at': { $type: 'date' } }),
  ]);
  return { well: Math.max(0, all - warned - paused), warned, paused };
}
