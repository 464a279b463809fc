import type { Email } from 'postal-mime';
import { now } from '../../common/clock.ts';
import { nextId } from '../../common/ids.ts';
import { NotificationRecipient } from '../../common/models/notification-recipients.ts';
import { rows } from '../../common/mongo.ts';
import type { Client } from './api.ts';
import type { MailServer } from './mail-server.ts';

let people = 0;

/** A new notification recipient of the account, who has confirmed; answers the address. */
export async function watch(client: Client, address?: string): Promise<string> {
  people += 1;
  const email_address = address ?? `watcher-${people}@example.com`;
  const at = now();
  await rows(NotificationRecipient).insertOne({
    _id: await nextId('notification_recipients'),
    user_id: client.user_id,
    email_address,
    email_owner: 'Ada Watcher',
    confirmed_at: at,
    created_at: at,
    updated_at: at,
  });
  return email_address;
}

/** What an address was told so far, as it is read. */
export const told = (mail: MailServer, address: string): Promise<Email[]> =>
  Promise.all(mail.to(address).map((caught) => mail.read(caught)));

export const subjects = async (mail: MailServer, address: string): Promise<string[]> =>
  (await told(mail, address)).map((read) => read.subject ?? '');

/** The path of a mail's link that stops further ones. */
export function stopPath(read: Email, publicUrl: string): string {
  const header = read.headers.find(({ key }) => key === 'list-unsubscribe')!.value;
  const url = /^<(.+)>$/.exec(header)![1]!;
  if (!url.startsWith(publicUrl)) throw new Error(`not ours: ${url}`);
  return url.slice(publicUrl.length);
}

/** The stored recipients of an address. */
export const watchers = (address: string) =>
  rows(NotificationRecipient).find({ email_address: address }).sort({ _id: 1 }).toArray();
