/** Mails that may go in a time in all workers; absent: not limited. Hours and days are those of UTC. */
export interface Limits {
  readonly per_second?: number;
  readonly per_hour?: number;
  readonly per_day?: number;
}

/** `mails` of the first day, the second and so on; later days are not limited. */
export interface WarmUp {
  /** `YYYY-MM-DD`, in UTC. */
  readonly first_day: string;
  readonly mails: readonly number[];
}

export interface DomainRule extends Limits {
  readonly connections?: number;
}

export interface ProviderRule extends DomainRule {
  readonly domains: readonly string[];
}

export interface ServerRule extends Limits {
  /** Its share of the mails among servers; 1 by default. */
  readonly weight?: number;
  readonly warm_up?: WarmUp;
}

/** The pool of servers that takes its mails. */
interface PoolRule {
  readonly pool?: string;
}

/** All rules of the pace. The key `*` is for all names without a rule. */
export interface PaceRules {
  readonly servers: Readonly<Record<string, ServerRule>>;
  readonly accounts: Readonly<Record<string, Limits & PoolRule>>;
  readonly sending_domains: Readonly<Record<string, Omit<ServerRule, 'weight'> & PoolRule>>;
  readonly domains: Readonly<Record<string, DomainRule>>;
  readonly providers: Readonly<Record<string, ProviderRule>>;
  /** Servers by pool. Mails without a pool of their own go to `default`; without one, to all servers. */
  readonly pools: Readonly<Record<string, readonly string[]>>;
}

export const NO_PACE_RULES: PaceRules = Object.freeze({
  servers: {},
  accounts: {},
  sending_domains: {},
  domains: {},
  providers: {},
  pools: {},
});

export const ruleOf = <Rule>(rules: Readonly<Record<string, Rule>>, name: string): Rule | undefined =>
  Object.hasOwn(rules, name) ? rules[name] : rules['*'];

/** The pool for mails of an account from a sending domain, which goes first. Null: all servers. */
export function poolOf(
  { accounts, sending_domains, pools }: PaceRules,
  account: number,
  sendingDomain: string,
): string | null {
  const named = ruleOf(sending_domains, sendingDomain)?.pool ?? ruleOf(accounts, String(account))?.pool;
  return named ?? (Object.hasOwn(pools, DEFAULT_POOL) ? DEFAULT_POOL : null);
}

const DEFAULT_POOL = 'default';

/** Mails of the day that begins at this time (milliseconds, UTC); null: the warm-up is over. */
export function warmUpMails({ first_day, mails }: WarmUp, dayAt: number): number | null {
  const day = Math.floor((dayAt - Date.parse(`${first_day}T00:00:00Z`)) / 86_400_000);
  return mails[Math.max(0, day)] ?? null;
}
