import { failpoint } from '../../../common/config/failpoints.ts';
import { ADDRESS_PLACES, type AddressPlace } from '../../../common/erasures/places.ts';
import { Import } from '../../../common/models/imports.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { eraseContacts, eraseMentions } from './contacts.ts';
import {
  endBulkChanges,
  eraseFromAnswers,
  eraseFromImports,
  eraseFromNotices,
  eraseTests,
} from './erased-records.ts';
import { type EarlierImport, type ErasedPerson, type ErasureWork, latestOf, newErasing } from './erasing.ts';
import { eraseFromLedger } from './ledger.ts';
import { eraseFromAutomations, eraseFromSegments, eraseFromSuppressions } from './lists.ts';
import { eraseMessages } from './messages.ts';
import { eraseFromUploads } from './uploads.ts';

export type ErasingWorker = Pick<WorkerContext, 'ring' | 'stopping'>;

type ErasureStep = (erasing: ErasureWork, worker: ErasingWorker) => Promise<unknown>;

const STEP_OF: Readonly<Record<AddressPlace, ErasureStep>> = {
  uploads: eraseFromUploads,
  contacts: eraseContacts,
  segments: eraseFromSegments,
  automations: eraseFromAutomations,
  ledger: eraseFromLedger,
  messages: eraseMessages,
  suppressions: eraseFromSuppressions,
  answers: eraseFromAnswers,
  notices: eraseFromNotices,
  imports: eraseFromImports,
  bulk_changes: endBulkChanges,
  tests: eraseTests,
};

/** Each step may be repeated. The last one walks all contacts of the account. */
const STEPS: readonly ErasureStep[] = [...ADDRESS_PLACES.map((place) => STEP_OF[place]), eraseMentions];

/** Removes or replaces addresses of an account in everything stored. False: the worker stops before the end. */
export async function eraseOnce(
  userId: number,
  people: ReadonlyMap<string, ErasedPerson>,
  worker: ErasingWorker,
): Promise<boolean> {
  const imports = await Import.of(userId)
    .find({ created_at: { $lte: latestOf(people) } })
    .project<EarlierImport>({ created_at: 1 })
    .toArray();
  const erasing = newErasing(userId, people, imports);
  for (const step of STEPS) {
    if (worker.stopping.aborted || (await step(erasing, worker)) === false) return false;
    failpoint('mid-erasure');
  }
  return true;
}
