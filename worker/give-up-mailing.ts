import { isEmailMailing } from '../common/domain/mailing-keys.ts';
import { giveUpEmail } from './automations/give-up.ts';
import type { WorkerContext } from './runtime/context.ts';
import type { End, Failure } from './runtime/job.ts';
import { giveUpSend } from './sending/single-sends/give-up.ts';

/** Gives up what the mailing belongs to: a single send, or an email of an automation. */
export const giveUpMailing = (
  { mailing: key }: { mailing: string },
  failure: Failure,
  worker: WorkerContext,
): Promise<End> => {
  const id = Number(key.slice(key.indexOf('-') + 1));
  return isEmailMailing(key) ? giveUpEmail(id, failure, worker) : giveUpSend(id, failure, worker);
};
