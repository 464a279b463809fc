import { now } from '../../common/clock.ts';
import { areBouncesHigh } from '../../common/domain/bounce-rates.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo.ts';
import { refreshFigures } from '../../common/queries/figures.ts';
import { eachApart } from '../chore.ts';
import type { WorkerContext } from '../context.ts';
import { noteBounces, noteHeld, notePaused } from './events.ts';

type Worker = Pick<WorkerContext, 'log'>;

/** A hold that is older is known, or of no interest any more. */
const RECENT_MS = 3600_000;

/** Notes what nobody notes as it happens: holds whose doorbell was lost, and sends that were paused by what befell them. */
export async function noteStandstills({ log }: Worker): Promise<void> {
  const held = rows(SingleSend)
    .find({
      status: SEND_STATUS.initiate,
      deleted_at: null,
      hold_reason: { $nin: [null, 'duplicate'] },
      updated_at: { $gte: new Date(now().getTime() - RECENT_MS) },
    })
    .project<Pick<SingleSendDocument, '_id' | 'user_id' | 'hold_reason' | 'retry_at' | 'updated_at'>>({
      user_id: 1,
      hold_reason: 1,
      retry_at: 1,
      updated_at: 1,
    });
  for await (const send of held) await noteHeld(send, log);
  const paused = rows(Mailing)
    .find({ state: 'open', paused_reason: { $nin: [null, 'person'] }, single_send_id: { $ne: null } })
    .project<Pick<MailingDocument, 'user_id' | 'paused_reason'> & OfSend>({
      user_id: 1,
      single_send_id: 1,
      paused_reason: 1,
    });
  for await (const mailing of paused) await notePaused(mailing, log);
}

/** Automations have no notices of this kind. */
type OfSend = { single_send_id: number };

/**
 * Counts what runs and notes bounces above 5 % while there is still something to be stopped. Rows that changed since
 * are counted, so a send of a million mails costs this some 2,000 batches in all.
 */
export async function noteHighBounces(worker: Worker): Promise<void> {
  const { log } = worker;
  const running = await rows(Mailing)
    .find({ state: 'open', single_send_id: { $ne: null }, paused_reason: { $ne: 'restored' } })
    .project<Pick<MailingDocument, '_id' | 'user_id' | 'figures'> & OfSend>({
      user_id: 1,
      single_send_id: 1,
      figures: 1,
    })
    .toArray();
  await eachApart(running, worker, async (mailing) => {
    // Whoever counted them last may not be one who notes.
    if (areBouncesHigh(mailing.figures)) await noteBounces(mailing, mailing.figures, log);
    else await noteBounces(mailing, await refreshFigures(mailing._id), log);
  });
}
