import type { Config } from '../../common/config.ts';
import { type ContactPlaces, takeContactPlaces } from '../../common/quotas/contacts.ts';
import { standingOf } from '../../common/quotas/standing.ts';

/** What room an account has for new contacts. */
export interface Room {
  take(wanted: number): Promise<ContactPlaces>;
  /** Lines of rows that there was no room for. */
  refuse(lines: readonly number[]): void;
}

export const ROOM_FOR_ALL: Room = {
  take: async (count) => ({ count, release: () => {} }),
  refuse: () => {},
};

/** Milliseconds for which a limit is believed: an operator may raise it while a long file is imported. */
const BELIEVED_MS = 2000;

/** The room of an account, by its limit as it is now; `refused` gathers lines. */
export function createRoom(userId: number, config: Pick<Config, 'quotas'>): Room & { refused: number[] } {
  let limit = 0;
  let until = 0;
  const room = {
    refused: [] as number[],
    async take(wanted: number) {
      if (wanted > 0 && performance.now() >= until) {
        until = performance.now() + BELIEVED_MS;
        limit = (await standingOf(userId, config)).limits.contacts;
      }
      return takeContactPlaces(userId, wanted, limit);
    },
    refuse(lines: readonly number[]) {
      room.refused.push(...lines);
    },
  };
  return room;
}
