import { createLimit, giveBackAll, type Limit, type LimitStore, takeAll } from './limit.ts';
import {
  allowedOf,
  defersAll,
  isHeldBack,
  isVeryLate,
  type Line,
  newLine,
  type ServerAnswers,
  takesMs,
} from './line.ts';
import { type Limits, NO_RULES, type PaceRules, ruleOf, type WarmUp, warmUpMails } from './rules.ts';

/** A recipient domain, or the domains of a provider together, as this worker knows them. */
export interface Domain {
  /** The domain, or the name of the provider. */
  readonly name: string;
  /** One for each server, in the servers' order. */
  readonly lines: readonly Line[];
  readonly limits: readonly Limit[];
  /** Mails that may be under way over all workers; null: as many as the lines allow. */
  readonly most: number | null;
  /** Rows that were let in and have no outcome yet. */
  inside: number;
  /** Whose row was let in last. */
  holder: object | null;
  /** Rows of slices that wait until this domain has room. */
  waiting: number;
  /** Mails that were let in since the worker began. */
  mails: number;
  /** When a leave of the limits is expected, by {@link Domains.clock}. */
  leaveAt: number;
  /** When all rows that were put off will have gone, by {@link Domains.clock}. */
  putOffUntil: number;
  /** See {@link Domains.heldSince}. */
  heldSince: number | null;
  /** What the server said last when it asked for less. */
  lastSlow: { readonly at: Date; readonly reply: string; readonly class: string } | null;
}

/** The recipient domains of a worker's mails: which of them have room, and which have to wait. */
export interface Domains {
  /** Milliseconds of the clock that all times here are of. */
  clock(): number;
  /** The domain of an address, in lower case. */
  of(domain: string): Domain;
  /**
   * Lets a mail of this domain in, if it has room and its limits give leave. True: {@link Domains.leave} must follow. `by`: the slice.
   * Mails of a very late domain are of one slice at a time, because a slice ends with its last mail.
   */
  enter(domain: Domain, at: number, by: object): boolean;
  /** `gone`: whether the mail was handed over; if not, it gives its leave back. */
  leave(domain: Domain, gone: boolean): void;
  /**
   * Since when the domain has had to wait although lines are free: for its limits, or because of how servers answer for it. Null: it
   * does not.
   */
  heldSince(domain: Domain, at: number): number | null;
  /** Whether it deferred the last mails, all of them. */
  defers(domain: Domain): boolean;
  /** Whether its mails hold up what waits for them. */
  isVeryLate(domain: Domain, at: number): boolean;
  /** Milliseconds until the domain is expected to have room for one more; 0 when it has. */
  wait(domain: Domain, at: number, by: object): number;
  /** Milliseconds between two mails of the domain, as it goes at the moment. */
  interval(domain: Domain, at: number): number;
  /** The limits of a mailing as a whole: of its account, and of the domain that it is sent from. */
  mailingLimits(account: number, sendingDomain: string): readonly Limit[];
  /** The limits of a server, by its place. */
  readonly serverLimits: readonly (readonly Limit[])[];
  readonly rules: PaceRules;
  readonly servers: readonly ServerAnswers[];
  all(): Iterable<Domain>;
  /** Resolves when rows that wait had better ask again; after so many milliseconds at the latest. */
  stirred(ms: number): Promise<void>;
  stir(): void;
}

export interface DomainsOptions {
  readonly servers: readonly { readonly name: string; readonly connections: number }[];
  readonly rules?: PaceRules;
  /** Null: there are no limits, whatever the rules say. */
  readonly store: Omit<LimitStore, 'onLeave'> | null;
}

/** Domains that are remembered; what was learnt of one that has been idle for longest is forgotten. */
const MOST = 20_000;
/** Limits of accounts and sending domains that are remembered. */
const MOST_LIMITS = 5000;
/** A slowed domain gets no more than 50 mails a second planned. */
const SLOWED_MS = 20;

