import { Sender } from '../../common/models/senders.ts';
import type { SingleSendDocument } from '../../common/models/single-sends.ts';
import { UnsubscribeGroup } from '../../common/models/unsubscribe-groups.ts';
import { senderAddress } from '../../common/queries/postal-addresses.ts';
import type { Account } from '../http/account.ts';
import { presentSingleSend } from '../present/single-sends.ts';
import { mailingsOfSends } from '../services/queries/single-sends.ts';

/** With figures that equal the ledger. */
export async function presentSends(page: readonly SingleSendDocument[], account: Account) {
  const mailings = await mailingsOfSends(
    account.id,
    page.map((send) => send._id),
  );
  const senders = await Sender.of(account.id)
    .find({
      _id: { $in: page.map((send) => send.sender_id) },
      deleted_at: null,
    })
    .toArray();
  const groupNames = await groupNamesOf(
    account.id,
    page.filter((send) => send.last_test && !mailings.has(send._id)),
  );
  const senderById = new Map(senders.map((sender) => [sender._id, sender]));
  return page.map((send) => {
    const mailing = mailings.get(send._id) ?? null;
    const sender = senderById.get(send.sender_id) ?? null;
    return presentSingleSend({
      send,
      mailing,
      figures: mailing?.figures ?? null,
      sender,
      senderAddress: sender && senderAddress(sender),
      groupName: groupNames.get(send.unsubscribe_group_id) ?? '',
      timezone: account.timezone,
    });
  });
}

/** Names of the unsubscribe groups of these sends, by one query. */
async function groupNamesOf(
  userId: number,
  sends: readonly SingleSendDocument[],
): Promise<ReadonlyMap<number, string>> {
  if (sends.length === 0) return new Map();
  const groups = await UnsubscribeGroup.of(userId)
    .find({ _id: { $in: sends.map((send) => send.unsubscribe_group_id) } })
    .project<{ _id: number; group_name: string }>({ group_name: 1 })
    .toArray();
  return new Map(groups.map(({ _id, group_name }) => [_id, group_name]));
}
