import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { KeyCalls, KeyPair, MadePair } from './access.ts';
import { consoleAnswer, consoleCall, postForm } from './console-call.ts';
import { queries } from './queries.ts';

export interface WorkerSeen {
  readonly id: string;
  readonly slices: number;
  readonly seen_at: string;
  /** Seconds since its last heartbeat. */
  readonly silent_for: number;
  /** Emails by second; null: not reported yet. */
  readonly rate: number | null;
  readonly in_flight: number | null;
}

export interface ServerSeen {
  readonly name: string;
  readonly health: 'well' | 'paused';
  readonly trouble: string | null;
  readonly in_flight: number;
  readonly rate: number;
  readonly usual_ms: number;
}

export interface DomainSeen {
  readonly name: string;
  readonly mails: number;
  readonly allowed: number;
  readonly used: number;
  readonly waiting: number;
  readonly state: 'usual' | 'late' | 'slowed' | 'paused';
}

export interface ServiceOverview {
  readonly sending_stopped_at: string | null;
  readonly workers: readonly WorkerSeen[];
  readonly oldest_due: readonly { readonly kind: string; readonly seconds: number }[];
  /** refused: it wants another password · strange: its answer has no score. */
  readonly spam_filter: 'off' | 'works' | 'late' | 'unreachable' | 'refused' | 'strange';
  readonly is_pace_known: boolean;
  readonly servers: readonly ServerSeen[];
  readonly domains: readonly DomainSeen[];
}

export interface FailedJob {
  readonly id: string;
  readonly job: string;
  readonly subject: string;
  readonly reason: string;
  readonly tries: number;
  /** Null: waits for the owner. */
  readonly next_at: string | null;
  readonly given_up_at: string;
}

export interface OperatedAccount {
  readonly id: number;
  readonly name: string;
  readonly suspended_at: string | null;
  readonly suspended_reason: string | null;
  readonly closed_at: string | null;
  readonly deleted_from: string | null;
  readonly own_quotas: readonly string[];
  readonly brake_reason: 'account_complaints' | 'account_bounces' | null;
  readonly brake_detail: string | null;
  readonly braked_at: string | null;
  /** Shares of accepted mails; null: not counted yet. */
  readonly complaint_rate: number | null;
  readonly bounce_rate: number | null;
  readonly created_at: string;
}

export interface ListedAccount extends OperatedAccount {
  readonly contacts: number;
  readonly mails_today: number;
  readonly is_you: boolean;
}

export interface AccountQuota {
  readonly name: string;
  readonly label: string;
  readonly limit: number | null;
  readonly used: number;
  readonly unit: string;
  readonly is_own: boolean;
}

export interface AccountDetails {
  readonly account: OperatedAccount;
  readonly quotas: readonly AccountQuota[];
}

const ROOM = 'operator';
const PATH = 'api/operator';

export const serviceOverview = queryOptions({
  queryKey: [ROOM, 'overview'],
  queryFn: ({ signal }) => consoleCall<ServiceOverview>(`${PATH}/overview`, { signal }),
  refetchInterval: 5000,
});

export const failedJobs = infiniteQueryOptions({
  queryKey: [ROOM, 'jobs'],
  queryFn: ({ signal, pageParam }) =>
    consoleAnswer<{ message: { jobs: readonly FailedJob[] }; next_after: string | null }>(
      `${PATH}/jobs?${new URLSearchParams({ after: pageParam })}`,
      { signal },
    ),
  initialPageParam: '',
  getNextPageParam: ({ next_after }) => next_after,
});

export type AccountChoice = 'all' | 'suspended' | 'troubled';

export const listedAccounts = (choice: AccountChoice) =>
  infiniteQueryOptions({
    queryKey: [ROOM, 'accounts', choice],
    queryFn: ({ signal, pageParam }) =>
      consoleAnswer<{ message: { accounts: readonly ListedAccount[] }; next_after_id: number | null }>(
        `${PATH}/accounts?after_id=${pageParam}&suspended=${choice === 'suspended' ? 1 : 0}&troubled=${choice === 'troubled' ? 1 : 0}`,
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next_after_id }) => next_after_id,
  });

