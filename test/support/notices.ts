import type { Email } from 'postal-mime';
import { NotificationRecipient } from '../../common/models/notification-recipients.ts';
import { rows } from '../../common/mongo.ts';
import type { Client } from './api.ts';
import type { MailServer } from './mail-server.ts';

let people = 0;

/** A new notification recipient of the account; answers the address. */
export async function watch(client: Client, address?: string): Promise<string> {
  people += 1;
  const email_address = address ?? `watcher-${people}@example.com`;
  const { status } = await client.post('/notification-recipient/save', {
    email_address,
    email_owner: 'Ada Watcher',
  });
  if (status !== 200) throw new Error(`not saved: ${status}`);
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
