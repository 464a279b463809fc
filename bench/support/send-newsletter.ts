import { setTimeout as delay } from 'node:timers/promises';
import { SEND_STATUS, SingleSend } from '../../common/models/single-sends.ts';
import { rows } from '../../test/support/rows.ts';
import { newsletter } from './newsletter.ts';
import type { Stack } from './stack.ts';

/** Where a newsletter goes. `account`: its number, which its sender and its group have, too. */
interface Addressed {
  readonly entry: string;
  readonly account?: number;
}

/** Creates a send of {@link newsletter}, which starts at once. */
export async function sendNewsletter(
  call: Stack['call'],
  { entry, account = 1 }: Addressed,
): Promise<{ utr: string }> {
  const { message } = await call('/single/send/create', {
    template_id: 1,
    template_html: newsletter(),
    sender_id: account,
    unsubscribe_group_id: account,
    single_send_name: 'Bench',
    subject: 'Hello ((first_name)), news from ((city))',
    preheader: 'What happened this month',
    recipient_id: [entry],
    schedule_type: 0,
  });
  return message;
}

/** The id of a send. */
export const idOf = async ({ utr }: { utr: string }): Promise<number> =>
  (await rows(SingleSend).findOne({ utr }, { projection: { _id: 1 } }))!._id;

/** Waits until a send is completed, and looks every `everyMs` milliseconds. */
export async function completed(_id: number, everyMs: number): Promise<void> {
  const ended = { _id, status: SEND_STATUS.completed };
  while ((await rows(SingleSend).countDocuments(ended)) === 0) await delay(everyMs);
}
