import { cached } from '../../../common/cache/cached.ts';
import {
  believes,
  NO_REPLIES,
  plus,
  type Replies,
  refusesUnknown,
  repliesOf,
  tooManyGone,
} from '../../../common/changes/reply-counts.ts';
import { now } from '../../../common/clock.ts';
import { GONE, OF_ALL, OF_US, type ReplyClass } from '../../../common/domain/reply-classes.ts';
import {
  type MailingDocument,
  NO_TROUBLE,
  type PauseReason,
  type TroubledDomain,
  type TroubledDomains,
} from '../../../common/models/mailings.ts';
import type { GoneShare } from '../../../common/models/reply-counts.ts';
import { countRefusal, countReply, type DomainReplies, isParked, judged } from './parking.ts';
import { REPLY_KIND, type RecentReplies, type ReplyKind, recentOf } from './recent-replies.ts';

export interface SliceStop {
  readonly reason: Extract<PauseReason, 'refused' | 'too_many_bounces'>;
  readonly detail: string;
}

type WatchedMailing = Pick<MailingDocument, '_id' | 'user_id' | 'created_at' | 'standing' | 'brakes'>;

/** The replies to the mails of a slice by domain, kept in memory and written once at the end of the slice. */
export class SliceReplies {
  readonly heard = new Map<string, DomainReplies>();
  /** Whether a domain is in trouble, so that the replies must be written. */
  isTroubled = false;
  readonly #mailing: WatchedMailing;
  readonly #before: ReadonlyMap<string, TroubledDomain>;
  readonly #parked: Map<string, Date>;
  readonly #recent: RecentReplies;
  readonly #refusing = new Set<string>();
  readonly #sum = { replies: 0, gone: 0 };
  #relay: SliceStop | null = null;
  #stop: SliceStop | null = null;
  #known: Replies = NO_REPLIES;
  /** The replies that other slices got in the last 24 hours, read once, when the first mailbox is gone. */
  readonly #ask = cached(async (): Promise<void> => {
    this.#known = await repliesOf(this.#mailing.user_id);
  });

  constructor(mailing: WatchedMailing) {
    const { domains, epoch }: TroubledDomains = mailing.standing ?? NO_TROUBLE;
    const begun = now();
    this.#mailing = mailing;
    this.#before = new Map(domains.map((one) => [one.domain, one]));
    this.#parked = new Map(
      domains.flatMap((one) => (isParked(one, begun) ? [[one.domain, one.until!] as const] : [])),
    );
    // After a restore another mailing may have the same key.
    this.#recent = recentOf(`${mailing._id} ${mailing.created_at.getTime()}`, epoch);
  }

  accepted(domain: string): void {
    this.#count(domain);
    this.#recent.add(REPLY_KIND.other);
    if (this.#before.size > 0 && this.#before.has(domain)) this.isTroubled = true;
  }

  /** Counts a deferral or a refusal. Returns when the park of its domain ends, or null if it is not parked. */
  other(domain: string, name: ReplyClass, reply: string, refused: boolean): Date | null {
    const one = this.#count(domain);
    const counts = refused ? !(OF_US.has(name) && this.#parked.has(domain)) : name === 'relay';
    this.#recent.add(counts ? kindOf(name) : REPLY_KIND.other);
    if (refused && name === 'unknown') one.unknown += 1;
    if (name === 'relay') this.#relay ??= { reason: 'refused', detail: reply };
    if (GONE.has(name)) {
      one.gone += 1;
      this.#sum.gone += 1;
      this.#judgeGone(domain, reply);
    }
    if (refused && OF_US.has(name)) {
      countRefusal(one, name, reply);
      this.isTroubled = true;
      if (!this.#parked.has(domain)) this.#judge(domain, one);
    }
    if (this.#recent.isRefused(this.#refusing.size))
      this.#stop ??= { reason: 'refused', detail: `${domain}: ${reply}` };
    return this.#parked.get(domain) ?? null;
  }

  parkedUntil(domain: string): Date | null {
    return this.#parked.size === 0 ? null : (this.#parked.get(domain) ?? null);
  }

  stop(): SliceStop | null {
    return this.#stop;
  }

  /** Why the mailing pauses after this slice: {@link stop}, or most replies say that our own mail server is at fault. Null: it does not pause. */
  stopAtEnd(): SliceStop | null {
    return this.#stop ?? (this.#recent.isRelayWrong() ? this.#relay : null);
  }

  async believes(domain: string): Promise<boolean> {
    await this.#ask();
    return believes(this.#all()) && !tooManyGone(this.#shareOf(domain));
  }

  /** Whether the domain's refusals for an unknown reason concern the sender, not the addresses. Call it at the end of the slice. */
  async refusesUnknown(domain: string): Promise<boolean> {
    await this.#ask();
    return refusesUnknown(this.#shareOf(domain));
  }

  counts(): Replies {
    return { ...this.#sum, domains: this.heard };
  }

  #count(domain: string): DomainReplies {
    this.#sum.replies += 1;
    return countReply(this.heard, domain);
  }

  #shareOf(domain: string): GoneShare {
    const { replies = 0, gone = 0, unknown = 0 } = this.heard.get(domain) ?? {};
    return plus({ replies, gone, unknown }, this.#known.domains.get(domain));
  }

  #all(): GoneShare {
    return plus(this.#sum, this.#known);
  }

  #judgeGone(domain: string, reply: string): void {
    // If this query fails, `believes` throws its error.
    void this.#ask();
    if (this.#mailing.brakes?.includes('bounces')) return;
    if (tooManyGone(this.#all()) || tooManyGone(this.#shareOf(domain)))
      this.#stop ??= { reason: 'too_many_bounces', detail: `${domain}: ${reply}` };
  }

  #judge(domain: string, one: DomainReplies): void {
    const { until } = judged(this.#before.get(domain), domain, one);
    if (until) {
      this.#parked.set(domain, until);
      this.#refusing.delete(domain);
      this.#recent.forget(one.refused);
    } else this.#refusing.add(domain);
  }
}

function kindOf(name: ReplyClass): ReplyKind {
  if (OF_US.has(name)) return REPLY_KIND.ours;
  if (name === 'relay') return REPLY_KIND.relay;
  return OF_ALL.has(name) ? REPLY_KIND.all : REPLY_KIND.other;
}
