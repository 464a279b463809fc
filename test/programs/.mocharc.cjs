require('../support/temporary-folder.cjs');
const namedOr = require('../support/named-or-all.cjs');

// Tests that start programs of the project as processes of their own. `npm run test:programs -- FILE` runs one.
module.exports = {
  extension: ['ts'],
  spec: namedOr('test/programs/**/*.test.ts'),
  'node-option': require('../../local/mocha-node-options.cjs'),
  require: [
    'test/support/services.ts',
    'test/support/redis-monitor.ts',
    'test/support/build.ts',
    'test/support/long-values.ts',
  ],
  parallel: true,
  jobs: 3,
  timeout: 300_000,
  'forbid-only': true,
};
