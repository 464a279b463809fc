// Reads mocha's JSON reports: says each failure in full, then how many tests passed and failed, as the last line. A report that is
// not there counts as a failure: its tests did not come to an end.
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const missing = (file) => ({
  stats: { passes: 0, failures: 1 },
  failures: [{ fullTitle: basename(file, '.json'), err: { message: 'No report was written.' } }],
});

const reports = process.argv
  .slice(2)
  .map((file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : missing(file)));
for (const { fullTitle, err } of reports.flatMap(({ failures }) => failures))
  console.log(`FAILED ${fullTitle}\n${err.stack ?? err.message}\n`);
const sum = (what) => reports.reduce((total, { stats }) => total + stats[what], 0);
console.log(`${sum('passes')} passed, ${sum('failures')} failed`);
if (sum('passes') === 0 || sum('failures') > 0) process.exitCode = 1;
