import { envelopeAddress } from '../domain/addresses.ts';
import type { JobPayloads } from '../jobs/catalogue.ts';
import { Sender, type SenderDocument } from '../models/senders.ts';
import { everywhere } from '../store/everywhere.ts';
import { rowsOfToken, type TokenSubject } from './token-rows.ts';

/** The first seconds belong to the mail's own doorbell. */
const GRACE_MS = 30_000;
const SWEEP_LIMIT = 100;

/** Only some servers accept local parts beyond ASCII (RFC 6531). Older versions saved such addresses, which now hold mails. */
export const canSendFrom = (sender: Pick<SenderDocument, 'from_email' | 'reply_to_email'>): boolean =>
  envelopeAddress(sender.from_email) !== null && envelopeAddress(sender.reply_to_email) !== null;

export const livingSender = ({ account, id }: TokenSubject): Promise<SenderDocument | null> =>
  rowsOfToken(Sender, account).findOne({ _id: id, deleted_at: null });

/** Overdue verification mails, as a filter: the doorbell was lost, or a retry is due. */
export const overdueVerification = (at: Date) =>
  ({ 'verification.due_at': { $type: 'date', $lte: new Date(at.getTime() - GRACE_MS) } }) as const;

/** The longest due first. */
export const dueVerifications = (at: Date): Promise<JobPayloads['mail-verification'][]> =>
  everywhere(Sender, 'sweep')
    .find(overdueVerification(at))
    .project<Pick<SenderDocument, '_id' | 'user_id' | 'verification'>>({
      user_id: 1,
      'verification.nonce': 1,
    })
    .sort({ 'verification.due_at': 1 })
    .limit(SWEEP_LIMIT)
    .map(({ _id, user_id, verification }) => ({ senderId: _id, userId: user_id, nonce: verification!.nonce }))
    .toArray();
