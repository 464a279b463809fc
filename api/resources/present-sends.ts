import { Sender } from '../../common/models/senders.ts';
import type { SingleSendDocument } from '../../common/models/single-sends.ts';
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
      timezone: account.timezone,
    });
  });
}
