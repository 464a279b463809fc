import { now } from '../../common/clock.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { signToken, type TokenPurpose, tokenKey } from '../../common/domain/tokens.ts';
import { nextId } from '../../common/ids.ts';
import { Batch } from '../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { NO_FIGURES } from '../../common/models/figures.ts';
import { type LinkTarget, Mailing, NOBODY } from '../../common/models/mailings.ts';
import { UnsubscribeGroup, type UnsubscribeGroupDocument } from '../../common/models/unsubscribe-groups.ts';
import { rows } from '../../common/mongo.ts';
import type { Api } from './api.ts';

/** One mail that was sent, as its ledger row and what stands around it. */
export interface SentMail {
  id: number;
  mailing: string;
  batch: number;
  groupId: number;
  email: string;
  /** A token of one of the mail's links. */
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
}

let mails = 0;

/** Writes the rows of one accepted mail, as the engine leaves them. */
export async function writeSentMail(api: Api, options: Options): Promise<SentMail> {
  mails += 1;
  const email = options.email ?? `reader-${mails}@example.com`;
  const [id, batch] = [await nextId('deliveries'), await nextId('batches')];
  const mailing = `test-${batch}`;
  const groupId = options.groupId ?? (await writeGroup({ user_id: options.userId }));
  const at = now();
  await Mailing.create({
    _id: mailing,
    user_id: options.userId,
    single_send_id: batch,
    sender_id: 1,
    unsubscribe_group_id: groupId,
    content: {
      from_name: options.fromName ?? 'Ada Sender',
      from_email: 'ada@sender.example',
      reply_to: 'reply@sender.example',
      sender_address: '1 Main Street, Springfield',
      subject: 'News',
      preheader: '',
      html: '<p>News</p>',
    },
    links: options.links ?? [],
    state: 'done',
    walk: { entry: 0, part: 'matched', after: 0 },
    audience: { ...NOBODY },
    figures: { ...NO_FIGURES },
    lease_until: at,
    created_at: at,
  });
  await Batch.create({
    _id: batch,
    mailing,
    user_id: options.userId,
    first: id,
    last: id,
    state: 'done',
    free_at: at,
    figures: { ...NO_FIGURES },
    created_at: at,
  });
  await Delivery.create({
    _id: id,
    mailing,
    user_id: options.userId,
    batch,
    contact_id: options.contactId ?? null,
    email,
    email_norm: normalizeAddress(email),
    state: 'accepted',
    attempts: 1,
    accepted_at: at,
  });
  const key = tokenKey(api.config.appSecret);
  return {
    id,
    mailing,
    batch,
    groupId,
    email,
    token: (purpose, second = 0) => signToken(key, purpose, id, second),
    row: async () => (await rows(Delivery).findOne({ _id: id }))!,
    dirtyAt: async () => (await rows(Batch).findOne({ _id: batch }))!.dirty_at,
  };
}

/** Writes an unsubscribe group; answers its id. */
export async function writeGroup(
  fields: Partial<UnsubscribeGroupDocument> & Pick<UnsubscribeGroupDocument, 'user_id'>,
): Promise<number> {
  const id = await nextId('unsubscribe_groups');
  const at = now();
  await UnsubscribeGroup.create({
    _id: id,
    rand_id: String(id),
    group_name: `Group ${id}`,
    description: 'What we send now and then',
    is_display: 0,
    created_at: at,
    updated_at: at,
    ...fields,
  });
  return id;
}

/** The same token with one character changed, at each of its places in turn. */
export const tampered = (token: string): string[] =>
  Array.from(
    token,
    (character, at) => token.slice(0, at) + (character === 'A' ? 'B' : 'A') + token.slice(at + 1),
  );
