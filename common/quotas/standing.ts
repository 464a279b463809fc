import { isStopped, STOP } from '../accounts/stopped.ts';
import type { Config } from '../config.ts';
import { limitsOf, type QuotaLimits } from '../domain/quotas.ts';
import { Account, type AccountDocument } from '../models/accounts.ts';
import { rows } from '../mongo/connection.ts';

/** What an account may do now. */
export interface Standing {
  /** Nothing of it is sent: an operator suspended it, or its owner closed it. */
  readonly stopped: boolean;
  readonly limits: QuotaLimits;
}

/** The standing of an account. A deleted account has the default. */
export const standingOf = async (userId: number, config: Pick<Config, 'quotas'>): Promise<Standing> =>
  standing(await readOwn(userId), config);

/** Milliseconds for which a worker reuses the last answer. */
const BELIEVED_MS = 1000;
/** Number of accounts that are cached; beyond it the whole cache is cleared. */
const MOST = 10_000;

type Own = Pick<AccountDocument, 'quotas' | 'suspended' | 'closed'> | null;

const believed = new Map<number, { readonly until: number; readonly own: Promise<Own> }>();

/** The standing of an account, read at most once a second. */
export async function believedStanding(userId: number, config: Pick<Config, 'quotas'>): Promise<Standing> {
  const known = believed.get(userId);
  if (known && performance.now() < known.until) return standing(await known.own, config);
  if (believed.size >= MOST) believed.clear();
  const own = readOwn(userId);
  believed.set(userId, { until: performance.now() + BELIEVED_MS, own });
  own.catch(() => believed.delete(userId));
  return standing(await own, config);
}

const readOwn = (userId: number): Promise<Own> =>
  rows(Account).findOne({ _id: userId }, { projection: { quotas: 1, ...STOP } });

const standing = (own: Own, { quotas }: Pick<Config, 'quotas'>): Standing => ({
  stopped: own !== null && isStopped(own),
  limits: limitsOf(quotas, own?.quotas),
});
