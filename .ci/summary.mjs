// Reads mocha's JSON report: says each failure in full, then how many tests passed and failed, as the last line.
import { readFileSync } from 'node:fs';

const { stats, failures } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const { fullTitle, err } of failures) console.log(`FAILED ${fullTitle}\n${err.stack ?? err.message}\n`);
console.log(`${stats.passes} passed, ${stats.failures} failed`);
if (stats.passes === 0) process.exitCode = 1;
