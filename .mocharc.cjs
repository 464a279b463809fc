require('./test/support/temporary-folder.cjs');

const namedOr = require('./test/support/named-or-all.cjs');

// Tests of functions, and tests with real stores, mail servers and HTTP. `npm test -- FILE` runs one.
module.exports = {
  extension: ['ts'],
  spec: namedOr(['test/store/**/*.test.ts', 'test/unit/**/*.test.ts']),
  'node-option': require('./local/mocha-node-options.cjs'),
  require: [
    'test/support/services.ts',
    'test/support/command-monitor.ts',
    'test/support/redis-monitor.ts',
    'test/support/long-values.ts',
  ],
  parallel: true,
  // Each further process compiles all sources once more and takes the caches of the others: with six files at a time, two cores compute
  // 40 % more than with three, and take a third longer.
  jobs: 3,
  timeout: 300_000,
  'forbid-only': true,
};
