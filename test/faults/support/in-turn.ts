import type { RunOptions, Scenario, Tally } from './scenario.ts';

type Named = Pick<Scenario, 'name' | 'claim'>;
type Run<Fault> = (faults: readonly Fault[], options: RunOptions) => Promise<Tally>;

/**
 * Scenarios of faults that can share one service, in which `run` causes them in turn: one for each fault in the full form,
 * and one for all (`together`) in the short form.
 */
export function inTurn<Fault extends Named>(
  run: Run<Fault>,
  faults: readonly Fault[],
  together: Named & { readonly faults: readonly Fault[] },
): readonly Scenario[] {
  return [
    ...faults.map(
      (fault): Scenario => ({
        name: fault.name,
        claim: fault.claim,
        form: 'full',
        run: (options) => run([fault], options),
      }),
    ),
    {
      name: together.name,
      claim: together.claim,
      form: 'short',
      isLong: true,
      run: (options) => run(together.faults, options),
    },
  ];
}
