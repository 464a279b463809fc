import { createLimit, type Limit, type LimitStore } from './limit.ts';
import { type Limits, type PaceRules, ruleOf, type WarmUp, warmUpMails } from './rules.ts';

/** Limits of accounts and sending domains that are remembered. */
const MOST_LIMITS = 5000;

/** The limits that the rules of the pace ask for. */
export class RuleLimits {
  readonly #rules: PaceRules;
  readonly #store: LimitStore | null;
  /** Those of accounts and sending domains: each of their mailings asks for them. */
  readonly #kept = new Map<string, readonly Limit[]>();

  /** `store`: null: there are no limits, whatever the rules say. */
  constructor(rules: PaceRules, store: LimitStore | null) {
    this.#rules = rules;
    this.#store = store;
  }

  /** New limits of a rule. `name` is the same in every worker. */
  make(name: string, { per_second, per_hour, per_day }: Limits = {}, warmUp?: WarmUp): readonly Limit[] {
    const store = this.#store;
    if (!store) return [];
    const fixed = (period: 'second' | 'hour' | 'day', most: number | undefined): Limit[] =>
      most === undefined ? [] : [createLimit({ name, period, most: () => most, store })];
    const most = (dayAt: number): number | null => (warmUp ? warmUpMails(warmUp, dayAt) : null);
    const warming = warmUp ? [createLimit({ name: `${name}:warm-up`, period: 'day', most, store })] : [];
    return [...fixed('day', per_day), ...warming, ...fixed('hour', per_hour), ...fixed('second', per_second)];
  }

  ofServer(name: string): readonly Limit[] {
    const { weight: _weight, per_second: _rate, warm_up, ...rule } = ruleOf(this.#rules.servers, name) ?? {};
    return this.make(`server:${name}`, rule, warm_up);
  }

  /** The limits of a mailing as a whole: of its account, and of the domain that it is sent from. */
  ofMailing(account: number, sendingDomain: string): readonly Limit[] {
    const sending = ruleOf(this.#rules.sending_domains, sendingDomain);
    return [
      ...this.#keep(`account:${account}`, ruleOf(this.#rules.accounts, String(account))),
      ...this.#keep(`from:${sendingDomain}`, sending, sending?.warm_up),
    ];
  }

  #keep(name: string, rule?: Limits, warmUp?: WarmUp): readonly Limit[] {
    let limits = this.#kept.get(name);
    if (!limits) {
      if (this.#kept.size >= MOST_LIMITS) this.#kept.delete(this.#kept.keys().next().value!);
      limits = this.make(name, rule, warmUp);
      this.#kept.set(name, limits);
    }
    return limits;
  }
}
