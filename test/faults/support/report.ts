import { writeOutcomes } from '../../support/outcome-report.ts';
import type { Result } from './scenario.ts';
import { holds } from './table.ts';

/** Writes the results like mocha's JSON reporter, so that CI counts them among the tests. */
export function writeReport(file: string, all: readonly Result[]): void {
  // A scenario that this machine can't run has neither passed nor failed; the table names it.
  const results = all.filter(({ notRun }) => notRun === undefined);
  const failures = results
    .filter((result) => !holds(result))
    .map((result) => {
      const { name, lost, doubled, bound, broken, figures } = result;
      const message = [
        `lost ${lost}, doubled ${doubled} of at most ${bound}`,
        ...broken,
        JSON.stringify(figures),
      ];
      return { fullTitle: `faults ${name}`, err: { message: message.join('\n') } };
    });
  writeOutcomes(file, results.length, failures);
}
