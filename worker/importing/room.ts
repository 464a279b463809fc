import { cached } from '../../common/cache/cached.ts';
import type { Config } from '../../common/config.ts';
import { accountStatus } from '../../common/quotas/account-status.ts';
import { type ContactPlaces, takeContactPlaces } from '../../common/quotas/contacts.ts';

export type ContactRoom = Pick<ReturnType<typeof createContactRoom>, 'take' | 'refuse'>;

/** Milliseconds until a limit is read again: an operator may raise it during a long import. */
const BELIEVED_MS = 2000;

export function createContactRoom(userId: number, config: Pick<Config, 'quotas'>) {
  const limitOf = cached(async () => (await accountStatus(userId, config)).limits.contacts, {
    ms: BELIEVED_MS,
  });
  const room = {
    refused: [] as number[],
    async take(wanted: number): Promise<ContactPlaces> {
      return takeContactPlaces(userId, wanted, wanted > 0 ? await limitOf() : 0);
    },
    refuse(lines: readonly number[]) {
      room.refused.push(...lines);
    },
  };
  return room;
}
