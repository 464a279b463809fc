import { type Domain, heldSince, isHeldByOther, mailMs, newDomain, roomOf } from './domain.ts';
import { giveBackAll, type Limit, type LimitStore, takeAll } from './limit.ts';
import type { ServerAnswers } from './line.ts';
import { createRuleLimits } from './rule-limits.ts';
import { NO_PACE_RULES, type PaceRules, ruleOf } from './rules.ts';

export interface DomainsOptions {
  readonly servers: readonly { readonly name: string; readonly connections: number }[];
  readonly rules?: PaceRules;
  /** Null: no limits, whatever the rules say. */
  readonly store: Omit<LimitStore, 'onLeave'> | null;
}

/** Remembered domains; the oldest idle one is forgotten first. */
const MOST = 20_000;

export class Domains {
  readonly servers: readonly ServerAnswers[];
  readonly serverLimits: readonly (readonly Limit[])[];
  readonly #began = performance.now();
  readonly #rules: PaceRules;
  readonly #limits: ReturnType<typeof createRuleLimits>;
  readonly #workers: () => number;
  readonly #providers: ReadonlyMap<string, string>;
  readonly #known = new Map<string, Domain>();
  #inside = 0;
  readonly #sleepers = new Set<() => void>();

  constructor({ servers, rules = NO_PACE_RULES, store }: DomainsOptions) {
    this.servers = servers.map(({ connections }) => ({ connections, usualMs: 0, heardAt: 0, mails: 0 }));
    this.#rules = rules;
    this.#limits = createRuleLimits(rules, store && { ...store, onLeave: () => this.#stir() });
    this.#workers = store?.workers ?? (() => 1);
    this.#providers = providersOf(rules);
    this.serverLimits = servers.map(({ name }) => this.#limits.ofServer(name));
  }

  clock(): number {
    return performance.now() - this.#began;
  }

  of(text: string): Domain {
    return this.#known.get(text) ?? this.#add(text);
  }

  all(): Iterable<Domain> {
    return new Set(this.#known.values());
  }

  /** True: {@link Domains.leave} must follow. One slice (`by`) at a time has a very late domain. */
  enter(domain: Domain, at: number, by: object): boolean {
    if (this.#room(domain, at) <= 0 || isHeldByOther(domain, at, by)) return false;
    const wait = takeAll(domain.limits);
    if (wait > 0) {
      domain.leaveAt = at + wait;
      return false;
    }
    this.#inside += 1;
    domain.inside += 1;
    domain.holder = by;
    domain.mails += 1;
    return true;
  }

  /** `gone`: whether the mail was handed over; if not, it is returned to the limits. */
  leave(domain: Domain, gone: boolean): void {
    if (!gone) giveBackAll(domain.limits);
    this.#inside -= 1;
    domain.inside -= 1;
    if (domain.inside === 0) domain.holder = null;
    if (domain.heldSince !== null) heldSince(domain, this.clock());
    if (domain.waiting > 0) this.#stir();
  }

  wait(domain: Domain, at: number, by: object): number {
    const paused = Math.min(...domain.lines.map((line) => line.pausedUntil)) - at;
    const leave = domain.leaveAt - at;
    const free = this.#room(domain, at);
    const full = free > 0 ? 0 : mailMs(domain, at) / Math.max(1, free + domain.inside);
    const held = isHeldByOther(domain, at, by) ? mailMs(domain, at) : 0;
    return Math.max(0, paused, leave, full, held);
  }

  mailingLimits(account: number, sendingDomain: string): readonly Limit[] {
    return this.#limits.ofMailing(account, sendingDomain);
  }

  stirred(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#sleepers.add(wake);
    });
  }

  #stir(): void {
    for (const wake of this.#sleepers) wake();
  }

  #room(domain: Domain, at: number): number {
    return roomOf(domain, at, this.#inside > domain.inside, this.#workers) - domain.inside;
  }

  #add(text: string): Domain {
    const provider = this.#providers.get(text);
    const domain = provider === undefined ? this.#newDomain(text) : this.#ofProvider(provider);
    if (this.#known.size >= MOST) this.#forgetOne();
    this.#known.set(text, domain);
    return domain;
  }

  #ofProvider(name: string): Domain {
    const known = this.#known.get(`=${name}`);
    if (known) return known;
    const { connections, ...rule } = this.#rules.providers[name]!;
    const limits = this.#limits.make(`provider:${name}`, rule);
    const domain = newDomain(name, this.servers, limits, connections ?? null);
    this.#known.set(`=${name}`, domain);
    return domain;
  }

  #newDomain(name: string): Domain {
    const { connections, ...rule } = ruleOf(this.#rules.domains, name) ?? {};
    return newDomain(name, this.servers, this.#limits.make(`domain:${name}`, rule), connections ?? null);
  }

  #forgetOne(): void {
    const at = this.clock();
    let looked = 0;
    for (const [text, domain] of this.#known) {
      this.#known.delete(text);
      if (!this.#isBusy(text, domain, at)) return;
      // Last from now on, so that it does not stop the next call from reaching idle entries.
      this.#known.set(text, domain);
      looked += 1;
      if (looked === 100) return;
    }
  }

  #isBusy(text: string, domain: Domain, at: number): boolean {
    return (
      text.startsWith('=') ||
      this.#providers.has(text) ||
      domain.inside > 0 ||
      domain.waiting > 0 ||
      domain.lines.some((line) => line.pausedUntil > at)
    );
  }
}

/** The provider of each domain that has one. A domain with its own rule has none. */
function providersOf({ providers, domains }: PaceRules): Map<string, string> {
  const all = new Map<string, string>();
  for (const [name, rule] of Object.entries(providers)) {
    for (const domain of rule.domains) if (!Object.hasOwn(domains, domain)) all.set(domain, name);
  }
  return all;
}
