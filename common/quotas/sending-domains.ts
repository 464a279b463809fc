import { SendingDomain } from '../models/sending-domains.ts';
import { rows } from '../mongo/connection.ts';

/** Domains of an account. */
export const countSendingDomains = (userId: number): Promise<number> =>
  rows(SendingDomain).countDocuments({ user_id: userId });
