require('../support/temporary-folder.cjs');
const namedOr = require('../support/named-or-all.cjs');

module.exports = {
  extension: ['ts'],
  spec: namedOr('test/browser/**/*.test.ts'),
  'node-option': require('../../local/mocha-node-options.cjs'),
  require: ['test/support/services.ts', 'test/support/long-values.ts'],
  parallel: true,
  // A browser waits for the page, and the page for the browser, and tests wait for stores: with two files at a time two cores have nothing to do for a part
  // of it.
  jobs: 3,
  timeout: 300_000,
  'forbid-only': true,
};
