import '../../test/support/temporary-folder.cjs';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../common/config/program-options.ts';
import type { RecordedCall } from './record.ts';
import { tableOf } from './table.ts';

readArguments(
  'Usage: npm run docs:contract\n\nMakes docs/contract.md: it runs the tests that call the API and records their calls.',
  {},
);

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TESTS = ['contract', 'client', 'pages', 'journeys'].map(
  (folder) => `test/{store,programs}/${folder}/**/*.test.ts`,
);
const nodeOptions = createRequire(import.meta.url)('../mocha-node-options.cjs') as readonly string[];
/** Ignores mocha's configuration file, whose list of files would be added to this one. */
const OPTIONS = [
  '--no-config',
  ...nodeOptions.map((option) => `--node-option=${option}`),
  '--parallel',
  '--jobs=2',
  '--timeout=30000',
  '--reporter=dot',
  // This test compares docs/contract.md, which is being made here.
  '--ignore=test/unit/contract/table.test.ts',
];
const REQUIRED = ['test/support/services.ts', 'local/contract-table/record.ts'];

const folder = mkdtempSync(join(tmpdir(), 'contract-'));
const book = join(folder, 'calls');
try {
  const { status } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/mocha/bin/mocha.js'),
      ...OPTIONS,
      ...REQUIRED.map((file) => `--require=${file}`),
      ...TESTS,
    ],
    { cwd: ROOT, env: { ...process.env, CONTRACT_CALLS: book }, stdio: 'inherit' },
  );
  const calls = readFileSync(book, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedCall)
    // Files run in parallel; the tests of one file keep their order.
    .sort((a, b) => a.file.localeCompare(b.file));
  writeFileSync(join(ROOT, 'docs/contract.md'), tableOf(calls));
  if (status !== 0) {
    console.error('Some tests failed. The table omits them.');
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
