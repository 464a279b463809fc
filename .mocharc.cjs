require('./test/support/temporary-folder.cjs');

const namedOr = require('./test/support/named-or-all.cjs');
const slowFirst = require('./test/support/slow-first.cjs');

module.exports = {
  extension: ['ts'],
  spec: namedOr(slowFirst),
  ignore: ['test/browser/**', 'test/mta/**'],
  'node-option': require('./local/mocha-node-options.cjs'),
  require: ['test/support/services.ts', 'test/support/long-values.ts'],
  parallel: true,
  // Tests wait for processes to start, and for times to pass: of two cores a third is idle with two, and little with four.
  jobs: 4,
  timeout: 20_000,
  'forbid-only': true,
};
