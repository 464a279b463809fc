import type { Limit } from './limit.ts';
import {
  allowedOf,
  type DomainLine,
  defersAll,
  isHeldBack,
  isLineVeryLate,
  newLine,
  type ServerAnswers,
  takesMs,
} from './line.ts';

/** A recipient domain, or the domains of a provider together, as this worker knows them. */
export interface Domain {
  /** The domain, or the name of the provider. */
  readonly name: string;
  /** One for each server, in the servers' order. */
  readonly lines: readonly DomainLine[];
  readonly limits: readonly Limit[];
  /** Mails that may be under way over all workers; null: as many as the lines allow. */
  readonly most: number | null;
  /** Rows that were let in and have no outcome yet. */
  inside: number;
  /** The slice whose row was let in last. */
  holder: object | null;
  /** Rows of slices that wait until this domain has room. */
  waiting: number;
  /** Mails that were let in since the worker began. */
  mails: number;
  /** When a leave of the limits is expected, by {@link Domains.clock}. */
  leaveAt: number;
  /** When the last row that was put off is expected to be sent, by {@link Domains.clock}. */
  putOffUntil: number;
  /** See {@link heldSince}. */
  heldSince: number | null;
  /** The last reply by which a server asked for less. */
  lastSlow: { readonly at: Date; readonly reply: string; readonly class: string } | null;
}

/** A slowed domain gets no more than 50 mails a second planned. */
const SLOWED_MS = 20;

export const newDomain = (
  name: string,
  servers: readonly ServerAnswers[],
  limits: readonly Limit[],
  most: number | null,
): Domain => ({
  name,
  lines: servers.map(newLine),
  limits,
  most,
  inside: 0,
  holder: null,
  waiting: 0,
  mails: 0,
  leaveAt: 0,
  putOffUntil: 0,
  heldSince: null,
  lastSlow: null,
});

/**
 * Since when the domain has had to wait although lines are free: for its limits, or because of how servers answer for it. Null: it
 * does not.
 */
export function heldSince(domain: Domain, at: number): number | null {
  const isHeld = domain.leaveAt > at || domain.lines.every((line) => isHeldBack(line, at));
  domain.heldSince = isHeld ? (domain.heldSince ?? at) : null;
  return domain.heldSince;
}

/** Whether it deferred the last mails, all of them. */
export const defers = (domain: Domain): boolean => domain.lines.every(defersAll);

/** Whether its mails hold up what waits for them. */
export const isVeryLate = (domain: Domain, at: number): boolean =>
  domain.lines.every((line) => isLineVeryLate(line, at));

/** Whether the mails of a very late domain are of another slice: they are of one at a time, because a slice ends with its last mail. */
export const isHeldByOther = (domain: Domain, at: number, by: object): boolean =>
  domain.inside > 0 && domain.holder !== by && isVeryLate(domain, at);

/** Milliseconds that a mail of the domain takes, or has taken so far. */
export function mailMs(domain: Domain, at: number): number {
  let ms = 0;
  for (const line of domain.lines) ms = Math.max(ms, takesMs(line, at));
  return ms;
}

/** Mails that may be under way at a time. `others`: whether mails of other domains are. `workers`: they share what the rules allow. */
export function roomOf(domain: Domain, at: number, others: boolean, workers: () => number): number {
  let allowed = 0;
  for (const line of domain.lines) allowed += allowedOf(line, at, others);
  if (domain.most === null) return allowed;
  return Math.min(allowed, Math.max(1, Math.floor(domain.most / Math.max(1, workers()))));
}

/** Milliseconds between two mails of the domain, as it goes at the moment. */
export function mailIntervalMs(domain: Domain, at: number): number {
  const slowed = defers(domain) || domain.lines.some((line) => line.slowed) ? SLOWED_MS : 0;
  return Math.max(mailMs(domain, at) / alone(domain, at), slowed, ...domain.limits.map(intervalOf));
}

/** Mails at a time that the domain may have while it is alone. */
function alone(domain: Domain, at: number): number {
  let allowed = 0;
  for (const line of domain.lines) allowed += allowedOf(line, Math.max(at, line.pausedUntil), false);
  return Math.max(1, domain.most === null ? allowed : Math.min(allowed, domain.most));
}

function intervalOf(limit: Limit): number {
  const most = limit.most();
  // Leaves of an hour or a day may all go at its beginning.
  return most === null || limit.period !== 'second' ? 0 : 1000 / most;
}
