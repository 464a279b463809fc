import { envelopeAddress } from '../domain/addresses.ts';
import { Sender, type SenderDocument } from '../models/senders.ts';
import { rows } from '../mongo.ts';

/** A mail that was asked for has this long to go out by its own doorbell. */
const GRACE_MS = 30_000;
const SWEEP_LIMIT = 100;

/**
 * Whether mails can come from a sender's addresses: before the @ they are ASCII, as only some servers take others (RFC
 * 6531). No other is saved any more; those of earlier versions hold what uses them.
 */
export const canSendFrom = (sender: Pick<SenderDocument, 'from_email' | 'reply_to_email'>): boolean =>
  envelopeAddress(sender.from_email) !== null && envelopeAddress(sender.reply_to_email) !== null;

/** A sender that is not deleted. */
export const livingSender = (id: number): Promise<SenderDocument | null> =>
  rows(Sender).findOne({ _id: id, deleted_at: null });

/** Verifies a sender by the link with this nonce, if it is still good. Answers whether it was: once, whoever asks. */
export async function verifySender(id: number, nonce: number, at: Date): Promise<boolean> {
  const { matchedCount } = await rows(Sender).updateOne(
    {
      _id: id,
      deleted_at: null,
      'verification.nonce': nonce,
      'verification.used_at': null,
      'verification.expires_at': { $gt: at },
    },
    // A mail that is still to be tried again would only bring a used link.
    { $set: { is_verified: 1, updated_at: at, 'verification.used_at': at, 'verification.due_at': null } },
  );
  return matchedCount === 1;
}

/** For the sweep: senders whose verification mail is overdue, as its doorbell was lost or it is to be tried again. */
export async function dueVerifications(at: Date): Promise<number[]> {
  const due = await rows(Sender)
    .find(
      { 'verification.due_at': { $type: 'date', $lte: new Date(at.getTime() - GRACE_MS) } },
      { projection: { _id: 1 } },
    )
    .limit(SWEEP_LIMIT)
    .toArray();
  return due.map((sender) => sender._id);
}
