import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../common/config.ts';
import { noDoubts } from '../../common/domain/address-doubts.ts';
import type { ImportDocument } from '../../common/models/imports.ts';
import { accountStatus } from '../../common/quotas/account-status.ts';
import { countAllContacts } from '../../common/quotas/contacts.ts';
import { noStatuses } from '../../shared/statuses/statuses.ts';
import type { WorkerContext } from '../runtime/context.ts';
import type { AheadReader } from './batches.ts';
import { createDoubtfulRows } from './doubtful-rows.ts';
import { type HeldImport, type Interruption, saveProgress, TYPE_GONE } from './lease.ts';
import { ownerOf } from './prepare-batch.ts';
import { countSaid, readRows } from './read-rows.ts';
import { BEYOND_QUOTA, saveRefusals } from './refusals.ts';
import { createTargetReader } from './target.ts';
import { createTrial } from './trial.ts';

/** The most rows and bytes of a dry run: some seconds, in one turn, so it needs no checkpoint. */
export const TRIAL_ROWS = 100_000;
let trialRows = TRIAL_ROWS;
/** For tests. */
export const useTrialRows = (rows = TRIAL_ROWS): void => void (trialRows = rows);
const TRIAL_BYTES = 32 * 2 ** 20;

/** A worker that takes over begins again: only refused rows were written, and their key is the line. */
export async function tryAll(
  held: HeldImport,
  batches: AheadReader,
  { config, stopping }: Pick<WorkerContext, 'config' | 'stopping'>,
): Promise<Interruption | null> {
  const { found, lease } = held;
  Object.assign(found, noneTried(found));
  const target = createTargetReader(found);
  const look = createDoubtfulRows(found, config);
  const trial = createTrial(ownerOf(found), await roomLeft(found.user_id, config));
  const end = (whole: boolean): Promise<boolean> =>
    lease.write({
      $set: {
        trial: {
          examples: trial.examples,
          refusals: trial.refusals,
          dropped: trial.dropped,
          statuses: trial.statuses,
          whole,
        },
      },
    });
  for (;;) {
    const began = performance.now();
    const [batch, reader] = await Promise.all([batches.next(), target()]);
    if (!reader) return { failure: TYPE_GONE };
    if (stopping.aborted) return { release: 'stopping' };
    if (batch === null) return (await end(true)) ? null : { lost: true };
    const { kept, leftOut, refusals, partial, doubts } = await readRows(found, batch, reader, look);
    const { counts, beyond } = await trial.look(reader, kept);
    for (const { line, cells } of batch.rows)
      if (beyond.has(line)) refusals.push({ line, reason: BEYOND_QUOTA, cells });
    trial.refuse(refusals);
    trial.say({ kept: kept.filter(({ line }) => !beyond.has(line)), leftOut });
    counts.refused = refusals.length;
    const inPart = partial.filter(({ line }) => !beyond.has(line));
    trial.drop(inPart);
    counts.partial = inPart.length;
    await saveRefusals(found, [...refusals, ...inPart]);
    const said = found.statuses_by ? countSaid({ kept, leftOut }, beyond) : null;
    if (!lease.stands() || !(await saveProgress(held, batch.end.offset, counts, said, doubts)))
      return { lost: true };
    if (batch.failure) return (await end(false)) ? { failure: batch.failure } : { lost: true };
    if (isTrialOver(found, batch.end.offset))
      return (await end(batch.end.offset >= found.file_bytes)) ? null : { lost: true };
    // Pause as long as the batch took, so that mails of this process and other queries come first.
    await pause(performance.now() - began);
  }
}

/** The counts with which a dry run begins. */
export const noneTried = ({ statuses_by }: ImportDocument): Partial<ImportDocument> => ({
  rows_read: 0,
  rows_added: 0,
  rows_updated: 0,
  rows_unchanged: 0,
  rows_refused: 0,
  rows_partial: 0,
  hygiene: noDoubts(),
  ...(statuses_by && { statuses: noStatuses(), unknown_statuses: [] }),
});

export const isTrialOver = ({ rows_read, checkpoint }: ImportDocument, offset: number): boolean =>
  rows_read >= trialRows || offset - checkpoint.offset >= TRIAL_BYTES;

/** Contacts that the account may still add; a limit of 0 means no limit. */
async function roomLeft(userId: number, config: Pick<Config, 'quotas'>): Promise<number> {
  const limit = (await accountStatus(userId, config)).limits.contacts;
  return limit === 0 ? Number.POSITIVE_INFINITY : Math.max(0, limit - (await countAllContacts(userId)));
}
