import { normalizeAddress } from '../../common/domain/addresses.ts';
import {
  NotificationRecipient,
  type NotificationRecipientDocument,
} from '../../common/models/notification-recipients.ts';
import { isConfirmed } from '../../common/queries/notification-recipients.ts';

export interface NoticeAddress {
  readonly id: number;
  readonly address: string;
  readonly address_norm: string;
}

type NotificationRow = Pick<
  NotificationRecipientDocument,
  '_id' | 'email_address' | 'stopped_at' | 'confirmed_at'
>;

/** By id, each address once. Excluded: addresses stopped by one of their owners, added later or not confirmed. */
export async function peopleOf(userId: number, at: Date): Promise<NoticeAddress[]> {
  const found = NotificationRecipient.of(userId)
    .find({ created_at: { $lte: at } })
    .project<NotificationRow>({ email_address: 1, stopped_at: 1, confirmed_at: 1 })
    .sort({ _id: 1 });
  const people = new Map<string, NoticeAddress>();
  const stopped = new Set<string>();
  for await (const row of found) {
    if (!isConfirmed(row)) continue;
    const { _id: id, email_address: address, stopped_at } = row;
    const address_norm = normalizeAddress(address);
    if (stopped_at) stopped.add(address_norm);
    if (!people.has(address_norm)) people.set(address_norm, { id, address, address_norm });
  }
  return [...people.values()].filter((person) => !stopped.has(person.address_norm));
}
