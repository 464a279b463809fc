import type { ServerRefusal } from '../../../common/audience/suppressed.ts';
import { now } from '../../../common/clock.ts';
import type { Config } from '../../../common/config.ts';
import { domainOf } from '../../../common/domain/domain-of.ts';
import { GONE, OF_US, PASSING } from '../../../common/domain/reply-classes.ts';
import type { RowChange } from '../ledger/tally.ts';
import type { Domain } from '../pace/domain.ts';
import type { Outcome, Postponement } from '../transport/outcome.ts';
import type { OpenRow } from './open-rows.ts';

/** An outcome of this mail: accepted mails and unreachable servers are handled elsewhere. */
export type MailOutcome = Exclude<Outcome, { kind: 'accepted' | 'unreached' | 'put_off' }>;
type ReplyOutcome = Exclude<MailOutcome, { kind: 'in_doubt' }>;

const HOUR = 3_600_000;
/** Parked rows are due this many milliseconds after the park: workers may know ends of it that differ by the duration of a slice. */
const AFTER_PARK_MS = 30_000;

/** Whether a reply ends the attempts at a mail: a permanent 5xx, or any reply that the mailbox is gone. */
export const isRefused = ({ kind, class: name }: ReplyOutcome): boolean =>
  kind === 'refused' ? !PASSING.has(name) : GONE.has(name);

/** Returns the new state of a row (docs/flows-sending.md, "Outcomes of one mail"). With `parkedUntil`, a refusal because of us is retried. */
export function changeOf(
  row: OpenRow,
  outcome: MailOutcome,
  config: Config,
  parkedUntil: Date | null = null,
): RowChange {
  const attempts = (row.attempts ?? 0) + 1;
  if (outcome.kind === 'in_doubt') return doubtOf(row, attempts, outcome.reason, config);
  const { class: name, rule, reply } = outcome;
  const verdict = { class: name, rule };
  const at = now();
  if (!isRefused(outcome)) {
    // With its domain, the row is retried at once when a person resumes the send.
    const ours = name === 'relay' && { refusing_domain: domainOf(row.email_norm) };
    return { ...deferred(row, attempts, reply, config), ...verdict, ...ours };
  }
  if (!OF_US.has(name)) return { state: 'bounced', attempts, reply, ...verdict };
  const given = { attempts, ...verdict, refused_at: at };
  if (!parkedUntil) {
    return { state: 'bounced', ...given, reply, refusing_domain: domainOf(row.email_norm) };
  }
  return { ...given, ...waiting(row, reply, parkedUntil, config) };
}

/** With `IN_DOUBT=resend` a mail is sent only once more: a server that closes each connection after the dot would get a copy at every try. */
function doubtOf(row: OpenRow, attempts: number, reply: string, config: Config): RowChange {
  const again = config.inDoubt === 'resend' && !row.doubted ? deferred(row, attempts, reply, config) : null;
  if (again?.state === 'deferred') return { ...again, doubted: true };
  return { state: 'in_doubt', attempts, reply, in_doubt_at: now() };
}

export const parked = (row: OpenRow, until: Date, config: Config): RowChange =>
  waiting(row, null, until, config);

/** `reply`: the refusal of the row; null: it was not handed over, and keeps its reply. */
function waiting(row: OpenRow, reply: string | null, until: Date, { giveUpHours }: Config): RowChange {
  const at = now();
  const since = row.first_deferred_at ?? at;
  const deadline = since.getTime() + Math.ceil(giveUpHours * HOUR);
  if (at.getTime() >= deadline) {
    return {
      state: 'bounced',
      reply: `Given up after ${giveUpHours} hours: ${reply ?? row.reply ?? 'its domain refuses our mails'}`,
      refusing_domain: null,
    };
  }
  return {
    state: 'deferred',
    ...(reply !== null && { reply }),
    first_deferred_at: since,
    due_at: new Date(Math.min(until.getTime() + AFTER_PARK_MS, deadline)),
    refusing_domain: domainOf(row.email_norm),
  };
}

