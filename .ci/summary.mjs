// Reads Mocha's JSON reports: says each failure in full, then how many tests passed and failed, as the last line. A report that is
// not there counts as a failure: its tests did not come to an end. Where failed files ran again (`REPORT-again.json`), the second run
// counts for them, and what passed only then is named.
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

function resultOf(file) {
  if (!existsSync(file)) {
    const err = { message: 'No report was written.' };
    return { passed: 0, failures: [{ fullTitle: basename(file, '.json'), err }] };
  }
  const { stats, passes = [], failures } = read(file);
  const again = file.replace(/\.json$/, '-again.json');
  if (!existsSync(again)) return { passed: stats.passes, failures };
  const second = read(again);
  const repeated = new Set(failures.map((failure) => failure.file));
  const failing = new Set(second.failures.map(({ fullTitle }) => fullTitle));
  for (const { fullTitle, err } of failures.filter(({ fullTitle }) => !failing.has(fullTitle)))
    console.log(`PASSED ONLY ALONE ${fullTitle}\n${err.stack ?? err.message}\n`);
  const others = passes.filter((pass) => !repeated.has(pass.file)).length;
  return { passed: others + second.stats.passes, failures: second.failures };
}

const results = process.argv.slice(2).map(resultOf);
const failures = results.flatMap((result) => result.failures);
for (const { fullTitle, err } of failures) console.log(`FAILED ${fullTitle}\n${err.stack ?? err.message}\n`);
const passed = results.reduce((total, result) => total + result.passed, 0);
console.log(`${passed} passed, ${failures.length} failed`);
if (passed === 0 || failures.length > 0) process.exitCode = 1;
