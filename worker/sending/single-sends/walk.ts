import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import type { JobPayloads } from '../../../common/jobs/catalogue.ts';
import { hasWholeAudience, Mailing } from '../../../common/models/mailings.ts';
import { SingleSend, type SingleSendDocument } from '../../../common/models/single-sends.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { turnMsOf } from '../../runtime/turn.ts';
import { freeze, UNFINISHED } from '../audience/freeze.ts';
import { ringEnd, ringOpened, ringSlices } from '../delivery/ring-slices.ts';
import { stopEnded } from './early-ends.ts';
import type { NewMailing } from './make-mailing.ts';

export async function walkAudience(
  { singleSendId, userId }: JobPayloads['walk-audience'],
  worker: WorkerContext,
): Promise<void | 'idle'> {
  const [send, mailing] = await Promise.all([
    SingleSend.of(userId).findOne({ _id: singleSendId }),
    Mailing.of(userId).findOne(
      { _id: mailingOfSend(singleSendId), ...UNFINISHED },
      { projection: { content: 0, links: 0 } },
    ),
  ]);
  return send && mailing ? walkOn(send, { mailing, lease: null }, worker, turnMsOf('walk-audience')) : 'idle';
}

/** Once the first mails may go it continues for `turnMs`; `walk-audience` does the rest. */
export async function walkOn(
  send: SingleSendDocument,
  { mailing, lease }: NewMailing,
  worker: WorkerContext,
  turnMs: number,
): Promise<void | 'idle'> {
  const { ring, newSends } = worker;
  const stopped = await stopEnded(send._id, mailing);
  if (mailing.paused_reason === 'failed') return 'idle';
  if (mailing.state === 'done') return;
  if (hasWholeAudience(mailing)) {
    await ringOpened(ring, mailing);
    return ringEnd(ring, mailing);
  }
  const onReady = async (first: boolean): Promise<void> => {
    if (!first) return ringSlices(ring, mailing);
    // Its audience is large, so others no longer yield to it.
    newSends.over(mailing._id);
    await ringOpened(ring, mailing);
  };
  const frozen = await freeze(
    { mailing: { ...mailing, stopped }, audience: send, onReady, lease, turnMs },
    worker,
  );
  if (!frozen) return 'idle';
  if (frozen === 'more') return ring('walk-audience', { singleSendId: send._id, userId: send.user_id });
  await ringOpened(ring, mailing, frozen.batches);
  // An empty audience has no batch whose end rings. If the last batch is done already, its ring came too early.
  if (frozen.recipients === 0 || frozen.early) await ringEnd(ring, mailing);
}
