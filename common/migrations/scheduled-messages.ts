import { now } from '../clock.ts';
import { ERASED_DOMAIN } from '../domain/erased-addresses.ts';
import { Message } from '../models/messages.ts';
import { everywhere } from '../store/everywhere.ts';
import { updateByIds } from './by-ids.ts';
import type { Migration } from './migration.ts';

const OF_ERASED = new RegExp(`@${ERASED_DOMAIN}$`);

/** The look of a message is at its time unless it was cancelled, has ended, or was tried. */
const waitsForItsTime = { $eq: ['$look_at', '$send_at'] } as const;

/** The quota `scheduled_messages` counts this field, which versions before did not store. */
export const scheduledMessages: Migration = {
  version: 12,
  title: 'scheduled messages count in their quota',
  run: (progress) =>
    updateByIds(
      progress,
      everywhere(Message, 'migration'),
      {
        send_at: { $gt: now() },
        scheduled_for: { $exists: false },
        email: { $not: OF_ERASED },
        $expr: waitsForItsTime,
      },
      () => [{ $set: { scheduled_for: '$send_at' } }],
    ),
};
