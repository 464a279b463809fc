import { Sender } from '../models/senders.ts';

/** Verifies a sender by a valid link with this nonce. Returns true for one call only. */
export async function verifySender(userId: number, id: number, nonce: number, at: Date): Promise<boolean> {
  const { matchedCount } = await Sender.of(userId).updateOne(
    {
      _id: id,
      deleted_at: null,
      'verification.nonce': nonce,
      'verification.used_at': null,
      'verification.expires_at': { $gt: at },
    },
    // A mail that waits for a retry would only contain a used link.
    { $set: { is_verified: 1, updated_at: at, 'verification.used_at': at, 'verification.due_at': null } },
  );
  return matchedCount === 1;
}
