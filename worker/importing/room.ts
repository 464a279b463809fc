import { cached } from '../../common/cache/cached.ts';
import type { Config } from '../../common/config.ts';
import { accountStatus } from '../../common/quotas/account-status.ts';
import { type ContactPlaces, takeContactPlaces } from '../../common/quotas/contacts.ts';

export interface ContactRoom {
  take(wanted: number): Promise<ContactPlaces>;
  refuse(lines: readonly number[]): void;
}

export const ROOM_FOR_ALL: ContactRoom = {
  take: async (count) => ({ count, release: () => {} }),
  refuse: () => {},
};

/** Milliseconds until a limit is read again: an operator may raise it during a long import. */
const BELIEVED_MS = 2000;

/** The room of an account by its current limit; lines are added to `refused`. */
export function createContactRoom(
  userId: number,
  config: Pick<Config, 'quotas'>,
): ContactRoom & { refused: number[] } {
  const limitOf = cached(async () => (await accountStatus(userId, config)).limits.contacts, {
    ms: BELIEVED_MS,
  });
  const room = {
    refused: [] as number[],
    async take(wanted: number) {
      return takeContactPlaces(userId, wanted, wanted > 0 ? await limitOf() : 0);
    },
    refuse(lines: readonly number[]) {
      room.refused.push(...lines);
    },
  };
  return room;
}
