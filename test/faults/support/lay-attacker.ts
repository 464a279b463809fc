import { fillContacts } from '../../../bench/support/contacts.ts';
import { createAccount } from '../../../common/accounts/accounts.ts';
import { createKeyPair } from '../../../common/accounts/key-pairs.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Sender } from '../../../common/models/senders.ts';
import { UnsubscribeGroup } from '../../../common/models/unsubscribe-groups.ts';
import { rows } from '../../support/rows.ts';
import type { Attacker } from '../attacks/attack.ts';
import { succeed } from '../attacks/old-sends.ts';

const PASSWORD = 'correct horse';

/** Creates an account with what a send refers to: a contact type with one contact, a verified sender and a group. */
export async function layAttacker(origin: string, name: string): Promise<Attacker> {
  const email = `${name}@attacker.example`;
  const account = await createAccount({ name, email, password: PASSWORD, timezone: 'UTC' });
  const user_id = account!._id;
  const attacker = { origin, user_id, email, password: PASSWORD, ...(await createKeyPair(user_id, name)) };
  const bare = { ...attacker, contact_type_id: 0, sender_id: 0, unsubscribe_group_id: 0, laid: {} };
  await succeed(bare, '/contacts-type/add', { name });
  await succeed(bare, '/unsubscribes-groups/save', { group_name: name, description: name, is_display: 1 });
  await succeed(bare, '/sender/save', {
    from_name: name,
    from_email: email,
    reply_to_email: email,
    country_id: 1,
    company_address: '1 Main Street',
    nickname: name,
  });
  const mine = { user_id };
  await rows(Sender).updateMany(mine, { $set: { is_verified: 1, verification: null } });
  const [type, group, sender] = await Promise.all([
    rows(ContactType).findOne(mine),
    rows(UnsubscribeGroup).findOne(mine),
    rows(Sender).findOne(mine),
  ]);
  await fillContacts(user_id, 1, type!._id);
  return { ...bare, contact_type_id: type!._id, sender_id: sender!._id, unsubscribe_group_id: group!._id };
}
