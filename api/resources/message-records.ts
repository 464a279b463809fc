import { createHash, randomUUID } from 'node:crypto';
import { now } from '../../common/clock.ts';
import type { AuthoredMail } from '../../common/content/content.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { mailingOfMessage } from '../../common/domain/mailing-keys.ts';
import { Batch, newBatch } from '../../common/models/batches.ts';
import { Delivery, newDelivery } from '../../common/models/deliveries.ts';
import { Mailing, type MailingContent, NO_AUDIENCE, newMailing } from '../../common/models/mailings.ts';
import { Message, type MessageDocument } from '../../common/models/messages.ts';
import { newestKeyId } from '../../common/secrets/signing.ts';
import { nextIds } from '../../common/store/ids.ts';
import { type Insert, insertOf } from '../../common/store/store-together.ts';
import type { Account } from '../http/account.ts';
import type { Call } from '../http/endpoint.ts';
import type { entryInputs, MessageInput } from './message-inputs.ts';
import { addWithinScheduled } from './row-quotas.ts';

/** The values of one of several messages. */
export type MessageEntry = Pick<MessageInput, keyof typeof entryInputs>;

interface NewRecords {
  readonly _id: number;
  readonly delivery: number;
  readonly batch: number;
  readonly source: string;
  readonly at: Date;
}

/**
 * Stores messages of one content, each with its mailing and its row of the ledger: all or none. Each batch is free from the time at which
 * its message is due. Throws a 409 if too many messages of the account would wait for their time.
 */
export async function storeMessages(
  entries: readonly MessageEntry[],
  written: AuthoredMail,
  content: MailingContent,
  account: Account,
  call: Call,
  stored: Pick<MessageDocument, 'attachments' | 'attached'> = {},
): Promise<MessageDocument[]> {
  const [message, delivery, batch] = await Promise.all([
    nextIds('messages', entries.length),
    nextIds('deliveries', entries.length),
    nextIds('batches', entries.length),
  ]);
  const [at, source] = [now(), sourceOf(written, content)];
  const made = entries.map((entry, index) => {
    const ids = { _id: message + index, delivery: delivery + index, batch: batch + index };
    return recordsOf(entry, written, content, call, stored, { ...ids, source, at });
  });
  const scheduled = made.filter(({ message: one }) => one.scheduled_for !== undefined).length;
  await addWithinScheduled(account, scheduled, () => call.storeOnce(made.flatMap(({ inserts }) => inserts)));
  return made.map(({ message: one }) => one);
}

function recordsOf(
  { email, name, data, metadata = [], send_at }: MessageEntry,
  written: AuthoredMail,
  content: MailingContent,
  { config }: Call,
  stored: Pick<MessageDocument, 'attachments' | 'attached'>,
  { _id, delivery, batch, source, at }: NewRecords,
): { readonly message: MessageDocument; readonly inserts: readonly Insert[] } {
  const { user_id, sender_id, template_id, unsubscribe_group_id, subject } = written;
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
    ...(name && { name }),
    ...(metadata.length > 0 && { metadata }),
    ...stored,
    send_at: due,
    ...(due > at && { scheduled_for: due }),
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
      key_id: newestKeyId(config),
      source,
      state: 'open',
      opened_at: at,
      audience: { ...NO_AUDIENCE, members: 1, recipients: 1 },
    },
    at,
  );
  const range = { _id: batch, mailing: key, user_id, first: delivery, last: delivery };
  const row = newDelivery(delivery, mailing, batch, { ...to, contact_id: null, segment_recipient_id: null });
  const inserts = [
    insertOf(Mailing.of(user_id), mailing),
    insertOf(Batch.of(user_id), { ...newBatch(range, at), state: 'ready', free_at: due }),
    insertOf(Delivery.of(user_id), row),
    insertOf(Message.of(user_id), message),
  ];
  return { message, inserts };
}

/** A key of the content: workers compile it once for all messages that have it. */
const sourceOf = ({ user_id, unsubscribe_group_id }: AuthoredMail, content: MailingContent): string =>
  createHash('sha256')
    .update(JSON.stringify([user_id, unsubscribe_group_id, content]))
    .digest('hex');
