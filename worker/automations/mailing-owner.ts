import type { MailingOwner } from '../sending/delivery/mailing-owner.ts';
import { setMoves } from './batch-moves.ts';
import { asOfNow } from './find-email.ts';

/** Owner of an email's mailing: the content follows changes of the email, and the rows' outcomes move enrollments on. */
export const automationOwner: MailingOwner = {
  refresh: asOfNow,
  sliceEnded: ({ _id: mailing }, { ring }) => ring('automation-advance', { mailing }),
  rowsSkipped: setMoves,
  // The mailing of an email never ends for good: rows may be added at any time.
  beforeEnd: async () => async () => {},
};
