import { noteBouncedAddresses } from '../../common/changes/bounced-addresses.ts';

/** Suppresses addresses as a server does that is believed and says that they do not exist. */
export const suppressBounced = (userId: number, addresses: readonly string[]): Promise<void> =>
  noteBouncedAddresses(
    addresses.map((email) => ({
      user_id: userId,
      email,
      class: 'gone',
      reply: '550 5.1.1 nobody',
      mailing: 'test',
      believes: async () => true,
    })),
  );
