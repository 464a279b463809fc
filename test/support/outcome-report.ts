import { writeFileSync } from 'node:fs';

/** A failed check, with all that a report needs. */
export interface OutcomeFailure {
  readonly fullTitle: string;
  readonly err: { readonly message: string };
}

/** Writes outcomes like mocha's JSON reporter, so that CI counts them among the tests and tells each failure whole. */
export function writeOutcomes(file: string, tests: number, failures: readonly OutcomeFailure[]): void {
  const stats = { tests, passes: tests - failures.length, failures: failures.length };
  writeFileSync(file, JSON.stringify({ stats, failures }));
}
