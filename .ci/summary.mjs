// Reads Mocha's JSON reports: names what was skipped, says each failure in full, then how many tests passed and failed, as the last
// line. A report that is not there counts as a failure: its tests did not come to an end.
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

function resultOf(file) {
  if (!existsSync(file)) {
    const err = { message: 'No report was written.' };
    return { passed: 0, skipped: [], failures: [{ fullTitle: basename(file, '.json'), err }] };
  }
  const { stats, pending = [], failures } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: stats.passes, skipped: pending, failures };
}

const results = process.argv.slice(2).map(resultOf);
const failures = results.flatMap((result) => result.failures);
for (const { fullTitle, err } of failures) console.log(`FAILED ${fullTitle}\n${err.stack ?? err.message}\n`);
for (const { fullTitle } of results.flatMap((result) => result.skipped)) console.log(`skipped: ${fullTitle}`);
const passed = results.reduce((total, result) => total + result.passed, 0);
console.log(`${passed} passed, ${failures.length} failed`);
if (passed === 0 || failures.length > 0) process.exitCode = 1;
