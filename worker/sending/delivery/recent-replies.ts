import { LRUCache } from 'lru-cache';

/** Replies of a mailing that are judged together (docs/rules.md 9.20). */
const WINDOW = 200;
const SHARE = 0.2;
/** If several domains refuse, a mailing with fewer replies is judged as if it had this many. */
const LEAST = 50;
const SEVERAL = 3;
/** The mailing pauses after this many replies in a row that any other mail would get, too. */
const RUN = 10;
const MAILINGS = 500;

/** other: a reply about one mail · ours: a refusal of class `policy` or `auth` · relay, all: any other mail would be refused, too. */
export const REPLY_KIND = Object.freeze({ other: 0, ours: 1, relay: 2, all: 3 } as const);
export type ReplyKind = (typeof REPLY_KIND)[keyof typeof REPLY_KIND];

export type RecentReplies = ReturnType<typeof createRecent>;

function createRecent() {
  const ring = new Uint8Array(WINDOW);
  const counts = [0, 0, 0, 0];
  let heard = 0;
  let run = 0;
  return {
    add(kind: ReplyKind): void {
      const place = heard % WINDOW;
      if (heard >= WINDOW) counts[ring[place]!]! -= 1;
      ring[place] = kind;
      counts[kind]! += 1;
      heard += 1;
      run = kind >= REPLY_KIND.relay ? run + 1 : 0;
    },
    /** Removes the refusals of a domain that was parked. */
    forget(refusals: number): void {
      const size = Math.min(heard, WINDOW);
      let left = refusals;
      for (let back = 1; back <= size && left > 0; back += 1) {
        const place = (heard - back) % WINDOW;
        if (ring[place] !== REPLY_KIND.ours) continue;
        ring[place] = REPLY_KIND.other;
        counts[REPLY_KIND.ours]! -= 1;
        counts[REPLY_KIND.other]! += 1;
        left -= 1;
      }
    },
    /** Whether too many replies refuse us, or the last ones would refuse any mail. `domains`: how many refuse us and are not parked. */
    isRefused(domains: number): boolean {
      const size = domains >= SEVERAL ? Math.max(LEAST, Math.min(heard, WINDOW)) : WINDOW;
      return run >= RUN || counts[REPLY_KIND.ours]! >= size * SHARE;
    },
    isRelayWrong: (): boolean => counts[REPLY_KIND.relay]! * 2 >= Math.min(heard, WINDOW) && heard > 0,
  };
}

const kept = new LRUCache<string, { readonly epoch: number; readonly recent: RecentReplies }>({
  max: MAILINGS,
});

/** The replies that this process got: a fair sample, and soon filled again after a restart. `epoch` changes when a person resumes the send. */
export function recentOf(mailing: string, epoch: number): RecentReplies {
  const found = kept.get(mailing);
  if (found && found.epoch === epoch) return found.recent;
  const recent = createRecent();
  kept.set(mailing, { epoch, recent });
  return recent;
}
