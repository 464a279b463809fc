import type { TokenContent } from '../domain/tokens.ts';
import { Account, type AccountDocument } from '../models/accounts.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import type { MailBehind } from './mail-links.ts';

/** The mailing of a lost mail: one without a row, because a backup from before it was restored (decision 010). */
export const LOST = 'lost';

export const lostMailTo = (
  email: string,
  { account, id }: TokenContent & { account: number },
  contact_id: number | null,
): MailBehind => ({ _id: id, user_id: account, mailing: LOST, contact_id, email });

/** A lost mail to the contact that a link to opt out names; null if it names none, or the contact is gone too. */
export async function findLostMail(named: TokenContent): Promise<MailBehind | null> {
  const { account, second } = named;
  if (account === null || second === 0) return null;
  const contact = await Contact.of(account).findOne<Pick<ContactDocument, 'email'>>(
    { _id: second },
    { projection: { email: 1 } },
  );
  return contact?.email ? lostMailTo(contact.email, { ...named, account }, second) : null;
}

/** Whether the recipient gave the address. That proves nothing: the link may neither show nor lift other opt-outs of the address. */
export const isAddressGiven = ({ mailing, contact_id }: MailBehind): boolean =>
  mailing === LOST && contact_id === null;

/** Null after the account's deletion, also while it runs. */
export const senderOfLostMail = (userId: number): Promise<Pick<AccountDocument, '_id' | 'name'> | null> =>
  Account.findOne({ _id: userId, 'closed.deleting': { $ne: true } }, { projection: { name: 1 } });
