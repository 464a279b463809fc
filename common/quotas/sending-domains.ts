import { SendingDomain } from '../models/sending-domains.ts';

export const countSendingDomains = (userId: number): Promise<number> =>
  SendingDomain.countDocuments({ user_id: userId });
