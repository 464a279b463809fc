import { cached } from '../../common/cache/cached.ts';
import type { Config } from '../../common/config.ts';
import { accountStatus } from '../../common/quotas/account-status.ts';
import { countedContacts } from '../../common/quotas/contacts.ts';
import type { RowPlaces } from '../../common/quotas/places.ts';

export type ContactRoom = Pick<ReturnType<typeof createContactRoom>, 'take' | 'refuse'>;

/** Milliseconds until a limit is read again: an operator may raise it during a long import. */
const BELIEVED_MS = 2000;

export function createContactRoom(userId: number, config: Pick<Config, 'quotas'>) {
  const limitOf = cached(async () => (await accountStatus(userId, config)).limits.contacts, {
    ms: BELIEVED_MS,
  });
  const room = {
    refused: [] as number[],
    async take(wanted: number): Promise<RowPlaces> {
      return countedContacts.take(userId, wanted, wanted > 0 ? await limitOf() : 0);
    },
    refuse(lines: readonly number[]) {
      room.refused.push(...lines);
    },
  };
  return room;
}
