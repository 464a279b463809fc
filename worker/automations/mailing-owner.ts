import type { MailingOwner } from '../sending/delivery/mailing-owner.ts';
import { setMoves } from './batch-moves.ts';
import { asOfNow } from './find-email.ts';

/** The content of an email's mailing follows changes of the email, and outcomes of its rows move enrollments on. */
export const automationOwner: MailingOwner = {
  refresh: asOfNow,
  sliceEnded: ({ _id: mailing, user_id: userId }, { ring }) =>
    ring('automation-advance', { mailing, userId }),
  rowsSkipped: ({ user_id }, batches) => setMoves(user_id, batches),
  // Rows may be added to the mailing of an email at any time, so it has no final end.
  beforeEnd: async () => async () => {},
};
