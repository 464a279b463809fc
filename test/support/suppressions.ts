import { noteBouncedAddresses } from '../../common/changes/bounced-addresses.ts';
import { now } from '../../common/clock.ts';
import { Suppression } from '../../common/models/suppressions.ts';
import { optOuts } from '../../common/queries/opt-out-filters.ts';
import { reserveIds } from '../../common/store/ids.ts';
import { rows } from './rows.ts';

/** Stores opt-outs of `a0@example.com` and so on from all mails of an account, in one write. Returns their ids, which ascend. */
export async function storeOptOuts(userId: number, count: number): Promise<number[]> {
  const first = await reserveIds('suppressions', count);
  const at = now();
  const made = Array.from({ length: count }, (_, index) => {
    const email = `a${index}@example.com`;
    const times = { created_at: at, updated_at: at };
    return {
      _id: first + index,
      ...optOuts(userId, null),
      email_address: email,
      email_norm: email,
      ...times,
    };
  });
  await rows(Suppression).insertMany(made, { ordered: false });
  return made.map(({ _id }) => _id);
}

/** Suppresses addresses as a server does that is believed and says that they do not exist. */
export const suppressBounced = (userId: number, addresses: readonly string[]): Promise<void> =>
  noteBouncedAddresses(
    addresses.map((email) => ({
      user_id: userId,
      email,
      class: 'gone',
      reply: '550 5.1.1 nobody',
      mailing: 'test',
      believes: async () => true,
    })),
  );
