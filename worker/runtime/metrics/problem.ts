import '../../../common/metrics/sending.ts';
import './shared-gauges.ts';
import type { StoreWatch } from '../../../common/metrics/store.ts';
import { sweepAge } from './tallies.ts';

/** A round of the sweep takes a second or two; after so many seconds it hangs. */
const SWEEP_SECONDS = 60;

export async function workerProblem(store: Pick<StoreWatch, 'problem'>): Promise<string | null> {
  const problem = await store.problem();
  if (problem !== null) return problem;
  const age = sweepAge();
  return age > SWEEP_SECONDS ? `the sweep has not come to an end for ${Math.round(age)} s` : null;
}
