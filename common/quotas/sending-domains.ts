import { SendingDomain } from '../models/sending-domains.ts';

/** Domains of an account. */
export const countSendingDomains = (userId: number): Promise<number> =>
  SendingDomain.countDocuments({ user_id: userId });
