const namedOr = require('./test/support/named-or-all.cjs');

// Tests of functions alone: no store, no process, no server. `npm run test:unit -- FILE` runs one.
module.exports = {
  extension: ['ts'],
  spec: namedOr('test/unit/**/*.test.ts'),
  'node-option': require('./local/mocha-node-options.cjs'),
  require: ['test/support/long-values.ts', 'test/support/left-timers.ts'],
  timeout: 20_000,
  'forbid-only': true,
};
