import { domainOf } from '../../../common/domain/domain-of.ts';
import { type Domain, defers, heldSince, mailIntervalMs } from '../pace/domain.ts';
import type { Domains } from '../pace/domains.ts';
import type { OpenRow } from './open-rows.ts';

export interface AdmittedRow {
  readonly row: OpenRow;
  /** The domain of the address. `domain` may be the one of its mailbox provider. */
  readonly name: string;
  readonly domain: Domain;
  index: number;
}

export interface LateRow {
  readonly row: OpenRow;
  readonly domain: Domain;
  readonly ms: number;
}

/** The longest postponement of a row in milliseconds, so that the recovery of its domain is noticed. */
const LONGEST_MS = 3_600_000;
/** The shortest wait in milliseconds for rows of a domain that defers all mails. */
const LEFT_MS = 5000;
/** The shortest postponement in milliseconds: each one costs another read of the row in another batch. */
const LEAST_MS = 1000;

/** Rows of a slice that were passed over because their domain had no room, in their order. */
export class RowsAside {
  size = 0;
  readonly #queues = new Map<Domain, OpenRow[]>();
  readonly #domains: Domains;

  constructor(domains: Domains) {
    this.#domains = domains;
  }

  has(domain: Domain): boolean {
    return this.size > 0 && this.#queues.has(domain);
  }

  add(row: OpenRow, domain: Domain): void {
    const queue = this.#queues.get(domain);
    if (queue) queue.push(row);
    else this.#queues.set(domain, [row]);
    this.size += 1;
    domain.waiting += 1;
  }

  admit(at: number): AdmittedRow | null {
    for (const [domain, queue] of this.#queues) {
      if (!this.enter(domain, at)) continue;
      const row = queue.shift()!;
      if (queue.length === 0) this.#queues.delete(domain);
      this.#drop(domain, 1);
      return { row, name: domainOf(row.email_norm), domain, index: -1 };
    }
    return null;
  }

  enter(domain: Domain, at: number): boolean {
    return this.#domains.enter(domain, at, this);
  }

  /** Takes out and returns rows that would wait longer than `patience` milliseconds for a held-back domain, each with its wait. */
  takeLate(at: number, patience: number): LateRow[] {
    const late: LateRow[] = [];
    for (const [domain, queue] of this.#queues) {
      const since = heldSince(domain, at);
      if (since === null) continue;
      const wait = this.#domains.wait(domain, at, this);
      const interval = mailIntervalMs(domain, at);
      // Waiting rows of other slices are sent between these.
      const others = domain.waiting - queue.length;
      const first = wait + others * interval;
      const stay = first > patience ? 0 : Math.floor((patience - first) / Math.max(interval, 0.01)) + 1;
      const leaving = queue.splice(stay);
      if (queue.length === 0) this.#queues.delete(domain);
      this.#drop(domain, leaving.length);
      for (const row of leaving)
        late.push({ row, domain, ms: putOffMs(domain, { at, wait, interval, heldMs: at - since }) });
    }
    return late;
  }

  /** Leaves the rows of domains that deferred all last mails. They stay open, without a write each. Returns the milliseconds to wait, or 0. */
  leaveDeferred(at: number): number {
    let ms = 0;
    for (const [domain, queue] of this.#queues) {
      const since = heldSince(domain, at);
      if (since === null || !defers(domain)) continue;
      if (this.#domains.wait(domain, at, this) === 0) continue;
      this.#queues.delete(domain);
      this.#drop(domain, queue.length);
      ms = Math.max(ms, Math.min(Math.max(LEFT_MS, 2 * (at - since)), LONGEST_MS));
    }
    return ms;
  }

  takeAll(): LateRow[] {
    const all = [...this.#queues].flatMap(([domain, queue]) =>
      queue.map((row) => ({ row, domain, ms: LEAST_MS })),
    );
    this.clear();
    return all;
  }

  clear(): void {
    for (const [domain, queue] of this.#queues) this.#drop(domain, queue.length);
    this.#queues.clear();
  }

  #drop(domain: Domain, count: number): void {
    this.size -= count;
    domain.waiting -= count;
  }
}

interface HeldBack {
  readonly at: number;
  /** Milliseconds until the domain has room. */
  readonly wait: number;
  /** Milliseconds between two of its mails. */
  readonly interval: number;
  /** Milliseconds for which it has been held back. */
  readonly heldMs: number;
}

/**
 * Returns the milliseconds to postpone one row; each further row of the domain waits longer. Unless a fixed limit holds the domain back, a
 * row waits at most twice as long as the domain has been held back.
 */
function putOffMs(domain: Domain, { at, wait, interval, heldMs }: HeldBack): number {
  const longest = domain.limits.length > 0 ? LONGEST_MS : Math.min(2 * heldMs, LONGEST_MS);
  const latest = at + wait + Math.max(LEAST_MS, longest);
  domain.putOffUntil = Math.min(Math.max(at + wait, domain.putOffUntil) + interval, latest);
  return Math.max(LEAST_MS, domain.putOffUntil - at);
}
