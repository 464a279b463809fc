require('../support/temporary-folder.cjs');
const namedOr = require('../support/named-or-all.cjs');

module.exports = {
  extension: ['ts'],
  spec: namedOr('test/browser/**/*.test.ts'),
  'node-option': require('../../local/mocha-node-options.cjs'),
  require: ['test/support/services.ts', 'test/support/long-values.ts'],
  parallel: true,
  // A browser waits for the page, and the page for the browser: with one file at a time one of two cores has nothing to do.
  jobs: 2,
  timeout: 120_000,
  'forbid-only': true,
};
