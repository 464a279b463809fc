require('../support/temporary-folder.cjs');
const namedOr = require('../support/named-or-all.cjs');

module.exports = {
  extension: ['ts'],
  spec: namedOr('test/mta/**/*.test.ts'),
  'node-option': require('../../local/mocha-node-options.cjs'),
  require: ['test/support/services.ts', 'test/support/long-values.ts'],
  timeout: 300_000,
  'forbid-only': true,
};
