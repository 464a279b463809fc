import { now } from '../../../common/clock.ts';
import type { ReplyClass } from '../../../common/domain/reply-classes.ts';
import type { TroubledDomain } from '../../../common/models/mailings.ts';

const HOUR = 3600_000;
/** A domain is parked after at least this many mails … */
const LEAST = 10;
/** … if at least this share of them was refused (docs/rules.md 9.20). */
const SHARE = 0.5;
/** The counts are halved after this many mails, so that recent mails weigh more. */
const RECENT = 100;
/** The first park lasts an hour; each further one lasts twice as long, up to a day. */
const LONGEST_HOURS = 24;
/** The most domains in trouble that a mailing stores. If there are more, the share of refusals among all replies pauses it. */
const KEPT = 50;

export interface DomainReplies {
  replies: number;
  /** Refusals of class `policy` or `auth`. */
  refused: number;
  gone: number;
  /** Permanent refusals for a reason that no rule knows. */
  unknown: number;
  class: ReplyClass;
  reply: string;
}

export function countReply(heard: Map<string, DomainReplies>, domain: string): DomainReplies {
  let one = heard.get(domain);
  if (!one) {
    one = { replies: 0, refused: 0, gone: 0, unknown: 0, class: 'unknown', reply: '' };
    heard.set(domain, one);
  }
  one.replies += 1;
  return one;
}

export function countRefusal(one: DomainReplies, name: ReplyClass, reply: string): void {
  one.refused += 1;
  one.class = name;
  one.reply = reply;
}

export const isParked = ({ until }: TroubledDomain, at: Date): boolean => until !== null && until > at;

function after(
  before: TroubledDomain | undefined,
  domain: string,
  heard: DomainReplies,
  at: Date,
): TroubledDomain {
  if (before && isParked(before, at)) return before;
  // After its park, one refusal parks the domain again. After an acceptance, several are needed.
  const resumed = before?.until ? { mails: LEAST, refused: LEAST * SHARE } : null;
  const base = resumed ?? before ?? { mails: 0, refused: 0 };
  const sum = { mails: base.mails + heard.replies, refused: base.refused + heard.refused };
  const parks = before?.parks ?? 0;
  const isRefused = heard.refused > 0 && sum.mails >= LEAST && sum.refused >= sum.mails * SHARE;
  const halved = sum.mails > RECENT ? 2 : 1;
  return {
    domain,
    mails: Math.ceil(sum.mails / halved),
    refused: Math.ceil(sum.refused / halved),
    class: heard.refused > 0 || !before ? heard.class : before.class,
    reply: heard.refused > 0 || !before ? heard.reply : before.reply,
    until: isRefused ? new Date(at.getTime() + Math.min(2 ** parks, LONGEST_HOURS) * HOUR) : null,
    parks: isRefused ? parks + 1 : parks,
  };
}

export function withReplies(
  domains: readonly TroubledDomain[],
  heard: ReadonlyMap<string, DomainReplies>,
  at: Date,
): TroubledDomain[] {
  const next = new Map(domains.map((one) => [one.domain, one]));
  for (const [domain, replies] of heard) {
    const before = next.get(domain);
    if (before || replies.refused > 0) next.set(domain, after(before, domain, replies, at));
  }
  if (next.size <= KEPT) return [...next.values()];
  const weight = (one: TroubledDomain): number => (isParked(one, at) ? Number.MAX_SAFE_INTEGER : one.refused);
  return [...next.values()].sort((one, other) => weight(other) - weight(one)).slice(0, KEPT);
}

export const judged = (
  before: TroubledDomain | undefined,
  domain: string,
  heard: DomainReplies,
): TroubledDomain => after(before, domain, heard, now());
