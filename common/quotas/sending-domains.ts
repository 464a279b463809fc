import { SendingDomain } from '../models/sending-domains.ts';

export const countSendingDomains = (userId: number): Promise<number> =>
  SendingDomain.of(userId).countDocuments();
