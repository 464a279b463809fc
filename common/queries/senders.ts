import { envelopeAddress } from '../domain/addresses.ts';
import { Sender, type SenderDocument } from '../models/senders.ts';

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
  Sender.findOne({ _id: id, deleted_at: null });

/** Senders whose verification mail is overdue, as a filter: its doorbell was lost or it is to be tried again. */
export const overdueVerification = (at: Date) =>
  ({ 'verification.due_at': { $type: 'date', $lte: new Date(at.getTime() - GRACE_MS) } }) as const;

/** For the sweep: these senders, the longest due first. */
export const dueVerifications = (at: Date): Promise<{ senderId: number; nonce: number }[]> =>
  Sender.find(overdueVerification(at))
    .project<Pick<SenderDocument, '_id' | 'verification'>>({ 'verification.nonce': 1 })
    .sort({ 'verification.due_at': 1 })
    .limit(SWEEP_LIMIT)
    .map(({ _id, verification }) => ({ senderId: _id, nonce: verification!.nonce }))
    .toArray();
