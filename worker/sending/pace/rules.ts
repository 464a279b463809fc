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

/** All rules of the pace. The key `*` is for all names without a rule. */
export interface PaceRules {
  readonly servers: Readonly<Record<string, ServerRule>>;
  readonly accounts: Readonly<Record<string, Limits>>;
  readonly sending_domains: Readonly<Record<string, Omit<ServerRule, 'weight'>>>;
  readonly domains: Readonly<Record<string, DomainRule>>;
  readonly providers: Readonly<Record<string, ProviderRule>>;
}

export const NO_PACE_RULES: PaceRules = Object.freeze({
  servers: {},
  accounts: {},
  sending_domains: {},
  domains: {},
  providers: {},
});

export const ruleOf = <Rule>(rules: Readonly<Record<string, Rule>>, name: string): Rule | undefined =>
  Object.hasOwn(rules, name) ? rules[name] : rules['*'];

/** Mails of the day that begins at this time (milliseconds, UTC); null: the warm-up is over. */
export function warmUpMails({ first_day, mails }: WarmUp, dayAt: number): number | null {
  const day = Math.floor((dayAt - Date.parse(`${first_day}T00:00:00Z`)) / 86_400_000);
  return mails[Math.max(0, day)] ?? null;
}