export const accountDetails = (id: string) =>
  queryOptions({
    queryKey: [ROOM, 'account', id],
    queryFn: ({ signal }) =>
      consoleCall<AccountDetails>(`${PATH}/accounts/details?${new URLSearchParams({ id })}`, { signal }),
  });

/** Shows the answer of a change of an account, and reads the lists of accounts again. */
export async function showChange(details: AccountDetails): Promise<void> {
  queries.setQueryData(accountDetails(String(details.account.id)).queryKey, details);
  await queries.invalidateQueries({ queryKey: [ROOM, 'accounts'] });
}

/** The days in which it could be reopened are over. */
export const isBeingDeleted = ({ deleted_from }: Pick<OperatedAccount, 'deleted_from'>): boolean =>
  deleted_from !== null && Date.parse(deleted_from) <= Date.now();

/** `password` is at least as long as on the account page; `timezone` is an IANA name. */
export interface NewAccountFields {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly timezone: string;
}

/** Returns the account with its first pair of keys. */
export const createAccount = (
  fields: NewAccountFields,
  idempotencyKey: string,
): Promise<{ readonly account: OperatedAccount; readonly key: MadePair }> =>
  postForm(`${PATH}/accounts/create`, { ...fields }, idempotencyKey);
export const closeOperatedAccount = (id: number): Promise<AccountDetails> =>
  postForm(`${PATH}/accounts/close`, { id: String(id) });
export const reopenOperatedAccount = (id: number): Promise<AccountDetails> =>
  postForm(`${PATH}/accounts/reopen`, { id: String(id) });
/** `name`: of the account, as the details have it; `password`: the operator's own. */
export const deleteOperatedAccount = (id: number, name: string, password: string): Promise<AccountDetails> =>
  postForm(`${PATH}/accounts/delete`, { id: String(id), name, password });
const createOperatedKey = async (
  id: number,
  fields: Readonly<Record<string, string>>,
  idempotencyKey: string,
): Promise<MadePair> => {
  const given = { id: String(id), ...fields };
  return (await postForm<{ readonly key: MadePair }>(`${PATH}/accounts/keys/create`, given, idempotencyKey))
    .key;
};
const revokeOperatedKey = (id: number, key: string): Promise<string> =>
  postForm(`${PATH}/accounts/keys/revoke`, { id: String(id), key });

/** Of an account that an operator sees. */
export const operatedKeys = (id: number): KeyCalls => ({
  pairs: queryOptions({
    queryKey: [ROOM, 'keys', String(id)],
    queryFn: async ({ signal }) =>
      (
        await consoleCall<{ readonly keys: readonly KeyPair[] }>(
          `${PATH}/accounts/keys?${new URLSearchParams({ id: String(id) })}`,
          { signal },
        )
      ).keys,
  }),
  make: (fields, idempotencyKey) => createOperatedKey(id, fields, idempotencyKey),
  revoke: (key) => revokeOperatedKey(id, key),
  asksPassword: true,
  draft: `operator/keys/${id}`,
});

export const suspendAccount = (id: number, reason: string): Promise<AccountDetails> =>
  postForm(`${PATH}/accounts/suspend`, { id: String(id), reason });
export const resumeAccount = (id: number): Promise<AccountDetails> =>
  postForm(`${PATH}/accounts/resume`, { id: String(id) });
/** An empty limit is that of the service. */
export const changeQuotas = (id: number, limits: Readonly<Record<string, string>>): Promise<AccountDetails> =>
  postForm(`${PATH}/accounts/quotas`, {
    id: String(id),
    ...Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit.trim() || 'default'])),
  });
export const retryJob = (id: string): Promise<string> => postForm(`${PATH}/jobs/retry`, { id });
