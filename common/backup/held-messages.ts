import { now } from '../clock.ts';
import { Mailing } from '../models/mailings.ts';
import { Message } from '../models/messages.ts';

export const HELD_MESSAGES = {
  state: 'open' as const,
  message_id: { $exists: true },
  paused_reason: 'restored' as const,
};

const AT_ONCE = 500;

/** Releases the messages of an account, each at its time. Returns false when none is held. A crash leaves the rest held. */
export async function releaseMessages(userId: number): Promise<boolean> {
  for (let released = false; ; released = true) {
    const page = await Mailing.of(userId)
      .find(HELD_MESSAGES)
      .project<{ _id: string; message_id: number }>({ message_id: 1 })
      .limit(AT_ONCE)
      .toArray();
    if (page.length === 0) return released;
    await Mailing.of(userId).updateMany(
      { _id: { $in: page.map(({ _id }) => _id) }, paused_reason: 'restored' },
      { $set: { paused_reason: null, paused_detail: null } },
    );
    // After a crash before this, a worker reads them again within minutes, as it does with paused ones.
    await Message.of(userId).updateMany(
      { _id: { $in: page.map(({ message_id }) => message_id) }, look_at: { $type: 'date' } },
      { $set: { look_at: now() } },
    );
  }
}
