import { refreshFigures } from '../../common/changes/figures.ts';
import { now } from '../../common/clock.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../common/models/single-sends.ts';
import { everywhere } from '../../common/store/everywhere.ts';
import { eachApart } from '../runtime/chore.ts';
import type { WorkerContext } from '../runtime/context.ts';
import {
  areBouncesHigh,
  noteBounceShare,
  noteHeld,
  notePaused,
  noteTrouble,
} from '../sending/single-sends/note-events.ts';

type StandstillWorker = Pick<WorkerContext, 'log'>;

/** Milliseconds of trouble with a mail server after which the owner gets a notice. */
const LONG_MS = 15 * 60_000;
const NOTED_MS = 15_000;
const RECENT_MS = 3600_000;

/** Notes holds whose job was lost and automatic pauses, which no job notes. */
export async function noteStalled({ log }: StandstillWorker): Promise<void> {
  const held = everywhere(SingleSend, 'sweep')
    .find({
      status: SEND_STATUS.initiate,
      deleted_at: null,
      hold_reason: { $nin: [null, 'draft', 'duplicate'] },
      updated_at: { $gte: new Date(now().getTime() - RECENT_MS) },
    })
    .project<Pick<SingleSendDocument, '_id' | 'user_id' | 'hold_reason' | 'retry_at' | 'updated_at'>>({
      user_id: 1,
      hold_reason: 1,
      retry_at: 1,
      updated_at: 1,
    });
  for await (const send of held) await noteHeld(send, log);
  const paused = everywhere(Mailing, 'sweep')
    .find({
      state: 'open',
      message_id: { $exists: false },
      paused_reason: { $nin: [null, 'person'] },
    })
    .hint({ state: 1, message_id: 1 })
    .project<
      Pick<MailingDocument, 'user_id' | 'single_send_id' | 'automation_id' | 'paused_reason' | 'resumed_at'>
    >({
      user_id: 1,
      single_send_id: 1,
      automation_id: 1,
      paused_reason: 1,
      resumed_at: 1,
    });
  for await (const mailing of paused) await notePaused(mailing, log);
  await noteLongTrouble(log);
}

async function noteLongTrouble(log: StandstillWorker['log']): Promise<void> {
  const troubled = everywhere(Mailing, 'sweep')
    .find({
      state: 'open',
      message_id: { $exists: false },
      paused_reason: null,
      'server_trouble.since': { $lte: new Date(now().getTime() - LONG_MS) },
    })
    .hint({ state: 1, message_id: 1 })
    .sort({ 'server_trouble.since': 1 })
    .project<
      Pick<MailingDocument, '_id' | 'user_id' | 'single_send_id' | 'automation_id' | 'server_trouble'>
    >({
      user_id: 1,
      single_send_id: 1,
      automation_id: 1,
      server_trouble: 1,
    });
  const automations = new Set<number>();
  for await (const { server_trouble, ...mailing } of troubled) {
    if (!server_trouble) continue;
    const { _id, automation_id } = mailing;
    const { host, reply, since } = server_trouble;
    // Once: this runs every ten seconds.
    if (now().getTime() - since.getTime() < LONG_MS + NOTED_MS)
      log.error(
        { mailing_id: _id, server: host, reason: reply, since },
        'mailing has waited for a mail server for 15 minutes',
      );
    // The first email of an automation stands for the others.
    if (automation_id !== null && automations.has(automation_id)) continue;
    if (automation_id !== null) automations.add(automation_id);
    await noteTrouble(mailing, server_trouble, log);
  }
}

type SendReference = { single_send_id: number };

/** Above 5 %, while the send can still be stopped. Counts only changed rows: 2,000 batches for a send of a million mails. */
export async function noteHighBounces(worker: StandstillWorker): Promise<void> {
  const { log } = worker;
  const running = await everywhere(Mailing, 'sweep')
    .find({
      state: 'open',
      message_id: { $exists: false },
      single_send_id: { $ne: null },
      paused_reason: { $ne: 'restored' },
    })
    .hint({ state: 1, message_id: 1 })
    .project<Pick<MailingDocument, '_id' | 'user_id' | 'figures'> & SendReference>({
      user_id: 1,
      single_send_id: 1,
      figures: 1,
    })
    .toArray();
  await eachApart(running, worker, async (mailing) => {
    // A worker that does not note bounces may have counted the figures last.
    if (areBouncesHigh(mailing.figures)) await noteBounceShare(mailing, mailing.figures, log);
    else await noteBounceShare(mailing, await refreshFigures(mailing.user_id, mailing._id), log);
  });
}
