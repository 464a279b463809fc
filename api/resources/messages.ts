import { createHash, randomUUID } from 'node:crypto';
import { LATE_QUESTION_MS } from '../../common/batching/late.ts';
import { together } from '../../common/batching/together.ts';
import { stopMailings } from '../../common/changes/mailings.ts';
import { now } from '../../common/clock.ts';
import { type AuthoredMail, contentOf } from '../../common/content/content.ts';
import { BLANK_TEMPLATE_ID, findTemplate } from '../../common/data/templates.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { mailingOfMessage } from '../../common/domain/mailing-keys.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { Batch, newBatch } from '../../common/models/batches.ts';
import { Delivery, newDelivery } from '../../common/models/deliveries.ts';
import { Mailing, type MailingContent, NO_AUDIENCE, newMailing } from '../../common/models/mailings.ts';
import { Message, type MessageDocument } from '../../common/models/messages.ts';
import { Sender } from '../../common/models/senders.ts';
import { canSendFrom } from '../../common/queries/senders.ts';
import { hasMailPlace } from '../../common/quotas/mails.ts';
import { newestKeyId } from '../../common/secrets/signing.ts';
import { nextId } from '../../common/store/ids.ts';
import { insertOf } from '../../common/store/store-together.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import type { Account } from '../http/account.ts';
import type { UploadedFile } from '../http/body.ts';
import { type CallOf, endpoints } from '../http/endpoint.ts';
import { type FieldTexts, invalid, quotaReached } from '../http/failures.ts';
import { byUtr } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing } from '../http/typed-input.ts';
import { presentMessage } from '../present/messages.ts';
import { fatesOf } from '../services/queries/messages.ts';
import { checkDesign } from './design-check.ts';
import { withAttachments } from './message-attachments.ts';
import { type MessageInput, messageInputs } from './message-inputs.ts';
import { looksOf } from './rendered-looks.ts';
import { templateCodesOf } from './template-inputs.ts';
import { wrongReferences } from './wrong-references.ts';

type SendCall = CallOf<'messageSend'>;

