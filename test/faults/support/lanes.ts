import { runApart, runHere } from './runs.ts';
import type { Result, RunOptions, Scenario } from './scenario.ts';
import { holds, isHarmless } from './table.ts';

/** What becomes of a scenario is told as soon as it is known. */
type Told = (scenario: Scenario, result: Result) => void;

/**
 * So many at a time. Short runs mostly wait for processes to start and leases to end: three are no load for two cores.
 * In full there is one beside the soak, which only counts over half an hour.
 */
const AT_ONCE = { short: 3, full: 2 };

/**
 * Runs scenarios side by side, in their order; then, one after another, those that measure what others would take from
 * them. Several run each in a process of its own: what one leaves behind when it breaks is not the next one's.
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
  // Short runs measure nothing.
  const measures = ({ alone = false }: Scenario): boolean => alone && !options.short;
  const queue = scenarios.filter((scenario) => !measures(scenario));
  const lane = async (): Promise<void> => {
    for (let scenario = queue.shift(); scenario; scenario = queue.shift()) await one(scenario);
  };
  await Promise.all(Array.from({ length: options.short ? AT_ONCE.short : AT_ONCE.full }, lane));
  for (const scenario of scenarios.filter(measures)) await one(scenario);
  // Beside two others on a slow machine one may come too late; nobody who was lost or doubled is forgiven.
  for (const [scenario, result] of options.short && scenarios.length > 1 ? results : []) {
    if (holds(result) || !isHarmless(result)) continue;
    console.log(`\n${scenario.name}, again and alone`);
    await one(scenario);
  }
  return scenarios.map((scenario) => results.get(scenario)!);
}
