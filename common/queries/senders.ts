import { envelopeAddress } from '../domain/addresses.ts';
import type { JobPayloads } from '../jobs/catalogue.ts';
import { Sender, type SenderDocument } from '../models/senders.ts';
import { createDueFinder } from './due-finder.ts';
import { rowsOfToken, type TokenSubject } from './token-rows.ts';

/** The first seconds belong to the mail's own doorbell. */
const GRACE_MS = 30_000;
const AT_ONCE = 100;

/** Only some servers accept local parts beyond ASCII (RFC 6531). Older versions saved such addresses, which now hold mails. */
export const canSendFrom = (sender: Pick<SenderDocument, 'from_email' | 'reply_to_email'>): boolean =>
  envelopeAddress(sender.from_email) !== null && envelopeAddress(sender.reply_to_email) !== null;

export const livingSender = ({ account, id }: TokenSubject): Promise<SenderDocument | null> =>
  rowsOfToken(Sender, account).findOne({ _id: id, deleted_at: null });

/** Overdue verification mails, as a filter: the doorbell was lost, or a retry is due. */
export const overdueVerification = (at: Date) =>
  ({ 'verification.due_at': { $type: 'date', $lte: new Date(at.getTime() - GRACE_MS) } }) as const;

const findDue = createDueFinder(Sender, {
  fields: { user_id: 1, 'verification.nonce': 1 },
  sort: { 'verification.due_at': 1 },
});

/** The longest due of each account first. */
export async function dueVerifications(at: Date): Promise<JobPayloads['mail-verification'][]> {
  const due = await findDue(overdueVerification(at), AT_ONCE);
  return due.map(({ _id, user_id, verification }) => ({
    senderId: _id,
    userId: user_id,
    nonce: verification!.nonce,
  }));
}
