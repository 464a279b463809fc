import { stopMailings } from '../../common/changes/mailings.ts';
import { now } from '../../common/clock.ts';
import type { AuthoredMail } from '../../common/content/content.ts';
import type { Scope } from '../../common/domain/key-scopes.ts';
import { mailingOfMessage } from '../../common/domain/mailing-keys.ts';
import { Batch } from '../../common/models/batches.ts';
import type { MailingContent } from '../../common/models/mailings.ts';
import { Message, type MessageDocument } from '../../common/models/messages.ts';
import type { Account } from '../http/account.ts';
import type { UploadedFile } from '../http/body.ts';
import { type CallOf, endpoints } from '../http/endpoint.ts';
import { byUtr } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing } from '../http/typed-input.ts';
import { presentMessage } from '../present/messages.ts';
import { fatesOf } from '../services/queries/messages.ts';
import { manyMessages } from './many-messages.ts';
import { withAttachments } from './message-attachments.ts';
import { checkedContent, writtenOf } from './message-content.ts';
import { type MessageInput, messageInputs } from './message-inputs.ts';
import { storeMessages } from './message-records.ts';

type SendCall = CallOf<'messageSend'>;

async function present(userId: number, page: readonly MessageDocument[], scope: Scope) {
  const fates = await fatesOf(userId, page);
  return page.map((message) => presentMessage(message, fates.get(message._id), scope));
}

/** They have a lane of their own (docs/rules.md 16). */
export const messages = endpoints({
  messageSend: {
    input: inputs(messageInputs),
    storesOnce: true,
    async run(given, account, call) {
      const files = given.attachments ?? [];
      const written = writtenOf(given, account);
      const { _id, utr, send_at } =
        files.length === 0
          ? await storeOne(given, written, await checkedContent(given, written, account, call), account, call)
          : await storeWithFiles(files, given, written, account, call);
      if (send_at <= now()) await call.ring('deliver-message', { messageId: _id, userId: account.id });
      return { id: _id, utr };
    },
  },

  messageSendMany: manyMessages,

  messageList: {
    input: nothing,
    run: (_, account, { scope }) =>
      listing({
        model: Message.of(account.id),
        filter: {},
        present: (page) => present(account.id, page, scope),
      }),
  },

  messageDetails: {
    input: byUtr,
    async run({ utr }, account, { scope }) {
      const message = await Message.of(account.id).findOne({ utr });
      return message && (await present(account.id, [message], scope))[0]!;
    },
  },

  messageCancel: {
    input: byUtr,
    async run({ utr }, account, { ring, conflict }) {
      const message = await Message.of(account.id).findOne({ utr });
      if (!message) return null;
      const fate = (await fatesOf(account.id, [message])).get(message._id);
      const isOut = fate !== undefined && !WAITING.includes(fate.row.state);
      if (isOut || !(await cancel(message))) throw conflict('ended');
      await ring('deliver-message', { messageId: message._id, userId: account.id });
      return true;
    },
  },
});

/** Files are stored before the transaction of a keyed call begins, and after all checks of the call. */
async function storeWithFiles(
  files: readonly UploadedFile[],
  given: MessageInput,
  written: AuthoredMail,
  account: Account,
  call: SendCall,
): Promise<MessageDocument> {
  const content = await checkedContent(given, written, account, call);
  return withAttachments(files, account, (stored) =>
    storeOne(given, written, { ...content, attached: true }, account, call, stored),
  );
}

const WAITING: readonly string[] = ['pending', 'deferred'];

/** Has a worker skip the message now, whenever it is due. False: it has ended. */
async function cancel({ _id, user_id }: Pick<MessageDocument, '_id' | 'user_id'>): Promise<boolean> {
  const mailing = mailingOfMessage(_id);
  if ((await stopMailings(user_id, [mailing])) === 0) return false;
  const at = now();
  await Batch.of(user_id).updateMany(
    { mailing, state: 'ready', lease_token: null },
    { $set: { free_at: at } },
  );
  await Message.of(user_id).updateOne({ _id }, { $set: { look_at: at }, $unset: { scheduled_for: '' } });
  return true;
}

async function storeOne(
  given: MessageInput,
  written: AuthoredMail,
  content: MailingContent,
  account: Account,
  call: SendCall,
  stored?: Pick<MessageDocument, 'attachments' | 'attached'>,
): Promise<MessageDocument> {
  const [message] = await storeMessages([given], written, content, account, call, stored);
  return message!;
}
