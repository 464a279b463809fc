import type { Email } from 'postal-mime';
import { now } from '../../common/clock.ts';
import {
  NotificationRecipient,
  newNotificationRecipient,
} from '../../common/models/notification-recipients.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Client } from './api.ts';
import type { MailServer } from './mail-server.ts';
import { rows } from './rows.ts';

let people = 0;

/** Adds a confirmed notification recipient to the account; returns the address. */
export async function watch(client: Client, address?: string): Promise<string> {
  people += 1;
  const email_address = address ?? `watcher-${people}@example.com`;
  const _id = await nextId('notification_recipients');
  const given = { _id, user_id: client.user_id, email_address, email_owner: 'Ada Watcher' };
  await rows(NotificationRecipient).insertOne(newNotificationRecipient(given, null, now()));
  return email_address;
}

/** The notices that an address has got so far, parsed. */
export const told = (mail: MailServer, address: string): Promise<Email[]> =>
  Promise.all(mail.to(address).map((caught) => mail.read(caught)));

export const subjects = async (mail: MailServer, address: string): Promise<string[]> =>
  (await told(mail, address)).map((read) => read.subject ?? '');

/** The path of the link in a notice that stops further ones. */
export function stopPath(read: Email, publicUrl: string): string {
  const header = read.headers.find(({ key }) => key === 'list-unsubscribe')!.value;
  const url = /^<(.+)>$/.exec(header)![1]!;
  if (!url.startsWith(publicUrl)) throw new Error(`not ours: ${url}`);
  return url.slice(publicUrl.length);
}

/** The stored recipients of an address. */
export const watchers = (address: string) =>
  rows(NotificationRecipient).find({ email_address: address }).sort({ _id: 1 }).toArray();
