require('../support/temporary-folder.cjs');

module.exports = {
  extension: ['ts'],
  spec: ['test/browser/**/*.test.ts'],
  'node-option': require('../../local/mocha-node-options.cjs'),
  require: ['test/support/services.ts'],
  timeout: 60_000,
  'forbid-only': true,
};
