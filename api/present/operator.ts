import { QUOTA_NAMES } from '../../common/domain/quotas.ts';
import { timestamp } from '../../common/domain/times.ts';
import { withoutAddresses } from '../../common/domain/without-address.ts';
import { mergeViews, type OwnView } from '../../common/metrics/pace-report.ts';
import type { Closure } from '../../common/models/accounts.ts';
import type { JobFailureDocument } from '../../common/models/job-failures.ts';
import type { WorkerDocument } from '../../common/models/workers.ts';
import type { AccountVolume, ListedAccount } from '../../common/quotas/account-volumes.ts';

// Operators see no addresses and no contents (docs/rules.md 23).

export const presentWorkers = (
  workers: readonly WorkerDocument[],
  views: ReadonlyMap<string, OwnView>,
  at: Date,
) =>
  workers.map(({ _id, slices, seen_at }) => ({
    id: _id,
    slices,
    seen_at: timestamp(seen_at),
    /** Seconds since its last report. */
    silent_for: Math.max(0, Math.round((at.getTime() - seen_at.getTime()) / 1000)),
    /** Mails of the last seconds, by second; null before its first report. */
    rate: views.get(_id)?.servers.reduce((sum, { rate }) => sum + rate, 0) ?? null,
    in_flight: views.get(_id)?.servers.reduce((sum, { in_flight }) => sum + in_flight, 0) ?? null,
  }));

/** Servers and rates by domain, over all workers. */
export function presentPace(views: ReadonlyMap<string, OwnView>) {
  const { servers, domains } = mergeViews([...views.values()], true);
  return {
    servers: servers.map(
      ({ name, weight, health, pause_ms, trouble, in_flight, rate, usual_ms, limits }) => ({
        name,
        weight,
        health,
        pause_ms,
        trouble: trouble === null ? null : withoutAddresses(trouble),
        in_flight,
        rate,
        usual_ms,
        limits,
      }),
    ),
    domains: domains.map(({ name, mails, allowed, used, waiting, state, slowed_until, last_slow }) => ({
      name,
      mails,
      allowed,
      used,
      waiting,
      state,
      slowed_until,
      // The reply may name the recipient.
      last_slow: last_slow && { at: last_slow.at, class: last_slow.class },
    })),
  };
}

export const presentListedAccount = ({
  _id,
  name,
  suspended,
  closed,
  quotas,
  brake,
  reputation,
  created_at,
}: Omit<ListedAccount, 'closed' | 'created_at'> & {
  readonly closed?: Pick<Closure, 'at' | 'until'> | null;
  readonly created_at: Date | null;
}) => ({
  id: _id,
  name: withoutAddresses(name),
  suspended_at: timestamp(suspended?.at ?? null),
  suspended_reason: suspended?.reason ?? null,
  /** When its owner closed it, and when its data is deleted. */
  closed_at: timestamp(closed?.at ?? null),
  deleted_from: timestamp(closed?.until ?? null),
  /** Quotas with a limit of their own. */
  own_quotas: QUOTA_NAMES.filter((quota) => quotas?.[quota] !== undefined),
  /** Why its campaigns wait, and the counts in words. */
  brake_reason: brake?.reason ?? null,
  brake_detail: brake?.detail ?? null,
  braked_at: timestamp(brake?.at ?? null),
  /** Shares of accepted mails, the higher of 24 hours and 7 days; null before its first count. */
  complaint_rate: reputation?.complaints ?? null,
  bounce_rate: reputation?.bounces ?? null,
  created_at: timestamp(created_at),
});

export const presentVolume = ({ account, contacts, mailsToday }: AccountVolume) => ({
  ...presentListedAccount(account),
  contacts,
  mails_today: mailsToday,
});

export const presentGivenUp = ({
  _id,
  job,
  subject,
  reason,
  tries,
  first_at,
  last_at,
  next_at,
  given_up_at,
}: JobFailureDocument) => ({
  id: _id,
  job,
  subject,
  reason: withoutAddresses(reason),
  tries,
  first_at: timestamp(first_at),
  last_at: timestamp(last_at),
  /** Null: not before its owner or an operator requests it. */
  next_at: timestamp(next_at),
  given_up_at: timestamp(given_up_at),
});
