import { domainOf } from '../../../common/domain/domain-of.ts';
import { type Domain, defers, heldSince, mailIntervalMs } from '../pace/domain.ts';
import type { Domains } from '../pace/domains.ts';
import type { OpenRow } from './open-rows.ts';

/** A row, and the domain that has let it in. */
export interface AdmittedRow {
  readonly row: OpenRow;
  /** The domain of its address: `domain` may be a provider's. */
  readonly name: string;
  readonly domain: Domain;
  /** Its index among the rows under way. */
  index: number;
}

/** A row that is put off: its domain has no room for so many milliseconds. */
export interface LateRow {
  readonly row: OpenRow;
  readonly domain: Domain;
  readonly ms: number;
}

/** Rows are not put off for longer, so that a domain that works again is noticed. */
const LONGEST_MS = 3_600_000;
/** Rows of a domain that defers all mails are left for so many milliseconds at least. */
const LEFT_MS = 5000;
/** A row that is put off comes again after a second at least: its batch is read again for it. */
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

  /** The next row whose domain has room now; it is let in. */
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

  /** Whether a domain lets a row of this slice in, without waiting. */
  enter(domain: Domain, at: number): boolean {
    return this.#domains.enter(domain, at, this);
  }

  /**
   * Takes the rows out whose domain is held back and that would wait for longer than `patience` milliseconds, with the time at which
   * each may come again.
   */
  takeLate(at: number, patience: number): LateRow[] {
    const late: LateRow[] = [];
    for (const [domain, queue] of this.#queues) {
      const since = heldSince(domain, at);
      if (since === null) continue;
      const wait = this.#domains.wait(domain, at, this);
      const interval = mailIntervalMs(domain, at);
      // Rows of other slices that wait, too, go between these.
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

  /**
   * Takes the rows out whose domain deferred the last mails, all of them. They stay open, without a write for each. Answers the
   * milliseconds after which they may come again; 0 where there are none.
   */
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

  /** Takes all rows out, to come again soon. */
  takeAll(): LateRow[] {
    const all = [...this.#queues].flatMap(([domain, queue]) =>
      queue.map((row) => ({ row, domain, ms: LEAST_MS })),
    );
    this.clear();
    return all;
  }

  /** Takes all rows out; they stay open. */
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
  /** Now, by the clock of the domains. */
  readonly at: number;
  /** Milliseconds until the domain has room, between two of its rows, and since it is held back. */
  readonly wait: number;
  readonly interval: number;
  readonly heldMs: number;
}

/**
 * Milliseconds until the turn of one more row that is put off: they come one after another, not all at once. How a server answers at
 * the moment may change soon, so it puts rows off for twice as long as the domain has been held back so far, at most. What limits say
 * stays so.
 */
function putOffMs(domain: Domain, { at, wait, interval, heldMs }: HeldBack): number {
  const longest = domain.limits.length > 0 ? LONGEST_MS : Math.min(2 * heldMs, LONGEST_MS);
  const latest = at + wait + Math.max(LEAST_MS, longest);
  domain.putOffUntil = Math.min(Math.max(at + wait, domain.putOffUntil) + interval, latest);
  return Math.max(LEAST_MS, domain.putOffUntil - at);
}
