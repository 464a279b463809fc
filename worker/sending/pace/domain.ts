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

/** A recipient domain, or a provider's domains together, as this worker knows them. */
export interface Domain {
  readonly name: string;
  /** One for each server, in the servers' order. */
  readonly lines: readonly DomainLine[];
  readonly limits: readonly Limit[];
  /** Mails that may be under way in all workers; null: as many as the lines allow. */
  readonly most: number | null;
  inside: number;
  holder: object | null;
  /** Rows of slices that wait until this domain has room. */
  waiting: number;
  mails: number;
  /** When the limits will allow a mail, by {@link Domains.clock}. */
  leaveAt: number;
  /** When the last row that was postponed is expected to be sent, by {@link Domains.clock}. */
  putOffUntil: number;
  heldSince: number | null;
  /** The last reply by which a server asked for less. */
  lastSlow: { readonly at: Date; readonly reply: string; readonly class: string } | null;
}

/** At most 50 mails a second are planned for a slowed domain. */
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

/** Since when limits or answers of servers make the domain wait although lines are free. Null: they do not. */
export function heldSince(domain: Domain, at: number): number | null {
  const isHeld = domain.leaveAt > at || domain.lines.every((line) => isHeldBack(line, at));
  domain.heldSince = isHeld ? (domain.heldSince ?? at) : null;
  return domain.heldSince;
}

export const defers = (domain: Domain): boolean => domain.lines.every(defersAll);

export const isVeryLate = (domain: Domain, at: number): boolean =>
  domain.lines.every((line) => isLineVeryLate(line, at));

/** Only one slice at a time sends mails of a very late domain, because a slice does not end before its last mail. */
export const isHeldByOther = (domain: Domain, at: number, by: object): boolean =>
  domain.inside > 0 && domain.holder !== by && isVeryLate(domain, at);

export function mailMs(domain: Domain, at: number): number {
  let ms = 0;
  for (const line of domain.lines) ms = Math.max(ms, takesMs(line, at));
  return ms;
}

/** Mails that may be under way at a time. `others`: mails of other domains are under way. `workers`: they share the number that the rules allow. */
export function roomOf(domain: Domain, at: number, others: boolean, workers: () => number): number {
  let allowed = 0;
  for (const line of domain.lines) allowed += allowedOf(line, at, others);
  if (domain.most === null) return allowed;
  return Math.min(allowed, Math.max(1, Math.floor(domain.most / Math.max(1, workers()))));
}

export function mailIntervalMs(domain: Domain, at: number): number {
  const slowed = defers(domain) || domain.lines.some((line) => line.slowed) ? SLOWED_MS : 0;
  return Math.max(mailMs(domain, at) / alone(domain, at), slowed, ...domain.limits.map(intervalOf));
}

function alone(domain: Domain, at: number): number {
  let allowed = 0;
  for (const line of domain.lines) allowed += allowedOf(line, Math.max(at, line.pausedUntil), false);
  return Math.max(1, domain.most === null ? allowed : Math.min(allowed, domain.most));
}

function intervalOf(limit: Limit): number {
  const most = limit.most();
  // Mails of an hour or a day may all go at its beginning.
  return most === null || limit.period !== 'second' ? 0 : 1000 / most;
}