export function createDomains({ servers, rules = NO_RULES, store }: DomainsOptions): Domains {
  const began = performance.now();
  const clock = (): number => performance.now() - began;
  const answers = servers.map(
    ({ connections }): ServerAnswers => ({ connections, usualMs: 0, heardAt: 0, mails: 0 }),
  );
  const known = new Map<string, Domain>();
  const kept = new Map<string, readonly Limit[]>();
  const providers = providersOf(rules);
  let inside = 0;
  let waiting: { readonly end: Promise<void>; readonly go: () => void } | null = null;

  const limitStore: LimitStore | null = store && { ...store, onLeave: stir };

  function stir(): void {
    waiting?.go();
    waiting = null;
  }

  /** Accounts and sending domains are asked for by each of their mailings. */
  function keptLimits(name: string, rule: Limits = {}, warmUp?: WarmUp): readonly Limit[] {
    let limits = kept.get(name);
    if (!limits) {
      if (kept.size >= MOST_LIMITS) kept.delete(kept.keys().next().value!);
      limits = limitsOf(name, rule, warmUp);
      kept.set(name, limits);
    }
    return limits;
  }

  function limitsOf(name: string, { per_second, per_hour, per_day }: Limits, warmUp?: WarmUp): Limit[] {
    if (!limitStore) return [];
    const fixed = (period: 'second' | 'hour' | 'day', most: number | undefined): Limit[] =>
      most === undefined ? [] : [createLimit({ name, period, most: () => most, store: limitStore })];
    const warming = warmUp
      ? [
          createLimit({
            name: `${name}:warm-up`,
            period: 'day',
            most: (dayAt) => warmUpMails(warmUp, dayAt),
            store: limitStore,
          }),
        ]
      : [];
    return [...fixed('day', per_day), ...warming, ...fixed('hour', per_hour), ...fixed('second', per_second)];
  }

  function add(text: string): Domain {
    const provider = providers.get(text);
    const name = provider ?? text;
    const shared = provider === undefined ? undefined : known.get(`=${provider}`);
    const domain = shared ?? newDomain(name, provider !== undefined);
    if (provider !== undefined && !shared) known.set(`=${provider}`, domain);
    if (known.size >= MOST) forgetOne();
    known.set(text, domain);
    return domain;
  }

  function newDomain(name: string, isProvider: boolean): Domain {
    const rule = (isProvider ? rules.providers[name] : ruleOf(rules.domains, name)) ?? {};
    return {
      name,
      lines: answers.map(newLine),
      limits: limitsOf(`${isProvider ? 'provider' : 'domain'}:${name}`, rule),
      most: rule.connections ?? null,
      inside: 0,
      holder: null,
      waiting: 0,
      mails: 0,
      leaveAt: 0,
      putOffUntil: 0,
      heldSince: null,
      lastSlow: null,
    };
  }

  function forgetOne(): void {
    const at = clock();
    let looked = 0;
    for (const [text, domain] of known) {
      const busy =
        text.startsWith('=') ||
        providers.has(text) ||
        domain.inside > 0 ||
        domain.waiting > 0 ||
        domain.lines.some((line) => line.pausedUntil > at);
      if (!busy) {
        known.delete(text);
        return;
      }
      looked += 1;
      if (looked === 100) return;
    }
  }

  function room(domain: Domain, at: number): number {
    const others = inside > domain.inside;
    let allowed = 0;
    for (const line of domain.lines) allowed += allowedOf(line, at, others);
    if (domain.most !== null) {
      const share = Math.max(1, Math.floor(domain.most / Math.max(1, store?.workers() ?? 1)));
      if (share < allowed) allowed = share;
    }
    return allowed - domain.inside;
  }

  function heldSince(domain: Domain, at: number): number | null {
    const isHeld = domain.leaveAt > at || domain.lines.every((line) => isHeldBack(line, at));
    domain.heldSince = isHeld ? (domain.heldSince ?? at) : null;
    return domain.heldSince;
  }

  const defers = (domain: Domain): boolean => domain.lines.every(defersAll);

  const isHeldByOther = (domain: Domain, at: number, by: object): boolean =>
    domain.inside > 0 && domain.holder !== by && veryLate(domain, at);

  const veryLate = (domain: Domain, at: number): boolean =>
    domain.lines.every((line) => isVeryLate(line, at));

  /** Mails at a time that the domain may have while it is alone. */
  function alone(domain: Domain, at: number): number {
    let allowed = 0;
    for (const line of domain.lines) allowed += allowedOf(line, Math.max(at, line.pausedUntil), false);
    return Math.max(1, domain.most === null ? allowed : Math.min(allowed, domain.most));
  }

  /** Milliseconds that a mail of the domain takes, or has taken so far. */
  function takes(domain: Domain, at: number): number {
    let ms = 0;
    for (const line of domain.lines) ms = Math.max(ms, takesMs(line, at));
    return ms;
  }

  return {
    clock,
    rules,
    servers: answers,
    serverLimits: servers.map(({ name }) => {
      const { weight: _weight, per_second: _rate, warm_up, ...rule } = ruleOf(rules.servers, name) ?? {};
      return limitsOf(`server:${name}`, rule, warm_up);
    }),
    of: (text) => known.get(text) ?? add(text),
    enter(domain, at, by) {
      if (room(domain, at) <= 0 || isHeldByOther(domain, at, by)) return false;
      if (domain.limits.length > 0) {
        const wait = takeAll(domain.limits);
        if (wait > 0) {
          domain.leaveAt = at + wait;
          return false;
        }
      }
      inside += 1;
      domain.inside += 1;
      domain.holder = by;
      domain.mails += 1;
      return true;
    },
    leave(domain, gone) {
      if (!gone) giveBackAll(domain.limits);
      inside -= 1;
      domain.inside -= 1;
      if (domain.inside === 0) domain.holder = null;
      if (domain.heldSince !== null) heldSince(domain, clock());
      if (domain.waiting > 0) stir();
    },
    heldSince,
    defers,
    isVeryLate: veryLate,
    wait(domain, at, by) {
      const paused = Math.min(...domain.lines.map((line) => line.pausedUntil)) - at;
      const leave = domain.leaveAt - at;
      const free = room(domain, at);
      const full = free > 0 ? 0 : takes(domain, at) / Math.max(1, free + domain.inside);
      const held = isHeldByOther(domain, at, by) ? takes(domain, at) : 0;
      return Math.max(0, paused, leave, full, held);
    },
    interval(domain, at) {
      const slowed = defers(domain) || domain.lines.some((line) => line.slowed) ? SLOWED_MS : 0;
      const limited = domain.limits.map((limit) => intervalOf(limit));
      return Math.max(takes(domain, at) / alone(domain, at), slowed, ...limited);
    },
    mailingLimits(account, sendingDomain) {
      const sending = ruleOf(rules.sending_domains, sendingDomain);
      return [
        ...keptLimits(`account:${account}`, ruleOf(rules.accounts, String(account))),
        ...keptLimits(`from:${sendingDomain}`, sending, sending?.warm_up),
      ];
    },
    all: () => new Set(known.values()),
    async stirred(ms) {
      if (!waiting) {
        let go!: () => void;
        const end = new Promise<void>((resolve) => (go = resolve));
        waiting = { end, go };
      }
      const { end } = waiting;
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([end, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
      clearTimeout(timer);
    },
    stir,
  };
}

const MS = { second: 1000, hour: 3_600_000, day: 86_400_000 } as const;

const intervalOf = (limit: Limit): number => {
  const most = limit.most();
  // Leaves of an hour or a day may all go at its beginning.
  return most === null || limit.period !== 'second' ? 0 : MS.second / most;
};

/** The provider of each domain that has one. A domain with a rule of its own is apart. */
function providersOf({ providers, domains }: PaceRules): Map<string, string> {
  const all = new Map<string, string>();
  for (const [name, rule] of Object.entries(providers)) {
    for (const domain of rule.domains) if (!Object.hasOwn(domains, domain)) all.set(domain, name);
  }
  return all;
}
