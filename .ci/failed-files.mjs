// The test files of a Mocha report that have a failure, as paths from here; exits with 1 where they are too many for chance, or unknown.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const MOST = 4;

const { failures } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const files = new Set(failures.map(({ file }) => file && relative('.', file)));
if (files.size === 0 || files.size > MOST || files.has('') || files.has(undefined)) process.exit(1);
console.log([...files].join(' '));