function deferred(row: OpenRow, attempts: number, reply: string, { giveUpHours }: Config): RowChange {
  const at = now();
  const since = row.first_deferred_at ?? at;
  const due = nextAttempt(attempts, since, at, giveUpHours);
  return due === null
    ? { state: 'bounced', attempts, reply: `Given up after ${giveUpHours} hours: ${reply}` }
    : { state: 'deferred', attempts, reply, first_deferred_at: since, due_at: due };
}

/** `refused`: the refusal of this mail. It is stored for the address before the row, so a worker that died in between left the row open. */
export function leftOut(
  row: OpenRow,
  skip_reason: NonNullable<RowChange['skip_reason']>,
  refused?: ServerRefusal,
): RowChange {
  // It was only retried because of a fault of ours, so it stays bounced.
  if (row.refused_at) return { state: 'bounced', refusing_domain: null };
  // The refusal of a row that a person retries is written already.
  if (refused && !row.retried_at) return { state: 'bounced', attempts: (row.attempts ?? 0) + 1, ...refused };
  return { state: 'skipped', skip_reason };
}

export const NO_ADDRESS: RowChange = Object.freeze({
  state: 'bounced',
  reply: 'The address is not an e-mail address',
  class: 'unknown',
  rule: 'own-recipient',
});
export const NOT_COMPOSED: RowChange = Object.freeze({
  state: 'bounced',
  reply: 'The mail could not be composed',
  class: 'content',
  rule: 'own-composing',
});

/** Retries a row without counting an attempt. Gives it up if servers have asked for fewer mails for `GIVE_UP_HOURS`. */
export function putOffChange(
  row: OpenRow,
  outcome: Postponement,
  config: Pick<Config, 'giveUpHours'>,
): RowChange {
  const at = now();
  const since = row.first_deferred_at ?? at;
  const { class: name, rule } = outcome;
  const known = { class: name, rule, ...(row.attempts !== undefined && { attempts: row.attempts }) };
  if (at.getTime() - since.getTime() >= config.giveUpHours * HOUR) {
    const reply = `Given up after ${config.giveUpHours} hours: ${outcome.reason}`;
    return { state: 'bounced', reply, ...known };
  }
  const due = new Date(at.getTime() + Math.min(outcome.retryInMs, HOUR));
  return { state: 'deferred', reply: outcome.reason, first_deferred_at: since, due_at: due, ...known };
}

/** Postpones a row by `ms` milliseconds, because its domain has no room. The time until it is given up does not begin, and its last reply stays. */
export const waitChange = (row: OpenRow, { name, lastSlow }: Domain, ms: number): RowChange => ({
  state: 'deferred',
  due_at: new Date(now().getTime() + Math.ceil(ms)),
  ...(row.attempts === undefined
    ? { reply: lastSlow ? lastSlow.reply : `Mails to ${name} wait for their turn` }
    : { attempts: row.attempts }),
});

const MINUTE = 60_000;
/** The first wait is 1 to 5 minutes. Each further wait is twice as long, up to 4 hours (docs/rules.md 9.19). */
const FIRST = { shortest: MINUTE, longest: 5 * MINUTE };
const LONGEST = 4 * HOUR;

/** Returns the time of the next attempt. Null: given up `giveUpHours` after the first deferral, the time of the last one. `attempts`: so far, from 1. */
export function nextAttempt(
  attempts: number,
  firstDeferredAt: Date,
  at: Date,
  giveUpHours: number,
  random: () => number = Math.random,
): Date | null {
  const deadline = firstDeferredAt.getTime() + Math.ceil(giveUpHours * HOUR);
  if (at.getTime() >= deadline) return null;
  // The bound on the exponent only prevents an overflow: 2 ** 20 minutes are two years.
  const factor = 2 ** Math.min(Math.max(attempts, 1) - 1, 20);
  const longest = Math.min(FIRST.longest * factor, LONGEST);
  const shortest = Math.min(FIRST.shortest * factor, LONGEST / 2);
  const wait = shortest + random() * (longest - shortest);
  return new Date(Math.min(at.getTime() + Math.round(wait), deadline));
}
