import { now } from '../../../common/clock.ts';
import type { ReplyClass } from '../../../common/domain/reply-classes.ts';
import type { TroubledDomain } from '../../../common/models/mailings.ts';

const HOUR = 3600_000;
/** From so many mails to a domain … */
const LEAST = 10;
/** … and this share of refusals the domain is parked (docs/rules.md 9.20). */
const SHARE = 0.5;
/** After so many mails the counts are halved, so that they tell of the last mails. */
const RECENT = 100;
/** The first time is an hour, and each further one twice as long, up to a day. */
const LONGEST_HOURS = 24;
/** Domains in trouble that a mailing keeps. More of them stop it by the share of refusals among all of its replies. */
const KEPT = 50;

/** What a slice heard from a domain. */
export interface DomainReplies {
  replies: number;
  /** Refusals as `policy` or `auth`. */
  refused: number;
  /** Mailboxes that are gone or inactive. */
  gone: number;
  /** The last refusal. */
  class: ReplyClass;
  reply: string;
}

/** Counts one reply about mails to a domain. Returns what was heard of that domain. */
export function countReply(heard: Map<string, DomainReplies>, domain: string): DomainReplies {
  let one = heard.get(domain);
  if (!one) {
    one = { replies: 0, refused: 0, gone: 0, class: 'unknown', reply: '' };
    heard.set(domain, one);
  }
  one.replies += 1;
  return one;
}

/** Counts a refusal among the replies of a domain. */
export function countRefusal(one: DomainReplies, name: ReplyClass, reply: string): void {
  one.refused += 1;
  one.class = name;
  one.reply = reply;
}

export const isParked = ({ until }: TroubledDomain, at: Date): boolean => until !== null && until > at;

/** A domain after some more replies; parked if it refuses most mails. */
function after(
  before: TroubledDomain | undefined,
  domain: string,
  heard: DomainReplies,
  at: Date,
): TroubledDomain {
  if (before && isParked(before, at)) return before;
  // After its time is over, one refusal parks it again, and one acceptance keeps that away until more follow.
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

/** The domains in trouble after what a slice heard. A domain that refused nothing is not kept. */
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

/** What one domain would be after these replies of a slice that is under way. */
export const judged = (
  before: TroubledDomain | undefined,
  domain: string,
  heard: DomainReplies,
): TroubledDomain => after(before, domain, heard, now());
