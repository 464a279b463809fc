import { useBatchRows } from '../../worker/importing/batches.ts';
import { useWalkPage } from '../../worker/segments/page.ts';
import { useFreezeStep } from '../../worker/sending/audience/freeze.ts';

/** Has each step of a job handle fewer records in the calling `describe`: tests of several steps then need fewer. */
const during =
  (use: (size?: number) => void) =>
  (size: number): void => {
    before(() => use(size));
    after(() => use());
  };

/** Rows of a file that an import writes together. */
export const importBatches = during(useBatchRows);
/** Members that a step of the walk over an audience reads. */
export const freezeSteps = during(useFreezeStep);
/** Contacts that a step of the walk of a segment reads. */
export const walkPages = during(useWalkPage);
