import { failpoint } from '../../../common/config/failpoints.ts';
import { ADDRESS_PLACES, type AddressPlace } from '../../../common/erasures/places.ts';
import type { ErasurePass } from '../../../common/models/erasures.ts';
import { Import } from '../../../common/models/imports.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { eraseContacts, eraseMentions } from './contacts.ts';
import {
  endBulkChanges,
  eraseFromAnswers,
  eraseFromImports,
  eraseFromNotices,
  eraseFromWebhookCalls,
  eraseTests,
} from './erased-records.ts';
import { type EarlierImport, type ErasedPerson, type ErasureWork, latestOf, newErasing } from './erasing.ts';
import { eraseFromLedger } from './ledger.ts';
import { eraseFromAutomations, eraseFromSegments, eraseFromSuppressions } from './lists.ts';
import { eraseMessages } from './messages.ts';
import { eraseFromUploads } from './uploads.ts';

export interface ErasingWorker extends Pick<WorkerContext, 'ring'> {
  /** Whether the turn of the job is over. */
  readonly isOver: () => boolean;
}

/** A step whose turn is over returns after what it continues. */
type ErasureStep = (
  erasing: ErasureWork,
  worker: ErasingWorker,
  after: ErasurePass['after'],
) => Promise<ErasurePass['after'] | void>;

const STEP_OF: Readonly<Record<AddressPlace, ErasureStep>> = {
  uploads: eraseFromUploads,
  contacts: eraseContacts,
  segments: eraseFromSegments,
  automations: eraseFromAutomations,
  ledger: eraseFromLedger,
  messages: eraseMessages,
  suppressions: eraseFromSuppressions,
  answers: eraseFromAnswers,
  webhook_calls: eraseFromWebhookCalls,
  notices: eraseFromNotices,
  imports: eraseFromImports,
  bulk_changes: endBulkChanges,
  tests: eraseTests,
};

const BEGINNING: ErasurePass = { step: 0, after: null };

/** Each step may be repeated. The last one walks all contacts of the account. */
const STEPS: readonly ErasureStep[] = [...ADDRESS_PLACES.map((place) => STEP_OF[place]), eraseMentions];

/** Removes or replaces addresses of an account in everything stored. Returns where the next turn continues; null: the pass is complete. */
export async function eraseOnce(
  userId: number,
  people: ReadonlyMap<string, ErasedPerson>,
  worker: ErasingWorker,
  { step: first, after }: ErasurePass = BEGINNING,
): Promise<ErasurePass | null> {
  const imports = await Import.of(userId)
    .find({ created_at: { $lte: latestOf(people) } })
    .project<EarlierImport>({ created_at: 1 })
    .toArray();
  const erasing = newErasing(userId, people, imports);
  for (const [step, erase] of STEPS.entries()) {
    if (step < first) continue;
    if (step > first && worker.isOver()) return { step, after: null };
    const left = await erase(erasing, worker, step === first ? after : null);
    if (left !== undefined && left !== null) return { step, after: left };
    failpoint('mid-erasure');
  }
  return null;
}
