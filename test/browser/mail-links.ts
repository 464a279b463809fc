import { signToken, tokenKey } from '../../common/domain/tokens.ts';
import { Sender } from '../../common/models/senders.ts';
import type { Api, Client } from '../support/api.ts';
import { layGround } from '../support/factories.ts';
import { type SentMail, writeGroup, writeSentMail } from '../support/ledger.ts';
import { mailOf } from '../support/mail-of.ts';
import { watch, watchers } from '../support/notices.ts';
import { rows } from '../support/rows.ts';

/** Pages that mails lead to. */
export const MAIL_PAGES = [
  'to unsubscribe',
  'of preferences',
  'to verify a sender',
  'to stop notification mails',
  'to confirm notification mails',
  'of a lost mail',
  'for a link that does not work',
] as const;
export type MailPage = (typeof MAIL_PAGES)[number];

/** Addresses in mails of an account. Each call makes a mail of its own. */
export interface MailLinks {
  of(page: MailPage): Promise<string>;
  ofMail(purpose: 'unsubscribe' | 'preferences'): Promise<{ mail: SentMail; url: string }>;
  ofSender(): Promise<{ id: number; url: string }>;
  ofLostMail(): string;
}

export function mailLinks(api: Api, client: Client): MailLinks {
  const key = tokenKey(api.config.appSecret);
  const ofMail: MailLinks['ofMail'] = async (purpose) => {
    const groupId = await writeGroup({ user_id: client.user_id, group_name: 'Monthly news', is_display: 1 });
    const mail = await writeSentMail(api, { userId: client.user_id, groupId });
    return { mail, url: `${api.url}/${purpose}/${mail.token(purpose)}` };
  };
  const ofSender: MailLinks['ofSender'] = async () => {
    const { sender_id: id } = await layGround(client);
    const sender = (await rows(Sender).findOneAndUpdate(
      { _id: id },
      { $set: { is_verified: 0, 'verification.used_at': null } },
      { returnDocument: 'after' },
    ))!;
    return {
      id,
      url: `${api.url}/verify/${signToken(key, 'verify', mailOf(sender), sender.verification!.nonce)}`,
    };
  };
  const ofLostMail = (): string =>
    `${api.url}/unsubscribe/${signToken(key, 'unsubscribe', { account: client.user_id, id: 7_000_000_000 })}`;
  const pages: Readonly<Record<MailPage, () => Promise<string>>> = {
    'to unsubscribe': async () => (await ofMail('unsubscribe')).url,
    'of preferences': async () => (await ofMail('preferences')).url,
    'to verify a sender': async () => (await ofSender()).url,
    'to stop notification mails': async () => {
      const [recipient] = await watchers(await watch(client));
      return `${api.url}/notifications/${signToken(key, 'notifications', mailOf(recipient!))}`;
    },
    'to confirm notification mails': async () => {
      const email_address = 'asked@reader.example';
      await client.post('/notification-recipient/save', { email_address, email_owner: 'Ada' });
      const recipient = (await watchers(email_address)).at(-1)!;
      return `${api.url}/confirm/${signToken(key, 'confirm', mailOf(recipient), recipient.confirmation!.nonce)}`;
    },
    'of a lost mail': async () => ofLostMail(),
    'for a link that does not work': async () => `${api.url}/unsubscribe/x`,
  };
  return { of: (page) => pages[page](), ofMail, ofSender, ofLostMail };
}
