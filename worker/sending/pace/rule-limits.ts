import { LRUCache } from 'lru-cache';
import { createLimit, type Limit, type LimitStore } from './limit.ts';
import { type Limits, type PaceRules, ruleOf, type WarmUp, warmUpMails } from './rules.ts';

const MOST_LIMITS = 5000;
const NONE: readonly Limit[] = Object.freeze([]);

export function createRuleLimits(rules: PaceRules, store: LimitStore | null) {
  // The cache takes its whole memory when it is made.
  let kept: LRUCache<string, readonly Limit[]> | undefined;

  function make(
    name: string,
    { per_second, per_hour, per_day }: Limits = {},
    warmUp?: WarmUp,
  ): readonly Limit[] {
    if (!store) return [];
    const fixed = (period: 'second' | 'hour' | 'day', most: number | undefined): Limit[] =>
      most === undefined ? [] : [createLimit({ name, period, most: () => most, store })];
    const most = (dayAt: number): number | null => (warmUp ? warmUpMails(warmUp, dayAt) : null);
    const warming = warmUp ? [createLimit({ name: `${name}:warm-up`, period: 'day', most, store })] : [];
    return [...fixed('day', per_day), ...warming, ...fixed('hour', per_hour), ...fixed('second', per_second)];
  }

  function keep(name: string, rule?: Limits, warmUp?: WarmUp): readonly Limit[] {
    if (!store || !rule) return NONE;
    kept ??= new LRUCache({ max: MOST_LIMITS });
    const limits = kept.get(name) ?? make(name, rule, warmUp);
    kept.set(name, limits);
    return limits;
  }

  return {
    make,
    ofServer(name: string): readonly Limit[] {
      const { weight: _weight, per_second: _rate, warm_up, ...rule } = ruleOf(rules.servers, name) ?? {};
      return make(`server:${name}`, rule, warm_up);
    },
    ofMailing(account: number, sendingDomain: string): readonly Limit[] {
      const sending = ruleOf(rules.sending_domains, sendingDomain);
      return [
        ...keep(`account:${account}`, ruleOf(rules.accounts, String(account))),
        ...keep(`from:${sendingDomain}`, sending, sending?.warm_up),
      ];
    },
  };
}
