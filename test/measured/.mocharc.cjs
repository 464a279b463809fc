require('../support/temporary-folder.cjs');
const namedOr = require('../support/named-or-all.cjs');

// Tests that judge processor time, delays or memory. They run one at a time, and on a machine that does nothing else.
module.exports = {
  extension: ['ts'],
  spec: namedOr('test/measured/**/*.test.ts'),
  'node-option': require('../../local/mocha-node-options.cjs'),
  require: ['test/support/services.ts', 'test/support/build.ts', 'test/support/long-values.ts'],
  timeout: 60_000,
  'forbid-only': true,
};
