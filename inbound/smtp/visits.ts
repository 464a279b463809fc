import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { type ConnectionBounds, ConnectionShares } from '../../common/config/connection-shares.ts';
import { network } from '../../common/domain/network.ts';

/** The longest time of a connection in milliseconds. RFC 5321, 4.5.3.2 has ten minutes after the dot alone. */
const LONGEST_MS = 10 * 60_000;
const [WRONG, WRONG_MS] = [50, 600_000];
const MOST_NETWORKS = 100_000;
/** Milliseconds added to the answer for each wrong recipient, and the longest delay. */
const [DELAY_MS, LONGEST_DELAY_MS] = [250, 5000];

export type Visits = ReturnType<typeof createVisits>;

/** Connections, and guessed recipients, by network. An IPv6 network is a /64. */
export function createVisits(bounds: ConnectionBounds) {
  const shares = new ConnectionShares(bounds);
  // The time begins with the first wrong recipient.
  const wrongs = new LRUCache<string, number>({ max: MOST_NETWORKS, ttl: WRONG_MS, noUpdateTTL: true });

  return {
    enter(socket: Socket): boolean {
      if (!shares.enter(socket)) return false;
      const timer = setTimeout(() => socket.destroy(), LONGEST_MS);
      timer.unref();
      socket.once('close', () => clearTimeout(timer));
      return true;
    },
    /** Until the end of its mail, the connection makes no room for others. */
    async during<Result>(socket: Socket | null | undefined, work: () => Promise<Result>): Promise<Result> {
      if (socket) shares.begin(socket);
      try {
        return await work();
      } finally {
        if (socket) shares.wait(socket);
      }
    },
    /** Notes a wrong recipient. Returns the milliseconds until the answer; null: the network has named too many. */
    wrong(address: string): number | null {
      const named = (wrongs.get(network(address)) ?? 0) + 1;
      wrongs.set(network(address), named);
      return named > WRONG ? null : Math.min(LONGEST_DELAY_MS, named * DELAY_MS);
    },
    isBarred: (address: string): boolean => (wrongs.get(network(address)) ?? 0) >= WRONG,
  };
}
