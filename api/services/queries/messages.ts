import { mailingOfMessage } from '../../../common/domain/mailing-keys.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { Mailing, type MailingDocument } from '../../../common/models/mailings.ts';
import type { MessageDocument } from '../../../common/models/messages.ts';

export interface MessageFate {
  readonly row: DeliveryDocument;
  readonly mailing: Pick<MailingDocument, 'paused_reason' | 'key_id'>;
}

export async function fatesOf(
  userId: number,
  page: readonly Pick<MessageDocument, '_id'>[],
): Promise<ReadonlyMap<number, MessageFate>> {
  const keys = page.map(({ _id }) => mailingOfMessage(_id));
  const [deliveries, mailings] = await Promise.all([
    Delivery.of(userId)
      .find({ mailing: { $in: keys } })
      .hint({ user_id: 1, mailing: 1, email_norm: 1 })
      .toArray(),
    Mailing.of(userId)
      .find({ _id: { $in: keys } })
      .project<Pick<MailingDocument, '_id' | 'message_id' | 'paused_reason' | 'key_id'>>({
        message_id: 1,
        paused_reason: 1,
        key_id: 1,
      })
      .toArray(),
  ]);
  const rowOf = new Map(deliveries.map((row) => [row.mailing, row]));
  return new Map(
    mailings.flatMap(({ _id, message_id, ...mailing }) => {
      const row = rowOf.get(_id);
      return row && message_id !== undefined ? [[message_id, { row, mailing }] as const] : [];
    }),
  );
}
