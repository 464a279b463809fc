import { domainOf } from '../../../common/domain/domain-of.ts';
import type { Domain, Domains } from '../pace/domains.ts';
import type { OpenRow } from './open-rows.ts';

/** A row, and the domain that has let it in. */
export interface Admitted {
  readonly row: OpenRow;
  /** The domain of its address: `domain` may be a provider's. */
  readonly name: string;
  readonly domain: Domain;
  /** Its place among those under way. */
  place: number;
}

/** A row whose domain has no room for so many milliseconds. */
export interface Waiting {
  readonly row: OpenRow;
  readonly domain: Domain;
  readonly ms: number;
}

/** Rows of a slice that were passed over because their domain had no room, in their order. */
export interface RowsAside {
  readonly size: number;
  has(domain: Domain): boolean;
  add(row: OpenRow, domain: Domain): void;
  /** The next row whose domain has room now; it is let in. */
  admit(at: number): Admitted | null;
  /** Whether a domain lets a row of this slice in, without waiting. */
  enter(domain: Domain, at: number): boolean;
  /**
   * Takes the rows out whose domain is held back and that would wait for longer than `patience` milliseconds, with the time at which
   * each may come again.
   */
  takeLate(at: number, patience: number): Waiting[];
  /**
   * Takes the rows out whose domain deferred the last mails, all of them. They stay open, without a write for each. Answers the
   * milliseconds after which they may come again; 0 where there are none.
   */
  leaveDeferred(at: number): number;
  /** Takes all rows out, to come again soon. */
  takeAll(): Waiting[];
  /** Takes all rows out; they stay open. */
  clear(): void;
}

/** Rows are not put off for longer, so that a domain that works again is noticed. */
const LONGEST_MS = 3_600_000;
/** Rows of a domain that defers all mails are left for so many milliseconds at least. */
const LEFT_MS = 5000;
/** A row that is put off comes again after a second at least: its batch is read again for it. */
const LEAST_MS = 1000;

export function createAside(domains: Domains): RowsAside {
  const queues = new Map<Domain, OpenRow[]>();
  let size = 0;

  function drop(domain: Domain, count: number): void {
    size -= count;
    domain.waiting -= count;
  }

  const slice: RowsAside = {
    get size() {
      return size;
    },
    has: (domain) => size > 0 && queues.has(domain),
    add(row, domain) {
      const queue = queues.get(domain);
      if (queue) queue.push(row);
      else queues.set(domain, [row]);
      size += 1;
      domain.waiting += 1;
    },
    admit(at) {
      for (const [domain, queue] of queues) {
        if (!domains.enter(domain, at, slice)) continue;
        const row = queue.shift()!;
        if (queue.length === 0) queues.delete(domain);
        drop(domain, 1);
        return { row, name: domainOf(row.email_norm), domain, place: -1 };
      }
      return null;
    },
    enter: (domain, at) => domains.enter(domain, at, slice),
    takeLate(at, patience) {
      const late: Waiting[] = [];
      for (const [domain, queue] of queues) {
        const since = domains.heldSince(domain, at);
        if (since === null) continue;
        const wait = domains.wait(domain, at, slice);
        const interval = domains.interval(domain, at);
        // Rows of other slices that wait, too, go between these.
        const others = domain.waiting - queue.length;
        const first = wait + others * interval;
        const stay = first > patience ? 0 : Math.floor((patience - first) / Math.max(interval, 0.01)) + 1;
        const leaving = queue.splice(stay);
        if (queue.length === 0) queues.delete(domain);
        drop(domain, leaving.length);
        for (const row of leaving)
          late.push({ row, domain, ms: turnOf(domain, { at, wait, interval, heldMs: at - since }) });
      }
      return late;
    },
    leaveDeferred(at) {
      let ms = 0;
      for (const [domain, queue] of queues) {
        const since = domains.heldSince(domain, at);
        if (since === null || !domains.defers(domain) || domains.wait(domain, at, slice) === 0) continue;
        queues.delete(domain);
        drop(domain, queue.length);
        ms = Math.max(ms, Math.min(Math.max(LEFT_MS, 2 * (at - since)), LONGEST_MS));
      }
      return ms;
    },
    takeAll() {
      const all = [...queues].flatMap(([domain, queue]) =>
        queue.map((row) => ({ row, domain, ms: LEAST_MS })),
      );
      slice.clear();
      return all;
    },
    clear() {
      for (const [domain, queue] of queues) drop(domain, queue.length);
      queues.clear();
    },
  };
  return slice;
}

interface Turn {
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
function turnOf(domain: Domain, { at, wait, interval, heldMs }: Turn): number {
  const longest = domain.limits.length > 0 ? LONGEST_MS : Math.min(2 * heldMs, LONGEST_MS);
  const latest = at + wait + Math.max(LEAST_MS, longest);
  domain.putOffUntil = Math.min(Math.max(at + wait, domain.putOffUntil) + interval, latest);
  return Math.max(LEAST_MS, domain.putOffUntil - at);
}
