import { refreshFigures } from '../../common/changes/figures.ts';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import type { Figures } from '../../common/models/figures.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { rows } from '../../common/mongo/connection.ts';
import { staleMailings } from '../../common/queries/figures.ts';

export type MailingOverview = Pick<
  MailingDocument,
  '_id' | 'paused_reason' | 'paused_detail' | 'stopped' | 'audience' | 'state' | 'content' | 'figures'
>;

/** What became of these single sends, by their ids, with figures that equal the ledger; those not started are absent. */
export async function mailingsOfSends(
  singleSendIds: readonly number[],
): Promise<Map<number, MailingOverview>> {
  const keys = singleSendIds.map(mailingOfSend);
  const counted = new Map<string, Figures>();
  for (const key of await staleMailings(keys)) counted.set(key, await refreshFigures(key));
  const mailings = await rows(Mailing)
    .find({ _id: { $in: keys } })
    .project<MailingOverview & { single_send_id: number }>({
      single_send_id: 1,
      paused_reason: 1,
      paused_detail: 1,
      stopped: 1,
      audience: 1,
      state: 1,
      figures: 1,
      'content.from_name': 1,
      'content.from_email': 1,
      'content.reply_to': 1,
      'content.sender_address': 1,
    })
    .toArray();
  return new Map(
    mailings.map((mailing) => [
      mailing.single_send_id,
      { ...mailing, figures: counted.get(mailing._id) ?? mailing.figures },
    ]),
  );
}
