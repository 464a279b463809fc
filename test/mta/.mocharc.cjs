require('../support/temporary-folder.cjs');

module.exports = {
  extension: ['ts'],
  spec: ['test/mta/**/*.test.ts'],
  'node-option': require('../../local/mocha-node-options.cjs'),
  timeout: 60_000,
  'forbid-only': true,
};
