const { readdirSync } = require('node:fs');

/**
 * Files whose tests take longest, by time (`--reporter json` has the durations). They begin first: a long one that began last would keep one
 * processor busy while the others have nothing to do.
 */
const SLOW = [
  'test/worker/transport/any-transport.test.ts',
  'test/common/rendering/renderer.test.ts',
  'test/faults/kill-worker.test.ts',
  'test/pages/account.test.ts',
  'test/faults/erasure-kills.test.ts',
  'test/worker/failures/every-step.test.ts',
  'test/contract/large-lists.test.ts',
  'test/faults/keyed-kills.test.ts',
  'test/faults/api-without-mongodb.test.ts',
  'test/journeys/automation-series.test.ts',
  'test/docs/reference.test.ts',
  'test/local/stores.test.ts',
  'test/faults/test-kills.test.ts',
  'test/contract/isolation.test.ts',
  'test/common/commands/commands.test.ts',
  'test/local/start.test.ts',
  'test/contract/designs.test.ts',
  'test/worker/erasure/erase.test.ts',
];

const all = readdirSync('test', { recursive: true })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.test.ts'))
  .sort();
const missing = SLOW.filter((name) => !all.includes(name));
if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}: correct the list.`);

/** All files of tests, the slow ones first. */
module.exports = [...SLOW, ...all.filter((name) => !SLOW.includes(name))];
