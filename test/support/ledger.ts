import { now } from '../../common/clock.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import { signToken, type TokenPurpose, tokenKey } from '../../common/domain/tokens.ts';
import { Batch, newBatch } from '../../common/models/batches.ts';
import { Delivery, type DeliveryDocument, newDelivery } from '../../common/models/deliveries.ts';
import { NO_FIGURES } from '../../common/models/figures.ts';
import { type LinkTarget, Mailing, newMailing } from '../../common/models/mailings.ts';
import {
  newUnsubscribeGroup,
  UnsubscribeGroup,
  type UnsubscribeGroupDocument,
} from '../../common/models/unsubscribe-groups.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Api } from './api.ts';
import { rows } from './rows.ts';

/** A sent mail: its ledger row and the documents around it. */
export interface SentMail {
  account: number;
  id: number;
  mailing: string;
  batch: number;
  groupId: number;
  email: string;
  /** A token of a link in the mail. */
  token(purpose: TokenPurpose, second?: number): string;
  row(): Promise<DeliveryDocument>;
  dirtyAt(): Promise<Date | null>;
}

interface Options {
  userId: number;
  email?: string;
  contactId?: number | null;
  links?: LinkTarget[];
  groupId?: number;
  fromName?: string;
  /** The single send that it is a mail of, if there is one. */
  sendId?: number;
}

let mails = 0;

/** Writes the rows of one accepted mail, as the worker leaves them. */
export async function writeSentMail(api: Api, options: Options): Promise<SentMail> {
  mails += 1;
  const { userId: user_id, contactId: contact_id = null, sendId } = options;
  const email = options.email ?? `reader-${mails}@example.com`;
  const [id, batch] = [await nextId('deliveries'), await nextId('batches')];
  const mailing = sendId === undefined ? `test-${batch}` : mailingOfSend(sendId);
  const groupId = options.groupId ?? (await writeGroup({ user_id }));
  const at = now();
  await rows(Mailing).insertOne(aMailing(mailing, { ...options, groupId, sendId: sendId ?? batch }, at));
  await rows(Batch).insertOne({
    ...newBatch({ _id: batch, mailing, user_id, first: id, last: id }, at),
    state: 'done',
    figures: { ...NO_FIGURES },
  });
  const to = { contact_id, segment_recipient_id: null, email, email_norm: normalizeAddress(email) };
  await rows(Delivery).insertOne({
    ...newDelivery(id, { _id: mailing, user_id }, batch, to),
    state: 'accepted',
    accepted_at: at,
  });
  const key = tokenKey(api.config.appSecret);
  return {
    account: user_id,
    id,
    mailing,
    batch,
    groupId,
    email,
    token: (purpose, second = 0) => signToken(key, purpose, { account: user_id, id }, second),
    row: async () => (await rows(Delivery).findOne({ _id: id }))!,
    dirtyAt: async () => (await rows(Batch).findOne({ _id: batch }))!.dirty_at,
  };
}

/** A mailing of a send that is done. */
const aMailing = (
  _id: string,
  { userId, sendId, groupId, fromName = 'Ada Sender', links = [] }: Options & { groupId: number },
  at: Date,
) =>
  newMailing(
    {
      _id,
      user_id: userId,
      single_send_id: sendId!,
      sender_id: 1,
      unsubscribe_group_id: groupId,
      content: {
        from_name: fromName,
        from_email: 'ada@sender.example',
        reply_to: 'reply@sender.example',
        sender_address: '1 Main Street, Springfield',
        subject: 'News',
        preheader: '',
        html: '<p>News</p>',
      },
      links,
      state: 'done',
    },
    at,
  );

/** Writes an unsubscribe group; returns its id. */
export async function writeGroup(
  fields: Partial<UnsubscribeGroupDocument> & Pick<UnsubscribeGroupDocument, 'user_id'>,
): Promise<number> {
  const id = await nextId('unsubscribe_groups');
  const group = {
    _id: id,
    user_id: fields.user_id,
    rand_id: String(id),
    group_name: `Group ${id}`,
    description: 'What we send now and then',
    is_display: 0 as const,
  };
  await rows(UnsubscribeGroup).insertOne({ ...newUnsubscribeGroup(group, now()), ...fields });
  return id;
}

/** The same token with one character changed, for each of its positions. */
export const tampered = (token: string): string[] =>
  Array.from(
    token,
    (character, at) => token.slice(0, at) + (character === 'A' ? 'B' : 'A') + token.slice(at + 1),
  );
