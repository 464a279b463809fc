import type { Stack } from '../../../bench/support/stack.ts';
import { createAccount } from '../../../common/accounts/accounts.ts';
import { createKeyPair } from '../../../common/accounts/key-pairs.ts';
import { Sender } from '../../../common/models/senders.ts';
import { rows } from '../../support/rows.ts';
import type { Arena } from './arena.ts';

/** An account in addition to the arena's own. */
export interface OtherAccount {
  readonly userId: number;
  readonly senderId: number;
  readonly call: Stack['call'];
}

/** Creates another account with a verified sender. */
export async function createOtherAccount(arena: Arena): Promise<OtherAccount> {
  const account = await createAccount({
    name: 'Other',
    email: 'other@bench.example',
    password: 'correct horse',
    timezone: 'UTC',
  });
  const userId = account!._id;
  const call = arena.stack.callAs(await createKeyPair(userId, 'other'));
  await call('/sender/save', {
    from_name: 'Other',
    from_email: 'other@other.example',
    reply_to_email: 'other@other.example',
    country_id: 1,
    company_address: '1 Main Street',
    nickname: 'other',
  });
  await rows(Sender).updateMany({}, { $set: { is_verified: 1, verification: null } });
  const sender = await rows(Sender).findOne({ user_id: userId });
  return { userId, senderId: sender!._id, call };
}
