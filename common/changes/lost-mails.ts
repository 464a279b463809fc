import type { TokenContent } from '../domain/tokens.ts';
import { MailLink } from '../models/mail-links.ts';
import { LOST, lostMailTo } from '../queries/lost-mails.ts';
import type { MailBehind } from '../queries/mail-links.ts';
import { ignoringDuplicates } from '../store/connection.ts';

/** Keeps the address that the recipient of a lost mail gave. The first one stays, so that a link opts out one address only. */
export async function keepLostMail(named: TokenContent & { account: number }, email: string): Promise<void> {
  const mail = { ...lostMailTo(email, named, null), segment_recipient_id: null };
  await ignoringDuplicates(MailLink.of(named.account).insertOne(mail));
}

/** After the opt-out was undone, the recipient may give another address. Links of other mails stay. */
export async function forgetLostMail({ _id, user_id }: MailBehind): Promise<boolean> {
  return (await MailLink.of(user_id).deleteOne({ _id, mailing: LOST })).deletedCount > 0;
}