async function present(userId: number, page: readonly MessageDocument[]) {
  const fates = await fatesOf(userId, page);
  return page.map((message) => presentMessage(message, fates.get(message._id)));
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
          ? await store(given, written, await checkedContent(given, written, account, call), call)
          : await storeWithFiles(files, given, written, account, call);
      if (send_at <= now()) await call.ring('deliver-message', { messageId: _id, userId: account.id });
      return { id: _id, utr };
    },
  },

  messageList: {
    input: nothing,
    run: (_, account) =>
      listing({ model: Message.of(account.id), filter: {}, present: (page) => present(account.id, page) }),
  },

  messageDetails: {
    input: byUtr,
    async run({ utr }, account) {
      const message = await Message.of(account.id).findOne({ utr });
      return message && (await present(account.id, [message]))[0]!;
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

interface SenderOfAccount {
  readonly userId: number;
  readonly id: number;
}

const senderOf = together(async (wanted: readonly SenderOfAccount[]) => {
  const found = await Sender.among(wanted.map(({ userId }) => userId))
    .find({ _id: { $in: wanted.map(({ id }) => id) } })
    .toArray();
  const byId = new Map(found.map((sender) => [sender._id, sender]));
  return new Map(
    wanted.flatMap((one) => {
      const sender = byId.get(one.id);
      return sender?.user_id === one.userId ? [[one, sender] as const] : [];
    }),
  );
}, LATE_QUESTION_MS);

/** Throws for a call that may not be made. Reads outside of the transaction of a keyed call, so that the queries run in parallel. */
const checkedContent = (
  given: MessageInput,
  written: AuthoredMail,
  account: Account,
  call: SendCall,
): Promise<MailingContent> =>
  outsideTransaction(async () => {
    const [wrong, sender, hasPlace] = await Promise.all([
      wrongInputs(given, written, account, call),
      senderOf({ userId: account.id, id: written.sender_id }),
      hasMailPlace(account.id, account.quotas.mails_per_day),
    ]);
    if (!sender || sender.deleted_at !== null)
      throw invalid({ ...wrong, sender_id: [texts.selected('sender_id')] });
    if (Object.keys(wrong).length > 0) throw invalid(wrong);
    if (sender.is_verified !== 1 || !canSendFrom(sender)) throw call.conflict('unverified');
    if (!hasPlace) throw quotaReached('mails_per_day');
    return contentOf(written, await looksOf(written, call), sender);
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
    store(given, written, { ...content, attached: true }, call, stored),
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
  await Message.of(user_id).updateOne({ _id }, { $set: { look_at: at } });
  return true;
}

function writtenOf(given: MessageInput, account: Account): AuthoredMail {
  const template_id = given.template_id ?? BLANK_TEMPLATE_ID;
  return {
    user_id: account.id,
    template_id,
    ...templateCodesOf(given, null),
    sender_id: given.sender_id,
    unsubscribe_group_id: given.unsubscribe_group_id ?? 0,
    subject: given.subject || (findTemplate(template_id)?.template_name ?? ''),
    preheader: '',
    tracking: 0,
  };
}

/** The texts of a 422, except for the sender. */
async function wrongInputs(
  given: MessageInput,
  written: AuthoredMail,
  account: Account,
  { renderer }: SendCall,
): Promise<FieldTexts> {
  const hasDesign = given.template_id !== undefined || written.template_html || written.template_json;
  const [design, references] = await Promise.all([
    checkDesign(written, given, account, renderer),
    wrongReferences(account.id, {
      template_id: written.template_id,
      // The caller reads the whole sender.
      sender_id: undefined,
      unsubscribe_group_id: given.unsubscribe_group_id,
    }),
  ]);
  return {
    ...design.wrong,
    ...(!hasDesign && { template_html: [texts.required('template_html')] }),
    ...references,
  };
}

/** Stores a message, its mailing and its row of the ledger, all or none. The batch is free from the time at which the message is due. */
async function store(
  { email, data, send_at }: MessageInput,
  written: AuthoredMail,
  content: MailingContent,
  call: SendCall,
  stored: Pick<MessageDocument, 'attachments' | 'attached'> = {},
): Promise<MessageDocument> {
  const { user_id, sender_id, template_id, unsubscribe_group_id, subject } = written;
  const [_id, delivery, batch] = await Promise.all([
    nextId('messages'),
    nextId('deliveries'),
    nextId('batches'),
  ]);
  const at = now();
  const due = send_at ?? at;
  const key = mailingOfMessage(_id);
  const to = { email, email_norm: normalizeAddress(email) };
  const message: MessageDocument = {
    _id,
    user_id,
    utr: randomUUID(),
    ...to,
    sender_id,
    template_id,
    unsubscribe_group_id: unsubscribe_group_id === 0 ? null : unsubscribe_group_id,
    subject,
    values: data ?? [],
    ...stored,
    send_at: due,
    look_at: due,
    created_at: at,
  };
  const mailing = newMailing(
    {
      _id: key,
      user_id,
      message_id: _id,
      sender_id,
      unsubscribe_group_id,
      content,
      links: [],
      key_id: newestKeyId(call.config),
      source: sourceOf(written, content),
      state: 'open',
      opened_at: at,
      audience: { ...NO_AUDIENCE, members: 1, recipients: 1 },
    },
    at,
  );
  const range = { _id: batch, mailing: key, user_id, first: delivery, last: delivery };
  const row = newDelivery(delivery, mailing, batch, { ...to, contact_id: null, segment_recipient_id: null });
  await call.storeOnce([
    insertOf(Mailing.of(user_id), mailing),
    insertOf(Batch.of(user_id), { ...newBatch(range, at), state: 'ready', free_at: due }),
    insertOf(Delivery.of(user_id), row),
    insertOf(Message.of(user_id), message),
  ]);
  return message;
}

/** A key of the content: workers compile it once for all messages that have it. */
const sourceOf = ({ user_id, unsubscribe_group_id }: AuthoredMail, content: MailingContent): string =>
  createHash('sha256')
    .update(JSON.stringify([user_id, unsubscribe_group_id, content]))
    .digest('hex');
