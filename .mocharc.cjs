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
  // Tests wait for stores, and for times to pass. Each further process compiles all sources once more: by turns, eleven files took 91 and
  // 106 s with three at a time, and 102 and 106 s with six.
  jobs: 4,
  timeout: 300_000,
  'forbid-only': true,
};
