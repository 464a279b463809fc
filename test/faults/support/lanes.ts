import { runApart, runHere } from './runs.ts';
import type { Result, RunOptions, Scenario } from './scenario.ts';
import { holds, isHarmless } from './table.ts';

/** What becomes of a scenario is told as soon as it is known. */
type Told = (scenario: Scenario, result: Result) => void;

/** Short runs mostly wait for processes to start and leases to end: three are no load for two cores. */
const AT_ONCE = { short: 3, full: 2 };

/**
 * Runs scenarios side by side, in their order; in full, first those that measure, one after another. Several run each
 * in a process of its own: what one leaves behind when it breaks is not the next one's.
 */
export async function runAll(
  scenarios: readonly Scenario[],
  options: RunOptions,
  told: Told,
): Promise<readonly Result[]> {
  const run = scenarios.length > 1 ? runApart : runHere;
  const results = new Map<Scenario, Result>();
  const one = async (scenario: Scenario): Promise<void> => {
    const result = await run(scenario, options);
    results.set(scenario, result);
    told(scenario, result);
  };
  const inLanes = async (todo: readonly Scenario[], lanes: number): Promise<void> => {
    const queue = [...todo];
    const lane = async (): Promise<void> => {
      for (let scenario = queue.shift(); scenario; scenario = queue.shift()) await one(scenario);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  if (options.short) {
    await inLanes(scenarios, AT_ONCE.short);
  } else {
    const placed = (beside: Scenario['beside']) => scenarios.filter((scenario) => scenario.beside === beside);
    const throughout = Promise.all(placed('all').map(one));
    await inLanes(placed('none'), 1);
    await inLanes(placed(undefined), AT_ONCE.full);
    await throughout;
  }
  // Beside two others on a slow machine one may come too late; nobody who was lost or doubled is forgiven.
  for (const [scenario, result] of options.short && scenarios.length > 1 ? results : []) {
    if (holds(result) || !isHarmless(result)) continue;
    console.log(`\n${scenario.name}, again and alone`);
    await one(scenario);
  }
  return scenarios.map((scenario) => results.get(scenario)!);
}
