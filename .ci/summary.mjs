// Reads mocha's JSON reports: says each failure in full, then how many tests passed and failed, as the last line.
import { readFileSync } from 'node:fs';

const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
for (const { fullTitle, err } of reports.flatMap(({ failures }) => failures))
  console.log(`FAILED ${fullTitle}\n${err.stack ?? err.message}\n`);
const sum = (what) => reports.reduce((total, { stats }) => total + stats[what], 0);
console.log(`${sum('passes')} passed, ${sum('failures')} failed`);
if (sum('passes') === 0) process.exitCode = 1;
