import { now } from '../../../common/clock.ts';
import type { ReplyClass } from '../../../common/domain/reply-classes.ts';
import type { TroubledDomain } from '../../../common/models/mailings.ts';

const HOUR = 3600_000;
/** From so many mails to a domain … */
const LEAST = 10;
/** … and this share of refusals the domain is parked (docs/rules.md 9.20). */
const SHARE = 0.5;
/** The counts are halved after so many mails, so that they show the last ones. */
const RECENT = 100;
/** The first park lasts an hour, each further one twice as long up to a day. */
const LONGEST_HOURS = 24;
/** Domains in trouble that a mailing stores. If there are more, the share of refusals among all replies stops it. */
const KEPT = 50;

export interface DomainReplies {
  replies: number;
  /** Refusals as `policy` or `auth`. */
  refused: number;
  gone: number;
  /** Refusals for good for a reason that no rule knows. */
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
  // After the park, one refusal parks it again; after one acceptance it takes more.
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
