import { now } from '../common/clock.ts';
import { subjectOf } from '../common/jobs/catalogue.ts';
import type { Ring } from '../common/jobs/doorbell.ts';
import { ContactType } from '../common/models/contact-types.ts';
import { FieldRemoval } from '../common/models/field-removals.ts';
import { rows } from '../common/mongo/connection.ts';
import { warnOf } from '../common/outages.ts';
import { dueImports } from '../common/queries/imports.ts';
import { failedJobs } from '../common/queries/job-failures.ts';
import { dueNotices } from '../common/queries/notices.ts';
import { dueConfirmations } from '../common/queries/notification-recipients.ts';
import { dueVerifications } from '../common/queries/senders.ts';
import { AUTOMATION_CHORES } from './automations/chores.ts';
import { type Chore, seldom } from './chore.ts';
import type { WorkerContext } from './context.ts';
import { MAILING_CHORES } from './delivery/chores.ts';
import { tellOfStop } from './delivery/tell-of-stop.ts';
import { setMarks } from './failures/marks.ts';
import { tallies } from './metrics/tallies.ts';
import { noteHighBounces, noteStalled } from './notices/detect-stalled.ts';
import { applyRetention, trimRenderings } from './retention/apply.ts';
import { SEGMENT_CHORES } from './segments/chores.ts';
import { SINGLE_SEND_CHORES } from './single-sends/chores.ts';

/** Milliseconds between two sweeps of all workers together, on average … */
const INTERVAL_MS = 1000;
/** … and at most between two sweeps of one worker, however many workers there are. */
const LONGEST_MS = 5000;

/**
 * Finds work that is due, or whose ring was lost, and rings for it. It alone finishes all work after Redis was wiped. Every worker
 * does it, less often the more workers there are (`workers`), so that many workers cost the store no more than one. A superfluous
 * ring is dropped because of its key.
 */
export function startSweep(worker: WorkerContext, workers: () => number): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const next = (): void => {
    // A random time, because workers that were started together would all ask at the same moment.
    timer = setTimeout(
      () => {
        round = sweep(worker).finally(() => {
          if (!worker.stopping.aborted) next();
        });
      },
      Math.min(INTERVAL_MS * workers(), LONGEST_MS) * (0.75 + Math.random() / 2),
    );
  };
  next();
  return {
    async stop() {
      clearTimeout(timer);
      await round;
    },
  };
}

/** Does one round. A chore that fails, such as while the store is away, is logged and done in the next round. */
export async function sweep(worker: WorkerContext): Promise<void> {
  const waiting = await jobsThatWait(worker);
  for (const chore of CHORES) {
    if (worker.stopping.aborted) return;
    try {
      await chore({ ...worker, ring: counted(chore.name, unlessWaiting(waiting, worker.ring)) });
    } catch (error) {
      warnOf(error, worker.log, 'the sweep left something for its next round', { chore: chore.name });
    }
  }
  tallies.sweptAt = performance.now();
}

/** Jobs that are given up, or must wait after a failure. Failures in other workers are marked in this one, too. */
async function jobsThatWait({ log }: WorkerContext): Promise<ReadonlySet<string>> {
  try {
    const failed = await failedJobs();
    setMarks(failed.map(({ _id }) => _id));
    const at = now();
    return new Set(failed.filter(({ next_at }) => next_at === null || next_at > at).map(({ _id }) => _id));
  } catch (error) {
    warnOf(error, log, 'jobs that failed could not be read');
    return new Set();
  }
}

const unlessWaiting =
  (waiting: ReadonlySet<string>, ring: Ring): Ring =>
  async (name, payload, ...how) => {
    if (!waiting.has(`${name} ${subjectOf(name, payload)}`)) await ring(name, payload, ...how);
  };

/** Counts the rings of a chore. */
const counted =
  (chore: string, ring: Ring): Ring =>
  (...rung) => {
    tallies.sweepRings.set(chore, (tallies.sweepRings.get(chore) ?? 0) + 1);
    return ring(...rung);
  };

const ringImports: Chore = async ({ ring }) => {
  for (const importId of await dueImports(now())) await ring('import-contacts', { importId });
};

const ringVerifications: Chore = async ({ ring }) => {
  for (const due of await dueVerifications(now())) await ring('mail-verification', due);
};

const ringConfirmations: Chore = async ({ ring }) => {
  for (const recipientId of await dueConfirmations(now())) await ring('mail-confirmation', { recipientId });
};

const ringNotices: Chore = async ({ ring }) => {
  for (const userId of await dueNotices(now())) await ring('send-notices', { userId });
};

const ringPurges: Chore = async ({ ring }) => {
  const hidden = await rows(ContactType).distinct('_id', { deleted_at: { $type: 'date' }, purged_at: null });
  for (const contactTypeId of hidden) await ring('purge-contact-type', { contactTypeId });
};

const ringRemovals: Chore = async ({ ring }) => {
  for (const customFieldId of await rows(FieldRemoval).distinct('_id')) {
    await ring('remove-custom-values', { customFieldId });
  }
};

const CHORES: readonly Chore[] = [
  tellOfStop,
  ...SINGLE_SEND_CHORES,
  ...MAILING_CHORES,
  ...AUTOMATION_CHORES,
  ringImports,
  ringVerifications,
  ringConfirmations,
  seldom(10_000, noteStalled),
  seldom(30_000, noteHighBounces),
  ringNotices,
  ringPurges,
  ringRemovals,
  ...SEGMENT_CHORES,
  seldom(60_000, trimRenderings),
  seldom(3600_000, applyRetention),
];
