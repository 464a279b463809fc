import { cached } from '../../../common/cache/cached.ts';
import type { BouncedAddress } from '../../../common/changes/bounced-addresses.ts';
import {
  believes,
  NO_REPLIES,
  plus,
  type Replies,
  repliesOf,
  tooManyGone,
} from '../../../common/changes/reply-counts.ts';
import { now } from '../../../common/clock.ts';
import { GONE, OF_ALL, OF_US, type ReplyClass } from '../../../common/domain/reply-classes.ts';
import {
  type MailingDocument,
  NO_TROUBLE,
  type PauseReason,
  type TroubledDomains,
} from '../../../common/models/mailings.ts';
import type { GoneShare } from '../../../common/models/reply-counts.ts';
import { type DomainReplies, isParked, judged } from './parking.ts';
import { REPLY_KIND, type ReplyKind, recentOf } from './recent-replies.ts';

/** Why the slice stops, and its mailing with it. */
export interface Stop {
  readonly reason: Extract<PauseReason, 'refused' | 'too_many_bounces'>;
  readonly detail: string;
}

/** What a slice hears of its mails, domain by domain. It is kept in memory, and written once at the end of the slice. */
export interface SliceReplies {
  accepted(domain: string): void;
  /** A reply that is no acceptance. Answers until when its domain is parked, if it is. */
  other(domain: string, name: ReplyClass, reply: string, refused: boolean): Date | null;
  /** Until when a domain is parked; null where it is not. */
  parkedUntil(domain: string): Date | null;
  /** Why no more mails are handed over. */
  stop(): Stop | null;
  /** Why none are after this slice: {@link stop}, or all that was heard says that our own server is wrong. */
  stopAtEnd(): Stop | null;
  /** Whether a `gone` of this domain is believed at once. */
  readonly believes: BouncedAddress['believes'];
  /** What is to be written about domains: one of them is in trouble. */
  readonly isTroubled: () => boolean;
  readonly heard: ReadonlyMap<string, DomainReplies>;
  /** Replies in all, and by domain. */
  counts(): Replies;
}

type Watched = Pick<MailingDocument, '_id' | 'user_id' | 'created_at' | 'standing' | 'brakes'>;

export function watchReplies({ _id, user_id, created_at, standing, brakes = [] }: Watched): SliceReplies {
  const { domains, epoch }: TroubledDomains = standing ?? NO_TROUBLE;
  const begun = now();
  const before = new Map(domains.map((one) => [one.domain, one]));
  const parked = new Map(
    domains.flatMap((one) => (isParked(one, begun) ? [[one.domain, one.until!] as const] : [])),
  );
  // After a restore another mailing may have the same key.
  const recent = recentOf(`${_id} ${created_at.getTime()}`, epoch);
  const heard = new Map<string, DomainReplies>();
  const sum = { replies: 0, gone: 0 };
  const refusing = new Set<string>();
  let isTroubled = false;
  let relay: Stop | null = null;
  let stop: Stop | null = null;
  let known: Replies = NO_REPLIES;

  function of(domain: string): DomainReplies {
    let one = heard.get(domain);
    if (!one) {
      one = { replies: 0, refused: 0, gone: 0, class: 'unknown', reply: '' };
      heard.set(domain, one);
    }
    one.replies += 1;
    sum.replies += 1;
    return one;
  }

  const shareOf = (domain: string): GoneShare => {
    const { replies = 0, gone = 0 } = heard.get(domain) ?? {};
    return plus({ replies, gone }, known.domains.get(domain));
  };
  const all = (): GoneShare => plus(sum, known);

  /** What other slices heard in the last 24 hours is asked once, when the first mailbox is gone. */
  const ask = cached(async (): Promise<void> => {
    known = await repliesOf(user_id);
  });

  function judgeGone(domain: string, reply: string): void {
    // `believes` gets the failure of the question.
    void ask();
    if (brakes.includes('bounces')) return;
    if (tooManyGone(all()) || tooManyGone(shareOf(domain)))
      stop ??= { reason: 'too_many_bounces', detail: `${domain}: ${reply}` };
  }

  function judge(domain: string, one: DomainReplies): void {
    const { until } = judged(before.get(domain), domain, one);
    if (until) {
      parked.set(domain, until);
      refusing.delete(domain);
      recent.forget(one.refused);
    } else refusing.add(domain);
  }

  return {
    accepted(domain) {
      of(domain);
      recent.add(REPLY_KIND.other);
      if (before.size > 0 && before.has(domain)) isTroubled = true;
    },
    other(domain, name, reply, refused) {
      const one = of(domain);
      const counts = refused ? !(OF_US.has(name) && parked.has(domain)) : name === 'relay';
      recent.add(counts ? kindOf(name) : REPLY_KIND.other);
      if (name === 'relay') relay ??= { reason: 'refused', detail: reply };
      if (GONE.has(name)) {
        one.gone += 1;
        sum.gone += 1;
        judgeGone(domain, reply);
      }
      if (refused && OF_US.has(name)) {
        one.refused += 1;
        Object.assign(one, { class: name, reply });
        isTroubled = true;
        if (!parked.has(domain)) judge(domain, one);
      }
      if (recent.isRefused(refusing.size)) stop ??= { reason: 'refused', detail: `${domain}: ${reply}` };
      return parked.get(domain) ?? null;
    },
    parkedUntil: (domain) => (parked.size === 0 ? null : (parked.get(domain) ?? null)),
    stop: () => stop,
    stopAtEnd: () => stop ?? (recent.isRelayWrong() ? relay : null),
    async believes(domain) {
      await ask();
      const share = shareOf(domain);
      return believes(all()) && !tooManyGone(share);
    },
    isTroubled: () => isTroubled,
    heard,
    counts: () => ({ ...sum, domains: heard }),
  };
}

function kindOf(name: ReplyClass): ReplyKind {
  if (OF_US.has(name)) return REPLY_KIND.ours;
  if (name === 'relay') return REPLY_KIND.relay;
  return OF_ALL.has(name) ? REPLY_KIND.all : REPLY_KIND.other;
}
