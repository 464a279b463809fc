import type { AccountBrakeReason } from '../../shared/hold-reasons.ts';
import { isStopped, STOP } from '../accounts/stopped.ts';
import { cached } from '../cache/cached.ts';
import type { Config } from '../config.ts';
import { type QuotaLimits, quotaLimitsOf } from '../domain/quotas.ts';
import { Account, type AccountDocument } from '../models/accounts.ts';

/** The limits of an account, and whether it may send now. */
interface AccountStatus {
  /** Suspended by an operator, or closed by its owner. */
  readonly stopped: boolean;
  /** Why its campaigns and automation emails wait; single messages are sent. */
  readonly brake: AccountBrakeReason | null;
  readonly limits: QuotaLimits;
}

/** A deleted account has the default. */
export const accountStatus = async (userId: number, config: Pick<Config, 'quotas'>): Promise<AccountStatus> =>
  statusOf(await readOwn(userId), config);

/** Milliseconds for which a worker reuses the last answer. */
const BELIEVED_MS = 1000;
const MOST = 10_000;

type OwnQuotas = Pick<AccountDocument, 'quotas' | 'suspended' | 'closed' | 'brake'> | null;

const readOwn = (userId: number): Promise<OwnQuotas> =>
  Account.findOne({ _id: userId }, { projection: { quotas: 1, brake: 1, ...STOP } });

const believedOwn = cached(readOwn, { ms: BELIEVED_MS, most: MOST });

/** Reads at most once a second. */
export const believedStatus = async (
  userId: number,
  config: Pick<Config, 'quotas'>,
): Promise<AccountStatus> => statusOf(await believedOwn(userId), config);

const statusOf = (own: OwnQuotas, { quotas }: Pick<Config, 'quotas'>): AccountStatus => ({
  stopped: own !== null && isStopped(own),
  brake: own?.brake?.reason ?? null,
  limits: quotaLimitsOf(quotas, own?.quotas),
});
