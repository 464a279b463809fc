import { now } from '../common/clock.ts';
import type { Ring } from '../common/jobs/doorbell.ts';
import { subjectOf } from '../common/jobs/subjects.ts';
import { ContactType } from '../common/models/contact-types.ts';
import { FieldRemoval } from '../common/models/field-removals.ts';
import { rows } from '../common/mongo.ts';
import { warnOf } from '../common/outages.ts';
import { dueImports } from '../common/queries/imports.ts';
import { failedJobs } from '../common/queries/job-failures.ts';
import { dueNotices } from '../common/queries/notices.ts';
import { dueConfirmations } from '../common/queries/notification-recipients.ts';
import { dueVerifications } from '../common/queries/senders.ts';
import { AUTOMATION_CHORES } from './automations/chores.ts';
import { type Chore, seldom } from './chore.ts';
import type { WorkerContext } from './context.ts';
import { SEND_CHORES } from './delivery/chores.ts';
import { tellOfStop } from './delivery/tell-of-stop.ts';
import { setMarks } from './failures/marks.ts';
import { tallies } from './metrics/tallies.ts';
import { noteHighBounces, noteStandstills } from './notices/look-around.ts';
import { applyRetention, trimRenderings } from './retention/apply.ts';
import { SEGMENT_CHORES } from './segments/chores.ts';

/** All workers together sweep about so often … */
const INTERVAL_MS = 1000;
/** … and each at least so often, however many there are. */
const LONGEST_MS = 5000;

/**
 * Finds what is due and what a lost doorbell left undone, and rings for it. Every worker does, by turns that nobody
 * hands out, so that many cost the store no more than one: a ring too many is swallowed by its key. It alone finishes
 * all work after Redis was wiped. `workers`: how many there are.
 */
export function startSweep(worker: WorkerContext, workers: () => number): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const next = (): void => {
    // Workers started together would all ask in the same moment.
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

/** One round. A chore that fails, such as for want of a store, is logged and done in the next. */
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

/** Jobs that failed and are given up, or not to be tried yet; other workers' failures are marked in this one, too. */
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
  async (name, payload, key) => {
    if (!waiting.has(`${name} ${subjectOf(name, payload)}`)) await ring(name, payload, key);
  };

/** Counts what a chore rings for. */
const counted =
  (chore: string, ring: Ring): Ring =>
  (...rung) => {
    tallies.sweepRings.set(chore, (tallies.sweepRings.get(chore) ?? 0) + 1);
    return ring(...rung);
  };

const ringImports: Chore = async ({ ring }) => {
  for (const importId of await dueImports(now()))
    await ring('import-contacts', { importId }, String(importId));
};

const ringVerifications: Chore = async ({ ring }) => {
  for (const senderId of await dueVerifications(now())) {
    await ring('mail-verification', { senderId }, String(senderId));
  }
};

const ringConfirmations: Chore = async ({ ring }) => {
  for (const recipientId of await dueConfirmations(now()))
    await ring('mail-confirmation', { recipientId }, String(recipientId));
};

const ringNotices: Chore = async ({ ring }) => {
  for (const userId of await dueNotices(now())) await ring('send-notices', { userId }, String(userId));
};

const ringPurges: Chore = async ({ ring }) => {
  const hidden = await rows(ContactType).distinct('_id', { deleted_at: { $type: 'date' }, purged_at: null });
  for (const contactTypeId of hidden)
    await ring('purge-contact-type', { contactTypeId }, String(contactTypeId));
};

const ringRemovals: Chore = async ({ ring }) => {
  for (const customFieldId of await rows(FieldRemoval).distinct('_id')) {
    await ring('remove-custom-values', { customFieldId }, String(customFieldId));
  }
};

const CHORES: readonly Chore[] = [
  tellOfStop,
  ...SEND_CHORES,
  ...AUTOMATION_CHORES,
  ringImports,
  ringVerifications,
  ringConfirmations,
  seldom(10_000, noteStandstills),
  seldom(30_000, noteHighBounces),
  ringNotices,
  ringPurges,
  ringRemovals,
  ...SEGMENT_CHORES,
  seldom(60_000, trimRenderings),
  seldom(3600_000, applyRetention),
];
