import { LRUCache } from 'lru-cache';
import { cached } from '../cache/cached.ts';
import { now } from '../clock.ts';
import { type GoneShare, ReplyCount } from '../models/reply-counts.ts';

const HOUR = 3600_000;
/** docs/rules.md 9.22. */
const HOURS = 24;
/** Fewer replies prove nothing about a server … */
const LEAST = 50;
/** … and above this share of `gone` the server or the whole list is wrong. */
const MOST_GONE = 0.2;
const BELIEVED_MS = 1000;
/** Domains of an account that are counted separately in an hour, and the least replies of a slice for a new one. */
const DOMAINS = 100;
const LEAST_OF_DOMAIN = 5;
/** Replies that a process collects for one write, and milliseconds between two writes while no mailbox is gone. */
const KEPT = 20;
const BETWEEN_MS = 1000;
const ACCOUNTS = 1000;

export interface Replies extends GoneShare {
  readonly domains: ReadonlyMap<string, GoneShare>;
}

export const NO_REPLIES: Replies = { replies: 0, gone: 0, domains: new Map() };

export const tooManyGone = ({ replies, gone }: GoneShare): boolean =>
  replies >= LEAST && gone > replies * MOST_GONE;

/** Whether `gone` suppresses at once: the server has sent enough replies, and few say `gone`. */
export const believes = (share: GoneShare): boolean => share.replies >= LEAST && !tooManyGone(share);

export const plus = (one: GoneShare, other: GoneShare | undefined): GoneShare =>
  other
    ? {
        replies: one.replies + other.replies,
        gone: one.gone + other.gone,
        unknown: (one.unknown ?? 0) + (other.unknown ?? 0),
      }
    : one;

/** Whether most mails to a domain are refused for an unknown reason: then it is about us, not about one address. */
export const refusesUnknown = ({ replies, unknown = 0 }: GoneShare): boolean =>
  unknown > 1 && unknown >= replies / 2;

const keyOf = (userId: number, at: number): string => `${new Date(at).toISOString().slice(0, 13)} ${userId}`;

const written = new LRUCache<number, true>({ max: ACCOUNTS, ttl: BETWEEN_MS });
const kept = new LRUCache<number, { replies: number; gone: number; domains: Map<string, GoneShare> }>({
  max: ACCOUNTS,
});

export const repliesOf = cached(sumOf, { ms: BELIEVED_MS, most: ACCOUNTS });

async function sumOf(userId: number): Promise<Replies> {
  const at = now().getTime();
  const keys = Array.from({ length: HOURS }, (_, hour) => keyOf(userId, at - hour * HOUR));
  const hours = await ReplyCount.find({ _id: { $in: keys } }).toArray();
  const waiting = kept.get(userId);
  let all: GoneShare = waiting ?? { replies: 0, gone: 0 };
  const domains = new Map(waiting?.domains);
  for (const hour of hours) {
    all = plus(all, hour);
    for (const [name, share] of Object.entries(hour.domains ?? {})) {
      const domain = name.replaceAll(',', '.');
      domains.set(domain, plus(share, domains.get(domain)));
    }
  }
  return { replies: all.replies, gone: all.gone, domains };
}

/** A fast send has twenty slices a second. A killed process loses collected replies: then addresses are suspected, not suppressed. */
export async function countReplies(userId: number, slice: Replies): Promise<void> {
  if (slice.replies === 0 && slice.domains.size === 0) return;
  const all = kept.get(userId) ?? { replies: 0, gone: 0, domains: new Map<string, GoneShare>() };
  kept.set(userId, all);
  all.replies += slice.replies;
  all.gone += slice.gone;
  for (const [domain, share] of slice.domains) {
    if (share.replies >= LEAST_OF_DOMAIN || share.gone > 0 || (share.unknown ?? 0) > 0)
      all.domains.set(domain, plus(share, all.domains.get(domain)));
  }
  if (all.gone === 0 && (all.replies < KEPT || written.has(userId))) return;
  kept.delete(userId);
  written.set(userId, true);
  const at = now().getTime();
  const before = await repliesOf(userId);
  const counted = [...all.domains]
    .filter(([domain]) => before.domains.has(domain) || before.domains.size < DOMAINS)
    .slice(0, DOMAINS);
  await ReplyCount.updateOne(
    { _id: keyOf(userId, at) },
    {
      $inc: {
        replies: all.replies,
        gone: all.gone,
        ...Object.fromEntries(
          counted.flatMap(([domain, { replies, gone, unknown = 0 }]) => {
            const name = `domains.${domain.replaceAll('.', ',')}`;
            return [
              [`${name}.replies`, replies],
              [`${name}.gone`, gone],
              ...(unknown > 0 ? [[`${name}.unknown`, unknown]] : []),
            ];
          }),
        ),
      },
      $setOnInsert: { expires_at: new Date(at + (HOURS + 1) * HOUR) },
    },
    { upsert: true },
  );
  repliesOf.forget(userId);
}
