import { Sender } from '../../common/models/senders.ts';
import { rows } from '../../test/support/rows.ts';
import type { Stack } from './stack.ts';

/** Makes what a send needs besides its contacts: a verified sender, an unsubscribe group and a contact type, each with id 1. */
export async function layGround(call: Stack['call']): Promise<void> {
  await call('/sender/save', {
    from_name: 'Bench',
    from_email: 'bench@sender.example',
    reply_to_email: 'bench@sender.example',
    country_id: 1,
    company_address: '1 Main Street',
    nickname: 'bench',
  });
  await rows(Sender).updateMany({}, { $set: { is_verified: 1, verification: null } });
  await call('/unsubscribes-groups/save', { group_name: 'News', description: 'News', is_display: 1 });
  await call('/contacts-type/add', { name: 'Everybody' });
}
