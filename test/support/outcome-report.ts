import { writeFileSync } from 'node:fs';

/** What did not hold, and all that is to be told of it. */
export interface OutcomeFailure {
  readonly fullTitle: string;
  readonly err: { readonly message: string };
}

/** Writes outcomes like mocha's JSON reporter, so that CI counts them among the tests and tells each failure whole. */
export function writeOutcomes(file: string, tests: number, failures: readonly OutcomeFailure[]): void {
  const stats = { tests, passes: tests - failures.length, failures: failures.length };
  writeFileSync(file, JSON.stringify({ stats, failures }));
}
