import { randomBytes } from 'node:crypto';
import { now } from '../../common/clock.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { foldNames } from '../../common/domain/folded-names.ts';
import { newVerification } from '../../common/domain/verification.ts';
import { ContactType, newContactType } from '../../common/models/contact-types.ts';
import { type ContactDocument, newContact } from '../../common/models/contacts.ts';
import type { ContentVersionDocument } from '../../common/models/content-versions.ts';
import type { EnrollmentDocument } from '../../common/models/enrollments.ts';
import { Sender } from '../../common/models/senders.ts';
import { newUnsubscribeGroup, UnsubscribeGroup } from '../../common/models/unsubscribe-groups.ts';
import type { WebhookAttemptDocument } from '../../common/models/webhook-attempts.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Api, Client } from './api.ts';
import { rows } from './rows.ts';

/** The records that a send refers to: a verified sender, a group, a contact type. */
export interface Ground {
  client: Client;
  sender_id: number;
  unsubscribe_group_id: number;
  contact_type_id: number;
}

const FROM = {
  from_name: 'Ada Sender',
  from_email: 'ada@sender.example',
  reply_to_email: 'reply@sender.example',
  country_id: 1,
  company_address: '1 Main Street',
  nickname: 'ada',
};
const NEWS = { group_name: 'News', description: 'Our news', is_display: 1 } as const;

/** A verified sender, created through the API; answers its id. */
export async function laySender(client: Client): Promise<number> {
  const { id } = (await client.post('/sender/save', FROM)).body;
  // The verification link has its own tests, and its mail would go out in each test that runs due work.
  await rows(Sender).updateOne({ _id: id }, { $set: { is_verified: 1, 'verification.due_at': null } });
  return id;
}

/** Written as the calls write them, which have their own tests: each call takes the time of ten writes, and most tests begin here. */
export async function layGround(client: Client): Promise<Ground> {
  const { user_id } = client;
  const at = now();
  const [sender_id, unsubscribe_group_id, contact_type_id] = await Promise.all([
    nextId('senders'),
    nextId('unsubscribe_groups'),
    nextId('contact_types'),
  ]);
  const group = { _id: unsubscribe_group_id, user_id, rand_id: String(1e9 + unsubscribe_group_id), ...NEWS };
  await Promise.all([
    rows(Sender).insertOne({
      _id: sender_id,
      user_id,
      zip_code: '',
      company_address2: '',
      ...FROM,
      state_id: null,
      city_id: null,
      // Its mail would be due in some test's sweep.
      verification: { ...newVerification(at), due_at: null },
      send_at: at,
      is_verified: 1,
      utr: randomBytes(9).toString('base64url'),
      deleted_at: null,
      created_at: at,
      updated_at: at,
    }),
    rows(UnsubscribeGroup).insertOne(newUnsubscribeGroup(group, at)),
    rows(ContactType).insertOne(newContactType({ _id: contact_type_id, user_id, name: 'Customers' }, at)),
  ]);
  return { client, sender_id, unsubscribe_group_id, contact_type_id };
}

/** An account with a key pair and what a send needs: a verified sender, a group, a contact type. */
export const anAccount = async (
  api: Pick<Api, 'account'>,
  options?: Parameters<Api['account']>[0],
): Promise<Ground> => layGround(await api.account(options));

/** A contact as it is stored; nothing is written. */
export const aContact = (
  {
    _id,
    userId,
    typeId,
    email,
    at = now(),
  }: { _id: number; userId: number; typeId: number; email: string; at?: Date },
  fields: Partial<ContactDocument> = {},
): ContactDocument => ({
  ...newContact(_id, { userId, contactTypeId: typeId }, email, normalizeAddress(email), at),
  ...fields,
  ...foldNames(fields),
});

/** The inputs of a send to all contacts of an account, without delay. */
export const aSend = (
  account: Pick<Ground, 'sender_id' | 'unsubscribe_group_id' | 'contact_type_id'>,
  fields: Readonly<Record<string, unknown>> = {},
) => ({
  template_id: 1,
  template_html: '<html><body><p>Hello ((first_name|you))</p></body></html>',
  sender_id: account.sender_id,
  unsubscribe_group_id: account.unsubscribe_group_id,
  single_send_name: 'A campaign',
  subject: 'News for ((first_name))',
  preheader: 'What happened',
  recipient_id: [`contacts_${account.contact_type_id}`],
  schedule_type: 0 as const,
  ...fields,
});

export type Content = Partial<Pick<ContentVersionDocument, 'template_json' | 'template_html'>>;

/** Earlier content of a record, as it is stored; nothing is written. */
export const aVersion = (
  of: Pick<ContentVersionDocument, '_id' | 'user_id' | 'owner' | 'owner_id'>,
  content: Content,
): ContentVersionDocument => ({
  ...of,
  template_id: 1,
  template_json: null,
  template_html: null,
  ...content,
  design_bytes: 10,
  by: 'person',
  saved_at: now(),
});

/** A call of a webhook that succeeded, as it is stored; nothing is written. */
export const aWebhookCall = (
  of: Pick<WebhookAttemptDocument, '_id' | 'user_id' | 'webhook_id'>,
  fields: Partial<WebhookAttemptDocument> = {},
): WebhookAttemptDocument => ({
  ...of,
  message_id: 'delivery-1-bounced-1',
  types: ['delivery.bounced'],
  events: 1,
  status: 200,
  failure: null,
  took_ms: 12,
  at: now(),
  ...fields,
});

/** A contact that has just entered an automation and waits for an email, as it is stored; nothing is written. */
export const anEnrollment = (
  { _id: contact_id, user_id, email, email_norm }: ContactDocument,
  of: Pick<EnrollmentDocument, '_id' | 'automation_id' | 'schedule_id'>,
): EnrollmentDocument => ({
  ...of,
  user_id,
  contact_id,
  segment_recipient_id: null,
  email,
  email_norm,
  state: 'waiting',
  reason: null,
  due_at: null,
  delivery_id: null,
  after: 0,
  since: now(),
  plan: 1,
  entered_at: now(),
});
